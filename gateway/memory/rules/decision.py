"""May a remembered answer be served for this question? Nine steps over the facts; each refusal has a reason code.

The best entry is judged by every step, even after a refusal, so that a dry run shows them all; the first refusal is the
reason. Nothing is read or written here: the store looks entries up, and what follows from the decision is its caller's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gateway.memory.rules.entry import LookupPolicy, MemoryEntry, MemoryQuestion
from gateway.memory.rules.reasons import Reason
from gateway.memory.rules.routing import admission
from gateway.memory.rules.vetoes import REASON_OF, Veto, veto

StepName = Literal["route", "scope", "exact", "semantic", "veto", "language", "status", "evidence", "governance"]
ALIVE = frozenset({"pending", "validated"})
"""Entries that compete for a question; stale and obsolete ones neither win nor stand in the way."""
MOST_UNKNOWN = 0.10
"""Share of tokens an embedder may not know before its cosines mean nothing (docs/memory.md)."""
JUDGED = 32
"""Nearest entries that the vetoes compare with a question: a pair takes about a millisecond."""
CLEAR_HIT = 0.95
"""Cosine from which a use counts twice."""
_DIGITS = 6
"""Cosines are compared to so many digits: those of float32 vectors are no more exact."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a decision. `passed` is None where there was nothing to judge or no need to."""

    name: StepName
    passed: bool | None
    reason: Reason | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryDecision:
    """`entry` may be served, else `reason` says why none may. `best` is the entry that was judged, served or not.

    `candidate` is a pending entry that would have been served, had it been validated: a free shadow check.
    """

    entry: MemoryEntry | None
    reason: Reason | None
    score: float | None
    steps: tuple[Step, ...]
    exact: bool = False
    veto: Veto | None = None
    candidate: MemoryEntry | None = None
    best: MemoryEntry | None = None

    @property
    def became_stale(self) -> MemoryEntry | None:
        """The entry to be marked stale: something that it rests on has changed or is gone (step 8)."""
        best = self.best
        changed = best and best.status in ALIVE and best.has_sources and not best.sources_current
        return best if changed else None


def decide(
    asked: MemoryQuestion,
    exact: MemoryEntry | None,
    near: Sequence[MemoryEntry],
    policy: LookupPolicy,
) -> MemoryDecision:
    """Decides in the nine steps of docs/memory.md, in their order.

    `exact`: the newest entry with the key hash of the question. `near`: entries found by cosine, in any order, empty
    if nothing was embedded. Similarity only proposes: the nearest entry that no veto tells from the question is judged,
    and vetoed entries are no rivals of it.
    """
    here = [entry for entry in near if entry.scope_hash == asked.scope_hash]
    same = exact if exact and (exact.scope_hash, exact.key_hash) == (asked.scope_hash, asked.key_hash) else None
    ranked = _ranked(here)
    alike = [] if same else _alike(asked, ranked, policy)
    best = same or next(iter(alike or ranked), None)
    score = 1.0 if same else best.similarity if best else None
    found = veto(asked.question, best.question, asked.language) if best and not same and not alike else None
    steps = (
        _route(asked),
        _scope(asked, [*near, *([exact] if exact else [])]),
        Step("exact", same is not None, detail={"response_id": same.response_id} if same else {}),
        Step("semantic", None) if same else _semantic(alike or ranked[:1], policy),
        _vetoed(best, same, found),
        Step("language", None) if same else _language(asked, policy),
        _status(best, policy),
        _evidence(best, policy),
        _governance(best, policy),
    )
    refusals = [step for step in steps if step.reason]
    waiting = best is not None and best.status == "pending" and [step.name for step in refusals] == ["status"]
    return MemoryDecision(
        entry=None if refusals else best,
        reason=refusals[0].reason if refusals else None,
        score=score,
        steps=steps,
        exact=same is not None,
        veto=found[0] if found else None,
        candidate=best if waiting else None,
        best=best,
    )


def uses(score: float) -> int:
    """Returns what a hit adds to `usage_count`: 2 at a similarity of 0.95 or more, else 1."""
    return 2 if round(score, _DIGITS) >= CLEAR_HIT else 1


