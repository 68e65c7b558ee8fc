"""The table of bytes and the runs of Han characters say what folding the whole text says."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway import words
from gateway.words.text.plain import plain

LETTERS = [
    "abzEG09 _-.,'\n\t\x1f\x85",
    "éÀßœŒæÆ½²ªº´¸¨«»\xa0\xad",
    "‘’–—…€™ﬁﬂ\u2009\u200b",
    "ðµŁşİ\u0301\u0306\u0327",
    "中文书證，。《》〇々ｱﾞカ゛\u3099",
    "иЙйґאبकि가ㄱᄀ",
    "Ａ１①㎏🙂\ud800",
]
"""Latin script with its signs, what no table has, Chinese and Japanese, other scripts, and compatible forms."""


def in_one(text: str) -> str:
    """Folds the whole text at once."""
    return re.sub(r"[\W_]+", " ", words.fold(text)).strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  L’été — «ŒUVRE»_v2.\n", "l ete oeuvre v2"),
        ("Größe: 2 ½ m²", "grosse 2 1 2 m2"),
        ("《借书证》，2019年 E\u0301te\u0301", "借书证 2019年 ete"),
        ("Ёлка, ЙОД", "елка йод"),
        ("—", ""),
        ("", ""),
    ],
)
def test_words_stand_between_single_blanks(text: str, expected: str) -> None:
    assert plain(text) == expected == in_one(text)


@given(st.lists(st.text(st.sampled_from("".join(LETTERS))) | st.sampled_from(LETTERS).flatmap(st.text)).map("".join))
@example("ab\u0301c")
@example("中\u0301文")
@example("中 文")
@example("и\u0306")
def test_a_text_of_any_script_is_as_it_is_folded_in_one(text: str) -> None:
    assert plain(text) == in_one(text)


@given(st.text())
def test_any_text_is_as_it_is_folded_in_one(text: str) -> None:
    assert plain(text) == in_one(text)


def test_what_was_seen_before_is_folded_the_same_again() -> None:
    text = "Ёлка 借书证，借书证 L’été"
    assert [plain(text), plain(text)] == [in_one(text)] * 2
