"""Going on where another process died: leases, their renewal, and the answers that this process takes over.

A lease lasts `lease_s` and is renewed three times in that time. Whoever finds one that has run out takes it, with a
higher epoch in the same statement: from then on nothing that the old owner still writes is accepted. The answer goes on
behind its last stored paragraph, with the candidates that were frozen for it. All clocks are the database's.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from gateway.answer.answer import Reason
from gateway.conversation.prepared import Kept
from gateway.errors import Unavailable
from gateway.live.ports import ClaimedLease, LeaseStore
from gateway.live.producers import Live
from gateway.models.outage import Outage, level
from gateway.turn.ask import Ask

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""Takeovers without a new paragraph after which an answer ends with what there is."""
MOST_EPOCHS = 10
STOP_POLL_S = 0.25
"""How often requests of other processes to stop an answer are looked for; they are promised within a second."""
CLAIM_POLL_S = 0.25
"""How often leases that have run out are looked for, at most: readers of a process that ended wait for it."""
AT_ONCE = 32
"""Leases taken in one statement; the others may go to other processes."""
PACE_S = 0.005
"""Between two answers that begin to work again: about what one costs, so that readers are served meanwhile."""


class Takeover:
    """Keeps this process's leases and takes over those that ran out."""

    def __init__(self, live: Live, leases: LeaseStore, ask: Ask, lease_s: float = 3.0) -> None:
        self._live, self._leases, self._ask, self._lease_s = live, leases, ask, lease_s
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        every = self._lease_s / 3
        for name, work, pause_s in (
            ("lease renewal", self._renew, every),
            ("takeover", self._claim, min(every, CLAIM_POLL_S)),
            ("stop requests", self._stop_requested, STOP_POLL_S),
        ):
            self._tasks.append(asyncio.create_task(_repeat(name, work, pause_s), name=name))

    async def close(self) -> None:
        """Takes nothing over any more, lets go of what runs here, and lets its leases run out now."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._live.close()
        try:
            await self._leases.release()
        except Unavailable:
            log.warning("leases could not be released; they run out by themselves")

    async def stop(self, tenant: str, answer_uuid: str) -> None:
        """Ends an answer with what was said, wherever it runs."""
        await self._leases.request_stop(tenant, answer_uuid)  # first, so that it holds whoever owns it
        self._live.stop(tenant, answer_uuid)

    # What is repeated ----------------------------------------------------------------------------------------------

    async def _renew(self) -> None:
        running = self._live.running
        if not running:
            return
        epochs = await self._leases.renew([answer.turn.answer_uuid for answer in running], self._live.read())
        for answer in running:
            if epochs.get(answer.turn.answer_uuid) != answer.epoch and not answer.ending:
                self._live.abandon(answer)

    async def _stop_requested(self) -> None:
        if self._live.running:
            for tenant, answer_uuid in await self._leases.stop_requests():
                self._live.stop(tenant, answer_uuid)

    async def _claim(self) -> None:
        taken = 0
        while True:
            found = await self._leases.claim(AT_ONCE, [answer.turn.answer_uuid for answer in self._live.running])
            await self._go_on_with(found, taken)
            taken += len(found)
            if len(found) < AT_ONCE:  # else there may be more: hundreds of answers must not wait for as many rounds
                return

    async def _go_on_with(self, found: Sequence[ClaimedLease], taken: int = 0) -> None:
        """Reads the stored turns of all of them at once, because their readers wait; one that cannot be read stops no
        other. `taken`: how many answers came before these."""
        try:
            names = [(claimed.tenant, claimed.answer_uuid) for claimed in found]
            stored = await self._leases.stored_turns(names) if names else {}
        except Unavailable:
            raise
        except Exception:
            if len(found) == 1:
                log.exception("answer %s could not be taken over", found[0].answer_uuid)
                return
            for claimed in found:
                await self._go_on_with([claimed])
            return
        for index, claimed in enumerate(found, taken):
            if (before := self._live.get(claimed.tenant, claimed.answer_uuid)) is not None:
                self._live.abandon(before)  # this process was paused for so long that its own lease ran out
            if claimed.answer_uuid in stored:
                self._go_on(claimed, stored[claimed.answer_uuid], index * PACE_S)

    def _go_on(self, claimed: ClaimedLease, stored: Kept, pause_s: float) -> None:
        ending: Reason | None = None
        if claimed.stop_requested:
            ending = "stopped"
        elif claimed.attempts > MOST_ATTEMPTS or claimed.epoch > MOST_EPOCHS:
            ending = "interrupted"
        log.info(
            "answer %s goes on here, epoch %d%s", claimed.answer_uuid, claimed.epoch, f": {ending}" if ending else ""
        )
        self._live.start(
            stored.turn,
            partial(self._ask.go_on, stored=stored, ending=ending, pause_s=pause_s),
            epoch=claimed.epoch,
            events=stored.events,
            elapsed_ms=stored.elapsed_ms,
        )


async def _repeat(name: str, work: Callable[[], Awaitable[None]], pause_s: float) -> None:
    """Works again and again, with jitter, so that processes do not move in step; a lost database is waited for. A fault
    that comes back four times a second is logged once."""
    faults = Outage(log, name, away="fails", back="works again")
    while True:
        try:
            await work()
        except Unavailable as error:
            log.log(level(error), "%s: %s", name, error)
        except Exception as error:
            faults.fails(repr(error), trace=True)
        else:
            faults.works()
        await asyncio.sleep(pause_s * random.uniform(0.8, 1.0))
