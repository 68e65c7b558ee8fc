"""Turns, answers and events as rows (`ports.AnswerStore`). Every statement is idempotent by primary key."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import orjson

from gateway.answer.answer import Candidates, ReferenceType
from gateway.answer.events import TYPES, Numbered, OutlineFound, ParagraphFinished, ReferenceShown, data, parse
from gateway.conversation.turn import Outcome, Turn
from gateway.errors import NotFound
from gateway.ports import Entry, StoredAnswer
from gateway.store.database import Connection, Database
from gateway.store.queries import load

SQL = load(Path(__file__).with_name("answers.sql"))
PAGE = 1000
"""Events read at once."""
MESSAGE_STATUS = {"done": "complete", "no_context": "complete", "aborted": "interrupted", "failed": "failed"}


class Answers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_turn(self, turn: Turn) -> StoredAnswer:
        """The answer's row, its question and its log line. `NotFound` where the tenant is unknown."""
        try:
            return await self._open_turn(turn)
        except asyncpg.ForeignKeyViolationError:
            raise NotFound(f"There is no tenant {turn.question.tenant!r}.") from None

    async def _open_turn(self, turn: Turn) -> StoredAnswer:
        question = turn.question
        tenant, place = question.tenant, (question.caller_app, question.thread_id, question.session_id)
        answer, message, turn_id = _uuids(turn.answer_uuid, turn.question_uuid, turn.turn_id)
        async with self._database.transaction() as connection:
            created_at = await connection.fetchval(
                SQL["open_answer"],
                tenant, answer, message, question.subject, question.text, question.language, *place[1:],
            )  # fmt: skip
            await connection.execute(SQL["open_message"], tenant, message, *place, turn_id, question.text, answer)
            await connection.execute(SQL["open_log"], tenant, turn_id, *place, question.text, answer)
            if question.thread_id is not None:
                await connection.execute(SQL["touch_thread"], tenant, *place[:2], question.subject)
        return StoredAnswer(turn.answer_uuid, question.text, rfc3339(created_at), True, None)

    async def freeze(self, tenant: str, answer_uuid: str, candidates: Candidates) -> None:
        if not candidates:
            return
        columns = zip(
            *((c.citation_id, c.type, c.rank, c.score, c.language, dict(c.payload)) for c in candidates), strict=True
        )
        async with self._database.connection() as connection:
            await connection.execute(SQL["freeze_candidates"], tenant, uuid.UUID(answer_uuid), *map(list, columns))

    async def append(self, entries: Sequence[Entry]) -> None:
        async with self._database.transaction() as connection:
            await _append(connection, entries)

    async def finish(self, turn: Turn, terminal: Numbered, outcome: Outcome) -> None:
        tenant = turn.question.tenant
        answer, turn_id = _uuids(turn.answer_uuid, turn.turn_id)
        async with self._database.transaction() as connection:
            await _append(connection, [Entry(tenant, turn.answer_uuid, terminal)])
            await connection.execute(SQL["finish_answer"], tenant, answer, *_answer_columns(outcome))
            await connection.execute(
                SQL["finish_log"],
                tenant, turn_id, outcome.retrieval_query, outcome.top_score, outcome.confidence,
                outcome.gate_threshold, outcome.gate_decision, outcome.provider, outcome.model,
                outcome.question_tokens, outcome.answer_tokens, outcome.first_text_ms, outcome.total_ms,
            )  # fmt: skip
            references = [(tenant, answer, cited, place) for place, cited in enumerate(outcome.references)]
            await _insert(connection, "append_references", references)
            await self._finish_message(connection, turn, outcome)

    async def _finish_message(self, connection: Connection, turn: Turn, outcome: Outcome) -> None:
        question = turn.question
        answer, turn_id = _uuids(turn.answer_uuid, turn.turn_id)
        message = uuid.uuid5(turn_id, "assistant")
        await connection.execute(
            SQL["finish_message"],
            question.tenant, message, question.caller_app, question.thread_id, question.session_id, turn_id,
            outcome.text, MESSAGE_STATUS[outcome.state], answer,
        )  # fmt: skip

    async def answer(self, tenant: str, answer_uuid: str) -> StoredAnswer | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(SQL["answer"], tenant, uuid.UUID(answer_uuid))
        if row is None:
            return None
        return StoredAnswer(
            answer_uuid, row["question"], rfc3339(row["created_at"]), row["state"] == "streaming", row["model"]
        )

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> list[Numbered]:
        """Up to `PAGE` events past `after`."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["events"], tenant, uuid.UUID(answer_uuid), after, PAGE)
        return [Numbered(row["seq"], row["epoch"], row["t_ms"], parse(row["type"], row["data"])) for row in rows]

    async def references(self, tenant: str, answer_uuid: str, type: ReferenceType) -> list[dict[str, Any]]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["references"], tenant, uuid.UUID(answer_uuid), type)
        return [row["payload"] for row in rows]


def rfc3339(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _uuids(*texts: str) -> list[uuid.UUID]:
    return [uuid.UUID(text) for text in texts]


def _answer_columns(outcome: Outcome) -> tuple[Any, ...]:
    """The parameters of `finish_answer` after tenant and answer, in its order."""
    meta = outcome.answer_meta
    return (
        outcome.state, outcome.text, outcome.source, meta.get("complete", False),
        meta.get("citationMode", "paragraph"), meta.get("paragraphCount", 0), meta.get("refCount", 0),
        meta.get("hasCitationError", False), meta.get("degradedReason"), meta.get("isRefEmbedding", False),
        meta.get("isRefGraph", False), outcome.confidence, outcome.provider, outcome.model, outcome.prompt_version,
        outcome.question_tokens, outcome.answer_tokens, data(outcome.end) if meta else None,
    )  # fmt: skip


async def _append(connection: Connection, entries: Sequence[Entry]) -> None:
    """Events and, in the same transaction, the rows that follow from them."""
    events, paragraphs, references, sections = [], [], [], []
    for entry in entries:
        key = (entry.tenant, uuid.UUID(entry.answer_uuid))
        numbered, event = entry.numbered, entry.numbered.event
        events.append((*key, numbered.seq, numbered.epoch, numbered.t_ms, TYPES[type(event)], data(event)))
        match event:
            case ParagraphFinished():
                citations = orjson.dumps(data(event)["citations"]).decode()
                paragraphs.append((*key, event.index, event.revision, event.text, citations, event.degraded))
            case ReferenceShown():
                references.append((*key, event.citation_id, numbered.seq))
            case OutlineFound():
                for position, section in enumerate(event.sections):
                    covered = ",".join(map(str, section.paragraphs))
                    sections.append((*key, section.id, position, section.title, covered))
            case _:
                pass
    await _insert(connection, "append_events", events)
    await _insert(connection, "append_paragraphs", paragraphs)
    await _insert(connection, "append_references", references)
    await _insert(connection, "append_outline", sections)


async def _insert(connection: Connection, query: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Rows as columns, so that any number of them is one prepared statement."""
    if rows:
        await connection.execute(SQL[query], *map(list, zip(*rows, strict=True)))
