"""Pieces of a text: what is found in them is what is found in the text."""

import random

from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.words.text.fragments import LONGEST, MOST, MOST_YIELDED, FragmentCache, pieces

TEXTS = st.lists(
    st.sampled_from(
        [
            "l'été",
            "aujourd'hui",
            "1 234",
            "1\u202f234,5",
            "the",
            "don't",
            "GATEWAY_TOP_K",
            "中文的文本",
            "e\u0301te",
            "half-life",
            "twenty",
            "½",
            "２０２４年5月",
            "5 May 2024",
            "\t",
            "\n",
            " ",
            "\u00a0",
            "，",
            ".",
            "\u3000",
            "ＡＰＩ",
        ]
    )
).map("".join)


@given(TEXTS)
def test_terms_of_the_pieces_are_the_terms_of_the_text(text):
    assert words.terms(text) == [word.term for word in words.words(text)]
    assert words.vocabulary(text) == set(words.terms(text))
    assert set(words.content_words(text)) <= words.vocabulary(text)


def test_a_piece_is_worked_out_once_and_a_long_one_is_not_kept():
    made = []
    known = FragmentCache(lambda piece: made.append(piece) or (len(piece),))
    found = [known[piece] for piece in ("ab", "ab", "x" * (LONGEST + 1), "x" * (LONGEST + 1))]
    assert found == [(2,), (2,), (65,), (65,)]
    assert made == ["ab", "x" * 65, "x" * 65]


def test_the_store_of_pieces_does_not_grow_without_end():
    known = FragmentCache(lambda piece: (len(piece),))
    rng = random.Random(1)
    for _ in range(2 * MOST):
        assert known[piece := f"{rng.random()}"] == (len(piece),)
    assert len(known) <= MOST


def test_only_blanks_and_line_ends_cut():
    assert pieces("a b\nc\u202fd\te") == ["a", "b", "c\u202fd\te"]


def test_a_piece_that_yields_much_is_not_kept():
    """131,072 pieces of sixty Chinese characters were a gigabyte."""
    known = FragmentCache(list)
    assert known["x" * MOST_YIELDED] and len(known) == 1
    assert known["y" * (MOST_YIELDED + 1)] and len(known) == 1
