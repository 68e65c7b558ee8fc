"""Negations of a sentence."""

import pytest

from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.negation import cues, findings


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "It is not open, and nobody is there.", 2),
        ("en", "Not only books are lent.", 0),
        ("en", "No, it is closed.", 0),
        ("fr", "Il n'est pas ouvert.", 1),
        ("fr", "Il n'est ouvert que le lundi.", 0),
        ("de", "Das ist nicht erlaubt.", 1),
        ("zh", "不仅可以借书，还可以借杂志。", 0),
        ("xx", "not", 0),
    ],
)
def test_negations_are_counted_once(language: str, text: str, count: int) -> None:
    assert len(cues(fact_text(text, language))) == count


def test_a_negation_of_something_else_is_no_other_statement() -> None:
    claim, source = "The bus runs daily, but never on holidays.", "Daily bus. On holidays there is no bus at all."
    assert findings(fact_text(claim, "en"), [fact_text(source, "en")]) == []
