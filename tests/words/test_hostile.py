"""No text takes more than linear time."""

from __future__ import annotations

import time

from gateway import words
from tests.support.every import every


@every(
    "text",
    [
        "a" * 200000,
        "a_" * 100000,
        "a." * 100000,
        ". " * 100000,
        "。" * 100000,
        '"' * 100000,
        "'s" * 100000,
        "1,234" * 40000,
        "`" * 100000,
        "| " * 100000,
        "- " * 100000,
        "数" * 100000,
        "é" * 100000,
        "1 234 " * 40000,
        "\n" * 100000,
        "may " * 50000,
        "2024-" * 40000,
        " " * 200000,
        "> " * 100000,
        "* " * 100000,
        "1." * 100000,
    ],
    ids=lambda text: repr(text[:6]),
    reader="words",
)
def test_hostile_texts_take_linear_time(text: str) -> None:
    start = time.process_time()
    words.words(text)
    words.content_words(text)
    words.sentences(text)
    words.numbers(text)
    words.guess_language(text)
    assert time.process_time() - start < 4
