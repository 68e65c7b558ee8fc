"""Made vectors that are shaped like those of a sentence embedder, for benchmarks of the answer memory.

A vector is the model's mean and, aside from it, what subject, matter, request and wording say, each level within the
one above it. The shares were fitted by eye to what all-MiniLM-L6-v2 and multilingual-e5-small give for questions: a few
thousand public ones, 12,000 from templates, and the pairs of `bench/sets/memory.*.jsonl`. Directions are not alike
either: their variances fall off, so that some 110 of 384 dimensions count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
SIZES = (2_000, 100, 3)
"""Mean number of entries in a subject (insurance), about a matter (claims), and that ask nearly the same; many groups
have fewer, some ten times as many."""
SHARES = (0.25, 0.40, 0.35)
"""What subject, matter and request are worth among each other."""
WORDING = (0.04, 0.40)
"""Least and most that wording is worth, beside all of them."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the vectors of a model have in common."""

    dimensions: int
    mean: float
    """Share of the mean in a vector's squared length: the cosine of two that have nothing to do with each other."""


class Maker:
    """Draws vectors of a shape; the same ones each time."""

    def __init__(self, shape: Shape, seed: int = 13) -> None:
        self._draw, self.shape = np.random.default_rng(seed), shape
        size = shape.dimensions
        self._spread = (np.arange(size) + size / 12) ** -0.55
        self._spread *= np.sqrt(1 / (self._spread**2).sum())
        self._spread = self._draw.permutation(self._spread).astype(np.float32)
        self._mean = self._noise(1)[0] * np.float32(np.sqrt(shape.mean))

    def _noise(self, count: int) -> Vectors:
        return self._draw.standard_normal((count, self.shape.dimensions), np.float32) * self._spread

    def entries(self, count: int) -> Vectors:
        """Returns unit vectors of so many questions; those of one request lie beside each other."""
        wording = self._draw.uniform(*WORDING, count).astype(np.float32)[:, None]
        aside = np.sqrt(wording) * self._noise(count)
        for share, size in zip(SHARES, SIZES, strict=True):
            group = self._groups(count, size)
            aside += np.sqrt((1 - wording) * np.float32(share)) * self._noise(group[-1] + 1)[group]
        return units(self._mean + np.float32(np.sqrt(1 - self.shape.mean)) * aside)

    def _groups(self, count: int, size: int) -> NDArray[np.int64]:
        """Returns the number of each entry's group, in order; groups have so many entries on average."""
        sizes = np.maximum(1, self._draw.lognormal(np.log(size) - 0.5, 1.0, 4 * count // size + 16).astype(np.int64))
        return np.repeat(np.arange(len(sizes)), sizes)[:count]

    def reworded(self, vectors: Vectors, share: NDArray[np.float64]) -> Vectors:
        """Returns other wordings of questions: of what each says beside the mean, so much (0 to 1) is drawn anew."""
        aside = (vectors - self._mean) * np.sqrt(1 - share)[:, None].astype(np.float32)
        other = self._noise(len(vectors)) * np.sqrt((1 - self.shape.mean) * share)[:, None].astype(np.float32)
        return units(self._mean + aside + other)


def units(vectors: Vectors) -> Vectors:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