def _ranked(entries: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """Entries that compete, most similar first; equally similar ones newest first."""
    alive = [
        entry
        for entry in entries
        if entry.status in ALIVE and entry.similarity is not None and math.isfinite(entry.similarity)
    ]
    return sorted(alive, key=lambda entry: (_cosine(entry), entry.created_at, entry.response_id), reverse=True)


def _alike(asked: MemoryQuestion, ranked: Sequence[MemoryEntry], policy: LookupPolicy) -> list[MemoryEntry]:
    """Returns the nearest entry that no veto tells from the question, and those like it within the margin."""
    alike: list[MemoryEntry] = []
    floor = policy.threshold
    for entry in ranked[:JUDGED]:
        if _cosine(entry) < floor:
            break
        if veto(asked.question, entry.question, asked.language) is None:
            floor = floor if alike else max(floor, _cosine(entry) - policy.margin)
            alike.append(entry)
    return alike


def _cosine(entry: MemoryEntry) -> float:
    return round(entry.similarity or 0.0, _DIGITS)


def _route(asked: MemoryQuestion) -> Step:
    reason = admission(asked.question, asked.language, asked.dependent)
    return Step("route", reason is None, reason)


def _scope(asked: MemoryQuestion, found: Sequence[MemoryEntry]) -> Step:
    if not found or any(entry.scope_hash == asked.scope_hash for entry in found):
        return Step("scope", True)
    return Step("scope", False, "scope", {"entries": len(found)})


def _semantic(ranked: Sequence[MemoryEntry], policy: LookupPolicy) -> Step:
    if not policy.semantic or not ranked:
        return Step("semantic", False, "no_entry", {"semantic": policy.semantic})
    best = ranked[0]
    rival = next((entry for entry in ranked if _is_rival(entry, best)), None)
    detail: dict[str, Any] = {"score": _cosine(best), "threshold": policy.threshold, "margin": policy.margin}
    lead = None
    if rival:
        lead = round(_cosine(best) - _cosine(rival), _DIGITS)
        detail |= {"lead": lead, "rival": rival.response_id}
    if _cosine(best) < policy.threshold:
        return Step("semantic", False, "below_threshold", detail)
    if lead is not None and lead < policy.margin:
        return Step("semantic", False, "margin", detail)
    return Step("semantic", True, detail=detail)


def _is_rival(entry: MemoryEntry, best: MemoryEntry) -> bool:
    """Another question with another answer."""
    return entry.key_hash != best.key_hash and entry.answer_hash != best.answer_hash


def _vetoed(best: MemoryEntry | None, same: MemoryEntry | None, found: tuple[Veto, str] | None) -> Step:
    if best is None or same:
        return Step("veto", None)
    if found is None:
        return Step("veto", True)
    return Step("veto", False, REASON_OF[found[0]], {"veto": found[0], "detail": found[1]})


def _language(asked: MemoryQuestion, policy: LookupPolicy) -> Step:
    declared = policy.languages is None or asked.language in policy.languages
    known = asked.unknown_share <= MOST_UNKNOWN
    detail = {"language": asked.language, "declared": declared, "unknown_share": asked.unknown_share}
    return Step("language", True) if declared and known else Step("language", False, "language", detail)


def _status(best: MemoryEntry | None, policy: LookupPolicy) -> Step:
    if best is None:
        return Step("status", None)
    served = best.status in ALIVE and best.status in policy.serve_status
    return Step("status", served, None if served else "status", {"status": best.status})


def _evidence(best: MemoryEntry | None, policy: LookupPolicy) -> Step:
    if best is None:
        return Step("evidence", None)
    if not best.has_sources:
        return (
            Step("evidence", False, "evidence", {"sources": "none"})
            if policy.sources_needed
            else Step("evidence", True)
        )
    if not best.sources_current:
        return Step("evidence", False, "evidence", {"sources": "changed"})
    if not best.visible:
        return Step("evidence", False, "evidence", {"sources": "hidden"})
    return Step("evidence", True)


def _governance(best: MemoryEntry | None, policy: LookupPolicy) -> Step:
    """The gate judged the answer when it was kept; an answer without sources was validated by its sender
    instead."""
    if best is None:
        return Step("governance", None)
    if policy.gate_threshold <= 0 or not best.has_sources:
        return Step("governance", True)
    detail = {"gate_score": best.gate_score, "threshold": policy.gate_threshold}
    confident = best.gate_score is not None and best.gate_score >= policy.gate_threshold
    return Step("governance", confident, None if confident else "governance", detail)
