"""What a refusal says beside that nothing was found."""

import json

import pytest

from gateway.answer.answer import Candidate
from gateway.models.quoting.refusing import LONGEST, OFFERED, refusal
from gateway.words.languages import ANSWERED
from tests.support.every import every
from tests.support.prompts import PROMPTS, candidate, texts

SHELF = [
    candidate(1, "Text.", title="Booking rules", heading="How to book"),
    candidate(2, "Text.", title="House rules", heading="Night hours"),
    candidate(3, "Text.", title="Lamps"),
]


def told(question: str, *passages: Candidate, language: str = "en") -> list[str]:
    return refusal(question, language, passages, lambda name: PROMPTS.label(name, language))


def test_what_was_looked_for_and_the_closest_headings_are_told() -> None:
    assert told("How do I book the telescope on Mars?", *SHELF) == [
        PROMPTS.label("nothing_found", "en"),
        "Looked for: book telescope Mars\nClosest by title or heading:\n- Booking rules › How to book",
    ]


def test_where_no_title_says_a_word_of_the_question_none_is_offered() -> None:
    assert told("Who won the championship?", *SHELF)[1] == "Looked for: championship"


def test_where_words_are_not_separated_the_question_stands_as_it_is() -> None:
    assert told("你好！清河游泳馆什么时候闭馆消毒？", language="zh")[1] == "查找的内容：清河游泳馆什么时候闭馆消毒"


@pytest.mark.parametrize("language", ["zh", "ja"])
@pytest.mark.parametrize("question", ["_" * 20, "___ ___", "___\n---"])
def test_a_question_of_lines_alone_is_told_as_it_is(question: str, language: str) -> None:
    assert " ".join(question.split()) in " ".join(told(question, *SHELF, language=language)[1].split())


def test_a_question_without_a_word_to_look_for_is_refused_in_one_sentence() -> None:
    assert told("?", *SHELF) == [PROMPTS.label("nothing_found", "en")]


def test_the_most_words_come_first_each_place_once_and_not_too_many() -> None:
    many = [candidate(number, "Text.", title=f"Lamp {number}") for number in range(9)]
    lines = told(
        "Which lamp has violet filters?", *many, candidate(20, "Text.", title="Lamp", heading="Violet filters")
    )[1]
    offered = lines.splitlines()[2:]
    assert len(offered) == OFFERED and offered[0] == "- Lamp › Violet filters" and len(set(offered)) == OFFERED


def test_long_questions_and_titles_are_cut() -> None:
    lines = told("telescope " * 100, candidate(1, "Text.", title="telescope " * 100))[1].splitlines()
    assert lines[0].endswith(" …") and all(len(line) <= LONGEST + 20 for line in lines)


@every("language", ANSWERED)
def test_every_language_of_the_gateway_says_it(language: str) -> None:
    labels = json.loads(texts()["labels.json"])[language]
    assert "{words}" in labels["looked_for"] and "{question}" in labels["part_missing"] and labels["closest"]
