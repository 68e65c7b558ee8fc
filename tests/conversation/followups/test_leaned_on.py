"""What a question that leans on its conversation leans on."""

import pytest

from gateway.conversation.followups.leaned_on import LeanedOn, leaned_on
from gateway.conversation.question import Message


def said(*questions):
    return [message for text in questions for message in (Message("user", text), Message("assistant", f"To {text}"))]


@pytest.mark.parametrize(
    ("questions", "subject"),
    [
        (["What is the Rhine Gorge of Germany made of?"], "Rhine Gorge Germany made"),
        (["Where in Arizona does London Bridge stand today?", "Who bought it?"], "Arizona London Bridge stand today"),
        (["What is fynbos?", "How many species are there?"], "fynbos species"),
        (["Where in Arizona does London Bridge stand?", "What is fynbos?"], "Arizona London Bridge stand fynbos"),
        (["Arizona London Bridge — Who bought it?"], "Arizona London Bridge"),
        (["What is fynbos?", "Late fees — Detail S2"], "Late fees"),
        (["And for them?"], ""),
    ],
    ids=["alone", "leans", "leans and says little", "says little", "understood before", "pointed", "nothing"],
)
def test_the_subject_is_the_newest_question_that_stood_by_itself(questions, subject):
    context = leaned_on(said(*questions))
    assert (context.subject if context else "") == subject


def test_the_words_of_the_last_answer_are_known():
    context = LeanedOn((Message("user", "x"), Message("assistant", "Its castles are old. Vines grow there.")), "Rhine")
    assert context.answered("en") == {"castl", "old", "vine", "grow"}


def test_where_all_lean_the_oldest_says_it():
    assert leaned_on(said("And how heavy is it?", "Why is that?")).subject == "heavy"


def test_the_last_question_and_its_answer_go_with_it():
    messages = said("What is fynbos?", "Who found it?")
    context = leaned_on(messages, ["d"])
    assert context.previous == tuple(messages[2:]) and context.document_ids == ("d",)
    assert leaned_on([Message("assistant", "Hello.")]) is None and leaned_on([]) is None


def test_a_question_is_looked_up_with_its_subject_before_it_and_what_was_asked_of_it_where_it_goes_on():
    context = leaned_on(said("What is the loan period of films?", "film loan — How are they renewed?"))
    assert (context.subject, context.last) == ("film loan", "renewed")
    assert context.beside("How long is it?", "en") == "film loan — How long is it?"
    assert context.beside("And for books?", "en") == "film loan renewed — And for books?"
    assert LeanedOn((), "x").beside("And y?", "en") == "x — And y?"
