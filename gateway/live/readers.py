"""Readers of answers, wherever they are produced: here from memory, elsewhere from the log.

An answer of another process is mirrored: one batched query asks for the news of all mirrors, every `poll_s`, and any
number of readers share a mirror. When a producer here loses its answer, its readers go on with the mirror, and see no
seam: events are the same wherever they are read, and their numbers are contiguous.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping

from gateway.answer.events import TERMINAL, Numbered
from gateway.errors import Unavailable
from gateway.live.feed import Feed, FeedReader
from gateway.live.ports import AnswerStore
from gateway.live.producers import Live

log = logging.getLogger(__name__)

POLL_S = 0.05
"""Between two polls: less than a reader notices, and one query however many readers there are."""
LONGEST_PAUSE_S = 1.0
"""Between two polls while the database is away."""
MOVING_POLL_S = 0.02
"""Between two polls while another process takes over what was produced here."""
MOVING_PACE_S = 0.005
"""Between two answers whose readers are sent away: about what a reader that comes back costs."""
LONGEST_MOVE_S = 2.5
"""How long readers are sent away one answer after another."""


class Following:
    """Hands out the events of any answer from any cursor."""

    def __init__(self, live: Live, store: AnswerStore, poll_s: float = POLL_S) -> None:
        self._live, self._store, self._poll_s = live, store, poll_s
        self._mirrors: dict[tuple[str, str], Feed] = {}
        self._wanted = asyncio.Event()
        self._poller: asyncio.Task[None] | None = None
        self._reading = 0
        """Readers of any answer."""
        self._moved: set[tuple[str, str]] = set()
        """Answers whose readers were sent away to the process that went on with them."""
        self.closing = False
        """Readers are being sent away; what they follow goes on, here or elsewhere, and can be followed again."""

    async def open(self) -> None:
        self._poller = asyncio.create_task(self._poll_forever(), name="journal poll")

    def figures(self) -> Mapping[str, Mapping[str, float]]:
        """Returns how many read here right now, by where their answer is produced."""
        here, elsewhere = self._live.running, self._mirrors.values()
        readers = {"here": sum(feed.readers for feed in here), "elsewhere": sum(feed.readers for feed in elsewhere)}
        return {"readers": readers}

    async def close(self, patience_s: float = 0.0, longest_s: float = LONGEST_MOVE_S) -> None:
        """Sends all readers away. `patience_s`: how long to wait for the first or next word of a process that goes on
        with answers of this one; until then readers stay, `longest_s` at most, and those of an answer that has moved go
        first."""
        if patience_s:
            await self._move(patience_s, longest_s)
        self.closing = True
        for feed in [*self._mirrors.values(), *self._live.running]:
            feed.close()
        if self._poller is not None:
            self._poller.cancel()
            await asyncio.gather(self._poller, return_exceptions=True)

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> AsyncGenerator[list[Numbered]]:
        """Yields the committed events past `after` up to the terminal one, in batches; ends without it only when
        `closing`, or when it has moved.
        """
        self._reading += 1
        try:
            knows_log, epoch = False, 0
            while not self.closing and (tenant, answer_uuid) not in self._moved:
                feed: Feed | None = self._live.get(tenant, answer_uuid)
                if feed is None or feed.closed or after < feed.base:
                    if not knows_log:
                        async for batch in self._logged(tenant, answer_uuid, after):
                            after = batch[-1].seq
                            yield batch
                            if isinstance(batch[-1].event, TERMINAL):
                                return
                    if feed is None or feed.closed:
                        feed = self._mirror(tenant, answer_uuid, after, epoch)
                    if feed.base > after:  # begun for a reader that found more in the log meanwhile, or gone on
                        knows_log = False
                        continue
                with FeedReader(feed, after) as reader:
                    while batch := await reader.next():
                        yield batch
                        if reader.after < feed.last:  # there is more already: the event loop gets its turn between
                            await asyncio.sleep(0)
                    after = reader.after
                epoch = feed.epoch
                if feed.ended and after == feed.last:
                    return
                knows_log = after == feed.last  # of a feed that was closed; hundreds are when a process ends
        finally:
            self._reading -= 1

    async def stored(self, tenant: str, answer_uuid: str) -> list[Numbered]:
        """Returns what is committed of an answer right now, without waiting for more."""
        answer = self._live.get(tenant, answer_uuid)
        if answer is not None and not answer.closed and answer.base == 0:
            return list(answer.events)
        return [event async for batch in self._logged(tenant, answer_uuid, 0) for event in batch]

    async def _logged(self, tenant: str, answer_uuid: str, after: int) -> AsyncGenerator[list[Numbered]]:
        """Yields what the log holds past `after`, page by page. Between pages the event loop gets its turn: a generator
        that never suspends can wedge the worker when its client vanishes.
        """
        while not self.closing:
            try:
                batch = await self._store.events(tenant, answer_uuid, after)
            except Unavailable:  # readers stay until the database is back
                await asyncio.sleep(LONGEST_PAUSE_S)
                continue
            if not batch:
                return
            yield batch
            after = batch[-1].seq
            await asyncio.sleep(0)

    async def _move(self, patience_s: float, longest_s: float) -> None:
        """Keeps readers until another process has gone on with their answers, and sends them away as it does, one
        answer after another: all at once would slow that process down just when it begins to work for them."""
        now = asyncio.get_running_loop().time
        end, deadline = now() + longest_s, now() + patience_s
        self._poll_s = MOVING_POLL_S
        while self._reading and now() < min(deadline, end):
            moved = next((key for key, feed in self._mirrors.items() if feed.readers and _has_moved(feed)), None)
            if moved is not None:
                self._moved.add(moved)
                self._mirrors.pop(moved).close()
                deadline = now() + patience_s
            await asyncio.sleep(MOVING_PACE_S)

    # Mirrors -------------------------------------------------------------------------------------------------------

    def _mirror(self, tenant: str, answer_uuid: str, after: int, epoch: int) -> Feed:
        """Returns the shared mirror of an answer that runs elsewhere, for a reader that has all of the log. `epoch`: of
        the writer here that it has followed so far; 0: of none."""
        feed = self._mirrors.get((tenant, answer_uuid))
        if feed is None or feed.closed:
            feed = self._mirrors[tenant, answer_uuid] = Feed(base=after, epoch=epoch, closed=self.closing)
        self._wanted.set()
        return feed

    async def _poll_forever(self) -> None:
        pause_s = self._poll_s
        while True:
            await self._wanted.wait()
            await asyncio.sleep(pause_s)
            pause_s = self._poll_s
            for key in [key for key, feed in self._mirrors.items() if not feed.readers]:
                del self._mirrors[key]
            if not self._mirrors:
                self._wanted.clear()
                continue
            try:
                await self._poll()
            except Unavailable:
                pause_s = LONGEST_PAUSE_S
            except Exception:
                log.exception("the journal could not be read")
                pause_s = LONGEST_PAUSE_S

    async def _poll(self) -> None:
        cursors = [(tenant, answer_uuid, feed.last) for (tenant, answer_uuid), feed in self._mirrors.items()]
        found = await self._store.news(cursors)
        for (tenant, answer_uuid), feed in list(self._mirrors.items()):
            if answer_uuid in found:
                feed.publish(found[answer_uuid])
            if feed.ended:
                del self._mirrors[tenant, answer_uuid]


def _has_moved(mirror: Feed) -> bool:
    """Tells whether another process has gone on: what was under way here to the log when the answer was let go comes
    back from it too."""
    return bool(mirror.events) and mirror.events[-1].epoch > mirror.epoch
