"""What is quoted for a message with several questions, or one that wants a document."""

from typing import Any

from gateway.answer.answer import Candidate
from gateway.models.quoting.composing import composed
from gateway.models.quoting.quotes import Quoted
from tests.support.prompts import candidate

LIBRARY = (
    candidate(1, "Books are lent for three weeks. A late return costs ten cents a day.", document="lib", start=0),
    candidate(2, "A lost card is replaced for three euros.", document="lib", start=900),
)
TEA = (
    candidate(3, "Green tea is a tea that is not fermented.", document="tea", start=0),
    candidate(4, "Black tea is a tea that is fully fermented.", document="tea", start=900),
)


def ask(question: str, *passages: Candidate, language: str = "en", **fields: Any) -> list[Quoted]:
    return composed(question, language, passages, **fields)


def texts(found: list[Quoted]) -> list[str]:
    return [quoted.text for quoted in found]


def test_each_of_two_questions_gets_its_answer_in_their_order() -> None:
    assert texts(ask("What does a lost card cost? How long are books lent?", *LIBRARY)) == [
        "A lost card is replaced for three euros.",
        "Books are lent for three weeks.",
    ]


def test_a_question_of_two_that_nothing_answers_is_named_without_ids() -> None:
    found = ask("How long are books lent? And who won the football championship?", *LIBRARY)
    assert found == [
        Quoted(("E1",), "Books are lent for three weeks."),
        Quoted((), "who won the football championship?"),
    ]
    assert ask("Who painted the ceiling? And who won the football championship?", *LIBRARY) == []


def test_what_answered_the_first_question_is_looked_at_first_for_the_next() -> None:
    elsewhere = candidate(9, "A late return costs nothing at all in the other house.", document="other", start=0)
    found = ask("How long are books lent? What does a late return cost?", elsewhere, *LIBRARY)
    assert found[1].citation_ids == ("E1",)


def test_among_words_the_question_is_answered_from_what_the_words_are_about() -> None:
    garden = candidate(1, "A plot in the garden has a waiting time of 14 months.", document="garden", start=0)
    lamp = candidate(2, "The waiting time of the lamp is 30 minutes.", document="lamp", start=0)
    message = (
        "I moved into the street and I would love a plot in the garden. Could you tell me the waiting time? Thanks!"
    )
    assert texts(ask(message, lamp, garden)) == [garden.text]


def test_a_document_that_is_wanted_is_walked_through() -> None:
    assert texts(ask("the library", *LIBRARY, extent="document")) == [
        "Books are lent for three weeks. A late return costs ten cents a day.",
        "A lost card is replaced for three euros.",
    ]


def test_passages_of_several_documents_are_quoted_by_the_words_of_the_topic() -> None:
    found = ask("books and tea", *LIBRARY, *TEA, extent="document")
    assert {quoted.citation_ids[0] for quoted in found} >= {"E1", "E3"}


def test_in_doubt_any_word_of_the_question_is_enough() -> None:
    question = "Does green silk with wide sleeves shrink in hot water or dryers?"
    assert ask(question, *TEA) == [] and ask(question, *TEA, level="doubtful") != []


def test_the_document_that_a_question_names_is_looked_at_first() -> None:
    other = candidate(1, "The daemon sends the signal TERM to a process.", document="d", title="daemon(8)", start=0)
    manual = candidate(2, "It sends the signal KILL.", document="k", title="killall(1)", start=0)
    found = ask("Which signal sends killall? And what does the daemon do?", other, manual)
    assert found[0] == Quoted(("E2",), "It sends the signal KILL.")
    french = candidate(3, "Il envoie le signal KILL.", document="f", title="killall.1", language="fr", start=0)
    assert ask("Which signal sends killall? And what does the daemon do?", french, other, manual)[0] == found[0]


def test_of_a_follow_up_the_sentence_says_what_is_new() -> None:
    wards = ("Visits to the maternity ward are from two to six.", "On intensive care they are from three to five.")
    hospital = candidate(1, "\n\n".join(wards))
    asked = "visits maternity ward — And on intensive care?"
    assert texts(ask(asked, hospital))[0] == wards[0]
    assert texts(ask(asked, hospital, own="And on intensive care?"))[0] == wards[1]


def test_a_follow_up_is_answered_from_the_document_that_came_first() -> None:
    first = candidate(1, "The command ends with status 124 when the time is over.", document="timeout", start=0)
    other = candidate(2, "Which exit status is returned tells whether a key was revoked.", document="keys", start=0)
    follow_up = {"own": "What exit status is returned?"}
    assert texts(ask("timeout command — What exit status is returned?", first, other, **follow_up)) == [first.text]
    assert texts(ask("timeout command — Was a key revoked?", first, other, own="Was a key revoked?")) == [other.text]
