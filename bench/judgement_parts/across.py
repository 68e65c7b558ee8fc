"""Parallel sets asked across languages: one language in a workspace, and several that include the question's own.

Sets are parallel if their passages have the same ids. In the workspace of several languages each passage is in one of
them in turn, and questions are asked whose answer is in another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bench.judgement_parts.base import Base, progress
from bench.judgement_parts.gating import Outcome, decided, own_questions
from bench.judgement_parts.quoted import answered
from bench.judgement_parts.searching import Hits, hits
from bench.judgement_parts.sets import LabelledQuestion, LabelledSet, spread
from gateway.answer.gate.gate_rule import DOUBT, THRESHOLD
from gateway.evaluation.measures.figure_kinds import DEEP
from gateway.knowledge.search.hybrid import SPREAD

MOST = 150
"""Questions of each language over each workspace."""
REFUSED, CONFIDENT = 0.065, 0.045
"""Shares of questions that `calibration` accepts as wrongly refused and wrongly confident."""
ONE, SEVERAL = "one language", "several languages"


@dataclass(frozen=True, slots=True)
class Crossed:
    """What became of one question; `ranked` is None for one that no passage answers. `cosine`: of the nearest
    candidate (`Base.cosine`), as far as the calibration of its embedder reaches."""

    ranked: Hits | None
    outcome: Outcome
    cosine: float = 0.0
    shown: float = 0.0
    silent: bool = True


def parallel(sets: Sequence[LabelledSet]) -> tuple[LabelledSet, ...]:
    """Returns the sets that have the same passages in several languages; empty if there are none."""
    groups: dict[frozenset[str], list[LabelledSet]] = {}
    for each in sets:
        if each.questions:
            groups.setdefault(frozenset(passage.id for passage in each.passages), []).append(each)
    best = max(groups.values(), key=len, default=[])
    return tuple(best) if len(best) > 1 else ()


def mixed(sets: Sequence[LabelledSet]) -> LabelledSet:
    """Returns a set with each passage in one of the languages in turn."""
    texts = [{passage.id: passage for passage in each.passages} for each in sets]
    chosen = tuple(texts[at % len(sets)][passage.id] for at, passage in enumerate(sets[0].passages))
    return LabelledSet(SEVERAL, "", chosen)


async def across_runs(base: Base, sets: Sequence[LabelledSet], embedders: Sequence[str]) -> dict[str, list[Crossed]]:
    """Returns what becomes of the questions, by "kind, embedder"."""
    found: dict[str, list[Crossed]] = {}
    for kind, workspace, questions in _askings(sets):
        for name in embedders:
            each = found.setdefault(f"{kind}, {name}", [])
            for question in progress(questions, f"{workspace}, {kind} with {name}"):
                _, looked = await base.looked(question.text, workspace, name)
                outcome = decided(looked, base.limits)
                cosine = base.cosine(name, max(looked.gathered.closeness.values(), default=0.0))
                if not question.gold:
                    each.append(Crossed(None, outcome, cosine))
                    continue
                ranked = hits(await base.ranked(question.text, workspace, DEEP, name), question.gold)
                answer = await answered(base, workspace, question, name)
                each.append(Crossed(ranked, outcome, cosine, answer.shown, not answer.paragraphs))
    return found


def calibration(runs: Mapping[str, Sequence[Crossed]], embedder: str) -> tuple[float, float]:
    """Returns the calibration by which the gate refuses `REFUSED` of the questions that another language answers, and
    calls `CONFIDENT` of the off-topic ones confident."""
    good = sorted(each.cosine for each in runs[f"{ONE}, {embedder}"])
    bad = sorted(each.cosine for each in runs[f"off-topic, {ONE}, {embedder}"])
    low, high = good[int(REFUSED * len(good))], bad[int((1 - CONFIDENT) * len(bad))]
    scale = (high - low) / (DOUBT - THRESHOLD)
    null = 2 * (low - THRESHOLD * scale)
    return null, null + scale / SPREAD


def _askings(sets: Sequence[LabelledSet]) -> Iterator[tuple[str, str, tuple[LabelledQuestion, ...]]]:
    """Yields a kind, a workspace and questions; their answers are worded as in the passages' language."""
    group = parallel(sets)
    if not group:
        return
    others = [each for each in sets if each.questions and each not in group]
    for own in group:
        for other in group:
            if other is not own:
                yield ONE, other.name, spread(_answered_in(own, other), MOST)
    mixture = mixed(group)
    where = {passage.id: group[at % len(group)] for at, passage in enumerate(mixture.passages)}
    for own in group:
        told = {other.name: _answered_in(own, other) for other in group}
        apart = [
            told[where[min(question.gold)].name][at]
            for at, question in enumerate(own.questions)
            if own not in {where[gold] for gold in question.gold}
        ]
        yield SEVERAL, SEVERAL, spread(apart, MOST)
    for each in others:
        off = tuple(replace(question, gold=frozenset()) for question in spread(each.questions, MOST))
        for other in group:
            if other.language != each.language:
                yield f"off-topic, {ONE}", other.name, off
        yield f"off-topic, {SEVERAL}", SEVERAL, off
    for own in group:
        yield f"off-topic, {SEVERAL}", SEVERAL, own_questions(own.language)


def _answered_in(own: LabelledSet, other: LabelledSet) -> list[LabelledQuestion]:
    """Returns the questions of a set with the wordings that the same questions have in another one."""
    pairs = zip(own.questions, other.questions, strict=True)
    return [replace(question, answers=same.answers) for question, same in pairs]
