"""Which remembered questions are nearest in meaning.

The codes of a scope's entries (`sign_codes`) are kept in the process and compared with the question's. The database
decides all the same: before each comparison the process reads the entries that have come since it last looked, and
whatever the codes bring near is looked up there, with its vector and whether it is still alive. So processes need not
tell each other anything: what one has kept another finds at once, and what has been retired, changed or deleted is
never brought, for its row is read anew.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from gateway.memory.ports import Reach
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.memory.sign_codes import NO_CODES, SignCodes, code, cosines, last_id, most_bits

SQL = load("memory/nearest_memories.sql")
CLOSEST = 32
"""Entries nearest by code whose cosine is computed, whatever it may be."""
MOST = 512
"""Entries at most whose cosine is computed for one question. Where more are near enough to matter, so many questions
are alike that the margin decides."""
ROUNDS = 4
"""Goes at most, where entries that are near by code turn out to be alive no more."""
PAGE = 100_000
MOST_CODES = 500_000
"""Codes that a process keeps, 136 bytes each, beside those of the scope that was asked last."""


class MemorySpace(NamedTuple):
    """The entries that a question is compared with."""

    tenant: str
    scope_hash: str
    embedder: str
    dimensions: int
    max_age_days: int


@dataclass(frozen=True, slots=True)
class KnownCodes:
    """The codes of a space, of all that was committed before the transaction `seen`."""

    codes: SignCodes = NO_CODES
    seen: int = 0


UNKNOWN = KnownCodes()


class NearestMemories:
    """Finds the nearest entries of a space. Raises `errors.Unavailable` when the database is away."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[MemorySpace, KnownCodes] = OrderedDict()
        self._loading = asyncio.Lock()

    async def near(self, space: MemorySpace, vector: Sequence[float], reach: Reach) -> dict[int, float]:
        """Returns entries that are alive with their cosines: the nearest `CLOSEST`, and beyond these all that may lie
        near enough for the decision."""
        packed, found = code(vector), dict[int, float]()
        for _ in range(ROUNDS):
            known = await self._current(space)
            ranked = await asyncio.to_thread(known.codes.nearest, packed, MOST)
            found, gone = await self._measured(space, ranked, vector, reach)
            if gone:
                await self._forget(space, known, gone)
            if 2 * len(gone) < CLOSEST:
                break
        return found

    async def _measured(
        self, space: MemorySpace, ranked: Sequence[tuple[int, int]], vector: Sequence[float], reach: Reach
    ) -> tuple[dict[int, float], list[int]]:
        """Returns the cosines of the nearest that are alive, and the ids of those that are not."""
        found: dict[int, float] = {}
        asked, wanted = 0, min(CLOSEST, len(ranked))
        async with self._database.connection(space.tenant) as connection:
            while asked < wanted:
                found |= await _cosines(connection, space, [entry for _, entry in ranked[asked:wanted]], vector)
                asked, limit = wanted, most_bits(reach.floor(max(found.values(), default=-1.0)))
                wanted = max(asked, sum(bits <= limit for bits, _ in ranked))
        return found, [entry for _, entry in ranked[:asked] if entry not in found]

    async def _current(self, space: MemorySpace) -> KnownCodes:
        """Returns the codes of a space as they are now. Only what has come since the last time is read; the first time
        that is everything, of one space after the other."""
        if space in self._known:
            return await self._read(space)
        async with self._loading:
            return await self._read(space)

    async def _read(self, space: MemorySpace) -> KnownCodes:
        """Adds what has come to what is known of a space. Where another lookup does so meanwhile, one of the two is
        forgotten: either is whole as far as its transaction, and what it lacks is read again."""
        known = self._known.get(space, UNKNOWN)
        pages: list[bytes] = []
        seen, behind = known.seen, (known.seen, 0)
        while True:
            row = await self._database.fetchrow(space.tenant, SQL["codes"], *space, known.seen, *behind, PAGE)
            assert row is not None, "an aggregate has a row"
            seen = seen if pages else row["seen"]  # what comes while pages are read is read the next time
            pages += [row["rows"]] if row["rows"] else []
            if row["count"] < PAGE:
                break
            behind = (row["last"], last_id(row["rows"]))
        codes = await asyncio.to_thread(reduce, SignCodes.with_rows, pages, known.codes) if pages else known.codes
        known = KnownCodes(codes, seen)
        self._known[space] = known
        self._known.move_to_end(space)
        while len(self._known) > 1 and sum(len(each.codes) for each in self._known.values()) > MOST_CODES:
            self._known.popitem(last=False)
        return known

    async def _forget(self, space: MemorySpace, known: KnownCodes, gone: Sequence[int]) -> None:
        """Drops entries that are alive no more. One that comes to life again is read again."""
        codes = await asyncio.to_thread(known.codes.without, gone)
        self._known[space] = replace(known, codes=codes)


async def _cosines(
    connection: TenantConnection, space: MemorySpace, entries: Sequence[int], vector: Sequence[float]
) -> dict[int, float]:
    rows = await connection.fetch(SQL["vectors"], space.tenant, list(entries), space.max_age_days)
    measured = cosines(vector, [row["embedding"] for row in rows])
    return dict(zip((row["id"] for row in rows), measured, strict=True))
