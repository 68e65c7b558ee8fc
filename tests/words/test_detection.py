"""The language of even a short text, and what a text costs a model."""

from __future__ import annotations

import pytest

from gateway import words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is a citation?", "en"),
        ("How do I install it", "en"),
        ("how long", "en"),
        ("Where are the files stored?", "en"),
        ("Comment ça marche ?", "fr"),
        ("installer le serveur", "fr"),
        ("Delai de remboursement", "fr"),
        ("durée", "fr"),
        ("Combien coûte l'abonnement", "fr"),
        ("怎么安装 Citestream?", "zh"),
        ("GATEWAY_TOP_K 是什么", "zh"),
        ("GATEWAY_TOP_K", None),
        ("", None),
        ("42", None),
        ("cómo instalar el servidor", None),
        ("Wie installiere ich den Server", None),
        ("ライセンスとは何ですか", None),
        ("Как установить сервер", None),
        ("The word 引用 means citation and it is used in the Chinese texts", "en"),
    ],
)
def test_the_language_of_short_texts_is_guessed(text: str, language: str | None) -> None:
    assert words.guess_language(text) == language


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("数据库", 3), ("用 API", 2), ("数据ab", 3)]
)
def test_tokens_are_one_per_wide_character_and_one_per_four_others(text: str, tokens: int) -> None:
    assert words.tokens_estimate(text) == tokens
