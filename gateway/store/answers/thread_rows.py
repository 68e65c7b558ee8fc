"""What the follow-ups of a thread can point at, as rows (`turn.ports.ThreadStore`); written in the transaction that
ends a turn."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.question import Message, Question
from gateway.store.answers import branches
from gateway.store.answers.answer_rows import exchanged
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection

TURNS = 4
"""Turns that a question can lean on: what it is about was said in one of them."""
SQL = load("answers/threads.sql")


class Threads(Rows):
    """What can be pointed at in every thread, as rows. Raises `errors.Unavailable` when the database is away."""

    async def state(self, question: Question) -> ThreadState | None:
        if question.conversation.thread_id is None:
            return None
        async with self._database.connection(question.asker.tenant) as connection:
            key = (*_thread_key(question), question.asker.subject)
            row = await connection.fetchrow(SQL["state"], *key)
            if row is None:
                return None
            own = ThreadState.from_json(dict(row)) if row["turn_seq"] is not None else ThreadState()
            if not row["branches"]:
                return own
            state = (await branches.inherited(connection, *key)).continued_by(own)
        return state if state != ThreadState() else None

    async def language(self, question: Question) -> str | None:
        """Returns the language that was spoken last in the question's thread, or in the turn that it begins a branch
        behind; None where nothing was said."""
        if question.conversation.thread_id is None:
            return None
        tenant, follows = question.asker.tenant, question.conversation.follows
        key: tuple[Any, ...] = _thread_key(question) if follows is None else (tenant, uuid.UUID(follows))
        query = (SQL if follows is None else branches.SQL)["language"]
        spoken: str | None = await self._database.fetchval(tenant, query, *key, question.asker.subject)
        return spoken

    async def is_passed(self, tenant: str, answer_uuid: str) -> bool:
        """Says whether the conversation of an answer has gone on behind it."""
        return bool(await self._database.fetchval(tenant, branches.SQL["is_passed"], tenant, uuid.UUID(answer_uuid)))

    async def previous(self, question: Question) -> tuple[Message, ...]:
        if question.conversation.thread_id is None:
            return ()
        wanted = (*_thread_key(question), question.asker.subject, question.text, TURNS)
        rows = await self._database.fetch(question.asker.tenant, SQL["previous"], *wanted)
        return exchanged(rows)


async def write(connection: TenantConnection, question: Question, answer: uuid.UUID, brought: ThreadState) -> None:
    """Puts what an answer brought into the state of its thread, unless a newer turn has written it."""
    key = _thread_key(question)
    row = await connection.fetchrow(SQL["lock"], *key)
    before = ThreadState.from_json(dict(row)) if row else ThreadState()
    state = before.followed_by(brought)
    origins = dict(row) if row else {}
    outline, parent, listed, documents = (
        origins.get(f"{name}_answer_id") for name in ("outline", "parent", "list", "documents")
    )
    if brought.outline:
        parent = outline if state.parent is before.outline else parent
        outline, listed = answer, None
    await connection.execute(
        SQL["write"],
        *key,
        *state.to_json().values(),
        outline,
        parent,
        answer if brought.listed else listed,
        answer if brought.document_ids else documents,
        answer,
    )


async def forget(connection: TenantConnection, tenants: Sequence[str], answers: Sequence[uuid.UUID]) -> None:
    """Takes out of the threads' states what came from these answers, once these are deleted: `write` locks in that
    order."""
    await connection.execute(SQL["forget_answers"], tenants, answers)


def _thread_key(question: Question) -> tuple[str, str, str | None]:
    return question.asker.tenant, question.conversation.caller_app, question.conversation.thread_id
