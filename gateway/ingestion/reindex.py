"""Stored documents get their vectors, and follow a change of reader, embedder or recipe, in the background.

Full text serves all the time, vectors as far as they are computed. The newest documents come first. One process at a
time does the work, from rows to rows: whoever goes on after a crash sees from the knowledge base what is left. A
service or database that fails is tried again, less and less often; nothing here stops the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
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
WAIT_S = 5.0
"""Between two looks whether another process has ended its work."""
LOOK_S, AGAIN_S = 1.0, 300.0
"""A server looks whether any process has stored documents, and sometimes at all fingerprints in any case."""
COUNTED_EVERY = 64
"""Batches of vectors after which the passages that still need one are counted again: new documents come meanwhile."""
SAID_EVERY = 2000
"""Passages between two lines of the log."""

Key = tuple[str, str]
"""A tenant and the id of one of its documents or passages."""
FIRST: Key = ("", "00000000-0000-0000-0000-000000000000")
"""Before every other."""


Report = Callable[["ReindexProgress"], object]


class Bare(NamedTuple):
    """A passage without a vector."""

    tenant: str
    passage_id: str
    text: str
    document_id: str
    position: int


class ReindexStore(Protocol):
    """`store.knowledge.reindex_rows.ReindexRows`."""

    def alone(self) -> AbstractAsyncContextManager[bool]: ...
    async def is_pending(self, embedder: str) -> bool: ...
    async def to_count(self) -> int: ...
    async def documents_to_count(self, after: Key, limit: int) -> list[Key]: ...
    async def count(self, tenant: str, document_id: str) -> int: ...
    async def stored(self) -> object: ...
    async def stores_vectors(self) -> bool: ...
    async def missing(self, embedder: str) -> int: ...
    async def bare(self, embedder: str, limit: int, reached: Mapping[Key, int]) -> Sequence[Bare]: ...
    async def add(self, embedder: str, passages: Sequence[Bare], vectors: Sequence[Sequence[float]]) -> None: ...
    async def approve(self, embedder: str) -> int: ...
    async def drop_others(self, embedder: str) -> None: ...
    async def finish(self, embedder: str) -> None: ...
    async def build_index(self, embedder: str) -> bool: ...


@dataclass(slots=True)
class ReindexProgress:
    """`done` of `total` passages. `waiting`: another process does the work; `paused`: `problem` says why.
    `remaining_s`: None if nobody can say."""

    state: Literal["idle", "running", "waiting", "paused"] = "idle"
    done: Count = 0
    total: Count = 0
    problem: str | None = None
    remaining_s: Count | None = None


class Reindexer:
    """Makes every stored document as this process would make it."""

    def __init__(
        self,
        store: ReindexStore,
        embedder: Embedder,
        *,
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._store, self._embedder, self._pause = store, embedder, pause
        self._others_dropped = False
        self.progress = ReindexProgress()

    def figures(self) -> Mapping[str, Mapping[str, float]]:
        """Returns how far it is."""
        progress = self.progress
        return {"reindexing_passages": {"done": float(progress.done), "total": float(progress.total)}}

    async def serve(self) -> None:
        """Re-indexes for a server, now and whenever there is something to do again."""
        while True:
            stored = await self._stored()
            try:
                await self.run()
            except Exception:  # a fault here must not take the server along
                log.exception("re-indexing failed")
                self.progress.state = "idle"
            for _ in range(round(AGAIN_S / LOOK_S)):
                await self._pause(LOOK_S)
                if await self._stored() != stored:
                    break

    async def _stored(self) -> object:
        """Returns a value that changes if documents are stored; None if the database is unavailable."""
        with contextlib.suppress(Refusal):
            return await self._store.stored()
        return None

    async def run(self, report: Report = lambda progress: None) -> None:
        """Works until nothing is left to do, however long services are away."""
        delay = FIRST_PAUSE_S
        while True:
            before, seconds = self.progress.done, WAIT_S
            try:
                if await self.once(report):
                    return
                self.progress = ReindexProgress("waiting", total=await self.missing())
            except Refusal as error:
                seconds = delay = FIRST_PAUSE_S if self.progress.done > before else delay
                self.progress.state, self.progress.problem = "paused", error.detail
                log.log(level(error), "re-indexing pauses for %.0f s: %s", delay, error.detail)
                delay = min(2 * delay, LONGEST_PAUSE_S)
            report(self.progress)
            await self._pause(seconds)

    async def missing(self) -> int:
        """Returns how many passages have no vector yet."""
        return await self._store.missing(self._embedder.name) if await self._makes_vectors() else 0

    async def _makes_vectors(self) -> bool:
        return self._embedder.name != "none" and await self._store.stores_vectors()

    async def once(self, report: Report = lambda progress: None) -> bool:
        """Tries once; returns False where another process is at it. Raises `errors.Refusal` when a service or the
        database fails.
        """
        async with self._store.alone() as alone:
            if not alone:
                return False
            while await self._store.is_pending(self._embedder.name):
                await self._work(report)
                if not self.progress.done and await self._store.is_pending(self._embedder.name):
                    await self._pause(LOOK_S)  # another transaction has locked the documents that are left
            makes, embedder = await self._makes_vectors(), self._embedder
            if makes and not self._others_dropped:
                await self._store.drop_others(embedder.name)
                self._others_dropped = True
            # Only a calibrated embedder is asked for every question; for the others an index would be a burden.
            if makes and embedder.calibration and await self._store.build_index(embedder.name):
                log.info("vector index built for %s", embedder.name)
        self.progress = ReindexProgress(done=self.progress.done, total=self.progress.total)
        report(self.progress)
        return True

    async def _work(self, report: Report) -> None:
        embedder, store = self._embedder, self._store
        total = await store.to_count() + await self.missing()
        self.progress = progress = ReindexProgress("running", 0, total)
        log.info("re-indexing %d passages for %s", total, embedder.name)

        def done(passages: int) -> None:
            before, progress.done = progress.done, progress.done + passages
            report(progress)
            if progress.done // SAID_EVERY > before // SAID_EVERY:
                log.info("re-indexed %d of %d passages", progress.done, progress.total)

        after = FIRST
        while found := await store.documents_to_count(after, BATCH):
            for after in found:
                done(await store.count(*after))
        if await self._makes_vectors():
            await self._add_vectors(progress, done)
        else:
            await store.finish(embedder.name)
        log.info("re-indexed %d passages for %s", progress.done, embedder.name)

    async def _add_vectors(self, progress: ReindexProgress, done: Callable[[int], object]) -> None:
        embedder, store, began, first = self._embedder, self._store, time.monotonic(), progress.done
        reached: dict[Key, int] = {}
        for batch in itertools.count():
            if batch % COUNTED_EVERY == 0:  # what was read or split again needs more of them
                progress.total = progress.done + await self.missing()
            if bare := await store.bare(embedder.name, BATCH, reached):
                reached |= {(passage.tenant, passage.document_id): passage.position for passage in bare}
                await store.add(embedder.name, bare, await embedder.embed([passage.text for passage in bare]))
                a_passage_s = (time.monotonic() - began) / (progress.done + len(bare) - first)
                progress.total = max(progress.total, progress.done + len(bare))
                progress.remaining_s = round(a_passage_s * (progress.total - progress.done - len(bare)))
                done(len(bare))
            elif await store.approve(embedder.name):
                reached.clear()
            else:
                return
