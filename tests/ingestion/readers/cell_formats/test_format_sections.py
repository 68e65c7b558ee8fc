"""Formats are taken apart into sections, and each number finds its own."""

from __future__ import annotations

from gateway.ingestion.readers.cell_formats.format_sections import number_format
from tests.support.every import every


@every(
    ("pattern", "kinds"),
    [
        ("General", ["general"]),
        ('0.0" ;"', ["number"]),
        ("0.00;[Red]-0.00;;@", ["number", "number", "literal"]),
        ("yyyy-mm-dd;@", ["date"]),
        ("# ?/?", ["unknown"]),
        ("0.0E+0", ["scientific"]),
        ("[h]:mm", ["date"]),
        ("0 Stueck", ["unknown"]),
        ("0.0.0", ["unknown"]),
        ("@", ["text"]),
    ],
)
def test_each_section_has_a_kind(pattern: str, kinds: list[str]) -> None:
    assert [section.kind for section in number_format(pattern).numbers] == kinds


@every(
    ("pattern", "value", "number", "shows_sign"),
    [
        ("0;1;2", 5, 0, False),
        ("0;1;2", -5, 1, True),
        ("0;1;2", 0, 2, False),
        ("0;1", 0, 0, False),
        ("[<10]0;1", -5, 0, False),
        ("[<10]0;1", 10, 1, False),
        ("[>=0]0;1", -5, 1, True),
        ("[<0]0;1", -5, 0, True),
        ("[>=100]0;1;2", -5, 1, True),
        ("[>=100]0;1;2", 5, 2, False),
        ("[>=100]0;[>=10]1;2", -5, 2, False),
    ],
)
def test_a_number_has_the_section_of_its_condition(pattern: str, value: float, number: int, shows_sign: bool) -> None:
    found = number_format(pattern)
    assert found.section(value) == (found.numbers[number], shows_sign)


def test_a_number_without_a_section_is_told() -> None:
    assert number_format("[<10]0").section(10) == (None, False)
    assert number_format("[<10]0;[<20]1").section(30) == (None, False)


def test_the_last_section_is_that_of_text() -> None:
    assert number_format('0;-0;0;"x"@').text == number_format('"x"@').text
    assert number_format("0").text is None
