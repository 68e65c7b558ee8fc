"""Who did what to keys, limits, documents, answers, the memory and settings: a row in the transaction of the deed.

Who acts is known where a request or a command begins, and what is done far below. So the actor lies in a context
variable, which tasks inherit; whoever changes something that is audited adds its row with `note`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection

SQL = load("accounts/audit.sql")


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever changes something."""

    name: str
    """`key:…` as owners are named, `local` where nobody needs a key, `command` or `server`."""
    role: str = ""
    user_ref: str | None = None
    """For whom a business back end acts."""
    key_hash: str = ""
    """Of the key that was sent; empty where none was."""
    stored_bytes: int = 0
    """Bytes of documents that may come with the key; 0: any number."""
    tenant_bytes: int = 0
    """The same for all keys of its tenant together."""


SERVER = Actor("server")
COMMAND = Actor("command")
_actor: ContextVar[Actor] = ContextVar("actor", default=COMMAND)
"""A command needs no key: whoever runs it can use the database itself."""


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One deed."""

    number: int
    at: datetime
    actor: str
    role: str
    user_ref: str | None
    action: str
    target: str
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Which deeds are wanted; None: any."""

    actor: str | None = None
    action: str | None = None
    """Whole, or the beginning of some up to its point: `key.`."""
    target: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def actor() -> Actor:
    """Returns whoever acts here."""
    return _actor.get()


@contextmanager
def acting(who: Actor) -> Iterator[None]:
    """Makes somebody the actor of what is done inside."""
    token = _actor.set(who)
    try:
        yield
    finally:
        _actor.reset(token)


async def note(
    connection: TenantConnection,
    tenant: str,
    action: str,
    targets: Sequence[str],
    details: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Adds what the actor does to each target, within the transaction that does it. Nothing without a target."""
    if targets:
        who = actor()
        told = [dict(detail) for detail in details] or [{} for _ in targets]
        await connection.execute(SQL["add"], tenant, who.name, who.role, who.user_ref, action, list(targets), told)


class Audit(Rows):
    """What was done, for those who may know it. Raises `errors.Unavailable` when the database is away."""

    async def page(self, tenant: str, wanted: AuditSearch, before: int | None, limit: int) -> list[AuditEvent]:
        """Returns deeds, newest first; `before`: the number of the last one that was seen."""
        searched = (wanted.actor, wanted.action, wanted.target, wanted.since, wanted.until)
        rows = await self._database.fetch(tenant, SQL["page"], tenant, *searched, before, limit)
        return [AuditEvent(*row) for row in rows]

    async def settings(self, tenant: str, now: Mapping[str, Any]) -> None:
        """Adds what changed of the settings since the last start, for one tenant; nothing where they are the same.

        now: what every setting has that is not its default, by name; of a secret, only that it is there.
        """
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["lock_settings"], tenant)
            before = await connection.fetchval(SQL["last_settings"], tenant) or {}
            if before != now:
                names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
                with acting(SERVER):
                    await note(connection, tenant, "settings.changed", [", ".join(names)], [{"now": now}])
