"""Negations of a sentence."""

import pytest

from gateway.answer.evidence.facts.alignment import replaced
from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.negation import copied, cues, findings


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "It is not open, and nobody is there.", 2),
        ("en", "Not only books are lent.", 0),
        ("en", "No, it is closed.", 0),
        ("en", "The price is not stated, and there is no information about it.", 0),
        ("en", "It is not known for its price.", 1),
        ("de", "Der Preis ist nicht angegeben.", 0),
        ("fr", "Le prix n'est pas indiqué.", 0),
        ("es", "No se indica el precio.", 0),
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


def test_not_limited_to_is_no_limit() -> None:
    claim, source = (
        "The balls are made of plastic or resin.",
        "The balls are made of (but not limited to) plastic or resin.",
    )
    assert findings(fact_text(claim, "en"), [fact_text(source, "en")]) == []
    ours, theirs = fact_text(claim, "en"), fact_text(source, "en")
    assert copied(ours, theirs, replaced(ours, theirs)[1]) == []


def test_a_negation_that_a_sentence_leaves_out_has_its_place_and_the_word_of_the_source() -> None:
    claim, source = "Dogs may enter the garden.", "Dogs may not enter the garden."
    (found,) = findings(fact_text(claim, "en"), [fact_text(source, "en")])
    assert (claim[found.start : found.end], found.source_value) == ("Dogs may enter the garden", "not")
    assert findings(fact_text("Dogs may enter.", "en"), [fact_text("Cats may not enter the old garden.", "en")]) == []
