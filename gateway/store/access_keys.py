"""Keys as rows, and the sessions that pages hold instead of a key.

A caller is found by the hash of what it sends, through an index: how long that takes says nothing about any key, for
nobody can choose a hash.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from pathlib import Path

import asyncpg

from gateway import access_key
from gateway.access_key import Key, Role
from gateway.store.database import Database
from gateway.store.statements import load

SQL = load(Path(__file__).with_name("access_keys.sql"))


class Keys:
    """The keys of all tenants and the sessions of pages, as rows. Raises `errors.Unavailable` when the database is
    away."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        secret = key or access_key.new()
        row = (
            tenant,
            access_key.hashed(secret),
            access_key.prefix(secret),
            role,
            list(workspaces),
            label,
            expires_days,
        )
        async with self._database.transaction() as connection:
            await connection.execute(SQL["ensure_tenant"], tenant)
            await connection.execute(SQL["insert"], *row)
        return secret

    async def find(self, secret: str) -> Key | None:
        """Returns the key if it is valid: neither revoked nor expired."""
        return await self._one("find", secret)

    async def find_session(self, secret: str) -> Key | None:
        """Returns the key that a page signed in with, while the session and the key are valid."""
        return await self._one("find_session", secret)

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Returns those of the keys and sessions, named by their hashes, that are still valid."""
        async with self._database.connection() as connection:
            return {row["sent_hash"] for row in await connection.fetch(SQL["holding"], list(hashes))}

    async def exist(self) -> bool:
        """Tells whether any key was ever made. Revoked ones count: revoking the last one must not let everybody in."""
        async with self._database.connection() as connection:
            return bool(await connection.fetchval(SQL["any"]))

    async def exist_valid(self) -> bool:
        """Tells whether anybody could call with a key."""
        async with self._database.connection() as connection:
            return bool(await connection.fetchval(SQL["any_valid"]))

    async def all(self) -> list[Key]:
        """Returns all keys of all tenants, revoked ones too."""
        async with self._database.connection() as connection:
            return list(map(_key, await connection.fetch(SQL["all"])))

    async def named(self, given: str) -> list[Key]:
        """Returns the keys that somebody means by the beginning of a prefix, or by the whole key."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(SQL["named"], given[: access_key.SHOWN], access_key.hashed(given))
        found = list(map(_key, rows))
        exact = [key for key in found if key.key_hash == access_key.hashed(given)]
        return exact or (found if len(given) <= access_key.SHOWN else [])

    async def revoke(self, key: Key) -> None:
        """Ends a key: from now on nobody calls with it, nor with a session that it opened."""
        async with self._database.connection() as connection:
            await connection.execute(SQL["revoke"], key.tenant, key.key_hash)

    async def open_session(self, key: Key, hours: int) -> str:
        """Opens a session and returns its secret. Sessions that have run out are deleted."""
        secret = secrets.token_urlsafe(32)
        async with self._database.transaction() as connection:
            await connection.execute(SQL["drop_old_sessions"])
            await connection.execute(SQL["open_session"], key.tenant, access_key.hashed(secret), key.key_hash, hours)
        return secret

    async def close_session(self, secret: str) -> None:
        async with self._database.connection() as connection:
            await connection.execute(SQL["close_session"], access_key.hashed(secret))

    async def _one(self, query: str, secret: str) -> Key | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(SQL[query], access_key.hashed(secret))
        return _key(row) if row else None


def _key(row: asyncpg.Record) -> Key:
    return Key(
        row["key_hash"],
        row["prefix"],
        row["tenant_id"],
        row["role"],
        tuple(row["workspaces"]),
        row["label"],
        row["created_at"],
        row["expires_at"],
        row["revoked_at"],
    )
