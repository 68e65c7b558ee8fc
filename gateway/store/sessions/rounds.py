"""Rounds of sessions, inside a transaction of whoever counts them: a call of `/context`, or a turn that is admitted.

Locks are taken in one order everywhere: an answer's lease first, then its session.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import NamedTuple

import asyncpg

from gateway.conversation.question import Message, Question
from gateway.conversation.session import LimitPolicy, SessionLimits, SessionStart, recalled
from gateway.conversation.turn import Round, Turn
from gateway.errors import NotFound, RoundLimitReached, SessionExpired, SessionOver
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row, load
from gateway.store.database.tenancy import TenantConnection

SQL = load("sessions/sessions.sql")
MOST_RECALLED = 100
"""Messages that are read for a prompt."""


class SessionKey(NamedTuple):
    """Whose session, and which."""

    tenant: str
    subject: str
    session_id: str

    @classmethod
    def of(cls, question: Question) -> SessionKey:
        """Returns the session that a question belongs to."""
        return cls(question.asker.tenant, question.asker.subject, str(question.conversation.session_id))


class SessionFull(Exception):
    """The session takes no more input: its rounds are over (`full`), or its time."""

    def __init__(self, *, full: bool = False) -> None:
        super().__init__()
        self.full = full


def is_over(row: asyncpg.Record) -> bool:
    """Tells whether the time of a session is over; while an answer runs in it, it is not."""
    return row["status"] in ("expired", "ended") or (row["late"] and row["running"] is None)


async def locked(connection: TenantConnection, key: SessionKey, mine: uuid.UUID | None = None) -> asyncpg.Record:
    """Returns the session's row, locked to the end of the transaction. `mine`: an answer that does not keep it alive.
    Raises `NotFound`."""
    if await connection.fetchval(SQL["lock"], *key) is None:
        raise unknown(key.session_id)
    row = await connection.fetchrow(SQL["session"], *key, mine)
    assert row is not None
    return row


async def opened(
    connection: TenantConnection, usual: SessionLimits, owner: tuple[str, str], opening: SessionStart, *before: str
) -> str:
    """Makes a new session of (tenant, subject) and returns its id. `before`: the session whose place it takes."""
    limits, _ = await limits_for(connection, usual, owner[0], opening.caller_app, opening.user_segment)
    made: str = await connection.fetchval(
        SQL["open"],
        *owner,
        opening.caller_app,
        opening.user_ref,
        opening.user_segment,
        opening.language,
        limits.idle_timeout_s,
        limits.max_rounds,
        limits.on_depth,
        limits.retention_days,
        *(before or [None]),
    )
    return made


async def limits_for(
    connection: TenantConnection, usual: SessionLimits, tenant: str, caller_app: str, user_segment: str | None
) -> tuple[SessionLimits, bool]:
    """Returns the limits of the policy that fits, and whether they apply to sessions that exist already."""
    row = await connection.fetchrow(SQL["policy"], tenant, caller_app, user_segment or "")
    policy = LimitPolicy(**row) if row else LimitPolicy()
    return policy.over(usual), policy.live


async def keep_to_policy(
    connection: TenantConnection, usual: SessionLimits, key: SessionKey, row: asyncpg.Record
) -> SessionLimits:
    """Returns the limits of a session from now on: its own, or a live policy's."""
    limits, live = await limits_for(connection, usual, key.tenant, row["caller_app"], row["user_segment"])
    if not live:
        return from_row(SessionLimits, row)
    named = (limits.idle_timeout_s, limits.max_rounds, limits.on_depth, limits.retention_days)
    await connection.execute(SQL["limit"], key.tenant, key.session_id, *named)
    return limits


async def begun(connection: TenantConnection, key: SessionKey, messages: int) -> asyncpg.Record:
    """Counts a round, with so many messages. Raises `SessionFull`."""
    row = await connection.fetchrow(SQL["start_round"], key.tenant, key.session_id, messages)
    if row is None:
        raise SessionFull(full=True)
    return row


async def refusal(database: Database, usual: SessionLimits, key: SessionKey, over: SessionFull) -> SessionOver:
    """Returns what a caller with input for an ended session is told: where to go on. Its successor is made once."""
    async with database.transaction(key.tenant) as connection:
        row = await locked(connection, key)
        successor = row["new_session_id"]
        if successor is None:
            successor = await opened(connection, usual, key[:2], from_row(SessionStart, row), key.session_id)
            await connection.execute(SQL["succeed"], key.tenant, key.session_id, successor)
        await connection.execute(SQL["expire"], key.tenant, key.session_id, 1)
    if over.full:
        sentence = f"This session has had its {row['max_rounds']} rounds; go on in the session new_session_id."
        return RoundLimitReached(sentence, key.session_id, successor)
    return SessionExpired(
        "This session has expired; go on in the session new_session_id, which begins without its context.",
        key.session_id,
        successor,
    )


def unknown(session_id: str) -> NotFound:
    return NotFound(f"There is no session {session_id[:80]!r}; POST /context/create_session makes one.")


# Turns ---------------------------------------------------------------------------------------------------------------


async def admit(connection: TenantConnection, usual: SessionLimits, turn: Turn) -> Turn:
    """Counts a turn's round, once, and gives it the session's earlier messages where it is to have them. The turn's
    lease is taken already. Raises `NotFound`, `SessionFull`."""
    question, message = turn.question, uuid.UUID(turn.question_uuid)
    key = SessionKey.of(question)
    round = await round_of(connection, key.tenant, message)
    row = await locked(connection, key, uuid.UUID(turn.answer_uuid))
    if round is None:
        if is_over(row):
            raise SessionFull
        await keep_to_policy(connection, usual, key, row)
        row = await begun(connection, key, 1)
        number, full = row["round_count"], row["round_count"] >= row["max_rounds"]
        round = Round(number, row["message_count"], full, row["language"])
    if question.conversation.recall_tokens:
        between = (row["context_epoch"], round.index, MOST_RECALLED)
        rows = await connection.fetch(SQL["said_before"], key.tenant, key.session_id, *between)
        messages = [Message(row["role"], row["content"]) for row in reversed(rows)]
        question = replace(question, history=recalled(messages, question.conversation.recall_tokens))
    return replace(turn, question=question, round=round)


async def reply(connection: TenantConnection, turn: Turn) -> tuple[int | None, int | None]:
    """Returns index and round of the reply to a turn's question; None twice where the session is gone."""
    row = await connection.fetchrow(SQL["add_reply"], turn.question.asker.tenant, uuid.UUID(turn.question_uuid))
    return (row["message_count"], row["round"]) if row else (None, None)


async def round_of(connection: TenantConnection, tenant: str, question: uuid.UUID) -> Round | None:
    """Returns the round that a question began; None outside sessions."""
    row = await connection.fetchrow(SQL["round_of"], tenant, question)
    if row is None:
        return None
    return Round(row["round"], row["session_index"], row["round"] >= row["max_rounds"], row["language"])
