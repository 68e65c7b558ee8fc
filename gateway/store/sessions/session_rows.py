"""Sessions as rows: made, read, changed, swept. Every change is one transaction that locks its session first."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, astuple, dataclass
from typing import Any

import asyncpg

from gateway.answer.meta import rfc3339
from gateway.conversation.session import Context, LimitPolicy, SessionLimits, SessionMessage, SessionStart, Switched
from gateway.conversation.workflow import OnDepth, Workflow
from gateway.errors import (
    IdempotencyMismatch,
    NoOpenRound,
    NotFound,
    SessionExpired,
    TurnRunning,
    VersionConflict,
)
from gateway.live.ports import Once
from gateway.store.accounts import audit
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row
from gateway.store.database.tenancy import ALL_TENANTS, TenantConnection, known
from gateway.store.sessions import rounds
from gateway.store.sessions.rounds import SQL, SessionFull, SessionKey

LOCK = 0x73_77_65_70  # "swep"
BATCH = 500
"""Sessions swept, or deleted, in one transaction."""

Flow = Callable[[Workflow, OnDepth], Workflow]
"""What a call does to a workflow; raises what `conversation.workflow` raises."""


@dataclass(frozen=True, slots=True)
class Update:
    """What one call changes. `user_message` begins a round; `ai_message` alone completes the open one."""

    user_message: str | None = None
    ai_message: str | None = None
    flow: Flow | None = None
    expected_version: int | None = None
    once: Once | None = None
    """The request's id, so that it is done once."""


class Sessions:
    """The sessions of every tenant, as rows. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database, limits: SessionLimits | None = None) -> None:
        """`limits`: those of sessions without a policy."""
        self._database, self._limits = database, limits or SessionLimits()

    async def create(self, tenant: str, subject: str, opening: SessionStart) -> Context:
        """Makes a new session. Raises `NotFound` where the tenant is unknown."""
        with known(tenant):
            async with self._database.transaction(tenant) as connection:
                made = await rounds.opened(connection, self._limits, (tenant, subject), opening)
                key = SessionKey(tenant, subject, made)
                return await _context(connection, key, await _row(connection, key))

    async def read(self, key: SessionKey, *, whole: bool = False) -> Context:
        """Returns the context as it is; nothing changes by reading. `whole`: whatever its state, with the path of its
        workflows.

        Raises `NotFound` and, unless `whole`, `SessionExpired`.
        """
        async with self._database.connection(key.tenant) as connection:
            row = await _row(connection, key)
            if rounds.is_over(row) and not whole:
                sentence = "This session has expired; its next input goes to a new one."
                raise SessionExpired(sentence, key.session_id, row["new_session_id"])
            return await _context(connection, key, row, whole=whole)

    async def update(self, key: SessionKey, update: Update) -> Context:
        """Does all of an update, or nothing. Raises what its parts raise, and `SessionOver` with the session to go on
        in."""
        try:
            async with self._database.transaction(key.tenant) as connection:
                return await self._update(connection, key, update)
        except SessionFull as over:
            raise await rounds.refusal(self._database, self._limits, key, over) from None

    async def _update(self, connection: TenantConnection, key: SessionKey, update: Update) -> Context:
        row = await rounds.locked(connection, key)
        if update.once is not None and (done := await _done(connection, key, update.once)) is not None:
            return await _again(connection, key, done)
        if rounds.is_over(row):
            raise SessionFull
        if update.expected_version not in (None, row["version"]):
            raise VersionConflict(
                f"The session has version {row['version']} and not {update.expected_version}; read it again.",
                row["version"],
            )
        limits = await rounds.keep_to_policy(connection, self._limits, key, row)
        if update.user_message is not None or update.ai_message is not None:
            await _append(connection, key, row, update)
        if update.flow is not None:
            before = Workflow.of(row["workflow_stack"], row["workflow_state"])
            after = update.flow(before, limits.on_depth)
            if after != before:
                await _reshape(connection, key, after, update.once)
        row = await _row(connection, key)
        context = await _context(connection, key, row)
        if update.once is not None:
            named = (key.tenant, key.session_id, update.once.key, update.once.request_hash)
            await connection.execute(SQL["remember_request"], *named, _answered(row, context))
        return context

    # Policies ---------------------------------------------------------------------------------------------------------

    async def policies(self, tenant: str) -> list[LimitPolicy]:
        return [LimitPolicy(**row) for row in await self._database.fetch(tenant, SQL["policies"], tenant)]

    async def set_policies(self, tenant: str, policies: Sequence[LimitPolicy]) -> None:
        """Stores these policies instead of all that are there. Raises `NotFound` where the tenant is unknown."""
        async with self._database.transaction(tenant) as connection:
            if await connection.fetchval(SQL["lock_policies"], tenant) is None:
                raise NotFound(f"There is no tenant {tenant!r}.")
            await connection.execute(SQL["drop_policies"], tenant)
            for policy in policies:
                caller_app, user_segment, *limits = astuple(policy)
                await connection.execute(SQL["add_policy"], tenant, caller_app or "", user_segment or "", *limits)
            await audit.note(connection, tenant, "policies.set", [tenant], [{"policies": list(map(asdict, policies))}])

    # By age (`store/recordings/retention.py`) -------------------------------------------------------------------------

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Tells whether this process is the one that sweeps. The lock goes with its connection."""
        return self._database.alone(LOCK)

    async def sweep(self) -> int:
        """Ends one batch of sessions whose time is over, save those in which an answer runs."""
        return len(await self._database.fetch(ALL_TENANTS, SQL["expire"], None, None, BATCH))

    async def purge(self, retention_days: int) -> int:
        """Deletes one batch of sessions that nobody has used for their retention time, else for so many days."""
        return len(await self._database.fetch(ALL_TENANTS, SQL["forget"], retention_days, BATCH))


