"""A connection that says that this process lives: PostgreSQL notices at once when it ends, whatever ended it.

The connection has an advisory lock whose number stands in the process's name, and so in all of its leases. When a
process is killed, the kernel closes its connections, PostgreSQL gives the lock back, and any other process sees that it
is free (`Presence.missing`). Nothing is written for it, and a process that is only slow keeps its lock: for that one,
and for a host that fell silent without closing anything, the lease decides (`docs/adr/0027-presence.md`).

The lock is not to be trusted in two cases, and then the lease alone decides again:

- Between us and PostgreSQL stands a pooler, which hands a session from client to client, and no direct address is
  known (`Database.session_url`). Such a process gets a name without a number and has no such connection.
- Our own connection is younger than a lease: whatever cut it (a restart, a failover) may have cut the others' too, and
  they need a moment to come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import asyncpg

from gateway.errors import Unavailable
from gateway.store.database.database import Database
from gateway.store.database.faults import LOST
from gateway.store.database.statements import load
from gateway.store.database.tenancy import NO_TENANT, TenantConnection, Tenants

SQL = load("answers/presence.sql")
LOCK = 0x63_69_74_65
""""cite": the first number of the lock; the second is the process's own. `migrations.LOCK` has the same number, but
PostgreSQL keeps locks of one number and locks of two apart, so neither waits for the other."""
CHANNEL = "citestream_lease"
"""Where processes hear that leases were let go."""
LIMIT_S = 10.0
"""For one statement: they touch a few small rows."""
PAUSES_S = (0.0, 0.05, 0.2, 0.5, 1.0)
"""Before the tries to get a lost connection back; the last one repeats."""

log = logging.getLogger(__name__)


class Presence:
    """This process's place among the others. Its connection carries the statements about leases, so that none of them
    waits for the pool."""

    def __init__(self, database: Database, name: str, settled_s: float) -> None:
        """`name`: begins the name of this process. `settled_s`: how old the connection must be before the absence of
        others is believed: the length of a lease."""
        self._database, self._name, self._settled_s = database, name, settled_s
        self._number: int | None = None
        self._connection: asyncpg.Connection | None = None
        self._since = 0.0
        self._one_at_a_time = asyncio.Lock()
        self._back: asyncio.Task[None] | None = None
        self._released: Callable[[], object] = _nothing
        self._missed: Callable[[], object] = _nothing
        self._closing = False

    @classmethod
    @contextlib.asynccontextmanager
    async def here(cls, database: Database, settled_s: float) -> AsyncIterator[Presence]:
        """Lends that of this process, open: its name has the host, the process's number, and a part of its own."""
        presence = cls(database, f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}", settled_s)
        await presence.open()
        try:
            yield presence
        finally:
            await presence.close()

    @property
    def owner(self) -> str:
        """The name in leases of this process: with the number of its lock, where that can be trusted."""
        return self._name if self._number is None else f"{self._name}/{self._number}"

    @property
    def is_present(self) -> bool:
        """Whether others see that this process lives. Where nobody looks at locks, nobody misses it either."""
        return self._connection is not None or self._number is None

    async def open(self) -> None:
        """Takes the lock, where it can be trusted. Raises `errors.Unavailable`."""
        with self._database.telling_losses():
            await self._connect()

    async def close(self) -> None:
        """Gives the lock back."""
        self._closing = True
        if self._back is not None:
            self._back.cancel()
            await asyncio.gather(self._back, return_exceptions=True)
        if (connection := self._connection) is not None:
            self._connection = None
            try:
                await connection.close(timeout=2)
            except (TimeoutError, *LOST):
                connection.terminate()

    def heed(self, released: Callable[[], object], missed: Callable[[], object]) -> None:
        """Has `released` called whenever a process lets leases go, and `missed` when the connection is lost."""
        self._released, self._missed = released, missed

    @contextlib.asynccontextmanager
    async def connection(self, tenants: Tenants) -> AsyncIterator[TenantConnection]:
        """Lends the connection for rows of these tenants, or where there is none one of the pool. Raises
        `errors.Unavailable`."""
        async with self._one_at_a_time:
            if self._connection is not None:
                with self._database.telling_losses():
                    yield TenantConnection(self._connection, tenants)
                return
        async with self._database.connection(tenants) as connection:
            yield connection

    async def fetch(self, tenants: Tenants, query: str, *args: Any) -> list[asyncpg.Record]:
        """Runs one statement on this connection."""
        async with self.connection(tenants) as connection:
            return await connection.fetch(query, *args)

    async def missing(self, owners: Sequence[str]) -> set[str]:
        """Returns those of `owners` whose lock is free: their processes have lost their connection to PostgreSQL a
        moment ago, most likely by their end. Nothing is said of one without a lock, nor by a process that has
        reached PostgreSQL only just now."""
        numbers = {owner: int(owner.rpartition("/")[2]) for owner in owners if "/" in owner and owner != self.owner}
        if not numbers or self._number is None or not self._is_settled():
            return set()
        free = {row["number"] for row in await self.fetch(NO_TENANT, SQL["missing"], LOCK, list(numbers.values()))}
        return {owner for owner, number in numbers.items() if number in free} if self._is_settled() else set()

    async def has_others(self) -> bool:
        """Tells whether another process has a connection. Nothing is known of those without a lock."""
        if self._number is None:
            return False
        [[found]] = await self.fetch(NO_TENANT, SQL["others"], LOCK, self._number)
        return bool(found)

    def _is_settled(self) -> bool:
        return self._connection is not None and asyncio.get_running_loop().time() - self._since >= self._settled_s

    # The connection ------------------------------------------------------------------------------------------------

    async def _connect(self) -> None:
        connection = await self._database.own_connection(command_timeout=LIMIT_S)
        if connection is None:
            return
        number = self._number if self._number is not None else secrets.randbits(31)
        try:
            await connection.execute(SQL["be_present"], LOCK, number)
            await connection.add_listener(CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._number = number
        connection.add_termination_listener(self._lost)
        self._connection, self._since = connection, asyncio.get_running_loop().time()

    def _hear(self, *_: Any) -> None:
        self._released()

    def _lost(self, connection: Any) -> None:
        """Takes the lock again at once: until then others may think that this process has ended."""
        if connection is not self._connection or self._closing:
            return
        self._connection = None
        self._missed()
        if self._back is None or self._back.done():
            self._back = asyncio.get_running_loop().create_task(self._come_back(), name="presence")

    async def _come_back(self) -> None:
        tries = 0
        while self._connection is None:
            await asyncio.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)])
            tries += 1
            try:
                with self._database.telling_losses():
                    await self._connect()
            except Unavailable:
                pass
            except Exception:
                log.exception("the connection that shows that this process lives cannot be made")


def _nothing() -> None: ...
