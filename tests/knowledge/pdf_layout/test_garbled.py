"""Text of fonts without a map to Unicode is told from text in any language, from figures and from code."""

from __future__ import annotations

import string

import pytest

from gateway.knowledge.pdf_layout.garbled import is_garbled

PROSE = (
    "The city library lends books to readers for two weeks without any payment, and a reader who returns them late pays "
    "a small fine for each day, as the list of prices in the entrance hall explains. Children below twelve never pay, "
    "because their parents have signed a letter that makes the school responsible for lost volumes and for damaged ones. "
    "Members choose their branch themselves."
)
SHIFTED = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[3:] + string.ascii_lowercase[:3])
OTHERS = {
    "Basque": "Udal liburutegiak liburuak mailegatzen dizkie irakurleei bi astez doan eta epea igaro ondoren irakurleak",
    "Polish": "Biblioteka miejska wypożycza książki czytelnikom bezpłatnie zgodnie z cennikiem za każdy dzień zwłoki",
    "Swahili": "Maktaba ya mji kuna vitabu vingi ambavyo wasomaji wanaweza kuazima kwa wiki mbili bila malipo yoyote",
}


def test_letters_of_another_alphabet() -> None:
    assert is_garbled(PROSE.translate(SHIFTED) * 2)
    assert not is_garbled(PROSE * 2)
    assert not is_garbled(PROSE.translate(SHIFTED)[:300]), "too short to tell"


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_without_tables_is_not_garbled(language: str) -> None:
    text = " ".join(word + ending for ending in ("", "a", "en", "it", "ok") for word in OTHERS[language].split())
    assert not is_garbled(text * 2)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"{number * 17} {number / 7:.2f} XJ-{number:04}" for number in range(400)),
        " ".join(f"strncpy(buffer{letter}, source{letter}, size)" for letter in string.ascii_letters * 4),
        "שלום עולם " * 200,
        "",
    ],
    ids=["figures", "code", "Hebrew", "empty"],
)
def test_other_text_is_not_garbled(text: str) -> None:
    assert not is_garbled(text)
