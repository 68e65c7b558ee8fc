"""One search through all knowledge sources: ask them at once, leave out who fails, fuse, rerank, number.

A source that is slow or broken costs a warning as long as another one found something; ids are given at the very end,
so that they are ranks, and fixed for the answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from gateway.answer.answer import Candidate, Candidates, ReferenceType
from gateway.answer.references import GraphReference, ReferencePayload, dated, is_graph
from gateway.errors import DatabaseAway, Refusal, Unavailable
from gateway.knowledge.search.fusion import fuse
from gateway.knowledge.search.same_text import told_once
from gateway.models.ports import Reranker
from gateway.retrieval.ports import Hit, Query, Retrieval, Retriever
from gateway.retrieval.search_report import searching
from gateway.telemetry.outage import Outage, level, told

log = logging.getLogger(__name__)

LETTERS: Mapping[ReferenceType, str] = {"embedding": "E", "graph": "G"}
HINT = 0.03
"""How much a hint counts beside a query: too little for what it alone finds to come before what a query finds."""
NEARLY = 0.01
"""Share of a score below which a difference says less than the dates of the sources."""
HIDDEN = 200
"""Further results that are requested if some documents are hidden, because these may come first."""
RERANKED = 3
"""Times as many candidates as wanted are looked for when a reranker chooses among them."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What all sources together found."""

    candidates: Candidates = field(default_factory=Candidates)
    """Passages E1…, graph results G1…, each numbered by rank."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """As `Retrieval.weights`; where sources differ, the first one's."""
    passages: int = 0
    """As `Retrieval.passages`; the most that a source told."""
    closeness: Mapping[str, float] = field(default_factory=dict)
    """Calibrated cosine 0..1 by citation id, where a source calibrates."""
    retrievers: Mapping[str, str] = field(default_factory=dict)
    """Who found it, by citation id; of several the first."""
    failures: tuple[tuple[str, str], ...] = ()
    """What did not work: (label, name of the source), labels `source_failed` and `reranker_failed`."""
    sample_left_out: bool = False
    """As `Retrieval.sample_left_out`, of any source."""


class Sources:
    """All knowledge sources as one. `timeout_s`: how long one of them may keep the others waiting."""

    def __init__(
        self, retrievers: Sequence[Retriever], reranker: Reranker | None = None, timeout_s: float = 10.0
    ) -> None:
        self._retrievers, self._reranker, self._timeout_s = tuple(retrievers), reranker, timeout_s
        self._outages = {
            retriever: Outage(log, f"the knowledge source {_name(retriever)}", away="failed", back="works again")
            for retriever in self._retrievers
        }

    async def search(
        self,
        query: Query,
        *others: Query,
        about: str | None = None,
        hints: Sequence[Query] = (),
    ) -> Gathered:
        """Returns at most `query.limit` candidates of each kind for the question, and for the same looked for in other
        ways or places. What several of these find comes first. `about`: what a reranker judges by, else `query.text`.
        `hints` are searched as well; they order the results of the others.

        Raises the error of a source when none works, and `Unavailable` when one fails and the others find nothing:
        "nothing found" would then be a claim that nobody can make.
        """
        limit = query.limit * (RERANKED if self._reranker else 1)
        wide = dict.fromkeys(replace(each, limit=limit) for each in (query, *others))
        hinted = dict.fromkeys(each for hint in hints if (each := replace(hint, limit=limit)) not in wide)
        searches = [(retriever, each) for each in (*wide, *hinted) for retriever in self._retrievers]
        outcomes = await asyncio.gather(*(self._look(retriever, each) for retriever, each in searches))
        found = [
            (outcome, HINT if each in hinted else 1.0)
            for (_, each), outcome in zip(searches, outcomes, strict=True)
            if isinstance(outcome, Retrieval)
        ]
        results, counts = [outcome for outcome, _ in found], [count for _, count in found]
        errors = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        if errors and not any(result.found for result in results):
            is_clear = not results or isinstance(errors[0], DatabaseAway)
            raise errors[0] if is_clear else told(Unavailable(str(errors[0])))
        failed = [
            _name(retriever)
            for (retriever, _), outcome in zip(searches, outcomes, strict=True)
            if isinstance(outcome, Exception)
        ]
        failures = [("source_failed", name) for name in dict.fromkeys(failed)]
        hits = {kind: merged(results, kind, counts) for kind in LETTERS}
        if self._reranker and len(hits["embedding"]) > 1:
            try:
                hits["embedding"] = await _reranked(self._reranker, about or query.text, hits["embedding"])
            except Unavailable as error:
                log.log(level(error), "%s The candidates keep the order of the search.", error)
                failures.append(("reranker_failed", ""))
        return _gathered(hits, query.limit, results, failures)

    async def _look(self, retriever: Retriever, query: Query) -> Retrieval | Exception:
        """Returns what a source finds, or why it does not."""
        error: Refusal
        outage, name = self._outages[retriever], _name(retriever)
        try:
            with searching(name) as done:
                async with asyncio.timeout(self._timeout_s):
                    found = await _visible(retriever, query)
                done(len(found.found))
            outage.works()
            return replace(found, found=tuple(_told_by(name, hit) for hit in found.found))
        except TimeoutError:
            error = Unavailable(f"It did not answer within {self._timeout_s:g} s.")
        except Refusal as refusal:
            error = refusal
        except Exception as unexpected:
            outage.fails(repr(unexpected), trace=True)
            return unexpected
        if not error.told:
            outage.fails(error)
        return told(error)


