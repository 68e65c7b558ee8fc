"""Numbers of lists and headings, as Word shows them."""

from __future__ import annotations

from tests.support.every import every
from tests.support.word import p, read, style, word


def level(depth: int, kind: str, text: str, extra: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def defined(key: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{key}">{"".join(levels)}</w:abstractNum>'


def counted(key: int, definition: int, *starts: tuple[int, int]) -> str:
    overrides = "".join(
        f'<w:lvlOverride w:ilvl="{depth}"><w:startOverride w:val="{start}"/></w:lvlOverride>' for depth, start in starts
    )
    return f'<w:num w:numId="{key}"><w:abstractNumId w:val="{definition}"/>{overrides}</w:num>'


def item(text: str, depth: int = 0, key: int = 1, mark: str = "") -> str:
    return p(text, properties=f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{key}"/></w:numPr>{mark}')


def styled(text: str, name: str) -> str:
    return p(text, properties=f'<w:pStyle w:val="{name}"/>')


CLAUSES = defined(0, level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "(%3)"))


def lines(body: str, numbering: str = CLAUSES + counted(1, 0), **parts: str) -> list[str]:
    return [line.strip() for line in read(word(body, numbering=numbering, **parts)).splitlines() if line]


def test_numbers_continue_after_other_text_and_begin_again_below_the_next_number() -> None:
    body = (
        item("A") + item("B", 1) + item("C", 2) + p("Remark.") + item("D", 2) + item("E", 1) + item("F") + item("G", 1)
    )
    assert lines(body) == ["1. A", "1.1 B", "(a) C", "Remark.", "(b) D", "1.2 E", "2. F", "2.1 G"]


def test_lists_of_one_definition_share_their_numbers_unless_a_list_has_its_own_start() -> None:
    numbering = CLAUSES + counted(1, 0) + counted(2, 0) + counted(3, 0, (0, 5), (1, 3))
    body = item("A") + item("B", key=2) + item("C", key=3) + item("D", 1, 3) + item("E", key=3) + item("F", 1, 3)
    assert lines(body, numbering) == ["1. A", "2. B", "5. C", "5.3 D", "6. E", "6.1 F"]


@every(
    ("extra", "numbers"),
    [
        ("", ["1", "1.1", "2", "2.1"]),
        ('<w:lvlRestart w:val="0"/>', ["1", "1.1", "2", "2.2"]),
        ('<w:lvlRestart w:val="1"/>', ["1", "1.1", "2", "2.1"]),
    ],
)
def test_a_level_begins_again_where_it_says(extra: str, numbers: list[str]) -> None:
    numbering = defined(0, level(0, "decimal", "%1"), level(1, "decimal", "%1.%2", extra)) + counted(1, 0)
    found = lines(item("x") + item("x", 1) + item("x") + item("x", 1), numbering)
    assert found == [f"{number} x" for number in numbers]


@every(
    ("outer", "inner", "shown"),
    [
        (
            level(0, "upperRoman", "Article %1", '<w:suff w:val="space"/>'),
            level(1, "decimal", "%1.%2"),
            "Article IV|IV.1",
        ),
        (level(0, "upperRoman", "%1"), level(1, "decimal", "%1.%2", "<w:isLgl/>"), "IV|4.1"),
        (level(0, "upperRoman", "%1"), level(1, "decimal", "%1.%2", '<w:isLgl w:val="0"/>'), "IV|IV.1"),
        (level(0, "chineseCounting", "第%1条", '<w:suff w:val="nothing"/>'), level(1, "decimal", "%2)"), "第四条x|1)"),
        (level(0, "none", ""), level(1, "ordinal", "%2"), "x|1st"),
        (level(0, "none", "Note:"), level(1, "decimalZero", "%2"), "Note:|01"),
        (
            level(
                0,
                "custom",
                "%1",
                '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>'
                '</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>',
            ).replace('<w:numFmt w:val="custom"/>', ""),
            level(1, "decimal", "%1-%2"),
            "004|004-1",
        ),
        (level(0, "decimal", "%1.", "<w:rPr><w:vanish/></w:rPr>"), level(1, "decimal", "%1.%2"), "x|4.1"),
    ],
)
def test_each_form_of_a_number_is_written(outer: str, inner: str, shown: str) -> None:
    outer = outer.replace('<w:start w:val="1"/>', '<w:start w:val="4"/>')
    first, second = shown.split("|")
    found = lines(item("x") + item("x", 1), defined(0, outer, inner) + counted(1, 0))
    assert found == [first if first.endswith("x") else f"{first} x", f"{second} x"]


def test_headings_have_the_numbers_of_their_styles() -> None:
    styles = (
        style("A", called="heading 1", ppr='<w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>')
        + style("B", called="heading 2", based="A", ppr='<w:numPr><w:ilvl w:val="1"/></w:numPr>')
        + style("C", called="heading 3", ppr='<w:numPr><w:numId w:val="1"/></w:numPr>')
        + style("Mine", based="C")
    )
    numbering = defined(
        0,
        level(0, "upperRoman", "Chapter %1:", '<w:pStyle w:val="A"/>'),
        level(1, "decimal", "%1.%2", '<w:isLgl/><w:pStyle w:val="B"/>'),
        level(2, "decimal", "%1.%2.%3", '<w:isLgl/><w:pStyle w:val="C"/>'),
    )
    unnumbered = p("Annex", properties='<w:pStyle w:val="A"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    body = "".join(styled(text, name) for text, name in [("Scope", "A"), ("Who", "B"), ("You", "C"), ("Me", "Mine")])
    found = lines(body + unnumbered + styled("End", "A"), numbering + counted(1, 0), styles=styles)
    assert found == ["# Chapter I: Scope", "# 1.1 Who", "### 1.1.1 You", "1.1.2 Me", "# Annex", "# Chapter II: End"]


def test_a_definition_may_be_that_of_a_style_of_lists() -> None:
    styles = style("S", kind="numbering", ppr='<w:numPr><w:numId w:val="7"/></w:numPr>')
    linked = '<w:abstractNum w:abstractNumId="8"><w:numStyleLink w:val="S"/></w:abstractNum>'
    numbering = defined(7, level(0, "upperLetter", "%1)", '<w:styleLink w:val="S"/>')) + linked
    assert lines(item("x", key=8) + item("x", key=8), numbering + counted(7, 7) + counted(8, 8), styles=styles) == [
        "A) x",
        "B) x",
    ]


def test_bullets_are_no_numbers_but_boxes_and_ticks_are_told() -> None:
    wingdings = '<w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr>'
    signs = ["\uf0b7", "o", "\uf0a8", "\uf0fe", "\uf0fc", "☒"]
    numbering = "".join(
        defined(key, level(0, "bullet", sign, wingdings if sign >= "\uf0a0" and key else "")) + counted(key, key)
        for key, sign in enumerate(signs)
    )
    body = "".join(item("x", key=key) for key in range(len(signs)))
    assert lines(body, numbering) == ["- x", "- x", "- [ ] x", "- [x] x", "- ✓ x", "- [x] x"]


def test_what_nobody_sees_is_not_counted_and_an_empty_cell_shows_its_number() -> None:
    hidden = item("", mark="<w:rPr><w:vanish/></w:rPr>")
    cells = "".join(f"<w:tc>{cell}</w:tc>" for cell in (item(""), p("Pump")))
    body = item("A") + hidden + item("") + item("D") + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    assert lines(body) == ["1. A", "3. D", "| 4. | Pump |", "| --- | --- |"]


def test_a_paragraph_of_a_list_without_a_number_goes_on_with_the_item_before_it() -> None:
    blank = defined(1, level(0, "bullet", " "), level(1, "none", "")) + counted(2, 1)
    body = item("A") + item("B", 1) + item("more", key=2) + item("C") + item("D", 1) + item("more", 1, 2) + item("E")
    found = lines(item("0", key=2) + body, CLAUSES + blank + counted(1, 0))
    assert found == ["0", "1. A", "1.1 B", "more", "2. C", "2.1 D", "more", "3. E"]


def test_what_is_not_defined_or_no_number_does_no_harm() -> None:
    assert lines(item("A", key=9) + item("B", 7) + item("C", 10**9), CLAUSES + counted(1, 0)) == ["A", "B", "1. C"]
    endless = '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="S"/></w:abstractNum>' + counted(1, 0)
    styles = style("S", kind="numbering", based="S", ppr='<w:numPr><w:numId w:val="1"/></w:numPr>')
    assert lines(item("A"), endless, styles=styles) == ["A"]
