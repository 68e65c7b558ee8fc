"""What keys and tenants use of their limits, over all processes: requests, open streams, tokens, bytes.

Nothing here outlives its process: running answers are counted in their leases, which other processes end; a stream
counts as long as its process says that it lives (`ALIVE_S`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import uuid
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date

from gateway.errors import Unavailable
from gateway.limits.access_key import Limits
from gateway.limits.admission import ALWAYS_S, WINDOW_S, Admission
from gateway.store.accounts import audit
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import NO_TENANT, TenantConnection

SQL = load("accounts/allowances.sql")
ALIVE_S = 6.0
"""How long the streams of a process count that has stopped saying that it lives."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UsedOnDay:
    """What answers of one key, application and model used on one day."""

    day: date
    key_hash: str
    """Empty where nobody needed a key."""
    label: str
    """Of the key."""
    caller_app: str
    model: str
    """Empty where none was asked."""
    answers: int
    question_tokens: int
    answer_tokens: int


@dataclass(frozen=True, slots=True)
class UsedNow:
    """What is used of limits, by their names."""

    whole: dict[str, int]
    """By the tenant as a whole."""
    by_key: dict[str, dict[str, int]]
    """By the hash of a key; empty: by commands, and where nobody needed a key."""


class Seat:
    """A stream that counts, until it is given back or forgotten."""

    def __init__(self, viewer: str, leave: Callable[[str], None], give_back: Callable[[], Awaitable[None]]) -> None:
        self.viewer, self._leave, self._give_back, self._over = viewer, leave, give_back, False

    def leave(self) -> None:
        """Gives it back, once."""
        if not self._over:
            self._over = True
            self._leave(self.viewer)

    async def free(self) -> None:
        """Gives it back, and returns when others may have it."""
        self.leave()
        with contextlib.suppress(Unavailable):  # it is tried again
            await self._give_back()

    def __del__(self) -> None:
        self.leave()


class Allowances:
    """Counts by which limits are held. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database, reserve: int = 0, alive_s: float = ALIVE_S) -> None:
        """`reserve`: tokens that a running answer may still use."""
        self._database, self.reserve, self._alive_s = database, reserve, alive_s
        self.owner = secrets.token_hex(8)
        """The name of this process."""
        self._left: set[str] = set()
        self._changed, self._giving = asyncio.Event(), asyncio.Lock()
        self._living: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Gives back what this process holds."""
        if self._living is not None:
            self._living.cancel()
            await asyncio.gather(self._living, return_exceptions=True)
            with contextlib.suppress(Unavailable):
                await self._database.execute(NO_TENANT, SQL["end"], self.owner)

    async def admit(self, tenant: str, admission: Admission) -> dict[str, str]:
        """Counts what begins, and returns the fields of the response that tell what is left. Raises `LimitReached`."""
        if (asked := admission.asked) is None:
            return {}
        return admission.outcome(await self._database.fetchval(tenant, SQL["admit"], tenant, admission.key_hash, asked))

    async def seat(self) -> Seat:
        """Returns a seat for one stream. It counts from its admission on."""
        if self._living is None:
            await self._live()
            self._living = asyncio.create_task(self._live_on(), name="viewers")
        elif self._left:
            await self._give_back()
        return Seat(uuid.uuid4().hex, self._leave, self._give_back)

    def _leave(self, viewer: str) -> None:
        self._left.add(viewer)
        self._changed.set()

    async def _live_on(self) -> None:
        """Says again and again that this process lives, and at once which streams have ended."""
        due, now = 0.0, asyncio.get_running_loop().time
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._changed.wait()
            self._changed.clear()
            try:
                await self._give_back()
                if now() >= due:
                    due = now() + self._alive_s / 3
                    await self._live()
            except Unavailable:
                continue
            except Exception:
                log.exception("open streams could not be counted")

    async def _give_back(self) -> None:
        async with self._giving:
            if not (left := set(self._left)):
                return
            await self._database.execute(NO_TENANT, SQL["leave"], [uuid.UUID(viewer) for viewer in left])
            self._left -= left

    async def _live(self) -> None:
        await self._database.execute(NO_TENANT, SQL["live"], self.owner, self._alive_s)

    async def usage(self, tenant: str, first: date, last: date, key_id: str | None = None) -> list[UsedOnDay]:
        """Returns what was used on these days, the latest first."""
        rows = await self._database.fetch(tenant, SQL["usage"], tenant, first, last, key_id)
        return [UsedOnDay(*row) for row in rows]

    async def stored(self, tenant: str) -> dict[str, int]:
        """Returns the bytes of the documents in the knowledge base, by the hash of the key that sent them."""
        return dict(map(tuple, await self._database.fetch(tenant, SQL["stored"], tenant)))

    async def used(self, tenant: str) -> UsedNow:
        """Returns what is used of limits now. Requests and streams count only where they are limited."""
        rows = await self._database.fetch(tenant, SQL["used"], tenant, WINDOW_S)
        whole: Counter[str] = Counter()
        by_key: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for limited, key_hash, used in rows:
            is_whole = limited == "requests_per_minute" and not key_hash
            if limited != "requests_per_minute" or is_whole:
                whole[limited] += used
            if not is_whole:
                by_key[key_hash][limited] = used
        return UsedNow(dict(whole), dict(by_key))


async def weigh(connection: TenantConnection, tenant: str, documents: Sequence[str]) -> None:
    """Counts the bytes of documents for whoever sends them, at the end of the transaction that stores them. Raises
    `LimitReached`, behind which that is rolled back."""
    if not documents:
        return
    who = audit.actor()
    await connection.execute(SQL["weigh"], tenant, list(documents), who.key_hash)
    admission = Admission(who.key_hash, Limits(stored_bytes=who.stored_bytes), Limits(stored_bytes=who.tenant_bytes))
    if admission.limits.any or admission.whole.any:
        await connection.execute(SQL["count_now"])
        weight = await connection.fetchrow(SQL["weight"], tenant, who.key_hash)
        assert weight is not None
        for of, most in (("tenant", who.tenant_bytes), ("key", who.stored_bytes)):
            if most and weight[of] > most:
                raise admission.refusal(of, "stored_bytes", ALWAYS_S)
