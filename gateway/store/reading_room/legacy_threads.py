"""Conversations of the older system's page as rows: threads of one caller app, their questions and answers.

A foreign conversation is an unknown one. Deleting is final: questions, answers and everything made with them go, and an
empty row stays so that the conversation is not made again by a page that still shows it.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg

from gateway.conversation.legacy_thread import LEGACY, AskedQuestion, Conversation, GivenAnswer
from gateway.conversation.question import Message
from gateway.conversation.turn import new_uuid
from gateway.errors import Unavailable
from gateway.store.accounts import audit
from gateway.store.answers import packs, thread_rows
from gateway.store.answers.answer_rows import exchanged
from gateway.store.answers.pack_format import packed_thoughts
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import TenantConnection

SQL = load("reading_room/legacy_threads.sql")
MOST_LISTED = 1000
"""Conversations in one list; that page knows no second one."""
MOST_PAIRS = 50
"""Earlier questions with their answers that may go to a model."""


class Conversations(Rows):
    async def enter(self, tenant: str, subject: str, thread: str, title: str) -> Conversation | None:
        """Returns the conversation of this uuid, made when nobody has it; None when it is deleted or somebody
        else's."""
        await self._database.execute(tenant, SQL["enter"], tenant, LEGACY, thread, subject, title, {})
        return await self.get(tenant, subject, thread)

    async def add(self, tenant: str, subject: str, title: str, settings: Mapping[str, Any]) -> Conversation | None:
        """Makes a new conversation; returns None when the caller has one of this title."""
        thread = new_uuid()
        if await self.has_title(tenant, subject, title, thread):
            return None
        await self._database.execute(tenant, SQL["enter"], tenant, LEGACY, thread, subject, title, dict(settings))
        return await self.get(tenant, subject, thread)

    async def get(self, tenant: str, subject: str, thread: str) -> Conversation | None:
        """Returns the caller's conversation; None when it is deleted, foreign or unknown."""
        row = await self._database.fetchrow(tenant, SQL["conversation"], tenant, LEGACY, thread, subject)
        return _conversation(row) if row else None

    async def all(self, tenant: str, subject: str) -> list[Conversation]:
        """Returns the caller's conversations, newest first."""
        rows = await self._database.fetch(tenant, SQL["conversations"], tenant, LEGACY, subject, MOST_LISTED)
        return [_conversation(row) for row in rows]

    async def has_title(self, tenant: str, subject: str, title: str, thread: str) -> bool:
        """Tells whether another conversation of the caller has this title."""
        return bool(await self._database.fetchval(tenant, SQL["has_title"], tenant, LEGACY, subject, title, thread))

    async def edit(
        self, tenant: str, subject: str, thread: str, title: str | None, settings: Mapping[str, Any]
    ) -> bool:
        """Changes what is given; returns False when there is no such conversation of the caller."""
        return bool(
            await self._database.fetchval(tenant, SQL["edit"], tenant, LEGACY, thread, subject, title, dict(settings))
        )

    async def delete(self, tenant: str, subject: str, thread: str) -> bool:
        """Deletes the conversation with everything said in it."""
        async with self._database.transaction(tenant) as connection:
            number = await connection.fetchval(SQL["delete"], tenant, LEGACY, thread, subject)
            if number is None:
                return False
            await audit.note(connection, tenant, "thread.deleted", [str(number)])
            rows = await connection.fetch(SQL["answers_of_thread"], tenant, LEGACY, thread)
            await _delete_answers(connection, tenant, rows)
            await connection.execute(SQL["delete_messages"], tenant, LEGACY, thread)
            await connection.execute(thread_rows.SQL["forget_thread"], tenant, LEGACY, thread)
        return True

    async def page(self, tenant: str, thread: str, before: str | None, size: int) -> list[AskedQuestion]:
        """Returns questions before `before` with their answers, newest first. An unknown `before` gives none."""
        async with self._database.connection(tenant) as connection:
            cursor = uuid.UUID(before) if before else None
            questions = await connection.fetch(SQL["questions"], tenant, LEGACY, thread, cursor, size)
            rows = await connection.fetch(SQL["answers"], tenant, [row["message_id"] for row in questions])
        answers: dict[uuid.UUID, list[GivenAnswer]] = defaultdict(list)
        for row in rows:
            answers[row["question_message_id"]].append(_answer(row))
        return [
            AskedQuestion(
                row["message_id"].hex,
                row["seq"],
                row["content"],
                row["created_at"],
                tuple(answers[row["message_id"]]),
                row["voice"].hex if row["voice"] else None,
            )
            for row in questions
        ]

    async def question(self, tenant: str, thread: str, question: str) -> str | None:
        """Returns the text of a question of this conversation."""
        text: str | None = await self._database.fetchval(
            tenant, SQL["question"], tenant, LEGACY, thread, uuid.UUID(question)
        )
        return text

    async def history(self, tenant: str, thread: str, before: str | None = None) -> tuple[Message, ...]:
        """Returns what was said before a question (else so far), oldest first: each question with its newest answer."""
        async with self._database.connection(tenant) as connection:
            cursor = uuid.UUID(before) if before else None
            rows = await connection.fetch(SQL["history"], tenant, LEGACY, thread, cursor, MOST_PAIRS)
        return exchanged(rows)

    async def answers_of(self, tenant: str, subject: str, message: str) -> list[str]:
        """Returns the uuids of the answers that go when this message goes: itself, or those to this question."""
        rows = await self._database.fetch(
            tenant, SQL["answers_of_message"], tenant, LEGACY, subject, uuid.UUID(message)
        )
        return [row["answer_id"].hex for row in rows]

    async def delete_message(self, tenant: str, subject: str, message: str) -> bool:
        """Deletes a question with its answers, or one answer; returns False when the caller has no such message."""
        try:
            return await self._delete_message(tenant, subject, message)
        except Unavailable as error:  # a deadlock with an answer that ends meanwhile cancels one of both
            if not isinstance(error.__cause__, asyncpg.exceptions.TransactionRollbackError):
                raise
        return await self._delete_message(tenant, subject, message)

    async def _delete_message(self, tenant: str, subject: str, message: str) -> bool:
        named = uuid.UUID(message)
        async with self._database.transaction(tenant) as connection:
            rows = await connection.fetch(SQL["answers_of_message"], tenant, LEGACY, subject, named)
            await _delete_answers(connection, tenant, rows)
            await audit.note(connection, tenant, "answer.deleted", [row["answer_id"].hex for row in rows])
            gone = await connection.fetchval(SQL["delete_question"], tenant, LEGACY, subject, named)
        return bool(rows or gone)


async def _delete_answers(connection: TenantConnection, tenant: str, rows: Sequence[asyncpg.Record]) -> None:
    answers = [row["answer_id"] for row in rows]
    for query in ("lock_answers", "lock_shared"):
        await connection.execute(packs.SQL[query], [tenant] * len(answers), answers)
    for query in ("delete_answer_messages", "delete_answers", "empty_log"):
        await connection.execute(SQL[query], tenant, answers)
    await thread_rows.forget(connection, [tenant] * len(answers), answers)


def _conversation(row: asyncpg.Record) -> Conversation:
    return from_row(Conversation, row, uuid=row["thread_id"])


def _answer(row: asyncpg.Record) -> GivenAnswer:
    thinking = row["thinking"] + "".join(packed_thoughts(packed, row["text"]) for packed in row["packed"])
    return from_row(GivenAnswer, row, uuid=row["answer_id"].hex, thinking=thinking)
