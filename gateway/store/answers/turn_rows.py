"""Turns, answers and events as rows (`live.ports.AnswerStore`). Every statement is idempotent by primary key."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from gateway.answer.answer import Candidate, ReferenceType
from gateway.answer.events import TERMINAL, TYPES, Finished, Numbered, data
from gateway.answer.meta import rfc3339
from gateway.answer.references import ReferencePayload
from gateway.concurrency.crowd import CROWD
from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Question
from gateway.conversation.session import SessionLimits
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound, TurnRunning, Unavailable
from gateway.limits.admission import UNLIMITED, Admission
from gateway.live.ports import Fenced, JournalEntry, Once, StoredAnswer
from gateway.store.answers import candidate_rows, idempotency, thread_rows
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.answers.event_rows import EventRows, append_texts, insert, news_of, only_texts
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.sessions import rounds
from gateway.telemetry.tracing import traces

SQL = load("answers/turns.sql")
LEASES = load("answers/leases.sql")
OPENED_AT_ONCE = 4
"""Turns that one process admits at a time: those that are admitted need the other connections to get on."""
OPENED_ANEW = 5
"""Attempts to open a turn if each time the running answer of its conversation has just ended."""
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

    async def open_turn(self, turn: Turn, once: Once | None = None, admission: Admission = UNLIMITED) -> StoredAnswer:
        """Does what `live.ports.AnswerStore` says. Raises `NotFound` where the tenant is unknown, or the thread is
        another subject's."""
        for _ in range(OPENED_ANEW):
            try:
                return await self._opened(turn, once, admission)
            except asyncpg.UniqueViolationError:
                if (busy := await self._busy(turn.question)) is not None:
                    raise busy from None
        raise Unavailable("Answers of this conversation begin and end just now; try again.")

    async def _opened(self, turn: Turn, once: Once | None, admission: Admission) -> StoredAnswer:
        try:
            async with CROWD.acquire(self._opening):
                try:
                    return await self._open_turn(turn, once, admission)
                except Unavailable:  # the commit may have gone through; a second try finds its own rows
                    return await self._open_turn(turn, once, admission)
        except rounds.SessionFull as over:
            session = rounds.SessionKey.of(turn.question)
            raise await rounds.refusal(self._database, self._limits, session, over) from None
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {turn.question.asker.tenant!r}.") from None
        except idempotency.KeyTaken as taken:
            return await self._repeated(turn.question, taken.once)

    async def _open_turn(self, turn: Turn, once: Once | None, admission: Admission) -> StoredAnswer:
        question = turn.question
        if (
            once is None and question.conversation.session_id is None
        ):  # one statement is one round trip, and a transaction by itself
            async with self._database.connection(turn.question.asker.tenant) as connection:
                return _admitted(turn, *await self._open(connection, turn, None, admission))
        answer, message, turn_id = _uuids(turn.answer_uuid, turn.question_uuid, turn.turn_id)
        async with self._database.transaction(turn.question.asker.tenant) as connection:
            created_at, fields = await self._open(connection, turn, once, admission)
            if question.conversation.session_id is not None:
                turn = await rounds.admit(connection, self._limits, turn)
                await connection.execute(
                    SQL["open_in_session"],
                    question.asker.tenant,
                    message,
                    *_conversation(question),
                    turn_id,
                    question.text,
                    answer,
                    *((turn.round.index, turn.round.number) if turn.round else (None, None)),
                    turn.question.to_json(),
                )
        return _admitted(turn, created_at, fields)

    async def _open(
        self, connection: TenantConnection, turn: Turn, once: Once | None, admission: Admission
    ) -> tuple[datetime, Mapping[str, str]]:
        """Stores what every turn has at its beginning, and returns when that was and what is told about limits.

        Raises `KeyTaken` and `LimitReached`, behind which the transaction is to be rolled back.
        """
        question = turn.question
        row = await connection.fetchrow(
            SQL["open_turn"],
            question.asker.tenant,
            *_uuids(turn.answer_uuid, turn.question_uuid),
            question.asker.subject,
            question.text,
            question.language,
            *_conversation(question),
            uuid.UUID(turn.turn_id),
            question.to_json(),
            self._owner,
            self._lease_s,
            *((once.key, once.request_hash) if once else (None, None)),
            admission.key_hash,
            admission.asked,
            traces.carried(),
        )
        assert row is not None
        fields = admission.outcome(row["told"])
        if row["created_at"] is None:
            raise NotFound(f"There is no thread {str(question.conversation.thread_id)[:80]!r}.")
        if once is not None and not row["first"]:
            raise idempotency.KeyTaken(once)
        return row["created_at"], fields

    async def _repeated(self, question: Question, once: Once) -> StoredAnswer:
        """Returns the answer that the request's key belongs to."""
        async with self._database.connection(question.asker.tenant) as connection:
            first = await idempotency.first_answer(connection, question, once)
        stored = await self.answer(question.asker.tenant, first) if first else None
        if stored is None:
            raise Unavailable("The first request with this idempotency key has just ended; try again.")
        return stored

    async def _busy(self, question: Question) -> TurnRunning | None:
        """Returns the refusal that names the running answer of a conversation; None if it has just ended."""
        row = await self._database.fetchrow(
            question.asker.tenant, LEASES["busy"], question.asker.tenant, *_conversation(question)
        )
        if row is None:
            return None
        sentence = "An answer of this conversation is still running; follow or stop it first."
        return TurnRunning(sentence, row["answer_id"].hex, row["read"])

    async def running(self, tenant: str, caller_app: str, thread_id: str) -> str | None:
        """Returns the running answer of a conversation."""
        row = await self._database.fetchrow(tenant, LEASES["busy"], tenant, caller_app, thread_id, None)
        return row["answer_id"].hex if row else None

    async def freeze(self, tenant: str, answer_uuid: str, epoch: int, frozen: Prepared) -> None:
        async with self._database.connection(tenant) as connection:
            if not await candidate_rows.freeze(connection, tenant, answer_uuid, epoch, frozen):
                raise Fenced

    async def append(self, entries: Sequence[JournalEntry]) -> set[str]:
        epochs = {entry.answer_uuid: entry.numbered.epoch for entry in entries}
        entries = [entry for entry in entries if entry.numbered.epoch == epochs[entry.answer_uuid]]
        tenants = {entry.tenant for entry in entries}
        if only_texts(entries):
            async with self._database.connection(tenants, urgent=True) as connection:
                return await append_texts(connection, entries)
        rows = EventRows.of(entries)
        if rows.usual:  # one statement is one round trip, and a transaction by itself
            async with self._database.connection(tenants, urgent=True) as connection:
                return await rows.append_where_leased(connection, epochs)
        async with self._database.transaction(tenants, urgent=True) as connection:
            still = await _still_leased(connection, epochs)
            await EventRows.of([entry for entry in entries if entry.answer_uuid in still]).append(connection)
        return set(epochs) - still

    async def finish(self, turn: Turn, terminal: Numbered, outcome: TurnOutcome, heard: bytes | None = None) -> None:
        ending = _ending(turn, terminal, outcome, heard)
        more = _MoreRows(turn, terminal, outcome)
        if not more.any:
            ended = await self._database.fetchval(turn.question.asker.tenant, SQL["finish_turn"], *ending)
        else:
            async with self._database.transaction(turn.question.asker.tenant) as connection:
                ended = await connection.fetchval(SQL["finish_turn"], *ending)
                if ended is not None:
                    await more.write(connection)
        if ended is None:
            # Either another process has it, or this is the second try of a commit that went through.
            mine = (turn.question.asker.tenant, uuid.UUID(turn.answer_uuid), terminal.seq, terminal.epoch)
            if not await self._database.fetchval(turn.question.asker.tenant, SQL["has_ended"], *mine):
                raise Fenced

    async def answer(self, tenant: str, answer_uuid: str) -> StoredAnswer | None:
        row = await self._database.fetchrow(tenant, SQL["answer"], tenant, uuid.UUID(answer_uuid))
        return stored_answer(row) if row is not None else None

    async def question(self, tenant: str, answer_uuid: str) -> Question | None:
        """Returns the question of an answer as it was admitted; None of an unknown one."""
        row = await self._database.fetchrow(tenant, SQL["question"], tenant, uuid.UUID(answer_uuid))
        return Question.from_json(row["request"]) if row is not None else None

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> list[Numbered]:
        """Returns up to `event_rows.PAGE` events past `after`. The last ones of an answer, which never change, may come
        from a replica."""
        cursor = (tenant, answer_uuid, after)

        async def read(connection: TenantConnection) -> list[Numbered]:
            return (await news_of(connection, [cursor])).get(answer_uuid, [])

        return await self._database.read(
            tenant, read, lambda found: bool(found) and isinstance(found[-1].event, TERMINAL)
        )

    async def news(self, cursors: Sequence[tuple[str, str, int]]) -> dict[str, list[Numbered]]:
        async with self._database.connection({tenant for tenant, _, _ in cursors}) as connection:
            return await news_of(connection, cursors)

    async def references(self, tenant: str, answer_uuid: str, type: ReferenceType) -> list[ReferencePayload]:
        rows = await self._database.fetch(tenant, SQL["references"], tenant, uuid.UUID(answer_uuid), type)
        return [row["payload"] for row in rows]

    async def offered(self, tenant: str, answer_uuid: str) -> list[Candidate]:
        rows = await self._database.fetch(tenant, SQL["offered"], tenant, uuid.UUID(answer_uuid))
        return [Candidate.from_json(dict(row)) for row in rows]


