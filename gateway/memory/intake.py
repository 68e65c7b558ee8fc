"""What the answer memory learns from answers: which ones are kept, and which confirm or contradict what is kept.

Own answers are kept as pending. A fresh answer to a question whose remembered answer was not served is compared with
it, which costs nothing; where the two agree nothing new is kept, so that confirmations gather in one place.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import Unavailable
from gateway.memory.ports import Checked, MemoryStore, NewMemory
from gateway.memory.recall import MemoryLookup, Remembering
from gateway.memory.rules.acquisition import is_incomplete, is_marked_invalid, unfit
from gateway.memory.rules.agreement import ComparedAnswer, agree
from gateway.memory.rules.provenance import cited, documents
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer that another orchestrator sent, with the question it belongs to."""

    question: Question
    """Its words as resolved; its scope's workspace is their `projet`."""
    answer: str
    metadata: Mapping[str, Any]
    """auteurs, tags and the like, as they sent them."""
    dependent: bool = False
    """The question depends on what was said before and could not be resolved."""
    created_at: datetime | None = None
    """When the answer was made; None: now."""
    usage_count: int = 0
    vector: Sequence[float] | None = None
    """None: it is made."""
    embedder: str | None = None
    """The vector space of `vector`."""


class Intake:
    """Keeps answers and counts agreement."""

    def __init__(self, store: MemoryStore, memory: Remembering) -> None:
        self._store, self._memory, self._rules = store, memory, memory.rules
        self.on_served: Callable[[Turn, str, int], None] | None = None
        """Told the turn, the question as resolved and the entry when one was served (`gateway.turn.shadow_checks`)."""

    async def ended(self, turn: Turn, frozen: Prepared, outcome: TurnOutcome) -> None:
        """An answer of ours has come to its end and is stored. Raises nothing: what fails is not remembered."""
        try:
            await self._learn(turn, frozen, outcome)
        except Unavailable as error:
            log.log(level(error), "answer %s is not remembered: %s", turn.answer_uuid, error)
        except Exception:  # the turn is over and well; a fault here must not spoil it
            log.exception("answer %s is not remembered", turn.answer_uuid)

    async def _learn(self, turn: Turn, frozen: Prepared, outcome: TurnOutcome) -> None:
        await self._memory.count(turn.question.asker.tenant, frozen.memory)
        if frozen.source == "memory":
            if self.on_served is not None:
                self.on_served(turn, frozen.memory["question"], frozen.memory["responseId"])
            return
        reason = unfit(outcome.source, outcome.state, outcome.provider, outcome.text, outcome.answer_meta)
        asked = self._memory.lookup(
            turn.question,
            frozen.memory.get("question", turn.question.text),
            dependent=frozen.memory.get("decision") == "dependent",
        )
        rests_on = cited(frozen.candidates, outcome.references, turn.question.scope.within)
        if reason or rests_on is None or asked.admission or is_incomplete(asked.question):
            return
        # What was said in one conversation, to the model or to the search, must not reach another.
        if turn.question.history or frozen.search.meant not in (None, asked.question):
            return
        new = replace(
            self._new(asked, outcome.text, "pending", metadata(turn.question, score=frozen.gate.confidence)),
            original_question=turn.question.text,
            answer_uuid=turn.answer_uuid,
            cited=rests_on,
            gate_score=frozen.gate.confidence,
            vector=await self._memory.meaning(asked.question),
        )
        # The entry that would have been served, else the one under the same key; most questions have neither.
        other = frozen.memory.get("candidate")
        if other is None:
            other = await self._store.keep_unless_alive(new, self._rules.max_age_days)
            if other is None:
                return
        fresh = Checked(outcome.text, documents(frozen.candidates, outcome.references), asked.language, "pending")
        if not await self.compared(asked.tenant, other, fresh):
            await self._store.keep(new)

    def _new(self, asked: MemoryLookup, answer: str, status: str, metadata: Mapping[str, Any]) -> NewMemory:
        """Returns an entry under its resolved question, without citations and without a vector."""
        return NewMemory(
            tenant=asked.tenant,
            key_hash=asked.key_hash,
            scope_hash=asked.scope_hash,
            question=asked.question,
            original_question=asked.question,
            answer=answer,
            language=asked.language,
            status=status,
            metadata=metadata,
            embedder=self._memory.embedder,
        )

    async def compared(self, tenant: str, response_id: int, fresh: Checked) -> bool:
        """Compares a fresh answer with an entry and counts the result; False too where the entry is gone."""
        stored = await self._store.stored(tenant, response_id)
        if stored is None:
            return False
        agreed = agree(_said(stored), _said(fresh), fresh.language)
        await self._store.checked(tenant, response_id, agreed, self._rules.auto_validate)
        return agreed

    async def sent(self, sent: Sent) -> int | str:
        """Keeps an answer that its sender has validated, and returns the new entry's id, or why it is not kept."""
        asked = self._memory.message_lookup(sent.question, dependent=sent.dependent)
        if not sent.answer.strip() or is_incomplete(asked.question):
            return "incomplete"
        if is_marked_invalid(sent.answer):
            return "not_valid"
        if asked.admission is not None:
            return asked.admission
        if sent.created_at is not None and datetime.now(UTC) - sent.created_at >= timedelta(
            days=self._rules.max_age_days
        ):
            return "too_old"
        there = await self._store.exact(asked.tenant, asked.scope_hash, asked.key_hash, self._rules.max_age_days)
        if there is not None:
            if sent.created_at is not None and there.created_at > sent.created_at:
                return "older"
            stored = await self._store.stored(asked.tenant, there.response_id)
            if stored is not None and stored.answer == sent.answer:
                return there.response_id
        new = self._new(asked, sent.answer, "validated", metadata(sent.question) | dict(sent.metadata))
        entry_id = await self._store.keep(
            replace(
                new,
                embedder=sent.embedder or new.embedder,
                vector=sent.vector or await self._memory.meaning(asked.question),
                created_at=sent.created_at,
                usage_count=sent.usage_count,
            )
        )
        return "conflict" if entry_id is None else entry_id


def _said(answer: Checked) -> ComparedAnswer:
    return ComparedAnswer(answer.answer, frozenset(answer.documents))


def metadata(question: Question, score: float | None = None) -> dict[str, Any]:
    """Returns what is kept about where a question was asked."""
    named = {"phase": question.options.phase or None, "projet": question.scope.workspace, "score": score}
    return {name: value for name, value in named.items() if value is not None}
