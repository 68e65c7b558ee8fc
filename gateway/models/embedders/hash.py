"""Vectors without a model: hashed words and character n-grams. They find inflections and misspellings, not meaning."""

from __future__ import annotations

import asyncio
import math
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import Struct
from typing import Any
from zlib import crc32

import numpy as np

from gateway import words
from gateway.models.ports import Embedder
from gateway.words.terms.stemming import LONGEST_TERM
from gateway.words.text.fragments import FragmentCache

DIMENSIONS = 512
_AT_ONCE = 4000
"""Characters; more (some 2 ms of work) goes to a thread, so that running streams do not wait. Questions are shorter."""
_AXIS = Struct("=H")
_GRAM = 3
_WORD = 2
"""Of a word relative to one of its n-grams, and of a pair of Chinese characters relative to one. On the questions of
`bench/sets` (mean reciprocal rank by these vectors alone) 1, 2 and 3 differ by 0.02 at most."""


def vector(terms: Iterable[str]) -> list[float]:
    """Returns the unit vector of a text's terms, however often each occurs; without any that counts, the first axis,
    for a zero vector has no direction.
    """
    values: list[float] = _unit(terms).tolist()
    return values


def stored_vector(terms: Iterable[str]) -> Sequence[float]:
    """Returns the same in 32 bits a number, as it is stored: an index makes many of them, and 512 objects each cost as
    much as the sums."""
    return array("f", _unit(terms).astype(np.float32).tobytes())


def _unit(terms: Iterable[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    each = terms if isinstance(terms, dict) else set(terms)
    found = np.frombuffer(b"".join(map(_features_of.__getitem__, each)), np.uint16)
    counts = np.bincount(found, minlength=2 * DIMENSIONS)
    sums = counts[:DIMENSIONS] - counts[DIMENSIONS:]
    length = math.sqrt(int(sums @ sums))
    if length == 0.0:
        sums[0] = length = 1
    return sums / length


class HashEmbedder:
    """Feature hashing (Weinberger et al., 2009) of words and their letter trigrams; the same vector on every machine.

    The cosine says how much wording two texts share; it says nothing about confidence, hence no calibration.
    """

    name = f"hash-{DIMENSIONS}-3"
    """The last number tells ways of making vectors apart; documents that have those of another are given new ones."""
    dimensions = DIMENSIONS
    calibration: tuple[float, float] | None = None
    languages: frozenset[str] | None = None
    of_terms = staticmethod(stored_vector)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if sum(map(len, texts)) <= _AT_ONCE:
            return _vectors(texts)
        return await asyncio.to_thread(_vectors, texts)

    async def aclose(self) -> None:
        return None


def create(settings: Any) -> Embedder:
    return HashEmbedder()


def _vectors(texts: Sequence[str]) -> list[list[float]]:
    return [vector(words.terms(text)) for text in texts]


def _features(term: str) -> bytes:
    """Returns the axes of a term and of its n-grams, as often as they weigh, as numbers of 16 bits; those above
    `DIMENSIONS` count against the axis.
    """
    unspaced = not term.isascii() and words.is_unspaced(term)
    if unspaced and len(term) == 1:
        return _axis(term)
    if words.is_function(term):
        return b""
    if unspaced or len(term) < _GRAM:
        return _axis(term) * _WORD
    edged = f"^{term}$"
    grams = {edged[index : index + _GRAM] for index in range(len(term))}
    return _axis(term) * _WORD + b"".join(map(_gram_axis, grams))


_features_of = FragmentCache(_features, 2 * (LONGEST_TERM + _WORD))
"""Numbers that all terms share, so that many of them cost little."""


@lru_cache(maxsize=1 << 15)
def _gram_axis(gram: str) -> bytes:
    """Returns the axis of a trigram; words are many and their trigrams few, so these are remembered."""
    return _axis(f"#{gram}")


def _axis(feature: str) -> bytes:
    """Returns axis and sign, by crc32, because `hash` differs from process to process."""
    digest = crc32(feature.encode("utf-8", "surrogatepass"))
    return _AXIS.pack(digest % DIMENSIONS + (0 if digest & 0x80000000 else DIMENSIONS))
