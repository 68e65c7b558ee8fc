"""A document quoted from its beginning to its end."""

import pytest

from gateway.models.quoting.walking import LONGEST, is_walk, walked
from tests.support.prompts import candidate


def walk(*texts: str, **fields: object) -> list[str]:
    passages = [candidate(number, text, start=number * 100, **fields) for number, text in enumerate(texts, start=1)]
    return [quoted.text for quoted in walked(passages)]


def test_each_part_is_quoted_by_its_first_sentences_in_order() -> None:
    assert walk(
        "## Loans\n\nBooks are lent for three weeks. Films for one.", "## Fees\n\nA card costs five euros."
    ) == [
        "Books are lent for three weeks. Films for one.",
        "A card costs five euros.",
    ]


def test_a_long_first_sentence_stands_alone() -> None:
    first = f"Books {'and films ' * 20}are lent."
    assert walk(f"{first} Nobody knows why.") == [first]


def test_what_announces_a_list_and_what_steps_there_are_stand_whole() -> None:
    assert walk("You need:\n\n- a card\n- a form") == ["You need:\n- a card\n- a form"]
    assert walk("## How\n\n1. Sign in.\n2. Choose a slot.") == ["1. Sign in.\n2. Choose a slot."]


@pytest.mark.parametrize(
    "text",
    [
        "## See also\n\n* [npm ci](/ci)\n* [npm install](/install)",
        "```\nnpm ci\n```",
        "How long are books lent?",
        "stash push [-p|--patch] [-S|--staged] [<pathspec>...]",
        f"It is {'very ' * LONGEST}long.",
        "",
    ],
)
def test_what_says_nothing_by_itself_is_left_out(text: str) -> None:
    assert walk(text) == []


def test_the_same_is_said_once_and_chinese_has_no_blanks_between() -> None:
    assert walk("It is free.", "It is free.") == ["It is free."]
    assert walk("茶叶怕潮。绿茶要冷藏。", language="zh") == ["茶叶怕潮。绿茶要冷藏。"]


def test_passages_of_one_document_in_its_order_are_a_walk() -> None:
    pages = [candidate(number, "Text.", start=number * 10, document="a") for number in (1, 2, 3)]
    assert is_walk(pages)
    assert not is_walk(pages[:1]) and not is_walk([]) and not is_walk(pages[::-1])
    assert not is_walk([*pages, candidate(4, "Text.", start=90, document="b")])
