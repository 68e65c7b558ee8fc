"""Findings."""

from gateway.answer.evidence.facts.finding import REASONS, Finding


def test_a_finding_moves_with_its_sentence() -> None:
    assert Finding("name", 1, 3, "x").moved(10) == Finding("name", 11, 13, "x")


def test_wording_is_the_least_serious_reason_of_the_check() -> None:
    assert REASONS[0] == "figure" and REASONS[-2:] == ("wording", "calibrated")
