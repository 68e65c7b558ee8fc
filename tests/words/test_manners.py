"""The table of greetings and of questions about the collection keeps to the form that its rule reads."""

import re

import pytest

from gateway import words
from gateway.words.languages import ANSWERED, LANGUAGES
from gateway.words.languages.small_talk import MANNERS
from gateway.words.languages.small_talk.talk import TALK

KINDS = ("wrong", "unclear", "newest", "languages", "number", "documents", "help", "thanks")
PATTERNS = ("greeting", "thanks", "noted", "help", "documents", "number", "about", "filler")


def test_every_language_with_sentences_of_its_own_has_a_table():
    assert set(MANNERS) == set(ANSWERED) <= set(LANGUAGES)


@pytest.mark.parametrize("code", MANNERS)
def test_patterns_are_folded_compile_and_match_nothing_empty(code):
    table = MANNERS[code]
    for name in PATTERNS:
        pattern = getattr(table, name)
        assert words.fold(pattern) == pattern, name
        assert not re.fullmatch(pattern, ""), name
        assert re.compile(pattern).groups == 0 or name == "about", name
        assert table.has_spaces or " " not in pattern, name
    assert re.compile(table.about).groups
    assert LANGUAGES[code].has_spaces or not table.has_spaces


def test_every_table_has_words_of_any_order_beside_it():
    assert set(TALK) == set(MANNERS)


@pytest.mark.parametrize("code", TALK)
def test_words_of_talk_are_folded_and_alternatives_without_groups(code):
    table, spaced = TALK[code], MANNERS[code].has_spaces
    assert tuple(table.kinds) == KINDS
    for listed in (table.common, table.documents, table.subject.words, *(kind.words for kind in table.kinds.values())):
        told = [part for part in listed.split("|") if part != "LANGUAGE"]
        assert all(told) and not any(set(part) & set("()?") for part in told)
        assert [part for part in told if words.fold(part) != part] == []
        assert spaced or not any(" " in part for part in told)


@pytest.mark.parametrize("code", TALK)
def test_patterns_of_talk_compile_and_match_nothing_empty(code):
    table = TALK[code]
    for pattern in (table.relation, table.after, table.contents):
        assert pattern == "" or not re.fullmatch(pattern, ""), pattern
    for kind in (*table.kinds.values(), table.subject):
        assert not re.fullmatch(kind.marks.replace("DOC", "x").replace("LANGUAGE", "x"), "")
    assert re.compile(table.contents).groups
    assert {pair.split(":")[0] for pair in table.languages.split()} <= set(LANGUAGES)
