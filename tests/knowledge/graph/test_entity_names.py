"""Names in running text: what is the same name, and where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.graph.entity_names import composed, condition, head, heads, key, mentions, padded, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Light-Sheet Microscope", "light sheet microscopes"),
        ("Médiathèque", "MEDIATHEQUE"),
        ("Cafe\u0301 de l'Œuvre", "café de l’oeuvre"),
        ("ＡＰＩ", "api"),
        ("Bibliothèques", "bibliothèque"),
    ],
)
def test_spellings_of_one_name_have_one_key(one, other):
    assert key(one) == key(other) != ""


@pytest.mark.parametrize("name", ["", "—", "…!", "  "])
def test_a_name_without_letters_or_digits_has_no_key(name):
    assert key(name) == ""


def found(text, *names):
    return [mention.surface for mention in mentions(text, [(key(name), name) for name in names])]


def test_latin_names_stand_between_word_borders_and_chinese_ones_anywhere():
    assert found("The party was an art event.", "art") == ["art"]
    assert found("The party was fun.", "art") == []
    assert found("我想买绿茶和普洱。", "绿茶", "普洱", "红茶") == ["绿茶", "普洱"]


def test_of_overlapping_names_the_longest_counts_and_the_text_is_quoted_as_it_is_written():
    names = ("room", "imaging room", "imaging")
    assert found("Who cleans the IMAGING Rooms?", *names) == ["IMAGING Rooms"]
    assert found("乌龙茶怎么冲泡？", "茶", "乌龙茶", "龙") == ["乌龙茶"]


def test_short_names_and_function_words_count_only_as_they_are_spelled():
    assert found("Is it open?", "IT") == []
    assert found("Is IT open?", "IT") == ["IT"]
    assert found("Will they come?", "Will") == ["Will"]
    assert found("I will come.", "Will") == []


def test_one_chinese_character_is_a_name_where_it_stands_for_itself():
    assert found("水是什么？", "水") == ["水"]
    assert found("水平怎么样？", "水") == []


def test_a_text_is_looked_up_by_single_words_and_pairs():
    assert heads(tokens("the red barn")) == ["the", "red", "barn", "the red", "red barn"]
    assert head(key("Red barn door")) == "red barn"
    assert head(key("barn")) == "barn"


def test_a_condition_holds_what_an_index_of_passages_holds():
    assert condition("purin d'ortie") == [("ort", "orti", "ortie"), ("purin",)]
    assert condition("乌龙茶") == [("乌龙",), ("龙茶",)]
    assert condition("水") == [("水",)]
    assert condition("X") == []


@given(st.text(max_size=60), st.text(max_size=20))
def test_whatever_is_mentioned_stands_in_the_text(text, name):
    for mention in mentions(text, [(key(name), name)] if key(name) else []):
        assert mention.surface in composed(text)
        assert f" {key(name)} " in padded(tokens(composed(text)))
