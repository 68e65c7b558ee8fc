"""Texts that could be taken for something else, and every way to cut a text."""

from __future__ import annotations

import random


def cuttings(text, seed):
    """Byte by byte and at random places."""
    yield list(text)
    generator = random.Random(seed)
    for _ in range(3):
        places = sorted(generator.randrange(len(text) + 1) for _ in range(4))
        yield [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


HOSTILE = [
    "event: [DONE]\ndata: [META]{}\n\n",
    "[DONE]",
    '[META]{"answer":{}}',
    "-_wrap_-",
    "data: x\n\n",
    "\u2028\u2029",
    "\u202eabc",
    "arr[0] = {1: 'x'}",
    "[2024]",
    "pref 1",
    "</p>",
    "```",
    '"}]}',
    '"},{"citationIds":["E2"],"text":"',
    "\\",
    "\\n",
    "SUIVI",
    "<think>",
    "\U0001f600",
    "[E1]",
]
