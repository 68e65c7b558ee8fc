"""A replica of the database that searches read, as long as it keeps up.

It is asked once a second how far it has come. What the primary had committed `MOST_BEHIND_S` ago must be there, or
nothing is read from it until it is: neither from one that is slow nor from one that was cut off from the primary and
still answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Coroutine

from gateway.errors import DatabaseUnreachable, Unavailable, WrongUse
from gateway.store.database.database import Database
from gateway.store.database.tenancy import NO_TENANT
from gateway.telemetry.outage import Outage

log = logging.getLogger(__name__)

SETTING = "DATABASE_REPLICA_URL"
CHECK_S = 1.0
ANSWER_S = 2.0
"""How long one check may take; who waits for a replica longer asks the primary."""
MOST_BEHIND_S = 5.0
MOST_NOTED = 600
"""Positions; of one that is further behind the oldest tells enough."""
ELSEWHERE = f"{SETTING} leads to another database than DATABASE_URL, or to itself."
WHOSE = "select system_identifier, current_database(), pg_is_in_recovery() from pg_control_system()"
WRITTEN = "select pg_current_wal_lsn()"
REPLAYED = "select pg_last_wal_replay_lsn()"


class Replica:
    """`behind_s`: how far it may be behind the primary."""

    def __init__(self, url: str, primary: Database, behind_s: float = MOST_BEHIND_S) -> None:
        self._url, self._primary, self._behind_s = url, primary, behind_s
        self._outage = Outage(log, "the replica of the database", away="is not read", back="is read again")
        self._database: Database | None = None
        self._watch: asyncio.Task[None] | None = None
        self._written: deque[tuple[float, int]] = deque()
        """Positions of the primary's log that were not seen on the replica yet, and when each was read."""
        self._followed = False
        """Whether it was seen to have all that was there when it was found."""

    async def open(self) -> None:
        """Lets the primary read it, as soon and as long as it keeps up. One that is away is waited for. Raises
        `WrongUse` for one of another database."""
        try:
            await self._check()
        except BaseException:
            self._let_go()
            raise
        self._watch = asyncio.create_task(self._watched(), name="replica watch")

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        self._let_go()

    async def _watched(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                await self._check()
            except WrongUse as error:
                self._fails(str(error))
            except Exception:  # searches go on with the primary
                self._fails("a fault")
                log.exception("the replica could not be looked at")

    async def _check(self) -> None:
        try:
            async with self._primary.connection(NO_TENANT) as connection:
                written = time.monotonic(), await connection.fetchval(WRITTEN)
        except Unavailable:  # without a primary there are no turns to search for
            return
        if len(self._written) < MOST_NOTED:
            self._written.append(written)
        try:
            replayed = await self._in_time(self._replayed())
        except (TimeoutError, Unavailable, DatabaseUnreachable) as error:
            self._fails(str(error) or "it does not answer")
            return
        while self._written and self._written[0][1] <= replayed:
            self._written.popleft()
            self._followed = True
        behind = time.monotonic() - self._written[0][0] if self._written else 0.0
        if behind > self._behind_s:
            self._primary.replica = None
            self._outage.fails(f"it is {behind:.0f} s behind; the primary is read")
        elif self._followed:
            self._primary.replica = self._database
            self._outage.works(surely=True)

    async def _in_time(self, asking: Coroutine[None, None, int]) -> int:
        """Returns what is asked for. A connection that is silent cannot even be given back: it is cut, and what waits
        for it ends then. Raises `TimeoutError`."""
        task = asyncio.ensure_future(asking)
        try:
            done, _ = await asyncio.wait({task}, timeout=ANSWER_S)
            if not done:
                raise TimeoutError
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                self._let_go()
                await asyncio.wait({task})

    async def _replayed(self) -> int:
        """Returns the position up to which the replica is like the primary."""
        if self._database is None or self._database.has_vectors != self._primary.has_vectors:
            self._let_go()
            self._database = Database(self._url, setting=SETTING)
            await self._database.open()
            async with self._database.connection(NO_TENANT) as there, self._primary.connection(NO_TENANT) as here:
                whose, ours = await there.fetchrow(WHOSE), await here.fetchrow(WHOSE)
            if whose is None or ours is None or tuple(whose) != (*ours[:2], True):
                raise WrongUse(ELSEWHERE)
        return int(await self._database.fetchval(NO_TENANT, REPLAYED) or 0)

    def _fails(self, why: str) -> None:
        """Reads from it no more. Who waits for it at this moment asks the primary, too."""
        self._let_go()
        self._outage.fails(f"{why.rstrip('.')}; the primary is read")

    def _let_go(self) -> None:
        self._primary.replica, self._followed = None, False
        self._written.clear()
        if self._database is not None:
            with contextlib.suppress(Exception):
                self._database.abort()
        self._database = None
