"""Opposites."""

from gateway.answer.evidence.facts.comparatives import findings
from gateway.answer.evidence.facts.fact_text import fact_text


def test_a_source_that_has_both_words_says_nothing() -> None:
    claim = fact_text("Apply before the trip.", "en")
    assert findings(claim, [fact_text("After the trip it is late; apply before it.", "en")]) == []
    assert [each.source_value for each in findings(claim, [fact_text("Apply after the trip.", "en")])] == ["after"]


def test_a_language_without_a_table_has_no_opposites() -> None:
    assert findings(fact_text("before", "ro"), [fact_text("after", "ro")]) == []
