"""Two answers agree when they cite the same, count the same, deny the same and say most of the same."""

import pytest

from gateway.memory.rules.agreement import ComparedAnswer, agree, disagreement

LOAN = "A book may be borrowed for 28 days. Magazines may not be borrowed at all."
DOCUMENTS = frozenset({"d1"})


def said(text, documents=DOCUMENTS):
    return ComparedAnswer(text, documents)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("Magazines may not be borrowed at all. Books may be borrowed for up to 28 days.", None),
        ("1. A book may be borrowed for 28 days.\n2. Magazines may not be borrowed at all.", None),
        ("A book may be borrowed for 14 days. Magazines may not be borrowed at all.", "numbers"),
        ("A book may be borrowed for 28 days. Magazines may be borrowed as well.", "polarity"),
        ("A book costs a fee after 28 days, says the desk at the entrance hall of the library.", "content"),
    ],
)
def test_two_answers(other, expected):
    assert disagreement(said(LOAN), said(other), "en") == expected
    assert disagreement(said(other), said(LOAN), "en") == expected


def test_an_answer_that_says_much_more_does_not_agree():
    longer = f"{LOAN} Maps, films and records stand on the upper shelf beside the entrance hall of the library."
    assert disagreement(said(LOAN), said(longer), "en") == "content"
    assert disagreement(said(longer), said(LOAN), "en") == "content"


def test_answers_that_cite_other_documents_disagree():
    assert disagreement(said(LOAN), said(LOAN, frozenset({"d1", "d2"})), "en") == "documents"
    assert agree(said(LOAN, frozenset()), said(LOAN, frozenset()), "en")


def test_a_word_negated_agrees_with_its_complement():
    assert agree(said("The office is closed to visitors."), said("The office is not open to visitors."), "en") is False
    long = "On public holidays the main office at the harbour is {} to visitors and their families."
    assert agree(said(long.format("closed")), said(long.format("not open")), "en")
    assert disagreement(said(long.format("closed")), said(long.format("open")), "en") == "polarity"


@pytest.mark.parametrize(
    ("language", "one", "other", "expected"),
    [
        ("fr", "Le prêt dure 28 jours.", "La durée du prêt est de 28 jours.", None),
        ("fr", "Le prêt est possible le dimanche.", "Le prêt n'est pas possible le dimanche.", "polarity"),
        ("zh", "借期为28天。", "借期是28天。", None),
        ("zh", "周日可以还书。", "周日不可以还书。", "polarity"),
    ],
)
def test_other_languages(language, one, other, expected):
    assert disagreement(said(one), said(other), language) == expected


def test_empty_answers_agree():
    assert agree(said(""), said(""), "en")
    assert not agree(said(""), said(LOAN), "en")
