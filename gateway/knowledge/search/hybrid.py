"""One ranking of words and vectors. Pure.

Both are read as evidence in nats, the logarithm of how much likelier a passage becomes, and added. Words say much about
passages in the question's language and little about others, which share only names and numbers with it. If both kinds
of passages are found, the passages in other languages gain what words leave open: few of the question's words in its
own language are evidence that the answer is in another one (docs/adr/0071-fusion-and-gate-by-language.md).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)

WORDS = 7.0
"""Nats of the best hit of BM25 in the question's language; the others count by their share of its score."""
FOREIGN_WORDS = 2.0
"""The same of the best hit in other languages."""
CHANCE = 1.5
"""Nats that the nearest passages in the question's language have by chance. Fewer count little there, where words are
strong."""
OPEN = 6.0
"""The most nats that passages in other languages gain."""
COVERAGE, UNCOVERED = 30.0, 1 / 6
"""Nats for each unit of coverage, and the coverage from which on words of the question's language speak for it."""
COVERED = 0.25
"""Coverage from which on a passage counts as one in the question's language, whatever its language is taken for."""
TAIL = 24
"""Nearest passages that tell how cosines fall off where nothing answers."""
OUTLIERS = 8
"""One in so many of them may be an answer, and is left out of that."""
FEW = 16
"""Cosines below which they tell nothing by themselves; then the calibration does."""
SPREAD = 0.78
"""The range of cosines between unrelated and matching texts beyond the usual neighbours, as a share of the
calibration's."""
CALIBRATED = 10.0
"""Nats between the cosines of unrelated and of matching texts."""
NARROWEST, WIDEST = 1.25, 2.0
"""Cosines of one nat, in mean distances of the nearest passages from the last of them. A calibration outside of this is
that of another model."""
SENTENCE = 0.9
"""What the nearest sentence of a passage counts, as a share of what its own cosine counts. From 0.5 to 1, any does as
well."""
MOST = 50.0
"""Nats that one cosine can say."""
UNCALIBRATED_SHARE = 0.05
"""Score of the best hit that only an uncalibrated vector found; below every hit of BM25."""


@dataclass(frozen=True, slots=True)
class Languages:
    """`foreign`: the passages that are not known to be in the question's language. `known`: the share of the question's
    weight in words that the corpus has."""

    foreign: Collection[Any] = field(default_factory=frozenset)
    known: float = 1.0


def fuse(
    lexical: Mapping[Key, float],
    cosines: Mapping[Key, float],
    calibration: tuple[float, float] | None = None,
    languages: Languages | None = None,
) -> list[tuple[Key, float]]:
    """Makes one ranking of BM25 scores and cosines, best first, with scores within 0..1.

    `cosines` are those of the nearest passages and of all of `lexical` that have a vector. An embedder without
    calibration says nothing about meaning: it decides between equal BM25 scores and adds what BM25 did not
    find, below everything that it did. Equal scores keep the order of `lexical`, then of `cosines`. Without cosines
    the scores are those of BM25. Without `languages` all passages are in the question's language.
    """
    lexical = {key: score for key, score in lexical.items() if score > 0}
    if calibration is None or not cosines:
        return _beside(lexical, cosines)
    meaning = {key: nats for key, nats in _meaning(cosines, calibration).items() if nats > 0 or key in lexical}
    evidence = _evidence(lexical, meaning, languages or Languages())
    scores = {key: -math.expm1(-nats / WORDS) for key, nats in evidence.items()}
    return sorted(((key, score) for key, score in scores.items() if score > 0), key=lambda item: -item[1])


def beyond_neighbours(cosines: Mapping[Key, float], calibration: tuple[float, float]) -> tuple[float, float]:
    """Returns the calibration for one question. Unrelated passages are nearer in a large workspace, and in some
    languages. So unrelated text lies midway between the calibration and the usual neighbours
    (docs/adr/0071-fusion-and-gate-by-language.md)."""
    nearest = sorted(cosines.values(), reverse=True)[:TAIL]
    if len(nearest) < FEW:
        return calibration
    null = (calibration[0] + _ordinary(nearest)) / 2
    return null, null + SPREAD * (calibration[1] - calibration[0])


def by_sentence(
    scores: Sequence[float], nearest: Sequence[float], calibration: tuple[float, float]
) -> list[tuple[int, float]]:
    """Returns the order of the first hits by their fused scores and the cosines of their nearest sentences. The scores
    keep their order."""
    nat = (calibration[1] - calibration[0]) / CALIBRATED
    evidence = [
        SENTENCE * cosine / nat - WORDS * math.log(max(1e-9, 1 - score))
        for score, cosine in zip(scores, nearest, strict=True)
    ]
    order = sorted(range(len(evidence)), key=lambda at: -evidence[at])
    return list(zip(order, sorted(scores, reverse=True), strict=True))


def _ordinary(nearest: Sequence[float]) -> float:
    """Returns the mean of the nearest cosines without those that may be answers."""
    return fmean(nearest[len(nearest) // OUTLIERS :])


def _evidence(lexical: Mapping[Key, float], meaning: Mapping[Key, float], languages: Languages) -> dict[Key, float]:
    """Returns the nats of each passage found; those of passages in other languages include what they gain."""
    share = math.sqrt(languages.known)
    foreign = {key for key in languages.foreign if lexical.get(key, 0.0) * share < COVERED}
    home, abroad = dict[Key, float](), dict[Key, float]()
    for key in dict.fromkeys([*lexical, *meaning]):
        (abroad if key in foreign else home)[key] = lexical.get(key, 0.0)
    best, best_abroad = max(home.values(), default=0.0), max(abroad.values(), default=0.0)
    gain = 0.0
    if home and abroad:
        nearer = max(meaning.get(key, 0.0) for key in home) - max(meaning.get(key, 0.0) for key in abroad)
        gain = max(0.0, OPEN - max(COVERAGE * (best * share - UNCOVERED), nearer))
    nats = {key: WORDS * score / (best or 1.0) + _beyond_chance(meaning.get(key, 0.0)) for key, score in home.items()}
    return nats | {
        key: FOREIGN_WORDS * score / (best_abroad or 1.0) + meaning.get(key, 0.0) + gain
        for key, score in abroad.items()
    }


def _beyond_chance(nats: float) -> float:
    """Returns the nats of a cosine without those of chance: next to nothing up to `CHANCE`, from there on nearly
    all."""
    return math.log1p(math.exp(nats - CHANCE)) - math.log1p(math.exp(-CHANCE))


def _meaning(cosines: Mapping[Key, float], calibration: tuple[float, float]) -> dict[Key, float]:
    """Returns the nats that each cosine says, 0 or more: its distance from the last of the nearest, by the scale of the
    calibration. How the nearest lie tells if that scale belongs to another model."""
    nearest = sorted(cosines.values(), reverse=True)[:TAIL]
    least, scale = calibration[0], (calibration[1] - calibration[0]) / CALIBRATED
    if len(nearest) >= FEW:
        least = nearest[-1]
        distance = _ordinary(nearest) - least
        scale = min(max(scale, NARROWEST * distance), WIDEST * distance)
    return {key: min(MOST, max(0.0, (cosine - least) / max(scale, 1e-9))) for key, cosine in cosines.items()}


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
