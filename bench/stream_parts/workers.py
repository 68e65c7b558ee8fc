"""How much more several processes of one gateway serve than one.

Both are given more than one can do: answers in a burst, whose readers come within a second. (Of readers that come in
the same instant one process takes nearly all.) Two things are told of it: pieces in a second by the clock, with model
and readers on the same processors; and how much could be served until the busiest process is full, had each a processor
of its own, which is what the processor time of the processes says.
"""

from __future__ import annotations

import statistics
import time

from bench.figures import figure
from bench.gateways import Server, Surroundings, until_ready
from bench.stream_parts import processes, readers
from bench.stream_parts.model import Plan

STREAMS, PIECES, SPREAD_S = 200, 400, 1.0
FIRST = 5_000_000
"""Numbers of streams that nobody else has."""


class _Crowd:
    """The same burst for any gateway."""

    def __init__(self, around: Surroundings) -> None:
        self._around, self._number = around, FIRST

    async def served(self, server: Server, plan: Plan) -> tuple[float, float, float]:
        """Returns pieces a second by the clock, µs a piece of the busiest process, and its share of all the work."""
        await self._around.plan(plan)
        working = [server.pid, *processes.children(server.pid)]
        before, begin = [processes.clock_s(pid) for pid in working], time.monotonic()
        await readers.read_all(server.url, self._number, STREAMS, spread_s=SPREAD_S)
        took = time.monotonic() - begin
        self._number += STREAMS
        spent = [processes.clock_s(pid) - was for pid, was in zip(working, before, strict=True)]
        pieces = STREAMS * len(plan.written())
        return pieces / took, max(spent) / pieces * 1e6, max(spent) / sum(spent)


async def compare(around: Surroundings, count: int, rounds: int) -> None:
    """Says how much more `count` processes serve than one."""
    crowd = _Crowd(around)
    clock, capacity, shares = [], [], []
    with around.gateway("one") as one, around.gateway("several", workers=count) as several:
        for server in (one, several):
            await until_ready(server.url)
            await crowd.served(server, Plan(20))
        for _ in range(rounds):
            alone, together = [await crowd.served(server, Plan(PIECES)) for server in (one, several)]
            clock.append(together[0] / alone[0])
            capacity.append(alone[1] / together[1])
            shares.append(together[2])
            figure(f"{count} processes: served by the clock, of one process", clock[-1], "times")
            figure(f"{count} processes: served with a processor each, of one process", capacity[-1], "times")
    print(
        f"\n{count} processes of one gateway, {STREAMS} readers within {SPREAD_S:g} s, {PIECES} pieces in a burst: "
        f"{statistics.median(clock):.2f} times what one serves by the clock, with model and readers beside them; "
        f"{statistics.median(capacity):.2f} times until the busiest process is full, "
        f"which does {statistics.median(shares):.0%} of the work"
    )
