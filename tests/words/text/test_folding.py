"""One spelling for what a reader takes as the same letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Été", "ete"),
        ("E\u0301te\u0301", "ete"),
        ("Œuvre et Æsir", "oeuvre et aesir"),
        ("ＡＰＩ１", "api1"),
        ("Straße", "strasse"),
        ("ﬁn", "fin"),
        ("가격", "가격"),
        ("ﾃﾞｰﾀ", "データ"),
    ],
)
def test_folding_removes_case_accents_width_and_ligatures(text: str, folded: str) -> None:
    assert words.fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert words.fold(words.fold(text)) == words.fold(text)
