"""Figures with their units, in every spelling."""

import pytest

from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.quantities import figures, findings


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1996年美国总统的37年", [("1996", "year"), ("37", "year")]),
        ("1,200,000 people", [("1200000", "")]),
        ("$1.5 billion", [("1500000000", "USD")]),
        ("12 May 2024 at 17:00", [("12", ""), ("month 5", "calendar"), ("2024", ""), ("17:00", "")]),
        ("it may be 12.05.2024", [("12", ""), ("2024", "")]),
        ("Louis XIV", [("14", "")]),
        ("20km, 3,5 %, 36–40 days", [("20", "km"), ("3.5", "%"), ("36", ""), ("40", "day")]),
        ("1.234,56 €", [("1234.56", "EUR")]),
        ("ten years, one house", [("10", "")]),
        ("120 万人", [("1200000", "")]),
        ("[1] Ten [2, 14] of [0.5]", [("10", ""), ("0.5", "")]),
        ("version 1.2.3, room A4", [("1.2.3", "")]),
    ],
)
def test_figures(text: str, values: list[tuple[str, str]]) -> None:
    assert [(figure.value, figure.unit) for figure in figures(text)] == values


def test_a_letter_behind_a_figure_may_be_a_unit_or_a_scale() -> None:
    (figure,) = figures("1.2 m")
    assert figure.readings == {"1.2", "1200000"}


def test_a_time_or_a_version_is_not_multiplied_by_the_word_behind_it() -> None:
    assert [figure.value for figure in figures("version 1.2.3 million")] == ["1.2.3"]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1.200 EUR", {"1.2", "1200"}),
        ("12.345 EUR", {"12.345", "12345"}),
        ("0.500 kg", {"0.5"}),
        ("1,200 EUR", {"1200"}),
        ("1.20 EUR", {"1.2"}),
    ],
)
def test_a_point_before_three_digits_may_group_them(text: str, readings: set[str]) -> None:
    (figure,) = figures(text)
    assert figure.readings == readings


def test_a_full_hour_may_be_written_without_its_minutes() -> None:
    full, other = figures("from 09:00 to 17:30")
    assert full.readings == {"9:00", "9", "9.00"} and other.readings == {"17:30", "17.30"}


def test_a_figure_of_another_cited_sentence_is_no_finding_if_the_best_one_has_none_in_its_place() -> None:
    claim, best = (fact_text(f"The fee{fee} is due at the desk.", "en") for fee in (" of 20 EUR", ""))
    (found,) = findings(claim, [best], [best])
    assert (claim.text[found.start : found.end], found.source_value) == ("20", None)
    assert findings(claim, [best], [fact_text("The fee is due at the desk. It is 20 EUR.", "en")]) == []
