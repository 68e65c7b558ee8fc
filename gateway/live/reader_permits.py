"""Streams end when what they were opened with no longer holds: a key that is revoked or expires, a page that signs out.

One sweep asks the database about all keys and sessions that have a reader here. The answer itself goes on: whoever may
read it can follow it from the last event that was sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from math import inf
from typing import Protocol, TypeVar

from gateway.concurrency.time_limit import TimeLimit, TooLate
from gateway.errors import Unauthorized, Unavailable

log = logging.getLogger(__name__)

T = TypeVar("T")

SWEEP_S = 3.0
"""Between two sweeps; a stream is promised to end within a minute."""
WITHDRAWN = (
    "The key or session that this stream was opened with no longer holds. The answer goes on: send another key of the "
    "same owner and follow it from the last event id."
)


class Holding(Protocol):
    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Returns those of the keys and sessions, named by their hashes, that still hold."""


class _PermittedReader:
    """One stream, which waits for its next batch or sends one."""

    def __init__(self) -> None:
        self.withdrawn = False
        self._limit: TimeLimit | None = None

    async def next(self, batches: AsyncGenerator[T]) -> T | None:
        """Returns the next batch, None at the end. Raises `Unauthorized` as soon as the permit is withdrawn."""
        if self.withdrawn:
            raise Unauthorized(WITHDRAWN)
        self._limit = TimeLimit()
        try:
            with self._limit.until(inf):
                return await anext(batches, None)
        except TooLate:
            raise Unauthorized(WITHDRAWN) from None

    def withdraw(self) -> None:
        """Ends the wait for the next batch, once: a stream that takes its time to close is not hurried again."""
        first, self.withdrawn = not self.withdrawn, True
        if first and self._limit is not None:
            self._limit.expire()


class Permits:
    """Who reads here, by the hash of the key or session that they sent."""

    def __init__(self, keys: Holding, every_s: float = SWEEP_S) -> None:
        self._keys, self._every_s = keys, every_s
        self._readers: dict[str, set[_PermittedReader]] = {}
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._sweeping = asyncio.create_task(self._sweep_forever(), name="permits")

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    def while_valid(self, sent: str | None, batches: AsyncGenerator[T]) -> AsyncGenerator[T]:
        """Returns the same batches, which raise `Unauthorized` when `sent` no longer holds.

        sent: the hash of the key or session; None where no key is needed.
        """
        return batches if sent is None else self._while_valid(sent, batches)

    async def _while_valid(self, sent: str, batches: AsyncGenerator[T]) -> AsyncGenerator[T]:
        reader = _PermittedReader()
        self._readers.setdefault(sent, set()).add(reader)
        try:
            async with aclosing(batches):
                while (batch := await reader.next(batches)) is not None:
                    yield batch
        finally:
            self._leave(sent, reader)

    def _leave(self, sent: str, reader: _PermittedReader) -> None:
        readers = self._readers[sent]
        readers.discard(reader)
        if not readers:
            del self._readers[sent]

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            try:
                await self.sweep()
            except Unavailable:  # nothing is shown either while the database is away
                continue
            except Exception:
                log.exception("keys of running streams could not be checked")

    async def sweep(self) -> None:
        """Withdraws the permits of those whose key or session no longer holds."""
        asked = list(self._readers)
        if not asked:
            return
        valid = await self._keys.holding(asked)
        for sent in asked:
            for reader in () if sent in valid else tuple(self._readers.get(sent, ())):
                reader.withdraw()
