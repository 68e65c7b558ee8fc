"""What the follow-ups of a thread can point at, as rows (`turn.ports.ThreadStore`); written in the transaction that
ends a turn."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from gateway.conversation.followups.thread_state import ThreadState
from gateway.conversation.question import Message, Question
from gateway.store.answers import branches
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

TURNS = 4
"""Turns that a question can lean on: what it is about was said in one of them."""
SQL = load("answers/threads.sql")


class Threads:
    """What can be pointed at in every thread, as rows. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        async with self._database.connection(question.asker.tenant) as connection:
            if question.conversation.follows is not None:
                behind = uuid.UUID(question.conversation.follows)
                return await branches.language(connection, question.asker.tenant, behind, question.asker.subject)
            spoken: str | None = await connection.fetchval(
                SQL["language"], *_thread_key(question), question.asker.subject
            )
        return spoken

    async def is_passed(self, tenant: str, answer_uuid: str) -> bool:
        """Says whether the conversation of an answer has gone on behind it."""
        async with self._database.connection(tenant) as connection:
            return await branches.is_passed(connection, tenant, uuid.UUID(answer_uuid))

    async def previous(self, question: Question) -> tuple[Message, ...]:
        if question.conversation.thread_id is None:
            return ()
        wanted = (*_thread_key(question), question.asker.subject, question.text, TURNS)
        rows = await self._database.fetch(question.asker.tenant, SQL["previous"], *wanted)
        return tuple(
            message
            for row in reversed(rows)
            for message in (Message("user", row["question"]), Message("assistant", row["answer"]))
        )


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