async def _row(connection: TenantConnection, key: SessionKey) -> asyncpg.Record:
    row = await connection.fetchrow(SQL["session"], *key, None)
    if row is None:
        raise rounds.unknown(key.session_id)
    return row


async def _context(
    connection: TenantConnection, key: SessionKey, row: asyncpg.Record, *, whole: bool = False
) -> Context:
    """Returns a session as it is now. `whole`: with the path of its workflows."""
    messages = await _messages(connection, key, row["context_epoch"], row["message_count"])
    path: Sequence[asyncpg.Record] = ()
    if whole:
        path = await connection.fetch(SQL["path"], key.tenant, key.session_id)
    status, reason = row["status"], row["end_reason"]
    if rounds.is_over(row) and reason is None:
        status, reason = ("ended", "round_limit") if status == "full" else ("expired", "timeout")
    return from_row(
        Context,
        row,
        session_id=key.session_id,
        messages=messages,
        workflow=Workflow.of(row["workflow_stack"], row["workflow_state"]),
        round=row["round_count"],
        status=status,
        expires_at=rfc3339(row["expires_at"]),
        end_reason=reason,
        path=tuple(Switched(step["op"], step["level"], step["name"], rfc3339(step["at"])) for step in path),
    )


async def _again(connection: TenantConnection, key: SessionKey, answered: dict[str, Any]) -> Context:
    """Returns what was answered to a request the first time. Texts that were deleted since are gone here too."""
    told = {name: value for name, value in answered.items() if name in Context.__dataclass_fields__}
    workflow = Workflow.of(answered["stack"], answered["states"])
    messages = await _messages(connection, key, answered["after"], answered["upto"])
    return Context(**{**told, "messages": messages, "workflow": workflow})


async def _messages(connection: TenantConnection, key: SessionKey, after: int, upto: int) -> tuple[SessionMessage, ...]:
    rows = await connection.fetch(SQL["messages"], key.tenant, key.session_id, after, upto)
    return tuple(
        SessionMessage(row["role"], row["content"], rfc3339(row["created_at"]), row["status"], row["deleted"])
        for row in rows
    )


async def _done(connection: TenantConnection, key: SessionKey, once: Once) -> dict[str, Any] | None:
    """Returns what was answered to this request before. Raises `IdempotencyMismatch`."""
    row = await connection.fetchrow(SQL["request"], key.tenant, key.session_id, once.key)
    if row is None:
        return None
    if row["request_hash"] != once.request_hash:
        raise IdempotencyMismatch(f"The request_id {once.key[:80]!r} was used with another request body.")
    answered: dict[str, Any] = row["answered"]
    return answered


def _answered(row: asyncpg.Record, context: Context) -> dict[str, Any]:
    """Returns a context without its messages, which are rows, but with the numbers between which they lie."""
    told = {name: getattr(context, name) for name in Context.__dataclass_fields__}
    return {
        **{name: value for name, value in told.items() if name not in ("messages", "workflow", "path")},
        "stack": list(context.workflow.stack),
        "states": [dict(frame.state) for frame in context.workflow.frames],
        "after": row["context_epoch"],
        "upto": row["message_count"],
    }


async def _append(connection: TenantConnection, key: SessionKey, row: asyncpg.Record, update: Update) -> None:
    """Stores messages of one round: both, its input, or the reply that it waits for."""
    if row["running"] is not None:
        raise TurnRunning("An answer of this session is still running; follow or stop it first.", row["running"].hex)
    messages = [("user", "user_request", update.user_message), ("assistant", "response", update.ai_message)]
    messages = [message for message in messages if message[2] is not None]
    turn = uuid.uuid4()
    if update.user_message is not None:
        started = await rounds.begun(connection, key, len(messages))
        round, last = started["round_count"], started["message_count"]
    else:
        waiting = await connection.fetchrow(SQL["open_round"], key.tenant, key.session_id)
        if waiting is None:
            raise NoOpenRound("No user_message waits for an AI_message in this session; send both.")
        round, turn = waiting["round"], waiting["turn_id"]
        last = await connection.fetchval(SQL["add_message"], key.tenant, key.session_id)
    for index, message in enumerate(messages, last - len(messages) + 1):
        named = (key.tenant, uuid.uuid4(), row["caller_app"], key.session_id, turn)
        await connection.execute(SQL["append_message"], *named, *message, index, round)


async def _reshape(connection: TenantConnection, key: SessionKey, flow: Workflow, once: Once | None) -> None:
    """Stores a changed workflow and the steps that led to it."""
    named = (key.tenant, key.session_id)
    states = [dict(frame.state) for frame in flow.frames]
    request_id = once.key if once else None
    await connection.execute(SQL["reshape"], *named, list(flow.stack), states, flow.cleared)
    for step in flow.steps:
        archived = [frame.to_json() for frame in step.archived]
        stacks = (list(step.before), list(step.after))
        await connection.execute(
            SQL["append_step"], *named, step.op, step.level, step.name, *stacks, archived, request_id
        )
