"""How well similarity and vetoes tell the same question from another one, on pairs that people have judged. Pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from gateway.errors import WrongUse
from gateway.memory.rules.differences import WordSimilarity
from gateway.memory.rules.entry import THRESHOLD
from gateway.memory.rules.vetoes import VETO_ORDER, Veto, veto

FORCED = 0.9
"""The similarity of every pair where no vectors are given: above the threshold, so that the vetoes alone decide."""
WANTED_PRECISION = 0.99
"""Share of served answers that must be right at the recommended threshold."""
_FIELDS: dict[str, type] = {"language": str, "a": str, "b": str, "same": bool, "kind": str}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions, whether they ask the same, and what kind of paraphrase or near miss they are."""

    language: str
    a: str
    b: str
    same: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What serving would have done: `right` pairs asked the same, `wrong` ones did not, `missed` were the same.

    `precision` and `recall` are 1 where there was nothing to serve or to find.
    """

    right: int
    wrong: int
    missed: int
    wrong_by_kind: dict[str, int] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        served = self.right + self.wrong
        return self.right / served if served else 1.0

    @property
    def recall(self) -> float:
        same = self.right + self.missed
        return self.right / same if same else 1.0

    def to_json(self) -> dict[str, Any]:
        return {"precision": round(self.precision, 4), "recall": round(self.recall, 4), **asdict(self)}


@dataclass(frozen=True, slots=True)
class Report:
    """`added[v]`: similarity with the vetoes up to and including v, in their order; `alone[v]`: with that one veto.

    `missed_by_veto`: pairs that ask the same and were refused, by veto. `thresholds`: the recommended one for each
    language; without similarities of their own pairs recommend none.
    """

    threshold: float
    cosine: Figures
    vetoed: Figures
    added: dict[Veto, Figures]
    alone: dict[Veto, Figures]
    by_language: dict[str, Figures]
    missed_by_veto: dict[str, int]
    thresholds: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """JSON-ready, for a file or a command."""
        tables: dict[str, Mapping[Any, Figures]] = {
            "added": self.added,
            "alone": self.alone,
            "by_language": self.by_language,
        }
        return {
            "threshold": self.threshold,
            "cosine": self.cosine.to_json(),
            "vetoed": self.vetoed.to_json(),
            **{name: {key: each.to_json() for key, each in table.items()} for name, table in tables.items()},
            "missed_by_veto": self.missed_by_veto,
            "recommended_thresholds": self.thresholds,
        }


def read_pairs(lines: Iterable[str]) -> list[Pair]:
    """Returns pairs from lines of JSON, `{"language","a","b","same","kind"}`; empty lines are passed over.

    Raises WrongUse with the number of the line and what is wrong with it.
    """
    return [_pair(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _pair(line: str, number: int) -> Pair:
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        raise WrongUse(f"line {number} is not JSON: {error}") from error
    if not isinstance(given, dict):
        raise WrongUse(f"line {number} is not a JSON object")
    for name, kind in _FIELDS.items():
        if not isinstance(given.get(name), kind):
            raise WrongUse(f"line {number}: {name!r} must be a {'boolean' if kind is bool else 'string'}")
    return Pair(**{name: given[name] for name in _FIELDS})


@dataclass(frozen=True, slots=True)
class _Judged:
    pair: Pair
    similarity: float
    vetoes: frozenset[Veto]
    """Every veto that speaks against the pair, asked alone."""
    first: Veto | None


def evaluate(
    pairs: Sequence[Pair],
    similarities: Sequence[float] | None = None,
    threshold: float = THRESHOLD,
    word_similarity: WordSimilarity | None = None,
) -> Report:
    """Judges every pair by similarity alone, with each veto added, with each veto alone, and with all of them.

    `similarities`: one cosine for each pair; without them every pair counts as 0.9 and the vetoes alone decide.
    """
    cosines = similarities if similarities is not None else [FORCED] * len(pairs)
    judged = [_judge(pair, cosine, word_similarity) for pair, cosine in zip(pairs, cosines, strict=True)]
    added = {name: _figures(judged, threshold, frozenset(VETO_ORDER[: at + 1])) for at, name in enumerate(VETO_ORDER)}
    languages = sorted({pair.language for pair in pairs})
    refused = (
        judgement.first
        for judgement in judged
        if judgement.pair.same and judgement.first and judgement.similarity >= threshold
    )
    return Report(
        threshold=threshold,
        cosine=_figures(judged, threshold, frozenset()),
        vetoed=_figures(judged, threshold, _ALL),
        added=added,
        alone={name: _figures(judged, threshold, frozenset((name,))) for name in VETO_ORDER},
        by_language={name: _figures(_of(judged, name), threshold, _ALL) for name in languages},
        missed_by_veto=dict(Counter(refused).most_common()),
        thresholds={name: _recommended(_of(judged, name)) for name in languages if similarities is not None},
    )


_ALL = frozenset(VETO_ORDER)


def _of(judged: Sequence[_Judged], language: str) -> list[_Judged]:
    return [judgement for judgement in judged if judgement.pair.language == language]


def _judge(pair: Pair, similarity: float, word_similarity: WordSimilarity | None) -> _Judged:
    against = [
        name for name in VETO_ORDER if veto(pair.a, pair.b, pair.language, word_similarity, only=name) is not None
    ]
    return _Judged(pair, similarity, frozenset(against), against[0] if against else None)


def _figures(judged: Sequence[_Judged], threshold: float, vetoes: frozenset[Veto]) -> Figures:
    served = [
        judgement.pair
        for judgement in judged
        if judgement.similarity >= threshold and judgement.vetoes.isdisjoint(vetoes)
    ]
    wrong = Counter(pair.kind for pair in served if not pair.same)
    right = len(served) - wrong.total()
    same = sum(judgement.pair.same for judgement in judged)
    return Figures(right, wrong.total(), same - right, dict(wrong.most_common()))


def _recommended(judged: Sequence[_Judged]) -> float:
    """Returns the threshold with the best recall among those precise enough with all vetoes; of equal ones the highest.

    None being precise enough, the most precise one.
    """
    candidates = sorted({judgement.similarity for judgement in judged})
    figures = [(at, _figures(judged, at, _ALL)) for at in candidates]
    precise = [(each.recall, at) for at, each in figures if each.precision >= WANTED_PRECISION and each.right]
    if precise:
        return max(precise)[1]
    return max((each.precision, each.recall, at) for at, each in figures)[2]
