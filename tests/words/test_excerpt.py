"""What of a text says certain terms."""

import pytest

from gateway import words


@pytest.mark.parametrize(
    ("text", "of", "wanted"),
    [
        ("And the films of children?", "film child", "films"),
        ("Et l'amende des enfants ?", "enfant amende", "amende enfants"),
        ("那独角兽的运费呢？", "独角兽运费", "独角兽 运费"),
        ("GATEWAY_TOP_K and top", "gateway_top_k", "GATEWAY_TOP_K top"),
        ("Nothing", "", ""),
    ],
)
def test_the_words_that_say_the_terms_are_given_as_they_are_written(text, of, wanted):
    assert words.excerpt(text, set(words.terms(of))) == wanted
