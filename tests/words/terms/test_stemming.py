"""Every language has its own rules; a word of an unknown one is only folded."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from gateway import words
from gateway.words.languages import LANGUAGES
from gateway.words.terms.stemming import CACHED, STEMS, stem, stems, unremembered

LETTERS = str.maketrans("0123456789", "aeiourstln")


def test_each_language_has_its_own_rules_and_an_unknown_one_none() -> None:
    assert words.stem("installations", "en") != words.stem("installations", "fr")
    assert words.stem("installations") == words.stem("installations", "xx") == "installations"
    assert words.stem("Été".lower()) == "ete"
    assert words.stem("häuser", "de-AT") == words.stem("haus", "de")


def test_threads_do_not_mix_up_each_others_words() -> None:
    vocabularies = [[f"{letter * 3}{number}ations".translate(LETTERS) for number in range(2000)] for letter in "bdgk"]

    def stems(vocabulary: list[str]) -> list[str]:
        return [stem(word, "fr") for word in vocabulary]

    STEMS["fr"].clear()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(stems, vocabularies))
    finally:
        sys.setswitchinterval(interval)
    STEMS["fr"].clear()
    assert found == [stems(vocabulary) for vocabulary in vocabularies]


def test_a_word_is_stemmed_in_every_language_at_once() -> None:
    found = stems("häuser")
    assert found.keys() == {*LANGUAGES, words.UNDETERMINED}
    assert all(found[code] == stem("häuser", code) for code in found)


def test_what_is_made_up_is_stemmed_and_not_remembered() -> None:
    made_up = "zzyzxations"
    assert unremembered([made_up], "en") == {STEMS["en"].made(made_up)}
    assert made_up not in STEMS["en"]


def test_no_more_words_are_remembered_than_there_is_room_for() -> None:
    rules = type(STEMS["en"])("en")
    for number in range(CACHED + 10):
        rules[f"w{number}"]
    assert len(rules) <= CACHED
    assert rules["x" * 10_000] == "x" * 64 and "x" * 10_000 not in rules


def test_in_common_rules_words_of_two_languages_meet() -> None:
    assert stem("installations", words.COMMON) == stem("installer", words.COMMON) == stem("installing", words.COMMON)
