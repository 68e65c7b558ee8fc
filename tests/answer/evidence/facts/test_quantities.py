"""Figures with their units, in every spelling."""

import pytest

from gateway.answer.evidence.facts.quantities import figures


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
