"""Vectors without a model for tests: hashed words and their letter trigrams, the same on every machine.

The cosine says how much wording two texts share (feature hashing: Weinberger et al., 2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np

from gateway import words

DIMENSIONS = 512


def vector(terms: Iterable[str]) -> list[float]:
    """Returns the unit vector of a text's terms; without any that counts, the first axis."""
    sums = np.zeros(DIMENSIONS)
    for term in set(terms):
        if words.is_function(term):
            continue
        for feature in _features(term):
            digest = crc32(feature.encode("utf-8", "surrogatepass"))
            sums[digest % DIMENSIONS] += 1 if digest & 0x80000000 else -1
    length = float(np.linalg.norm(sums))
    if not length:
        sums[0] = length = 1.0
    values: list[float] = (sums / length).tolist()
    return values


@lru_cache(maxsize=1 << 14)
def _features(term: str) -> tuple[str, ...]:
    edged = f"^{term}$"
    return term, term, *(f"#{edged[at : at + 3]}" for at in range(len(term)))


class HashEmbedder:
    """An embedder without calibration."""

    name = f"hash-{DIMENSIONS}-3"
    dimensions = DIMENSIONS
    calibration: tuple[float, float] | None = None
    languages: frozenset[str] | None = None

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [vector(words.terms(text)) for text in texts]

    async def aclose(self) -> None:
        return None


def create(settings: Any) -> HashEmbedder:
    return HashEmbedder()