class _MoreRows:
    """What the end of some turns stores beside `finish_turn`: verdicts that came late, the reply in a session, and what
    the thread can point at from now on."""

    def __init__(self, turn: Turn, terminal: Numbered, outcome: TurnOutcome) -> None:
        self._turn, self._outcome = turn, outcome
        self._revised: Sequence[tuple[Any, ...]] = ()
        if isinstance(terminal.event, Finished) and terminal.event.late_statuses:
            entry = JournalEntry(turn.question.asker.tenant, turn.answer_uuid, terminal)
            self._revised = EventRows.of([entry]).others.get("revise_paragraphs", ())
        brings = turn.question.conversation.thread_id is not None and outcome.brought != ThreadState()
        self._brought = outcome.brought if brings else None

    @property
    def any(self) -> bool:
        """Whether there is anything."""
        return bool(self._revised or self._brought or self._turn.question.conversation.session_id)

    async def write(self, connection: TenantConnection) -> None:
        question, outcome = self._turn.question, self._outcome
        answer, turn_id = _uuids(self._turn.answer_uuid, self._turn.turn_id)
        if self._revised:
            await insert(connection, "revise_paragraphs", self._revised)
            await insert(connection, "forget_refuted", [(question.asker.tenant, answer)])
        if question.conversation.session_id is not None:
            await connection.execute(
                SQL["reply_in_session"],
                question.asker.tenant,
                uuid.uuid5(turn_id, "assistant"),
                *_conversation(question),
                turn_id,
                *_message_columns(outcome),
                answer,
                *await rounds.reply(connection, self._turn),
            )
        if self._brought:
            await thread_rows.write(connection, question, answer, self._brought)


