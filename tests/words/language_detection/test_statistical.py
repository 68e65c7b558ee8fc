"""The library chooses among the known languages, and says how sure it is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from gateway.words.language_detection.statistical import likeliest
from gateway.words.languages import LANGUAGES


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Passwort vergessen", "de"),
        ("remboursement frais", "fr"),
        ("cancelar la reserva", "es"),
        ("godziny otwarcia biblioteki", "pl"),
        ("bibliotekets öppettider", "sv"),
        ("vergoeding van reiskosten", "nl"),
    ],
)
def test_a_few_words_are_enough(text: str, language: str) -> None:
    found, probability = likeliest(text)
    assert found == language and 0.5 < probability <= 1


@pytest.mark.parametrize("text", ["", "🙂", "\0", "\ud800", "x" * 10_000])
def test_whatever_it_is_one_of_the_known_languages_is_named(text: str) -> None:
    found, probability = likeliest(text)
    assert found in LANGUAGES and 0 < probability <= 1


def test_threads_may_ask_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(likeliest, ["Passwort vergessen"] * 40))
    assert set(found) == {likeliest("Passwort vergessen")}
