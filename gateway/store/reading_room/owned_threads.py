"""Conversations as their owners see them: listed, searched, renamed, deleted and brought back.

A thread that is deleted is unknown at once, and so are its answers. For `UNDO_S` seconds it can come back; afterwards
`recording_rows.Recordings.purge` empties it. A foreign thread is an unknown one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import asyncpg

from gateway.answer.answer import AnswerState
from gateway.conversation.thread_title import title_of_question
from gateway.live.ports import StoredAnswer
from gateway.store.accounts import audit
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load

SQL = load("reading_room/owned_threads.sql")
UNDO_S = 3600.0
"""Seconds in which a deleted thread can come back."""


@dataclass(frozen=True, slots=True)
class ThreadName:
    """Names a thread of a subject. `caller_app` None: whichever application's, where several have one of this id the
    one that was asked in last."""

    tenant: str
    subject: str
    thread_id: str
    caller_app: str | None = None


@dataclass(frozen=True, slots=True)
class StoredThread:
    """One conversation, without what was said in it."""

    caller_app: str
    thread_id: str
    number: int
    title: str
    """As it was named, else the beginning of its first question."""
    is_named: bool
    questions: int
    running: str | None
    """The uuid of the answer that is being written."""
    created_at: datetime
    updated_at: datetime
    """When it was last asked in."""


@dataclass(frozen=True, slots=True)
class ThreadAnswer:
    """One answer of a conversation. `stored` tells who may read it."""

    stored: StoredAnswer
    state: AnswerState
    source: str
    complete: bool
    finished_at: datetime | None
    workspace: str | None
    document_ids: tuple[str, ...]
    """Where the question was asked; None and none: everywhere."""


@dataclass(frozen=True, slots=True)
class ThreadTurn:
    """A question of a conversation with its answers, the newest first. `number` orders the questions."""

    number: int
    question_uuid: str
    question: str
    asked_at: datetime
    answers: tuple[ThreadAnswer, ...]


@dataclass(frozen=True, slots=True)
class ThreadSearch:
    """What a list of threads is asked for. `after`: time and number of the last one of the page before."""

    caller_app: str | None = None
    words: str | None = None
    after: tuple[datetime, int] | None = None
    limit: int = 50


class OwnedThreads(Rows):
    """Raises `errors.Unavailable` when the database is away."""

    async def threads(self, tenant: str, subject: str, wanted: ThreadSearch) -> list[StoredThread]:
        """Returns threads of a subject, those first that were asked in last."""
        after = wanted.after or (None, None)
        rows = await self._database.fetch(
            tenant, SQL["threads"], tenant, subject, wanted.caller_app, wanted.words, *after, wanted.limit
        )
        return [_thread(row) for row in rows]

    async def find(self, named: ThreadName, *, deleted: bool = False) -> StoredThread | None:
        """Returns the thread that is called so; with `deleted` one that can be brought back."""
        row = await self._database.fetchrow(
            named.tenant, SQL["find"], named.tenant, named.subject, named.thread_id, named.caller_app, deleted
        )
        return _thread(row) if row else None

    async def turns(self, tenant: str, thread: StoredThread, before: int | None, limit: int) -> list[ThreadTurn]:
        """Returns at most `limit` questions with their answers, newest first; `before`: older than the question of this
        number."""
        rows = await self._database.fetch(
            tenant, SQL["turns"], tenant, thread.caller_app, thread.thread_id, before, limit
        )
        turns = []
        for number, of_question in groupby(rows, lambda row: row["seq"]):
            answers = list(of_question)
            first = answers[0]
            question = first["message_id"].hex, first["question"], first["asked_at"]
            turns.append(ThreadTurn(number, *question, tuple(map(_answer, answers))))
        return turns

    async def rename(self, tenant: str, subject: str, thread: StoredThread, title: str) -> None:
        await self._database.execute(tenant, SQL["rename"], tenant, thread.caller_app, thread.thread_id, subject, title)

    async def delete(self, tenant: str, subject: str, thread: StoredThread) -> None:
        """Makes a thread and its answers unknown, and forgettable when `UNDO_S` is over."""
        key = tenant, thread.caller_app, thread.thread_id
        async with self._database.transaction(tenant) as connection:
            if (number := await connection.fetchval(SQL["delete"], *key, subject)) is not None:
                await audit.note(connection, tenant, "thread.deleted", [str(number)])

    async def restore(self, tenant: str, subject: str, thread: StoredThread) -> bool:
        """Brings a deleted thread back; returns False where it has just been emptied."""
        key = tenant, thread.caller_app, thread.thread_id
        async with self._database.transaction(tenant) as connection:
            number = await connection.fetchval(SQL["restore"], *key, subject)
            if number is not None:
                await audit.note(connection, tenant, "thread.restored", [str(number)])
        return number is not None


def _thread(row: asyncpg.Record) -> StoredThread:
    title = row["title"] or title_of_question(row["first_question"] or "")
    running = row["running"].hex if row["running"] else None
    return from_row(StoredThread, row, title=title, is_named=bool(row["title"]), running=running)


def _answer(row: asyncpg.Record) -> ThreadAnswer:
    stored = stored_answer(row)
    state: AnswerState = "running" if stored.running else "failed" if row["state"] == "failed" else "done"
    scope = row["scope"]
    asked_in = scope.get("workspace"), tuple(scope.get("document_ids", ()))
    return ThreadAnswer(stored, state, row["source"], row["complete"], row["finished_at"], *asked_in)