def _conversation(question: Question) -> tuple[str, str | None, str | None]:
    return question.conversation.caller_app, question.conversation.thread_id, question.conversation.session_id


def _admitted(turn: Turn, created_at: datetime, fields: Mapping[str, str]) -> StoredAnswer:
    question, scope = turn.question, turn.question.scope
    workspaces = (scope.workspace,) if scope.workspace else scope.workspaces
    subject, created = question.asker.subject, rfc3339(created_at)
    return StoredAnswer(
        turn.answer_uuid, question.text, created, True, None, None, subject, workspaces, turn, rate_fields=fields
    )


async def _still_leased(connection: TenantConnection, epochs: Mapping[str, int]) -> set[str]:
    """Returns the answers whose lease still has this epoch. Nobody can take them over before the transaction ends."""
    mine = [uuid.UUID(answer) for answer in epochs]
    rows = await connection.fetch(LEASES["lock"], mine, list(epochs.values()))
    return {row["answer_id"].hex for row in rows}


def _uuids(*texts: str) -> list[uuid.UUID]:
    return [uuid.UUID(text) for text in texts]


def _ending(turn: Turn, terminal: Numbered, outcome: TurnOutcome, heard: bytes | None) -> tuple[Any, ...]:
    """Returns the parameters of `finish_turn`, in its order."""
    question = turn.question
    answer, asked, turn_id = _uuids(turn.answer_uuid, turn.question_uuid, turn.turn_id)
    kind, text, status = _message_columns(outcome)
    return (
        question.asker.tenant,
        answer,
        terminal.epoch,
        terminal.seq,
        terminal.t_ms,
        TYPES[type(terminal.event)],
        data(terminal.event),
        heard,
        outcome.state,
        text,
        outcome.source,
        *_answer_columns(outcome),
        turn_id,
        *_log_columns(outcome),
        list(outcome.references),
        uuid.uuid5(turn_id, "assistant"),
        *_conversation(question),
        kind,
        status,
        asked,
        outcome.resolved_question is not None or outcome.source == "clarification",
        outcome.cited,
        question.conversation.evaluation_run is not None,
    )


def _message_columns(outcome: TurnOutcome) -> tuple[str, str, str]:
    """Returns type, text and status of an answer's message."""
    return MESSAGE_TYPE.get(outcome.source, "response"), outcome.text, MESSAGE_STATUS[outcome.state]


def _answer_columns(outcome: TurnOutcome) -> tuple[Any, ...]:
    """Returns what `finish_turn` stores of the answer's META and of who wrote it, in its order."""
    meta = outcome.answer_meta
    return (
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
        bool(meta),
    )


def _log_columns(outcome: TurnOutcome) -> tuple[Any, ...]:
    """Returns what `finish_turn` stores in the log alone, in its order."""
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
        outcome.first_text_ms,
        outcome.total_ms,
        dict(outcome.memory),
    )
