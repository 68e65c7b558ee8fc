"""The connections of a pool, lent and taken back without asking the pool each time.

To give a connection back to asyncpg's pool and to take one from it costs a task, two timers and as much processor time
as a small statement. One that is given back in order therefore goes to who has waited longest, or waits here for who
comes next. The pool gets it when something went wrong with it, and now and then, for the pool's own rules of how long
a connection is used.
"""

from __future__ import annotations

import asyncio
from collections import deque

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
    """Lends the connections of one pool, which nobody else asks."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool, self._most = pool, pool.get_max_size()
        self._spare: list[tuple[PoolConnectionProxy, float]] = []
        """Connections that wait, and since when; the last one is lent first."""
        self._waiting: deque[asyncio.Future[PoolConnectionProxy | None]] = deque()
        """Those who wait for a connection, or (None) for room to ask the pool for one."""
        self._taken, self._turns, self._closing = 0, 0, False
        """`_taken`: how many connections of the pool are here or lent."""

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
            await self._release(connection)
        async with asyncio.timeout(PATIENCE_S) as patience:
            while self._taken >= self._most:
                if (given := await self._turn()) is not None:
                    return given
            self._taken += 1
            try:
                left_s = (patience.when() or 0.0) - asyncio.get_running_loop().time()
                return await self._pool.acquire(timeout=max(left_s, 0.0))
            except BaseException:
                self._taken -= 1
                self._pass_on(None)
                raise

    async def _turn(self) -> PoolConnectionProxy | None:
        """Waits until somebody gives a connection back: the connection, or None where the pool has got it."""
        turn: asyncio.Future[PoolConnectionProxy | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # too late for this one
                if (given := turn.result()) is not None:
                    self._keep(given)
                else:
                    self._pass_on(None)
            raise

    async def give_back(self, connection: PoolConnectionProxy, *, failed: bool) -> None:
        """Takes a connection back. `failed`: its user was interrupted or met an error, after which the pool cleans up:
        it waits until a statement that was cancelled has ended, and ends a transaction that is open."""
        self._turns += 1
        if (
            failed
            or self._closing
            or not self._turns % TURNS
            or is_lost(connection)
            or connection.is_in_transaction()
            or (len(self._spare) >= MOST and not self._waiting)
        ):
            await self._release(connection)
            return
        self._keep(connection)
        if self._spare and self._spare[-1][1] - self._spare[0][1] > IDLE_S:
            await self._release(self._spare.pop(0)[0])

    def _keep(self, connection: PoolConnectionProxy) -> None:
        if not self._pass_on(connection):
            self._spare.append((connection, asyncio.get_running_loop().time()))

    def _pass_on(self, connection: PoolConnectionProxy | None) -> bool:
        """Gives it to who has waited longest; returns whether somebody has."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # gone
                turn.set_result(connection)
                return True
        return False

    async def _release(self, connection: PoolConnectionProxy) -> None:
        """Gives it back to the pool; who waits may ask there."""
        try:
            await self._pool.release(connection)
        finally:
            self._taken -= 1
            self._pass_on(None)

    async def close(self) -> None:
        """Gives everything back to the pool, and keeps nothing from now on."""
        self._closing = True
        while self._spare:
            await self._release(self._spare.pop()[0])


def is_lost(connection: PoolConnectionProxy) -> bool:
    """Tells whether a pooled connection is closed. The pool takes one back whose server went away, and then it answers
    nothing any more."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True
