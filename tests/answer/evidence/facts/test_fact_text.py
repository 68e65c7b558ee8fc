"""Tokens of a sentence."""

import re

from gateway.answer.evidence.facts.fact_text import FactText


def test_tokens_are_folded_and_stemmed_and_know_their_places() -> None:
    text = FactText("L’école n'est pas à 3,5 km de Bob’s shop.", "fr")
    assert text.plain == ["l'", "ecole", "n'", "est", "pas", "a", "3,5", "km", "de", "bob", "shop"]
    assert text.words(range(1, 2)) == "école" and text.within(0, 7, range(2)) == {text.stems[0], text.stems[1]}


def test_a_pattern_covers_whole_tokens() -> None:
    assert FactText("It is no longer open.", "en").found(re.compile(r"no longer")) == [range(2, 4)]
    assert FactText("不可以", "zh").found(re.compile("可以")) == [range(1, 3)]


def test_words_that_mean_nothing_are_left_out_of_the_content() -> None:
    assert FactText("It is in the garden", "en").content(range(-3, 99)) == {"garden"}
