"""Turns, answers and events as rows (`live.ports.AnswerStore`). Every statement is idempotent by primary key."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import asyncpg

from gateway.answer.answer import ReferenceType
from gateway.answer.events import (
    Numbered,
    data,
    parse,
)
from gateway.conversation.prepared import Frozen
from gateway.conversation.question import Question
from gateway.conversation.session import SessionLimits
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound, Refusal, TurnRunning, Unavailable
from gateway.live.ports import Fenced, JournalEntry, Once, StoredAnswer
from gateway.store.answers import idempotency, thread_rows
from gateway.store.answers.event_rows import EventRows, columns, insert
from gateway.store.answers.pack_format import unpack_events
from gateway.store.database import Connection, Database, rfc3339
from gateway.store.sessions import rounds
from gateway.store.statements import load

SQL = load(Path(__file__).with_name("turns.sql"))
LEASES = load(Path(__file__).with_name("leases.sql"))
OPENED_AT_ONCE = 4
"""Turns that one process admits at a time: those that are admitted need the other connections to get on."""
PAGE = 1000
"""The most events that are read at once."""
MESSAGE_STATUS = {"done": "complete", "no_context": "complete", "aborted": "interrupted", "failed": "failed"}
MESSAGE_TYPE = {"memory": "cached_response", "clarification": "clarification"}
"""The type of an answer's message, by the source of the answer; all others are a `response`."""


