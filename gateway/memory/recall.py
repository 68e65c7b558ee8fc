"""The answer memory at work: the facts of a lookup are gathered, the rules of `gateway.memory` decide, and what follows
from the decision is done.

The same question in the same words is found without a vector. Another wording is looked for by meaning where the
embedder's cosines say something (`Embedder.calibration`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from gateway.answer.answer import Candidates
from gateway.answer.meta import rfc3339
from gateway.conversation.intent.long_questions import is_long
from gateway.conversation.question import Question
from gateway.conversation.turn import MemoryFacts
from gateway.errors import Unavailable, UpstreamError
from gateway.limits.thresholds import Levels
from gateway.memory.ports import MemoryStore, Reach
from gateway.memory.rules.decision import MemoryDecision, decide, uses
from gateway.memory.rules.entry import THRESHOLDS, LookupPolicy, MemoryEntry, MemoryQuestion
from gateway.memory.rules.hashes import ServingScope, key_hash, scope_hash
from gateway.memory.rules.routing import admission
from gateway.models.ports import Embedder
from gateway.models.prompt import Prompts
from gateway.settings import Settings
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)

MESSAGE_FORMAT = "message"
"""The answer format of answers that other orchestrators sent: plain text, without citations."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The knobs of the memory, from settings."""

    threshold: Levels = THRESHOLDS
    """By language and embedder."""
    margin: float = 0.05
    """How far the nearest question must lie above another one that has another answer."""
    max_age_days: int = 180
    """How old an answer may be when it is served, counted from when it was made."""
    auto_prune: bool = True
    serve_status: frozenset[str] = frozenset({"validated"})
    auto_validate: int = 3
    """Fresh answers that have to agree with a pending entry; 0: only people validate."""
    gate_threshold: Levels = field(default_factory=Levels)

    @classmethod
    def of(cls, settings: Settings) -> Rules:
        return cls(
            threshold=settings.memory_threshold,
            max_age_days=settings.memory_max_age_days,
            auto_prune=settings.memory_auto_prune,
            serve_status=frozenset(settings.memory_serve_status.split("+")),
            auto_validate=settings.memory_auto_validate,
            gate_threshold=settings.gate_threshold,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLookup(MemoryQuestion):
    """A question on its way into the memory, and where it may be answered from."""

    tenant: str
    workspaces: tuple[str, ...]
    """`Scope.within`."""

    @property
    def admission(self) -> str | None:
        """Why it may be neither served nor kept."""
        return admission(self.question, self.language, self.dependent)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the memory decided about a question, and the answer where it has one."""

    decided: MemoryFacts
    answer_text: str = ""
    """The answer in the form a model would write it; empty on a miss."""
    candidates: Candidates = field(default_factory=Candidates)
    weights: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None


class Remembering:
    """Looks questions up. Raises nothing: a memory that does not work has no answer."""

    def __init__(self, store: MemoryStore, embedder: Embedder, prompts: Prompts, rules: Rules | None = None) -> None:
        self._store, self._embedder, self._prompts = store, embedder, prompts
        self.rules = rules or Rules()

    # Where a question belongs
    # ------------------------------------------------------------------------------------------

    def lookup(self, question: Question, text: str, *, dependent: bool = False) -> MemoryLookup:
        """A question of ours, with its words as resolved."""
        scope, options = question.scope, question.options
        corpus = [scope.source_app, sorted(scope.document_ids), sorted(scope.languages)]
        tone = [options.tone] if options.tone else []  # what was written in one is not served in another
        tone += [f"strict_in_doubt={options.strict_in_doubt}"] if options.strict_in_doubt is not None else []
        return _placed(
            question,
            text,
            dependent,
            answer_format=json.dumps([self._prompts.answer_format, options.strict, options.deliverable, *tone]),
            corpus=json.dumps(corpus) if any(corpus) else "",
            prompt_version=self._prompts.within(scope.within).answer_version(options.deliverable, toned=bool(tone)),
        )

    def message_lookup(self, question: Question, *, dependent: bool = False) -> MemoryLookup:
        """Returns the same among the answers that other orchestrators sent."""
        return _placed(question, question.text, dependent, MESSAGE_FORMAT)

    # Lookup
    # ------------------------------------------------------------------------------------------------------------

    async def recall(self, question: Question, text: str, announce: Announce, *, dependent: bool = False) -> Recalled:
        """Says whether an earlier answer may stand in. `text`: the question as resolved. `announce` is told before
        anything is looked up."""
        if question.options.memory == "skip":
            return Recalled({"question": text, "decision": "skipped"})
        asked = self.lookup(question, text, dependent=dependent)
        if asked.admission is None:
            await announce("memory_searching")
        try:
            return await self._recall(asked)
        except Unavailable as error:
            log.log(level(error), "the answer memory was left out: %s", error)
            return Recalled({"question": text, "decision": "unavailable"})

    async def _recall(self, asked: MemoryLookup) -> Recalled:
        decision = await self.decide(asked)
        entry = decision.entry
        found = await self._store.remembered(asked.tenant, entry.answer_uuid) if entry and entry.answer_uuid else None
        if entry is not None and found is None:  # its answer has just been deleted
            entry, decision = None, replace(decision, entry=None, reason="evidence")
        decided: MemoryFacts = {"question": asked.question, **facts(decision)}
        if entry is None or found is None:
            return Recalled(decided)
        outline = {"outline": list(found.outline)} if found.outline else {}
        answer_text = json.dumps({"paragraphs": list(found.paragraphs), **outline}, ensure_ascii=False)
        return Recalled(decided, answer_text, found.candidates, found.weights, entry.gate_score)

    async def answer(self, question: Question, *, dependent: bool = False, dry: bool = False) -> MemoryDecision:
        """For other orchestrators: the first answer that may be served, of those they sent, then of ours; else the
        decision that came nearest to one."""
        looked: list[MemoryDecision] = []
        sent = self.message_lookup(question, dependent=dependent)
        for asked in (sent, self.lookup(question, question.text, dependent=dependent)):
            decision = await self.decide(asked, sources_needed=False, dry=dry)
            if decision.entry is not None:
                return decision
            looked.append(decision)
        return max(looked, key=lambda decision: -1.0 if decision.score is None else decision.score)

    async def decide(self, asked: MemoryLookup, *, sources_needed: bool = True, dry: bool = False) -> MemoryDecision:
        """Returns the decision about a question. `dry`: nothing is deleted or marked by it."""
        if asked.admission is not None:
            return decide(asked, None, (), self._policy(asked, sources_needed))
        prune, policy = self.rules.auto_prune and not dry, self._policy(asked, sources_needed)
        days = self.rules.max_age_days
        exact = await self._store.exact(asked.tenant, asked.scope_hash, asked.key_hash, days, prune=prune)
        near: Sequence[MemoryEntry] = ()
        if exact is None and (vector := await self.meaning(asked.question)):
            reach = Reach(policy.threshold, policy.margin, days)
            near = await self._store.near(asked.tenant, asked.scope_hash, self._embedder.name, vector, reach)
        decision = decide(asked, exact, near, policy)
        if (gone := decision.became_stale) is not None and not dry:
            await self._store.set_stale(asked.tenant, gone.response_id, "evidence")
        return decision

    async def count(self, tenant: str, decided: MemoryFacts) -> None:
        """Counts a decision (`facts`), and the use of an entry that was served."""
        detail = {name: value for name, value in decided.items() if name in ("score", "veto")}
        served = decided.get("responseId")
        if served is not None:
            used = uses(decided.get("score", 0.0))
            await self._store.told(tenant, "served", response_id=served, uses=used, detail=detail)
        elif "decision" in decided:
            reason, judged = decided["decision"], decided.get("judged")
            await self._store.told(tenant, "refused", reason, response_id=judged, detail=detail)

    def _policy(self, asked: MemoryLookup, sources_needed: bool) -> LookupPolicy:
        rules = self.rules
        return LookupPolicy(
            threshold=rules.threshold.of(asked.language, self._embedder.name.partition(":")[0]),
            margin=rules.margin,
            serve_status=rules.serve_status,
            gate_threshold=rules.gate_threshold.shared(asked.workspaces),
            semantic=self.semantic,
            sources_needed=sources_needed,
        )

    # Vectors
    # -----------------------------------------------------------------------------------------------------------

    @property
    def semantic(self) -> bool:
        """Whether the embedder's cosines say how much two questions mean the same."""
        return self._embedder.calibration is not None

    @property
    def embedder(self) -> str:
        """The vector space of new entries."""
        return self._embedder.name

    async def meaning(self, question: str) -> Sequence[float] | None:
        """Returns the vector that a question is found by; none of a long one, which is known again by its words alone:
        its vector says what it quotes, and every fact in it would have to be compared."""
        return None if is_long(question) else await self.vector(question)

    async def vector(self, text: str) -> Sequence[float] | None:
        """Returns the unit vector of a question or a word; None where there is none to be had."""
        if not self.semantic:
            return None
        try:
            (vector,) = await self._embedder.embed([text])
        except UpstreamError as error:
            log.log(level(error), "the answer memory looks for the same words only: %s", error)
            return None
        return vector


Announce = Callable[[str], Awaitable[None]]
"""Takes the state that the turn is in now."""


def _placed(
    question: Question, text: str, dependent: bool, answer_format: str, corpus: str = "", prompt_version: str = ""
) -> MemoryLookup:
    where, phase = question.scope, question.options.phase
    scope = ServingScope(
        tenant=question.asker.tenant,
        workspace=where.workspace or "",
        phase=phase,
        language=question.language,
        corpus=corpus,
        access_group=json.dumps(sorted(where.workspaces)) if where.workspaces else "",
        prompt_version=prompt_version,
        answer_format=answer_format,
    )
    return MemoryLookup(
        text,
        question.language,
        scope_hash(scope),
        key_hash(phase, scope.workspace, text),
        dependent,
        tenant=scope.tenant,
        workspaces=where.within,
    )


def facts(decision: MemoryDecision) -> MemoryFacts:
    """A decision as rows, META and recordings keep it; what is absent is left out."""
    entry = decision.entry
    named = {
        "decision": "hit" if entry else decision.reason,
        "score": None if decision.score is None else round(decision.score, 6),
        "responseId": entry.response_id if entry else None,
        "createdAt": rfc3339(entry.created_at) if entry else None,
        "veto": decision.veto,
        "candidate": decision.candidate.response_id if decision.candidate else None,
        "judged": decision.best.response_id if decision.best and not entry else None,
    }
    return cast(MemoryFacts, {name: value for name, value in named.items() if value is not None})
