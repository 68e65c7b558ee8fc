"""Pieces of words tell passages apart where stems do not."""

import pytest

from gateway.knowledge.search.character_grams import MOST, agreements, grams, normalized


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