async def _visible(retriever: Retriever, query: Query) -> Retrieval:
    """Returns what a source finds outside of the hidden documents. Results of the graph name no document, so they are
    hidden, too."""
    hidden = query.scope.hidden_documents
    if not hidden:
        return await retriever.search(query)
    found = await retriever.search(replace(query, limit=query.limit + HIDDEN))
    left = [hit for hit in found.found if hit.type == "embedding" and hit.document_id not in hidden]
    return replace(found, found=tuple(left[: query.limit]))


def merged(results: Sequence[Retrieval], kind: ReferenceType, counts: Sequence[float] | None = None) -> list[Hit]:
    """Returns the hits of one kind of all results, each once, best first; `cosine` is calibrated to 0..1, or None.

    One result alone keeps its order and its scores. `counts`: how much each result counts; None: all of them 1.
    """
    ranked = [
        (
            sorted((_calibrated(hit, result) for hit in result.found if hit.type == kind), key=lambda hit: -hit.score),
            count,
        )
        for result, count in zip(results, counts or [1.0] * len(results), strict=True)
    ]
    ranked = [(hits, count) for hits, count in ranked if hits]
    lists = [hits for hits, _ in ranked]
    if len(lists) == 1:
        return _once(lists[0])
    fused = fuse([[hit.reference for hit in hits] for hits in lists], [count for _, count in ranked])
    return _once([_joined([lists[rank.list][rank.position] for rank in hit.places], hit.score) for hit in fused])


def _once(hits: Sequence[Hit]) -> list[Hit]:
    """Returns the hits, each text at its best place alone."""
    once = told_once(hit.reference for hit in hits)
    return [hits[at] if hits[at].reference is told else replace(hits[at], reference=told) for at, told in once]


def _calibrated(hit: Hit, result: Retrieval) -> Hit:
    """Returns a hit with its cosine calibrated: cosines of two embedders can be compared only after each was mapped by
    its own calibration."""
    if hit.cosine is None:
        return hit
    if result.calibration is None:
        return replace(hit, cosine=None)
    null, full = result.calibration
    return replace(hit, cosine=min(1.0, max(0.0, (hit.cosine - null) / (full - null))))


def _joined(hits: Sequence[Hit], score: float) -> Hit:
    """Returns one hit for several of the same: with the reference of the first one, and the greatest closeness."""
    cosine = max((hit.cosine for hit in hits if hit.cosine is not None), default=None)
    first = hits[0]
    return Hit(first.type, first.reference, score, first.language, cosine, first.retriever)


async def _reranked(reranker: Reranker, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """Returns the hits in the reranker's order, with its scores; those that it left out follow in the old order,
    below."""
    scores = await reranker.rerank(question, [_read(hit) for hit in hits])
    judged = [replace(hit, score=score) for hit, score in zip(hits, scores, strict=True) if score is not None]
    judged.sort(key=lambda hit: -hit.score)
    lowest = judged[-1].score if judged else 1.0
    rest = [replace(hit, score=hit.score * lowest) for hit, score in zip(hits, scores, strict=True) if score is None]
    return judged + rest


def _read(hit: Hit) -> str:
    """Returns a passage as a reranker reads it: with its title and the headings that it stands under."""
    above = " › ".join(part for part in (hit.title, hit.heading) if part)
    return f"{above}\n{hit.text}".strip()


def _gathered(
    hits: Mapping[ReferenceType, Sequence[Hit]],
    limit: int,
    results: Sequence[Retrieval],
    failures: Sequence[tuple[str, str]],
) -> Gathered:
    candidates, closeness, retrievers = [], {}, {}
    for kind in LETTERS:
        for rank, hit in enumerate(newer_first(hits[kind])[:limit], start=1):
            candidates.append(candidate_of(hit, rank))
            retrievers[candidates[-1].citation_id] = hit.retriever
            if hit.cosine is not None:
                closeness[candidates[-1].citation_id] = hit.cosine
    weights = {term: weight for result in reversed(results) for term, weight in result.weights.items()}
    passages = max((result.passages for result in results), default=0)
    sample_left_out = any(result.sample_left_out for result in results)
    return Gathered(Candidates(candidates), weights, passages, closeness, retrievers, tuple(failures), sample_left_out)


def newer_first(hits: Sequence[Hit]) -> list[Hit]:
    """Returns hits, best first; of two with nearly the same score the newer one comes first, if the authors of both
    state a date."""
    ordered: list[Hit] = []
    for hit in hits:
        at = len(ordered)
        while at and _is_newer(hit, ordered[at - 1]):
            at -= 1
        ordered.insert(at, hit)
    return ordered


def _is_newer(hit: Hit, better: Hit) -> bool:
    if better.score - hit.score >= NEARLY * better.score:
        return False
    own, other = dated(hit.reference), dated(better.reference)
    return own.by_authors and other.by_authors and own.moment > other.moment


def candidate_of(hit: Hit, rank: int) -> Candidate:
    """Returns a hit with its rank in an answer. A graph reference has neither score nor rank on the wire."""
    reference: ReferencePayload = (
        cast(GraphReference, hit.reference)
        if is_graph(hit.reference)
        else {**hit.reference, "score": round(hit.score, 4), "rank": rank}
    )
    return Candidate(f"{LETTERS[hit.type]}{rank}", hit.type, reference, hit.score, rank, hit.language)


def _told_by(name: str, hit: Hit) -> Hit:
    """Returns a hit with who found it; `dataclasses.replace` takes three times as long."""
    return Hit(hit.type, hit.reference, hit.score, hit.language, hit.cosine, name)


def _name(retriever: Retriever) -> str:
    """Returns what the setting calls a retriever: the name of its file."""
    return type(retriever).__module__.rpartition(".")[2]
