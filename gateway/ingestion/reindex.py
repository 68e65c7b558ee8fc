"""Stored documents follow a change of reader, embedder or recipe in the background, while searches go on.

Full text serves all the time, vectors as far as they are made. The work is done by one process at a time, from rows to
rows: whoever goes on after a crash sees from the knowledge base what is left. A service or database that fails is
tried again, less and less often; nothing here stops the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from gateway.answer.json_types import Count
from gateway.errors import Refusal
from gateway.models.ports import Embedder
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)

BATCH = 64
"""Passages embedded and stored together: what a crash loses."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 300.0
AGAIN_S = 300.0
"""How often a server looks whether there is something to do: another process may have stored much."""
SAID_EVERY = 2000
"""Passages between two lines of the log."""

Key = tuple[str, str]
"""A tenant and the id of one of its documents or passages."""
FIRST: Key = ("", "00000000-0000-0000-0000-000000000000")
"""Before every other."""


class Bare(NamedTuple):
    """A passage without a vector."""

    tenant: str
    passage_id: str
    text: str


class ReindexStore(Protocol):
    """`store.knowledge.reindex_rows.ReindexRows`."""

    def alone(self) -> AbstractAsyncContextManager[bool]: ...
    async def is_pending(self, embedder: str) -> bool: ...
    async def to_count(self) -> int: ...
    async def documents_to_count(self, after: Key, limit: int) -> list[Key]: ...
    async def count(self, tenant: str, document_id: str) -> int: ...
    async def missing(self, embedder: str) -> int: ...
    async def bare(self, embedder: str, after: Key, limit: int) -> Sequence[Bare]: ...
    async def add(self, embedder: str, passages: Sequence[Bare], vectors: Sequence[Sequence[float]]) -> None: ...
    async def finish(self, embedder: str, *, vectors: bool) -> None: ...
    async def build_index(self, embedder: str) -> bool: ...


@dataclass(slots=True)
class ReindexProgress:
    """`done` of `total` passages. `waiting`: another process does the work; `paused`: `problem` says why."""

    state: Literal["idle", "running", "waiting", "paused"] = "idle"
    done: Count = 0
    total: Count = 0
    problem: str | None = None


class Reindexer:
    """Makes every stored document as this process would make it. `vectors`: whether the database can hold them."""

    def __init__(
        self,
        store: ReindexStore,
        embedder: Embedder,
        *,
        vectors: bool,
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._store, self._embedder, self._vectors, self._pause = store, embedder, vectors, pause
        self.progress = ReindexProgress()

    def figures(self) -> Mapping[str, Mapping[str, float]]:
        """Returns how far it is."""
        progress = self.progress
        return {"reindexing_passages": {"done": float(progress.done), "total": float(progress.total)}}

    async def serve(self) -> None:
        """Re-indexes for a server, now and whenever there is something to do again."""
        while True:
            try:
                await self.run()
            except Exception:  # a fault here must not take the server along
                log.exception("re-indexing failed")
                self.progress.state = "idle"
            await self._pause(AGAIN_S)

    async def run(self, report: Callable[[ReindexProgress], object] = lambda progress: None) -> None:
        """Works until nothing is left to do, however long services are away."""
        delay = FIRST_PAUSE_S
        while True:
            before = self.progress.done
            try:
                if await self.once(report):
                    return
                self.progress.state = "waiting"
            except Refusal as error:
                self.progress.state, self.progress.problem = "paused", error.detail
                log.log(level(error), "re-indexing pauses for %.0f s: %s", delay, error.detail)
            if self.progress.done > before:
                delay = FIRST_PAUSE_S
            report(self.progress)
            await self._pause(delay)
            delay = min(2 * delay, LONGEST_PAUSE_S)

    async def once(self, report: Callable[[ReindexProgress], object] = lambda progress: None) -> bool:
        """Tries once; returns False where another process is at it. Raises `errors.Refusal` when a service or the
        database fails.
        """
        async with self._store.alone() as alone:
            if not alone:
                return False
            while await self._store.is_pending(self._embedder.name):
                await self._work(report)
            # Only a calibrated embedder is asked for every question; for the others an index would be a burden.
            if self._vectors and self._embedder.calibration and await self._store.build_index(self._embedder.name):
                log.info("vector index built for %s", self._embedder.name)
        self.progress = ReindexProgress(done=self.progress.done, total=self.progress.total)
        report(self.progress)
        return True

    async def _work(self, report: Callable[[ReindexProgress], object]) -> None:
        embedder, store = self._embedder, self._store
        vectors = self._vectors and bool((await embedder.embed(["?"]))[0])
        missing = await store.missing(embedder.name) if vectors else 0
        self.progress = progress = ReindexProgress("running", 0, await store.to_count() + missing)
        log.info("re-indexing %d passages for %s", progress.total, embedder.name)

        def done(passages: int) -> None:
            before, progress.done = progress.done, progress.done + passages
            report(progress)
            if progress.done // SAID_EVERY > before // SAID_EVERY:
                log.info("re-indexed %d of %d passages", progress.done, progress.total)

        after = FIRST
        while found := await store.documents_to_count(after, BATCH):
            for after in found:
                done(await store.count(*after))
        if vectors:  # what was read or split again needs more of them
            progress.total = progress.done + await store.missing(embedder.name)
        after = FIRST
        while vectors and (bare := await store.bare(embedder.name, after, BATCH)):
            await store.add(embedder.name, bare, await embedder.embed([passage.text for passage in bare]))
            after = (bare[-1].tenant, bare[-1].passage_id)
            done(len(bare))
        await store.finish(embedder.name, vectors=vectors)
        log.info("re-indexed %d passages for %s", progress.done, embedder.name)
