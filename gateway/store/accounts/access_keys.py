"""Keys as rows, and the sessions that pages hold instead of a key.

A caller is found by the hash of what it sends, through an index: how long that takes says nothing about any key, for
nobody can choose a hash.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import asyncpg

from gateway.limits import access_key
from gateway.limits.access_key import Key, Role
from gateway.store.accounts import audit
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row, load
from gateway.store.database.tenancy import ALL_TENANTS

SQL = load("accounts/access_keys.sql")


@dataclass(frozen=True, slots=True)
class NewKey:
    """What a new key is to be."""

    tenant: str
    role: Role
    workspaces: Sequence[str] = ()
    """The only ones it may see; empty: all."""
    label: str = ""
    expires_days: int | None = None
    limits: Mapping[str, int] = field(default_factory=dict)
    """Its own ones, by name."""


@dataclass(frozen=True, slots=True)
class KeyChange:
    """What is to change of a key; None: nothing."""

    expires_anew: bool = False
    expires_at: datetime | None = None
    """Counts where it expires anew; None: never."""
    limits: Mapping[str, int] | None = None
    label: str | None = None


class Keys:
    """The keys of all tenants and the sessions of pages, as rows. Raises `errors.Unavailable` when the database is
    away."""

    def __init__(self, database: Database) -> None:
        self._database, self.audit = database, audit.Audit(database)

    async def create(
        self,
        tenant: str,
        role: Role,
        workspaces: Sequence[str] = (),
        label: str = "",
        expires_days: int | None = None,
        key: str | None = None,
    ) -> str:
        """Makes a key, or stores the one given, which may be there already, and returns it. A new tenant is made with
        it."""
        return (await self.make(NewKey(tenant, role, workspaces, label, expires_days), key))[0]

    async def make(self, new: NewKey, key: str | None = None) -> tuple[str, str]:
        """Does the same, and returns its hash too."""
        secret = key or access_key.new()
        key_hash = access_key.hashed(secret)
        row = (
            new.tenant,
            key_hash,
            access_key.prefix(secret),
            new.role,
            list(new.workspaces),
            new.label,
            new.expires_days,
            dict(new.limits),
        )
        async with self._database.transaction(new.tenant) as connection:
            await connection.execute(SQL["ensure_tenant"], new.tenant)
            if await connection.fetchval(SQL["insert"], *row) is not None:
                detail = {
                    "role": new.role,
                    "workspaces": list(new.workspaces),
                    "expires_days": new.expires_days,
                    "limits": dict(new.limits),
                }
                await audit.note(connection, new.tenant, "key.created", [key_hash[: access_key.NAMED]], [detail])
        return secret, key_hash

    async def find(self, secret: str) -> Key | None:
        """Returns the key if it is valid: neither revoked nor expired."""
        return await self._one("find", secret)

    async def find_session(self, secret: str) -> Key | None:
        """Returns the key that a page signed in with, while the session and the key are valid."""
        return await self._one("find_session", secret)

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Returns those of the keys and sessions, named by their hashes, that are still valid."""
        return {row["sent_hash"] for row in await self._database.fetch(ALL_TENANTS, SQL["holding"], list(hashes))}

    async def exist(self) -> bool:
        """Tells whether any key was ever made. Revoked ones count: revoking the last one must not let everybody in."""
        return bool(await self._database.fetchval(ALL_TENANTS, SQL["any"]))

    async def exist_valid(self) -> bool:
        """Tells whether anybody could call with a key."""
        return bool(await self._database.fetchval(ALL_TENANTS, SQL["any_valid"]))

    async def all(self) -> list[Key]:
        """Returns all keys of all tenants, revoked ones too."""
        return list(map(_key, await self._database.fetch(ALL_TENANTS, SQL["all"])))

    async def named(self, given: str) -> list[Key]:
        """Returns the keys that somebody means by the beginning of a prefix, or by the whole key."""
        rows = await self._database.fetch(
            ALL_TENANTS, SQL["named"], given[: access_key.SHOWN], access_key.hashed(given)
        )
        found = list(map(_key, rows))
        exact = [key for key in found if key.key_hash == access_key.hashed(given)]
        return exact or (found if len(given) <= access_key.SHOWN else [])

    async def page(
        self, tenant: str, within: Sequence[str] | None, after: tuple[datetime, str] | None, limit: int
    ) -> list[Key]:
        """Returns keys of a tenant, newest first, revoked ones too.

        within: only keys that see nothing beside these workspaces; None: all. after: time and hash of the last one
        seen.
        """
        rows = await self._database.fetch(tenant, SQL["page"], tenant, within, *(after or (None, None)), limit)
        return list(map(_key, rows))

    async def by_id(self, tenant: str, key_id: str, within: Sequence[str] | None = None) -> Key | None:
        """Returns the key of this name, None where the tenant has none within these workspaces."""
        row = await self._database.fetchrow(tenant, SQL["by_id"], tenant, key_id, within)
        return _key(row) if row else None

    async def revoke(self, key: Key) -> None:
        """Ends a key: from now on nobody calls with it, nor with a session that it opened. The time of the first
        revocation stays."""
        async with self._database.transaction(key.tenant) as connection:
            if await connection.fetchval(SQL["revoke"], key.tenant, key.key_hash) is not None:
                await audit.note(connection, key.tenant, "key.revoked", [key.key_id])

    async def change(self, key: Key, change: KeyChange) -> bool:
        """Changes when a key expires, its limits and its label; returns False where it is revoked."""
        expires = change.expires_at if change.expires_anew else None
        row = (key.tenant, key.key_hash, change.expires_anew, expires, change.limits, change.label)
        async with self._database.transaction(key.tenant) as connection:
            if await connection.fetchval(SQL["change"], *row) is None:
                return False
            detail: dict[str, Any] = {}
            if change.expires_anew:
                detail["expires_at"] = expires.isoformat() if expires else None
            if change.limits is not None:
                detail["limits"] = dict(change.limits)
            if change.label is not None:
                detail["label"] = change.label
            await audit.note(connection, key.tenant, "key.changed", [key.key_id], [detail])
        return True

    async def tenant_limits(self, tenant: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Returns what the operator gives a tenant as a whole, and its own limits, both by name."""
        row = await self._database.fetchrow(tenant, SQL["tenant_limits"], tenant)
        return (row["allowance"], row["limits"]) if row else ({}, {})

    async def limit_tenant(
        self, tenant: str, limits: Mapping[str, int] | None = None, allowance: Mapping[str, int] | None = None
    ) -> None:
        """Sets its own limits or what the operator gives it, these instead of all that are there. A new tenant is made
        with them."""
        set_now = {"limits": limits, "allowance": allowance}
        named = {name: dict(values) for name, values in set_now.items() if values is not None}
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["ensure_tenant"], tenant)
            row = await connection.fetchval(SQL["limit_tenant"], tenant, named.get("limits"), named.get("allowance"))
            if row is not None:
                await audit.note(connection, tenant, "tenant.limited", [tenant], [named])

    async def open_session(self, key: Key, hours: int) -> str:
        """Opens a session and returns its secret. Sessions that have run out are deleted."""
        secret = secrets.token_urlsafe(32)
        async with self._database.transaction(ALL_TENANTS) as connection:
            await connection.execute(SQL["drop_old_sessions"])
            await connection.execute(SQL["open_session"], key.tenant, access_key.hashed(secret), key.key_hash, hours)
        return secret

    async def close_session(self, secret: str) -> None:
        await self._database.execute(ALL_TENANTS, SQL["close_session"], access_key.hashed(secret))

    async def _one(self, query: str, secret: str) -> Key | None:
        row = await self._database.fetchrow(ALL_TENANTS, SQL[query], access_key.hashed(secret))
        return _key(row) if row else None


def _key(row: asyncpg.Record) -> Key:
    renamed = {"tenant": row["tenant_id"], "tenant_allowance": row["allowance"]}
    return from_row(Key, row, workspaces=tuple(row["workspaces"]), **renamed)
