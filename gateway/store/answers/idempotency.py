"""Requests sent again: the same key with the same body joins the first answer; with another body it is refused.

A key is remembered for 24 hours, by the statement that opens its turn.
"""

from __future__ import annotations

from gateway.conversation.question import Question
from gateway.errors import IdempotencyMismatch
from gateway.live.ports import Once
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("answers/idempotency.sql")


class KeyTaken(Exception):
    """Another request with the same key came first."""

    def __init__(self, once: Once) -> None:
        super().__init__(once.key)
        self.once = once


async def first_answer(connection: TenantConnection, question: Question, once: Once) -> str | None:
    """Returns the uuid of the answer that a key belongs to, None where it has just gone. Raises `IdempotencyMismatch`
    where the first request had another body."""
    row = await connection.fetchrow(SQL["remembered"], question.asker.tenant, question.asker.subject, once.key)
    if row is None:
        return None
    if row["request_hash"] != once.request_hash:
        raise IdempotencyMismatch(f"The idempotency key {once.key[:80]!r} was used with another request body.")
    return str(row["answer_id"].hex)
