"""The connections of a pool, lent and taken back without asking the pool each time.

To give a connection back to asyncpg's pool and to take one from it costs a task, two timers and as much processor time
as a small statement. One that is given back in order therefore waits here for who comes next. The pool gets it when
somebody waits for a connection, when something went wrong with it, and now and then, for the pool's own rules of how
long a connection is used.
"""

from __future__ import annotations

import asyncio

import asyncpg
from asyncpg.pool import PoolConnectionProxy

PATIENCE_S = 15.0
"""How long somebody waits for a connection."""
MOST = 4
"""Connections that wait here; what a crowd took beyond that goes back to the pool, which closes what idles."""
IDLE_S = 60.0
"""What waits here for longer goes back to the pool, which closes what nobody uses: whatever lies between us and the
server may forget an idle connection, and tells neither."""
TURNS = 500
"""Every so many times a connection goes through the pool, which replaces one that has served 50,000 statements."""


class Lending:
    """Lends the connections of one pool."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._spare: list[tuple[PoolConnectionProxy, float]] = []
        """Those who wait, and since when; the last one is lent first."""
        self._wanted, self._turns, self._closing = 0, 0, False

    @property
    def idle(self) -> int:
        """Returns how many connections nobody uses."""
        return int(self._pool.get_idle_size()) + len(self._spare)

    async def take(self) -> PoolConnectionProxy:
        """Returns a connection that is open. Raises what asyncpg raises, `TimeoutError` among it."""
        while self._spare:
            connection, _ = self._spare.pop()
            if not is_lost(connection):
                return connection
            await self._pool.release(connection)
        self._wanted += 1
        try:
            return await self._pool.acquire(timeout=PATIENCE_S)
        finally:
            self._wanted -= 1

    async def give_back(self, connection: PoolConnectionProxy, *, failed: bool) -> None:
        """Takes a connection back. `failed`: its user was interrupted or met an error, after which the pool cleans up:
        it waits until a statement that was cancelled has ended, and ends a transaction that is open."""
        self._turns += 1
        if (
            failed
            or self._wanted
            or self._closing
            or len(self._spare) >= MOST
            or not self._turns % TURNS
            or is_lost(connection)
            or connection.is_in_transaction()
        ):
            await self._pool.release(connection)
        else:
            now = asyncio.get_running_loop().time()
            self._spare.append((connection, now))
            if now - self._spare[0][1] > IDLE_S:
                await self._pool.release(self._spare.pop(0)[0])

    async def close(self) -> None:
        """Gives everything back to the pool, and keeps nothing from now on."""
        self._closing = True
        while self._spare:
            await self._pool.release(self._spare.pop()[0])


def is_lost(connection: PoolConnectionProxy) -> bool:
    """Tells whether a pooled connection is closed. The pool takes one back whose server went away, and then it answers
    nothing any more."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True
