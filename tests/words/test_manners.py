"""The table of greetings and of questions about the collection keeps to the form that its rule reads."""

import re

import pytest

from gateway import words
from gateway.words.languages import ANSWERED, LANGUAGES
from gateway.words.languages.manners import MANNERS

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
