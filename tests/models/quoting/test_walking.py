"""A document quoted from its beginning to its end."""

import pytest

from gateway.models.quoting.walking import LONGEST, is_walk, walked
from tests.support.every import every
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


@every(
    "beginning",
    [
        "© 2019 The Tea Society. All rights reserved.",
        "Copyright (c) 2001-2019 Ada Roe and others. See the file of licences.",
        "“Tea first. Then everything else.” — Ada Roe",
        "*Tea before everything.*",
        "「茶为先。」",
        "**Infusions for humans.**",
        "Simply warm.",
        "1. Loans\n2. Fees\n3. Opening",
        "- Loans\n- Fees\n- Opening",
        "1. Of books 3\n2. Of films 17\n3. Of people 25",
        "| Part | Page |\n|---|---|\n| Loans | 3 |\n| Fees | 17 |",
        "Loans ........ 3\nFees ........ 17",
    ],
)
def test_rights_mottos_and_contents_are_no_summary(beginning: str) -> None:
    told = "Books are lent for three weeks to everybody."
    passages = [
        candidate(1, f"# Library\n\n{beginning}\n\n{told}", start=0),
        candidate(2, "A card costs five euros.", start=500, heading="Loans"),
        candidate(3, "The door opens at nine.", start=900, heading="2 Fees"),
    ]
    assert [quoted.text for quoted in walked(passages)] == [told, "A card costs five euros.", "The door opens at nine."]
    alone = [candidate(1, f"# Library\n\n{beginning}", start=0), *passages[1:]]
    assert [quoted.citation_ids for quoted in walked(alone)] == [("E2",), ("E3",)]


@pytest.mark.parametrize(
    "beginning",
    [
        "Copyright lasts for 70 years after the death of the author.",
        "“Oolong” is the name of a tea that is partly oxidised, as everybody in Fujian knows.",
        "The library of tea.",
        "1. Sign in.\n2. Choose a slot.\n3. Wait.",
    ],
)
def test_a_short_beginning_that_says_something_is_a_summary(beginning: str) -> None:
    passages = [candidate(1, beginning, start=0, title="Library"), candidate(2, "A card costs five euros.", start=500)]
    assert walked(passages)[0].text == beginning


def test_a_sentence_left_out_of_a_summary_is_shown() -> None:
    assert walk("Books are lent. Why so short? Films are free.") == ["Books are lent. … Films are free."]
