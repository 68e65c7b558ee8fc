"""Pieces of words tell passages apart where stems do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.search.character_grams import MOST, MOST_COUNTED, CountedText, agreements, grams, normalized


def test_words_stand_between_single_blanks():
    assert normalized("  L’été — «ŒUVRE»_v2.\n") == " l ete oeuvre v2 "


def test_a_word_is_cut_into_fours_with_its_borders_and_each_piece_comes_once():
    assert grams("Mieten, mieten!") == [" mie", "miet", "iete", "eten", "ten "]
    assert grams("is it a 7") == [" is ", " it ", " a ", " 7 "]


def test_scripts_without_blanks_are_cut_into_characters():
    assert grams("借书证 ABC書") == ["借", "书", "证", " abc", "abc ", "書"]


def test_a_long_question_has_only_so_many_pieces():
    assert len(grams(" ".join(f"word{number}" for number in range(500)))) == MOST


def test_a_compound_is_seen():
    texts = ["Die Wohnungsmiete steigt im Mai.", "Die Straße wird im Mai gesperrt."]
    first, second = agreements("Wie hoch ist die Miete?", texts)
    assert 1 > first > second >= 0


def test_what_all_passages_hold_tells_nothing_apart_but_counts():
    same, other = agreements("library card", ["The library has a card.", "The library has a cat."])
    assert same > other > 0


@pytest.mark.parametrize("question", ["", "  ", "?!", "🙂🙂"])
def test_a_question_without_letters_agrees_with_nothing(question):
    assert agreements(question, ["A text.", ""]) == [0.0, 0.0]


def test_without_texts_there_is_nothing():
    assert agreements("a question", []) == []


def test_a_text_without_letters_agrees_with_nothing():
    assert agreements("a question", ["—", ""]) == [0.0, 0.0]


@given(st.lists(st.lists(st.sampled_from(["a", "an", "anan", " an ", "nana", "书", "证书", "é", "of "]), unique=True)))
def test_what_was_counted_before_is_counted_the_same(asked):
    text = "Banana, ananas: anan an an; an 书证书证书 été of of."
    counted = CountedText(text)
    for pieces in asked:
        assert counted.counts(pieces) == [normalized(text).count(piece) for piece in pieces]


@pytest.mark.parametrize("size", [1, MOST_COUNTED - 1, MOST_COUNTED, MOST])
def test_many_pieces_are_counted_though_few_are_kept(size):
    counted = CountedText("a1 a2 a3 a2")
    for first in (0, 2, 100):
        pieces = [f"a{number}" for number in range(first, first + size)]
        assert counted.counts(pieces) == [" a1 a2 a3 a2 ".count(piece) for piece in pieces]