class Answers:
    def __init__(
        self, database: Database, owner: str, lease_s: float = 3.0, limits: SessionLimits | None = None
    ) -> None:
        """`owner` names this process in leases; `lease_s`: how long a lease lasts without being renewed; `limits`:
        those of sessions without a policy."""
        self._database, self._owner, self._lease_s = database, owner, lease_s
        self._limits = limits or SessionLimits()
        self._opening = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_turn(self, turn: Turn, once: Once | None = None) -> StoredAnswer:
        """Does what `live.ports.AnswerStore` says. Raises `NotFound` where the tenant is unknown, or the thread is
        another subject's."""
        try:
            async with self._opening:
                try:
                    return await self._open_turn(turn, once)
                except Unavailable:  # the commit may have gone through; a second try finds its own rows
                    return await self._open_turn(turn, once)
        except rounds.SessionFull as over:
            question = turn.question
            session = rounds.SessionKey(question.tenant, question.subject, str(question.session_id))
            raise await rounds.refusal(self._database, self._limits, session, over) from None
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {turn.question.tenant!r}.") from None
        except idempotency.KeyTaken as taken:
            return await self._repeated(turn.question, taken.once)
        except asyncpg.UniqueViolationError:
            raise await self._busy(turn.question) from None

    async def _open_turn(self, turn: Turn, once: Once | None) -> StoredAnswer:
        question = turn.question
        tenant, conversation = question.tenant, (question.caller_app, question.thread_id, question.session_id)
        answer, message, turn_id = _uuids(turn.answer_uuid, turn.question_uuid, turn.turn_id)
        async with self._database.transaction() as connection:
            turn_seq = await _enter_thread(connection, question)
            created_at = await connection.fetchval(
                SQL["open_answer"],
                tenant,
                answer,
                message,
                question.subject,
                question.text,
                question.language,
                *conversation[1:],
                turn_id,
                question.to_json(),
                turn_seq,
            )
            if once is not None:
                await idempotency.remember(connection, question, once, answer)
            await connection.execute(LEASES["take"], answer, tenant, *conversation, self._owner, self._lease_s)
            if question.session_id is not None:
                turn = await rounds.admit(connection, self._limits, turn)
                await connection.execute(SQL["keep_request"], tenant, answer, turn.question.to_json())
            in_session = (turn.round.index, turn.round.number) if turn.round else (None, None)
            await connection.execute(
                SQL["open_message"], tenant, message, *conversation, turn_id, question.text, answer, *in_session
            )
        looked_in = _looked_in(asdict(question.scope))
        return StoredAnswer(
            turn.answer_uuid, question.text, rfc3339(created_at), True, None, None, question.subject, looked_in, turn
        )

    async def _repeated(self, question: Question, once: Once) -> StoredAnswer:
        """Returns the answer that the request's key belongs to."""
        async with self._database.connection() as connection:
            first = await idempotency.first_answer(connection, question, once)
        stored = await self.answer(question.tenant, first) if first else None
        if stored is None:
            raise Unavailable("The first request with this idempotency key has just ended; try again.")
        return stored

    async def _busy(self, question: Question) -> Refusal:
        conversation = (question.caller_app, question.thread_id, question.session_id)
        async with self._database.connection() as connection:
            row = await connection.fetchrow(LEASES["busy"], question.tenant, *conversation)
        if row is None:
            return Unavailable("An answer of this conversation has just ended; try again.")
        sentence = "An answer of this conversation is still running; follow or stop it first."
        return TurnRunning(sentence, row["answer_id"].hex, row["read"])

    async def running(self, tenant: str, caller_app: str, thread_id: str) -> str | None:
        """Returns the running answer of a conversation."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(LEASES["busy"], tenant, caller_app, thread_id, None)
        return row["answer_id"].hex if row else None

    async def freeze(self, tenant: str, answer_uuid: str, epoch: int, frozen: Frozen) -> None:
        rows = [(c.citation_id, c.type, c.rank, c.score, c.language, dict(c.payload)) for c in frozen.candidates]
        async with self._database.connection() as connection:
            frozen_here = await connection.fetchval(
                SQL["freeze"], tenant, uuid.UUID(answer_uuid), epoch, frozen.decided, *columns(rows, 6)
            )
        if frozen_here is None:
            raise Fenced

    async def append(self, entries: Sequence[JournalEntry]) -> set[str]:
        epochs = {entry.answer_uuid: entry.numbered.epoch for entry in entries}
        entries = [entry for entry in entries if entry.numbered.epoch == epochs[entry.answer_uuid]]
        rows = EventRows.of(entries)
        if rows.usual:  # one statement is one round trip, and a transaction by itself
            async with self._database.connection(urgent=True) as connection:
                leased = await connection.fetch(
                    SQL["append_where_leased"],
                    *columns(rows.events, 8),
                    _uuids(*epochs),
                    list(epochs.values()),
                    *columns(rows.others.get("append_paragraphs", ()), 7),
                    *columns(rows.others.get("append_references", ()), 4),
                )
            return set(epochs) - {row["answer_id"].hex for row in leased}
        async with self._database.transaction(urgent=True) as connection:
            still = await _still_leased(connection, epochs)
            await EventRows.of([entry for entry in entries if entry.answer_uuid in still]).append(connection)
        return set(epochs) - still

    async def finish(self, turn: Turn, terminal: Numbered, outcome: TurnOutcome, heard: bytes | None = None) -> None:
        tenant = turn.question.tenant
        answer, turn_id = _uuids(turn.answer_uuid, turn.turn_id)
        async with self._database.transaction() as connection:
            if await connection.fetchval(LEASES["end"], answer, terminal.epoch) is None:
                # Either another process has it, or this is the second try of a commit that went through.
                if await connection.fetchval(SQL["has_ended"], tenant, answer, terminal.seq, terminal.epoch):
                    return
                raise Fenced
            await EventRows.of([JournalEntry(tenant, turn.answer_uuid, terminal, heard)]).append(connection)
            await connection.execute(SQL["finish_answer"], tenant, answer, *_answer_columns(outcome))
            await connection.execute(SQL["finish_log"], tenant, turn_id, *_log_columns(outcome))
            references = [(tenant, answer, cited, position) for position, cited in enumerate(outcome.references)]
            await insert(connection, "append_references", references)
            await self._finish_messages(connection, turn, outcome)
            if outcome.brought is not None:
                await thread_rows.write(connection, turn.question, answer, outcome.brought)

    async def _finish_messages(self, connection: Connection, turn: Turn, outcome: TurnOutcome) -> None:
        question = turn.question
        answer, asked, turn_id = _uuids(turn.answer_uuid, turn.question_uuid, turn.turn_id)
        message = uuid.uuid5(turn_id, "assistant")
        in_session = await rounds.reply(connection, turn) if question.session_id is not None else (None, None)
        await connection.execute(
            SQL["finish_message"],
            question.tenant,
            message,
            question.caller_app,
            question.thread_id,
            question.session_id,
            turn_id,
            MESSAGE_TYPE.get(outcome.source, "response"),
            outcome.text,
            MESSAGE_STATUS[outcome.state],
            answer,
            *in_session,
        )
        if outcome.resolved_question is not None or outcome.source == "clarification":
            await connection.execute(SQL["name_follow_up"], question.tenant, asked)

    async def answer(self, tenant: str, answer_uuid: str) -> StoredAnswer | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(SQL["answer"], tenant, uuid.UUID(answer_uuid))
        if row is None:
            return None
        return StoredAnswer(
            answer_uuid,
            row["question"],
            rfc3339(row["created_at"]),
            row["state"] == "streaming",
            row["model"],
            row["gate_score"],
            row["subject"],
            _looked_in(row["scope"]),
        )

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> list[Numbered]:
        """Returns up to `PAGE` events past `after`."""
        return (await self.news([(tenant, answer_uuid, after)])).get(answer_uuid, [])

    async def news(self, cursors: Sequence[tuple[str, str, int]]) -> dict[str, list[Numbered]]:
        columns = zip(*((tenant, uuid.UUID(answer), after) for tenant, answer, after in cursors), strict=True)
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["news"], *map(list, columns), PAGE)
        seen = {answer: after for _, answer, after in cursors}
        found: dict[str, list[Numbered]] = {}
        for answer, of_one in groupby(rows, lambda row: row["answer_id"].hex):
            first = next(of_one)
            if first["packed"] is None:
                found[answer] = [
                    _numbered(row["seq"], row["epoch"], row["t_ms"], row["type"], row["data"])
                    for row in chain((first,), of_one)
                ]
            else:  # rows behind it come with the next page
                packed = unpack_events(first["packed"], first["payloads"] or {}, first["text"])
                found[answer] = [_numbered(*row) for row in packed if row.seq > seen[answer]]
        return found

    async def references(self, tenant: str, answer_uuid: str, type: ReferenceType) -> list[dict[str, Any]]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["references"], tenant, uuid.UUID(answer_uuid), type)
        return [row["payload"] for row in rows]


def _looked_in(scope: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns `StoredAnswer.workspaces`."""
    return (scope["workspace"],) if scope.get("workspace") else tuple(scope.get("workspaces", ()))


