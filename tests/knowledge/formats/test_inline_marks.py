import pytest

from gateway.knowledge.formats.inline_marks import box, in_brackets, lowered, note_mark, raised, struck


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("6", "⁶"),
        ("-9", "⁻⁹"),
        (" th ", " ᵗʰ "),
        ("1.5", "^(1.5)"),
        ("°", "°"),
        ("TM", "™"),
        ("(a b)", "^(a b)"),
        ("", ""),
        ("  ", "  "),
    ],
)
def test_superscripts(text: str, written: str) -> None:
    assert raised(text) == written


def test_subscripts() -> None:
    assert lowered("2") == "₂" and lowered("max") == "ₘₐₓ" and lowered("B") == "_B" and lowered("Gas") == "_(Gas)"


def test_a_long_text_is_not_a_superscript() -> None:
    assert raised("a" * 101) == "a" * 101


def test_what_is_struck_out_is_marked_line_by_line() -> None:
    assert struck(" 120 EUR ") == " ~~120 EUR~~ " and struck("a\n\nb") == "~~a~~\n\n~~b~~"


def test_boxes() -> None:
    assert box(True) == "[x]" and box(False) == "[ ]"


def test_marks_of_notes() -> None:
    assert [note_mark(text) for text in ("1", " * ", "[2]", "")] == ["[1]", " [*] ", "[2]", ""]


def test_readings() -> None:
    assert in_brackets(["とう", "きょう"]) == "（とうきょう）" and in_brackets(["hàn", "zì"]) == " (hàn zì)"
    assert in_brackets([]) == ""
