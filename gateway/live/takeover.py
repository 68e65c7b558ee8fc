"""Going on where another process died: leases, their renewal, and the answers that this process takes over.

A lease lasts `lease_s` and is renewed three times in that time. Whoever finds one that has run out takes it, with a
higher epoch in the same statement: from then on nothing that the old owner still writes is accepted. The answer goes on
behind its last stored paragraph, with the candidates that were frozen for it. All clocks are the database's.

Two ways are shorter than the end of a lease. A process that ends in order lets its leases run out and tells the others.
Of one that was killed PostgreSQL has no connection any more: one that is missing at two looks, and has renewed nothing
between them, is gone, and its leases are taken at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from gateway.answer.answer import Reason
from gateway.conversation.prepared import Kept
from gateway.errors import Unavailable
from gateway.live.ports import ClaimedLease, LeaseStore
from gateway.live.producers import Live
from gateway.telemetry import families
from gateway.telemetry.outage import Outage, level
from gateway.telemetry.tracing import request_context
from gateway.turn.ask import Ask

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""Takeovers without a new paragraph after which an answer ends with what there is."""
MOST_EPOCHS = 10
STOP_POLL_S = 0.25
"""How often requests of other processes to stop an answer are looked for; they are promised within a second."""
LOOK_S = 0.25
"""How often leases that somebody may take are looked for: readers of a process that was killed wait for two looks."""
HURRY_S = 0.1
"""Between renewals of a process that the others miss: more than one between two looks of theirs."""
AT_ONCE = 32
"""Leases taken in one statement; the others may go to other processes."""
PACE_S = 0.005
"""Between two answers that begin to work again: about what one costs, so that readers are served meanwhile."""


class Takeover:
    """Keeps this process's leases and takes over those that ran out."""

    def __init__(self, live: Live, leases: LeaseStore, ask: Ask, lease_s: float = 3.0, *, claims: bool = True) -> None:
        """claims: whether this process takes over answers of others; a command that ends soon does not."""
        self._live, self._leases, self._ask, self._lease_s = live, leases, ask, lease_s
        self._tasks: list[asyncio.Task[None]] = []
        self._silent: frozenset[tuple[str, object]] = frozenset()
        """Who was missing at the last look."""
        self._claims = claims
        self._released, self._missed = asyncio.Event(), asyncio.Event()
        self._renewed = 0

    async def open(self) -> None:
        every = self._lease_s / 3
        self._leases.heed(self._released.set, self._missed.set)
        work_of_own = (
            ("lease renewal", self._renew, lambda: self._until_renewal(every)),
            ("stop requests", self._stop_requested, lambda: _pause(STOP_POLL_S)),
        )
        work_of_others = (
            ("takeover", self._look, lambda: _pause(min(every, LOOK_S))),
            ("takeover of what was let go", self._claim, self._until_release),
        )
        for name, work, pause in (*work_of_own, *(work_of_others if self._claims else ())):
            self._tasks.append(asyncio.create_task(_repeat(name, work, pause), name=name))

    def figures(self) -> Mapping[str, float]:
        return {"leases_renewed": self._renewed}

    async def leases(self) -> Mapping[str, float]:
        """Returns how many leases there are, of all processes, by whether they last or have run out."""
        lasting, over = await self._leases.counts()
        return {"lasting": lasting, "over": over}

    async def close(self) -> bool:
        """Takes nothing over any more, lets go of what runs here, and lets its leases run out now. Tells whether
        another process is there to go on with it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._live.close()
        try:
            await self._leases.release()
            return await self._leases.has_heirs()
        except Unavailable:
            log.warning("leases could not be released; they run out by themselves")
            return False

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
        self._renewed += len(epochs)
        for answer in running:
            if epochs.get(answer.turn.answer_uuid) != answer.epoch and not answer.ending:
                self._live.abandon(answer)

    async def _stop_requested(self) -> None:
        if self._live.running:
            for tenant, answer_uuid in await self._leases.stop_requests():
                self._live.stop(tenant, answer_uuid)

    async def _until_renewal(self, every: float) -> None:
        if not self._leases.is_present:
            await _pause(min(every, HURRY_S))
            return
        self._missed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_about(every)):
                await self._missed.wait()

    async def _until_release(self) -> None:
        await self._released.wait()
        self._released.clear()

    async def _look(self) -> None:
        free = await self._leases.free()
        gone, self._silent = free.silent & self._silent, free.silent
        if gone:
            log.warning("PostgreSQL has no connection any more of %s", ", ".join(sorted(owner for owner, _ in gone)))
        if free.over or gone:
            await self._claim([owner for owner, _ in gone])

    async def _claim(self, gone: Sequence[str] = ()) -> None:
        taken = 0
        while True:
            running = [answer.turn.answer_uuid for answer in self._live.running]
            found = await self._leases.claim(AT_ONCE, running, gone)
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
        families.TAKEOVERS.labels(ending or "goes_on").inc()
        context = contextvars.copy_context()
        if claimed.request_ids:
            context.run(request_context.enter, claimed.request_ids)
        context.run(
            self._live.start,
            stored.turn,
            partial(self._ask.go_on, stored=stored, ending=ending, pause_s=pause_s),
            epoch=claimed.epoch,
            events=stored.events,
            elapsed_ms=stored.elapsed_ms,
        )


def _about(seconds: float) -> float:
    """Returns that time with jitter, so that processes do not move in step."""
    return seconds * random.uniform(0.8, 1.0)


async def _pause(seconds: float) -> None:
    await asyncio.sleep(_about(seconds))


async def _repeat(name: str, work: Callable[[], Awaitable[None]], pause: Callable[[], Awaitable[None]]) -> None:
    """Works again and again; a lost database is waited for. A fault that comes back four times a second is logged
    once."""
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
        await pause()
