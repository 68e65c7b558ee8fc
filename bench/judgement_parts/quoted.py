"""What quoting without a model shows for questions that a set answers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.judgement_parts.base import Base, progress
from bench.judgement_parts.baselines import cutting, fold
from bench.judgement_parts.bootstrap import mean
from bench.judgement_parts.gating import decided
from bench.judgement_parts.searching import DEFAULT
from bench.judgement_parts.sets import LabelledQuestion, LabelledSet
from gateway.evaluation.intervals import Estimate, share

LONG = 12
"""Words from which on a wording counts by its parts: nobody quotes thirty words as another cut them out."""
_words = cutting("raw", "")


def wording(text: str, wordings: Iterable[str]) -> float:
    """Returns how much of the best of these wordings a text holds, 0 to 1: of a short one, all or nothing, whatever
    stands between its words; of a long one the share of its pairs of neighbouring words."""
    bare, pairs = _bare(text), _pairs(_words(text))
    return max((_said(wanted, bare, pairs) for wanted in wordings), default=0.0)


def _said(wanted: str, bare: str, pairs: set[tuple[str, str]]) -> float:
    if _bare(wanted) in bare:
        return 1.0
    terms = _words(wanted)
    own = _pairs(terms)
    return len(own & pairs) / len(own) if len(terms) >= LONG else 0.0


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold(text))


def _pairs(terms: Sequence[str]) -> set[tuple[str, str]]:
    return set(itertools.pairwise(terms))


@dataclass(frozen=True, slots=True)
class Answered:
    """What is shown for one question, and how much of the gold wording stands in it, 0 to 1: in all of it, in its first
    paragraph, in the first candidate, in any of the candidates."""

    refused: bool
    paragraphs: int
    characters: int
    shown: float
    first: float
    best_passage: float
    passages: float


Answers = Mapping[str, Sequence[Answered]]


async def answered(base: Base, workspace: str, question: LabelledQuestion, embedder: str = DEFAULT) -> Answered:
    """Returns what a turn without a model shows for a question."""
    meant, looked = await base.looked(question.text, workspace, embedder)
    candidates = looked.gathered.candidates
    outcome = decided(looked, base.limits)
    texts = [] if outcome == "refused" else await base.quoted(meant, looked, outcome, embedder)
    passages = [candidate.text for candidate in candidates]
    return Answered(
        outcome == "refused",
        len(texts),
        sum(map(len, texts)),
        max((wording(text, question.answers) for text in texts), default=0.0),
        wording(texts[0], question.answers) if texts else 0.0,
        wording(passages[0], question.answers) if passages else 0.0,
        max((wording(text, question.answers) for text in passages), default=0.0),
    )


async def quoting_runs(base: Base, sets: Sequence[LabelledSet], embedder: str = DEFAULT) -> dict[str, list[Answered]]:
    """Returns, by set, what is shown for the questions that have a gold wording."""
    runs = {}
    for each in sets:
        asked = [question for question in each.questions if question.answers]
        if asked:
            runs[each.name] = [
                await answered(base, each.name, question, embedder)
                for question in progress(asked, f"{each.name}, quoting")
            ]
    return runs


@dataclass(frozen=True, slots=True)
class QuotingScores:
    """The means of `Answered`; `silent`: nothing is shown. Paragraphs and characters are those of answers."""

    silent: Estimate
    shown: Estimate
    first: Estimate
    best_passage: Estimate
    passages: Estimate
    paragraphs: float
    characters: float


def quoting_scores(found: Sequence[Answered]) -> QuotingScores:
    """Returns the figures of some questions."""
    spoken = [answer for answer in found if answer.paragraphs] or [Answered(True, 0, 0, 0, 0, 0, 0)]
    return QuotingScores(
        share([not answer.paragraphs for answer in found]),
        mean([answer.shown for answer in found]),
        mean([answer.first for answer in found]),
        mean([answer.best_passage for answer in found]),
        mean([answer.passages for answer in found]),
        sum(answer.paragraphs for answer in spoken) / len(spoken),
        sum(answer.characters for answer in spoken) / len(spoken),
    )


def pooled(runs: Answers) -> list[Answered]:
    """Returns the answers of all sets as those of one."""
    return [answer for found in runs.values() for answer in found]
