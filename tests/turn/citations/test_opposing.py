"""The sentences in which a source and other documents speak of the same thing."""

import pytest

from gateway.answer.answer import Candidate
from gateway.turn.citations.opposing import opposing

CITED = "The B1 course takes place on Tuesdays and Thursdays from 18:00 and costs 290 EUR."


def passage(rank, text, language="en"):
    reference = {
        "embeddingId": f"p{rank}",
        "documentId": f"d{rank}",
        "text": text,
        "title": "",
        "source": "",
        "rank": rank,
    }
    return Candidate(f"E{rank}", "embedding", reference, 1.0, rank, language)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            "| Course | Price |\n| --- | --- |\n| A1 course | 240 EUR |\n| B1 course | 310 EUR |",
            "| B1 course | 310 EUR |",
        ),
        ("It rains. The B1 course costs 310 EUR.", "The B1 course costs 310 EUR."),
        ("Parking costs 5 EUR a day.", None),
    ],
)
def test_another_document_answers_the_question_in_its_own_words(text, quoted):
    sides = opposing(passage(1, CITED), CITED, "What does the B1 course cost?", [passage(2, text, None)], "en")
    assert [sentence for _, sentence in sides.others] == ([quoted] if quoted else [])
    assert sides.own == CITED and not sides.differ


def test_other_values_of_the_same_thing_differ():
    cited, other = "The B1 course costs 290 EUR a term.", "The B1 course costs 310 EUR a term."
    sides = opposing(passage(1, cited), cited, "", [passage(2, other)], "en")
    assert sides.differ and (sides.own, [sentence for _, sentence in sides.others]) == (cited, [other])
