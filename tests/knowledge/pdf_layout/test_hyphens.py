"""A dictionary of the document's own words decides about hyphens at line ends."""

from __future__ import annotations

import pytest

from gateway.knowledge.pdf_layout.hyphens import Words
from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Run


def words(*lines: str) -> Words:
    return Words([[Run(text, 72, 700 - 12 * at, 72 + 5 * len(text), 710 - 12 * at) for at, text in enumerate(lines)]])


@pytest.mark.parametrize(
    ("first", "second", "known", "joined"),
    [
        ("An inter-", "national rule.", "", "An international rule."),
        ("An inter-", "national rule.", "the inter-national law", "An inter-national rule."),
        ("An inter-", "national rule.", "the inter-national international international law", "An international rule."),
        ("A well-", "known man.", "He is well and known.", "A well-known man."),
        ("A well-", "known man.", "He is well and known, wellknown.", "A wellknown man."),
        ("A state-of-", "the-art pump.", "the state of it", "A state-of-the-art pump."),
        ("An up-", "to-date pump.", "up it goes", "An up-to-date pump."),
        ("The data-", "bases.", "data bases and a database", "The databases."),
        ("We under-", "stand it.", "We stand under it", "We understand it."),
        ("Der Kunden-", "dienst hilft.", "Kunden und Dienst", "Der Kundendienst hilft."),
        ("Ein-", "und Ausgang", "", "Ein- und Ausgang"),
        ("thous-", "and men", "a thousand", "thousand men"),
        ("The COVID-", "19 rules.", "all COVID-19 rules", "The COVID-19 rules."),
        ("The Rhine-", "Main area.", "the Rhine-Main", "The Rhine-Main area."),
        ("A soft\u00ad", "ware.", "soft ware soft-ware", "A software."),
    ],
)
def test_the_words_of_the_document_decide(first: str, second: str, known: str, joined: str) -> None:
    assert words(first, second, known).joined(first, second) + second == joined


def test_the_rest_of_a_cut_word_is_no_word() -> None:
    assert words("He is well and a well-", "known man.").joined("a well-", "known man.") == "a well"


def test_words_are_whole_across_columns_pages_and_lines_of_a_cell() -> None:
    left = [Run(f"left line {n} of the whole column of it", 72, 700 - 12 * n, 260, 710 - 12 * n) for n in range(4)]
    left.append(Run("and it is inter-", 72, 652, 260, 662))
    right = [Run("national in all of the right column", 300, 700 - 12 * n, 480, 710 - 12 * n) for n in range(4)]
    assert "it is international in all" in lay_out([[*left, *right]]).text
    assert lay_out([left, right]).text.count("international") == 1
    cells = [("Part", "Note"), ("Seal", "An inter-"), ("", "national"), ("Pump", "Rotor")]
    runs = [
        Run(t, 72 + 100 * x, 700 - 12 * y, 72 + 100 * x + 5 * len(t), 710 - 12 * y)
        for y, row in enumerate(cells)
        for x, t in enumerate(row)
        if t
    ]
    assert "| Seal | An international |" in lay_out([runs]).text
