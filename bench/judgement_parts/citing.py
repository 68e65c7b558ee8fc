"""What becomes of citations whose passages support the claim, do not, or are the wrong ones: among eight candidates of
one subject, as an answer has them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bench.judgement_parts import baselines
from bench.judgement_parts.base import progress
from bench.judgement_parts.sets import LabelledClaim, LabelledSet
from bench.textbook import Textbook
from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence import verifier_verdicts
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.evaluation.intervals import Estimate, auc, share
from gateway.models.ports import Verifier

CANDIDATES = 8
OWN = 5
"""Passages of a claim's own source among them, the nearest to the claim first; the others are of other sources."""
SAME = 0.6
"""Share of the words of the shorter of two passages from which on neither is wrong where the other is right."""
AT_ONCE = 4
"""Citations that a verifier judges at the same time."""
STATUSES = ("ok", "weak", "unchecked", "moved", "dropped")
Status = Literal["ok", "weak", "unchecked", "moved", "dropped"]
KINDS = ("supported", "unsupported", "wrong passage")


@dataclass(frozen=True, slots=True)
class Cited:
    """What became of one citation. `score`: that of the passage as cited, None where it was not checked; `right`: it
    stands on, or was moved to, a passage of the claim's own source or one that says about the same."""

    status: Status
    score: float | None
    right: bool = True


Citings = Mapping[str, Sequence[Cited]]
"""By kind: a claim that cites its passage, supported or not; and a supported one that cites another's passage."""


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with its candidates, of which it cites the first. `right`: the places of those of its own source, and of
    those that say about the same."""

    claim: LabelledClaim
    texts: tuple[str, ...]
    right: frozenset[int]

    @property
    def wrong(self) -> list[int]:
        """The places of the other candidates."""
        return [at for at in range(len(self.texts)) if at not in self.right]


def cases(each: LabelledSet) -> list[Case]:
    """Returns the claims of a set, each with eight candidates: passages of its own source, then the nearest others of
    the set by the words that both have (BM25 of words as they are)."""
    texts = list(dict.fromkeys(text for claim in each.claims for text in claim.passages))
    cut = baselines.cutting("raw", each.language)
    every = Textbook(texts, cut)
    made = []
    for claim in each.claims:
        own = list(dict.fromkeys(claim.passages))
        nearest = [own[at] for at in Textbook(own, cut).search(claim.text, OWN)]
        own = [*nearest, *(text for text in own if text not in nearest)][:OWN]
        asked = " ".join(dict.fromkeys(cut(" ".join(own))))
        others = [texts[at] for at in every.search(asked, CANDIDATES + len(claim.passages))]
        chosen = (*own, *[text for text in others if text not in claim.passages][: CANDIDATES - len(own)])
        known = [set(cut(text)) for text in own]
        right = [at for at, text in enumerate(chosen) if any(_same(its, set(cut(text))) for its in known)]
        made.append(Case(claim, chosen, frozenset(right)))
    return made


def _same(own: set[str], other: set[str]) -> bool:
    """Tells whether two passages say about the same, so that a claim that cites either is right."""
    return len(own & other) >= SAME * min(len(own), len(other))


async def cited(case: Case, place: int, settings: EvidenceSettings, verifier: Verifier | None = None) -> Cited:
    """Returns what becomes of the claim as a paragraph that cites the candidate at a place."""
    language = words.guess_language(case.claim.text) or "en"
    # What was retrieved comes in no order that a check could profit from.
    texts = [(at, text) for at, text in enumerate(case.texts)]
    texts.sort(key=lambda pair: (len(pair[1]), pair[1]))
    made = [
        Candidate(f"E{rank}", "embedding", {"text": text}, 1.0, rank, words.guess_language(text))
        for rank, (_, text) in enumerate(texts, start=1)
    ]
    places = {f"E{rank}": at for rank, (at, _) in enumerate(texts, start=1)}
    citation_id = next(found for found, at in places.items() if at == place)
    candidates = Candidates(made)
    standing, decisions = EvidenceIndex(candidates, settings, language).check(case.claim.text, [citation_id])
    score = next((decision.detail["score"] for decision in decisions if "score" in decision.detail), None)
    if score is None and standing:
        score = standing[0].score
    if verifier is not None and standing:
        asked = verifier_verdicts.claims(case.claim.text, standing, candidates, language)
        standing = list(verifier_verdicts.judged(standing, await verifier.verify(asked))[0])
    if not standing:
        return Cited("dropped", score, False)
    return Cited(standing[0].status, score, places[standing[0].citation_id] in case.right)


async def citing_runs(
    sets: Sequence[LabelledSet], settings: EvidenceSettings | None = None, verifier: Verifier | None = None
) -> dict[str, Citings]:
    """Returns, by set, what becomes of the citations of its claims. It needs no database."""
    enforced = replace(settings or EvidenceSettings(), mode="enforce")
    runs = {}
    for each in sets:
        if not each.claims:
            continue
        found: dict[str, list[Cited]] = {kind: [] for kind in KINDS}
        asked = list(_asked(cases(each)))
        groups = (asked[at : at + AT_ONCE] for at in range(0, len(asked), AT_ONCE))
        for group in progress(groups, f"{each.name}, evidence in groups of {AT_ONCE}"):
            outcomes = await asyncio.gather(*(cited(case, at, enforced, verifier) for _, case, at in group))
            for (kind, _, _), outcome in zip(group, outcomes, strict=True):
                found[kind].append(outcome)
        runs[each.name] = found
    return runs


def _asked(made: Sequence[Case]) -> Iterator[tuple[str, Case, int]]:
    """Yields the kind of each citation, its case and the place that it cites."""
    for number, case in enumerate(made):
        yield "supported" if case.claim.supported else "unsupported", case, 0
        if case.claim.supported and case.wrong:
            yield "wrong passage", case, case.wrong[number % len(case.wrong)]


@dataclass(frozen=True, slots=True)
class CitingScores:
    """Of one kind of citation: the share of each status; `righted`: moved to a passage of the claim's own source."""

    statuses: Mapping[str, Estimate]
    righted: Estimate