def _numbered(seq: int, epoch: int, t_ms: int, type: str, data: Mapping[str, Any]) -> Numbered:
    return Numbered(seq, epoch, t_ms, parse(type, data))


async def _enter_thread(connection: Connection, question: Question) -> int | None:
    """Returns the turn's place among those of its thread, which is made when nobody has it; None without a thread."""
    if question.thread_id is None:
        return None
    thread = (question.tenant, question.caller_app, question.thread_id)
    turn_seq: int | None = await connection.fetchval(SQL["enter_thread"], *thread, question.subject)
    if turn_seq is None:
        raise NotFound(f"There is no thread {question.thread_id[:80]!r}.")
    return turn_seq


async def _still_leased(connection: Connection, epochs: Mapping[str, int]) -> set[str]:
    """Returns the answers whose lease still has this epoch. Nobody can take them over before the transaction ends."""
    mine = [uuid.UUID(answer) for answer in epochs]
    rows = await connection.fetch(LEASES["lock"], mine, list(epochs.values()))
    return {row["answer_id"].hex for row in rows}


def _uuids(*texts: str) -> list[uuid.UUID]:
    return [uuid.UUID(text) for text in texts]


def _answer_columns(outcome: TurnOutcome) -> tuple[Any, ...]:
    """Returns the parameters of `finish_answer` after tenant and answer, in its order."""
    meta = outcome.answer_meta
    return (
        outcome.state,
        outcome.text,
        outcome.source,
        meta.get("complete", False),
        meta.get("citationMode", "paragraph"),
        meta.get("paragraphCount", 0),
        meta.get("refCount", 0),
        meta.get("hasCitationError", False),
        meta.get("degradedReason"),
        meta.get("isRefEmbedding", False),
        meta.get("isRefGraph", False),
        outcome.confidence,
        outcome.provider,
        outcome.model,
        outcome.prompt_version,
        outcome.question_tokens,
        outcome.answer_tokens,
        data(outcome.end) if meta else None,
    )


def _log_columns(outcome: TurnOutcome) -> tuple[Any, ...]:
    """Returns the parameters of `finish_log` after tenant and turn, in its order."""
    followup = outcome.followup
    return (
        outcome.retrieval_query,
        outcome.second_query,
        outcome.passes,
        outcome.resolved_question,
        bool(followup),
        followup.get("resolved", False),
        ",".join(followup.get("section_ids", ())) or None,
        followup.get("ref_type", "none"),
        outcome.top_score,
        outcome.confidence,
        outcome.gate_threshold,
        outcome.gate_decision,
        outcome.provider,
        outcome.model,
        outcome.question_tokens,
        outcome.answer_tokens,
        outcome.first_text_ms,
        outcome.total_ms,
        dict(outcome.memory),
    )
