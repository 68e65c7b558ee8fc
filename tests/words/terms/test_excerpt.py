"""What of a text says certain terms."""

import pytest

from gateway import words


@pytest.mark.parametrize(
    ("language", "text", "of", "wanted"),
    [
        ("en", "And the films of children?", "film child", "films"),
        ("fr", "Et l'amende des enfants ?", "enfant amende", "amende enfants"),
        ("zh", "那独角兽的运费呢？", "独角兽运费", "独角兽 运费"),
        ("en", "GATEWAY_TOP_K and top", "gateway_top_k", "GATEWAY_TOP_K top"),
        (None, "Nothing", "", ""),
    ],
)
def test_the_words_that_say_the_terms_are_given_as_they_are_written(language, text, of, wanted):
    assert words.excerpt(text, set(words.terms(of, language)), language) == wanted