@dataclass(frozen=True, slots=True)
class EvidenceScores:
    """Of one set. `above`: the chance that a supported citation scores higher than an unsupported one, and than one of
    a wrong passage (AUC, of those that were checked). `accuracy`: balanced accuracy of "`ok` means supported", of all
    and of those that were checked."""

    kinds: Mapping[str, CitingScores]
    above: Estimate
    above_wrong: Estimate
    accuracy: float
    accuracy_checked: float


def evidence_scores(runs: Citings) -> EvidenceScores:
    """Returns the figures of some citations."""
    kinds = {
        kind: CitingScores(
            {status: share([each.status == status for each in found]) for status in STATUSES},
            share([each.status == "moved" and each.right for each in found]),
        )
        for kind, found in runs.items()
        if found
    }
    good, bad, wrong = (_scores(runs[kind]) for kind in KINDS)
    taken = [[each.status == "ok" for each in runs[kind]] for kind in KINDS[:2]]
    checked = [[each.status == "ok" for each in runs[kind] if each.score is not None] for kind in KINDS[:2]]
    return EvidenceScores(kinds, auc(good, bad), auc(good, wrong), balanced(*taken), balanced(*checked))


def _scores(found: Sequence[Cited]) -> list[float]:
    return [each.score for each in found if each.score is not None]


def pooled(runs: Mapping[str, Citings]) -> Citings:
    """Returns the citations of all sets as those of one."""
    return {kind: [found for each in runs.values() for found in each[kind]] for kind in KINDS}


def balanced(good: Sequence[bool], bad: Sequence[bool]) -> float:
    """Returns the balanced accuracy: the mean of the share of the good that are taken and of the bad that are not."""
    return (share(good).value + 1 - share(bad).value) / 2 if good and bad else 0.5
