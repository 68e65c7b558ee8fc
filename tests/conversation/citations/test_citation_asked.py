"""Utterances about citations and look-alikes. `citation_…` were written before the rules by somebody who knew only the
protocol; the other sets later, each in another manner, before their author read the rules. `plain_…` are four sets in
a row, each measured once before the rules changed for it: .89 of 100, .83 of 60 (.87 with guesses), .92 of 50, and .87
of 30 in Italian, Portuguese and Japanese."""

import pytest

from gateway import words
from gateway.conversation.citations.citation_asked import citation_asked, may_ask
from tests.support.utterances import read

TITLES = ["Leave policy 2026", "Employee handbook", "HR department — approves → leave requests"]
LEAST_UNDERSTOOD = 0.95
MOST_TAKEN = 0.005
"""The share of look-alikes."""
NO_QUESTION_ABOUT_A_SOURCE = [
    "How many days of leave do I have?",
    "when is the second source of income taxed",
    "What does the manager say about part-time staff?",
    "who signed the contract with the source code vendor",
    "Wie viele Quellen hat die Donau?",
    "Qui parle de la page d'accueil ?",
    "source",
    "",
    " ? ",
    "x" * 300,
]


def understood(text):
    return citation_asked(text, words.guess_language(text) or "en", TITLES)


def is_right(told):
    asked = understood(told["utterance"])
    kind, _, name = told["points_at"].partition(":")
    if asked is None or asked.asks != told["asks"]:
        return False
    if kind in ("chip", "ordinal"):
        return asked.numbers == (int(name),)
    if kind == "id":
        return asked.ids == (name,)
    if kind == "title":
        return asked.title == told["title"]
    return asked.pointed == kind or {asked.pointed, kind} == {"document", "last"}


@pytest.mark.parametrize("name", ["citation", "terse", "polite", "indirect", "varied", "plain"])
def test_utterances_about_citations_are_understood(name):
    utterances = read(f"{name}_utterances")
    wrong = [told["utterance"] for told in utterances if not is_right(told)]
    assert len(wrong) <= (1 - LEAST_UNDERSTOOD) * len(utterances), wrong


def test_look_alikes_are_questions_for_the_documents():
    alike = read("citation_look_alikes") + read("further_look_alikes")
    found = {told["utterance"]: understood(told["utterance"]) for told in alike}
    taken = [text for text, asked in found.items() if asked and not asked.is_guess]
    assert len(taken) <= MOST_TAKEN * len(alike), taken


@pytest.mark.parametrize("text", [text for text in NO_QUESTION_ABOUT_A_SOURCE if text != "source"])
def test_one_word_of_another_subject_makes_it_a_question_for_the_documents(text):
    assert understood(text) is None


@pytest.mark.parametrize(
    ("text", "asks", "numbers"),
    [
        ("sources 1 and 3 word for word", "wording", (1, 3)),
        ("the last source?", "more", (-1,)),
        ("source two", "more", (2,)),
        ("Quelle 1", "more", (1,)),
        ("la source 1", "more", (1,)),
        ("来源1", "more", (1,)),
        ("the context of soucre 2", "more", (2,)),
    ],
)
def test_numbers_and_typing_errors(text, asks, numbers):
    asked = understood(text)
    assert (asked.asks, asked.numbers) == (asks, numbers)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What does the handbook say about Part-time staff?", "Part-time staff"),
        ("in the table you quoted, is there a row for more than 20 years?", "more than 20 years"),
        ("来源 2 对兼职员工是怎么说的？", "兼职员工"),
        ("et le manuel, il dit quoi sur les congés sans solde", "congés sans solde"),
    ],
)
def test_the_subject_is_as_the_question_writes_it(text, topic):
    assert understood(text).topic == topic


def test_it_may_be_the_source_or_the_thing():
    assert not understood("How old is it?").is_sure and not understood("Qui l'a écrit ?").is_sure
    assert understood("Is that still up to date?").is_sure and understood("Who wrote that document?").is_sure
    assert understood("who wrote #2").by_hash


def test_a_title_counts_only_if_it_was_cited():
    question = "Does the handbook say anything about unpaid leave?"
    assert understood(question).title == "Employee handbook"
    assert citation_asked(question, "en", ["Fees"]) is None
    assert understood("Does the travel handbook say anything about unpaid leave?") is None
    assert understood("What does the council say about the handbook?") is None


@pytest.mark.timeout(30)
def test_a_title_of_thousands_of_words_costs_no_more_than_those_that_the_question_says():
    long = " ".join(f"part{number}" for number in range(5_000))
    assert citation_asked(f"What does {long[:150]} say about leave?", "en", [long]) is None
    short = "Accounting of part 1 and part 2 in the branch offices"
    assert (
        citation_asked("source for accounting of part 1 and part 2 in the branch?", "en", [long, short]).title == short
    )


def test_a_word_for_a_document_ends_where_chinese_begins():
    assert citation_asked("我的Handbuch里有休假的说明吗？", "zh", ["Personalhandbuch"]).title == "Personalhandbuch"


def test_a_name_counts_next_to_a_word_for_a_source():
    names = ["HR department", "Ada"]
    assert citation_asked("What is the exact wording of HR department?", "en", names).title == "HR department"
    assert citation_asked("the source for Ada?", "en", names).title == "Ada"
    assert citation_asked("Where is the HR department?", "en", names) is None
    assert citation_asked("the source of the adaptation?", "en", names) is None


def test_a_number_in_brackets_is_always_a_chip():
    asked = understood("Shall pensioners phone somebody, [2]?")
    assert (asked.asks, asked.numbers) == ("about", (2,)) and asked.topic == "Shall pensioners phone somebody"
    assert understood("Shall pensioners phone somebody, source 2?").is_guess


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("decompress source 2", "decompress"),
        ("overtime under E2?", "overtime"),
        ("y los becarios en el manual", "becarios"),
    ],
)
def test_other_words_next_to_a_certain_source_are_a_guess(text, topic):
    asked = understood(text)
    assert (asked.asks, asked.is_guess, asked.topic) == ("about", True, topic)


@pytest.mark.parametrize(
    "text",
    [
        "Pour combien de temps ?",
        "Wie lange?",
        "多长时间？",
        "C'est quoi un visa E2 ?",
        "What is source code?",
        "Is the document safe to lick?",
    ],
)
def test_nothing_certain_is_no_guess(text):
    assert understood(text) is None


def test_a_number_alone_is_a_chip_if_nothing_else_has_it():
    asked = understood("why is 2 flagged?")
    assert asked.asks == "status" and asked.numbers == (2,) and asked.by_hash
    assert understood("more of 35") is None and understood("page 2, exact wording?").numbers == ()


def test_what_a_source_is_asked_for_may_have_words_that_nobody_knows():
    assert understood("show the adjoining paragraphs of citation 2").asks == "more"
    assert understood("does source 3 squabble with the others?").asks == "otherwise"
    assert understood("why is there a squiggle beside source 1?").asks == "status"
    assert understood("who signs off, according to G1?").asks == "about"
    assert understood("bestreitet jemand Quelle 1?").asks == "otherwise"
    assert understood("léeme la primera cita sílaba por sílaba").asks == "wording"


def test_that_document_is_no_title_of_its_kind():
    asked = understood("Which rules on overtime are in that document?")
    assert (asked.pointed, asked.title) == ("document", "")


def test_a_source_with_a_number_is_no_question_for_the_source():
    assert understood("do other documents confirm what source 2 says?").numbers == (2,)


def test_most_questions_are_told_by_one_look():
    assert not may_ask("When does the library open?") and may_ask("Which page is that on?")
