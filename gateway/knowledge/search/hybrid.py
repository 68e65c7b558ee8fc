"""One ranking of words and vectors. Pure.

Both are read as evidence in nats, the logarithm of how much likelier a passage becomes, and added. Neither needs a
label or the scale of a model: how much a vector tells is read from the cosines themselves. The nearest passages of a
useless vector lie as chance puts them, one a little nearer than the next; of a good one, the passage that answers lies
far outside. docs/models.md has the measurements, bench/fusion.py makes them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

WORDS = 7.0
"""Nats of the best hit of BM25; the others count by their share of its score. Fitted as a conditional logit on seven
labelled sets it is 7 to 12."""
CHANCE = 3.0
"""Nats that the nearest of some passages have by chance; of 24, 3.8 are expected. Fewer count little. Both numbers were
chosen together, each set left out in turn."""
TAIL = 24
"""Nearest passages that tell how cosines fall off where nothing answers."""
OUTLIERS = 8
"""One in so many of them may be an answer, and is left out of that."""
FEW = 16
"""Cosines below which they tell nothing by themselves; then the calibration does."""
CALIBRATED = 6.0
"""Nats between the cosines of unrelated and of matching texts, where the calibration tells."""
MOST = 50.0
"""Nats that one cosine can say."""
UNCALIBRATED_SHARE = 0.05
"""Score of the best hit that only an uncalibrated vector found; below every hit of BM25."""
_NONE = math.log1p(math.exp(-CHANCE))


def fuse(
    lexical: Mapping[Key, float], cosines: Mapping[Key, float], calibration: tuple[float, float] | None = None
) -> list[tuple[Key, float]]:
    """Makes one ranking of BM25 scores and cosines, best first, with scores within 0..1.

    `cosines` are those of the nearest passages and of all of `lexical` that have a vector. An embedder without
    calibration says nothing about meaning: it decides between equal BM25 scores and adds what BM25 did not
    find, below everything that it did. Equal scores keep the order of `lexical`, then of `cosines`. Without cosines
    the scores are those of BM25.
    """
    lexical = {key: score for key, score in lexical.items() if score > 0}
    if calibration is None or not cosines:
        return _beside(lexical, cosines)
    best = max(lexical.values(), default=1.0)
    surprise = _surprise(cosines, calibration)
    scores = {}
    for key in dict.fromkeys([*lexical, *cosines]):
        evidence = WORDS * lexical.get(key, 0.0) / best + surprise.get(key, 0.0)
        scores[key] = -math.expm1(-evidence / WORDS)
    return sorted(((key, score) for key, score in scores.items() if score > 0), key=lambda item: -item[1])


def _surprise(cosines: Mapping[Key, float], calibration: tuple[float, float]) -> dict[Key, float]:
    """Returns the nats that each cosine says, 0 or more. Beyond the last of the nearest, cosines of no account fall off
    about exponentially (Balkema and de Haan, 1974; Pickands, 1975), so that a distance in the mean of those distances
    is its own improbability."""
    nearest = sorted(cosines.values(), reverse=True)[:TAIL]
    least, mean = calibration[0], (calibration[1] - calibration[0]) / CALIBRATED
    if len(nearest) >= FEW:
        least = nearest[-1]
        ordinary = nearest[len(nearest) // OUTLIERS :]
        mean = sum(ordinary) / len(ordinary) - least
    return {key: _beyond_chance((cosine - least) / max(mean, 1e-9)) for key, cosine in cosines.items()}


def _beyond_chance(nats: float) -> float:
    """Returns what is left of the nats of a cosine when chance has had its share: next to nothing up to `CHANCE`, from
    there on nearly all."""
    return math.log1p(math.exp(min(max(nats, 0.0), MOST) - CHANCE)) - _NONE


def _beside(lexical: Mapping[Key, float], cosines: Mapping[Key, float]) -> list[tuple[Key, float]]:
    """Returns the ranking of BM25, with vectors only where it says nothing."""
    scores: dict[Key, float] = {}
    floor = min([UNCALIBRATED_SHARE, *lexical.values()])
    for key, cosine in cosines.items():
        if key not in lexical and cosine > 0:
            scores[key] = floor * min(cosine, 1.0) * 0.99
    scores.update(lexical)
    order = {key: index for index, key in enumerate([*lexical, *cosines])}
    return sorted(
        scores.items(), key=lambda item: (item[0] not in lexical, -item[1], -cosines.get(item[0], 0.0), order[item[0]])
    )
