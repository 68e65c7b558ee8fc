"""A database that is changed, or goes away, inside the transactions of whoever uses it."""

from __future__ import annotations

import contextlib

from gateway.errors import Unavailable
from gateway.store.database.database import Database


class Wrapped:
    """A real database behind other transactions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __getattr__(self, name):
        return getattr(self.database, name)


class At(Wrapped):
    """Runs a statement first in every transaction: `now()` is the same for both, so that times are exact."""

    def __init__(self, database: Database, statement: str) -> None:
        super().__init__(database)
        self._statement = statement

    @contextlib.asynccontextmanager
    async def transaction(self, tenants):
        async with self.database.transaction(tenants) as connection:
            await connection.execute(self._statement)
            yield connection


class Killing(Wrapped):
    """Ends its own session in PostgreSQL before the statement of this number, once. `killed` tells whether it came to
    that; behind the last statement comes the commit. `after_commit`: all goes well, and the news of it is lost."""

    def __init__(self, database: Database, number: int, *, after_commit: bool = False) -> None:
        super().__init__(database)
        self._left, self.killed, self._after_commit = number, False, after_commit

    @contextlib.asynccontextmanager
    async def transaction(self, tenants):
        async with self.database.transaction(tenants) as connection:
            yield _Counted(self, connection)
            if not self._after_commit:
                await self.count(connection)
        if self._after_commit and not self.killed:
            self.killed = True
            raise Unavailable("The news of the commit was lost.")

    async def count(self, connection) -> None:
        if self._after_commit or self.killed:
            return
        self._left -= 1
        if self._left < 0:
            self.killed = True
            await connection.raw.execute("set local role none; select pg_terminate_backend(pg_backend_pid())")


class _Counted:
    def __init__(self, killing: Killing, connection) -> None:
        self._killing, self._connection = killing, connection

    def __getattr__(self, name):
        method = getattr(self._connection, name)

        async def call(*arguments, **named):
            await self._killing.count(self._connection)
            return await method(*arguments, **named)

        return call
