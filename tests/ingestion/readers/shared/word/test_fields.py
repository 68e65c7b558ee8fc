"""Fields show their results; boxes and lists of forms show their values."""

from __future__ import annotations

from tests.support.every import every
from tests.support.word import p, r, read, word


def char(kind: str, data: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{data}</w:fldChar></w:r>'


def field(instruction: str, *result: str, data: str = "", inner: str = "") -> str:
    shown = char("separate") + "".join(result) if result else ""
    return f"{char('begin', data)}<w:r><w:instrText>{instruction}</w:instrText></w:r>{inner}{shown}{char('end')}"


def boxed(*states: str) -> str:
    return field(" FORMCHECKBOX ", data=f"<w:ffData><w:checkBox>{''.join(states)}</w:checkBox></w:ffData>")


ENTRIES = '<w:listEntry w:val="red"/><w:listEntry w:val="blue"/>'


@every(
    ("written", "shown"),
    [
        ('<w:fldSimple w:instr=" SEQ Table "><w:r><w:t>3</w:t></w:r></w:fldSimple>', "3"),
        (field(" PAGEREF _x \\h ", r("12")), "12"),
        (field(' IF "', r("yes"), inner=field(" MERGEFIELD A ", r("secret"))), "yes"),
        (field(" HYPERLINK x ", r("see "), field(" REF y ", r("2.1"))), "see 2.1"),
        (boxed('<w:default w:val="0"/>', "<w:checked/>"), "[x]"),
        (boxed('<w:default w:val="1"/>', '<w:checked w:val="0"/>'), "[ ]"),
        (boxed('<w:default w:val="1"/>'), "[x]"),
        (boxed(), "[ ]"),
        (
            field("FORMDROPDOWN", data=f'<w:ffData><w:ddList><w:result w:val="1"/>{ENTRIES}</w:ddList></w:ffData>'),
            "blue",
        ),
        (field("FORMDROPDOWN", data=f"<w:ffData><w:ddList>{ENTRIES}</w:ddList></w:ffData>"), "red"),
        (field("FORMDROPDOWN", data='<w:ffData><w:ddList><w:result w:val="9"/></w:ddList></w:ffData>'), ""),
        (field(' SYMBOL 254 \\f "Wingdings" \\s 12 '), "[x]"),
        (field(" SYMBOL 0x61 \\f Symbol "), "α"),
        (field(' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京) '), "東京(とうきょう)"),
        (field(" EQ \\f(1,2) "), "1/2"),
        (field(" MACROBUTTON NoMacro [Name] "), "[Name]"),
        (field(' XE "entry" '), ""),
        ('<w:fldSimple w:instr=" SYMBOL 252 \\f Wingdings "/>', "✓"),
        (char("end") + char("separate") + r("x"), "x"),
        (char("begin") * 100 + char("separate") * 100 + char("end") * 100 + r("x"), "x"),
    ],
)
def test_a_field_shows_what_word_shows(written: str, shown: str) -> None:
    assert read(word(p("A ", written, " B"))) == f"A {shown} B".replace("  ", " ")


def test_a_field_without_an_end_hides_no_other_paragraph() -> None:
    assert read(word(p("A", char("begin"), "lost") + p("B"))) == "A\n\nB"


def test_a_result_may_have_several_paragraphs() -> None:
    begin = char("begin") + "<w:r><w:instrText>TOC</w:instrText></w:r>" + char("separate")
    assert read(word(p(begin, "One") + p("Two", char("end")) + p("Three"))) == "One\n\nTwo\n\nThree"
