"""What durability costs and how fast it works: the group writer, takeover, stuck readers, a rolling restart.

Everything is real: gateway processes, PostgreSQL, sockets. Ratios hold from machine to machine; absolutes do not.

    python bench/durability.py [writer] [stuck] [takeover] [rolling]
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.figures import figure
from gateway.answer.events import ParagraphFinished, TextAdded
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn
from gateway.live.producers import Live
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.faults import history
from tests.faults.conftest import client
from tests.faults.gateways import Gateways, Scripts, add_rules, asked, gateways, paragraphs, rest, stalled
from tests.faults.history import Reading, check, read
from tests.support import postgres

KILLED, STREAMS, PIECES = 40, 200, 200


def say(what: str, figures: str) -> None:
    sys.stdout.write(f"{what:32} {figures}\n")
    sys.stdout.flush()


def percentiles(values: list[float], unit: str = "ms", scale: float = 1000) -> str:
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return f"p50 {cuts[49] * scale:.1f} {unit}, p99 {cuts[98] * scale:.1f} {unit}"


class NoJournal:
    """The variant without a journal: everything counts as committed at once."""

    commits = 0

    async def append(self, entries: Any) -> set[str]:
        self.commits += 1
        return set()


class Counted:
    """A store whose commits are counted."""

    def __init__(self, store: Any) -> None:
        self._store, self.commits = store, 0

    async def append(self, entries: Any) -> set[str]:
        self.commits += 1
        found: set[str] = await self._store.append(entries)
        return found


async def pieces(store: Any, turns: list[Turn], kind: type) -> tuple[list[float], float]:
    """How long each event takes from the producer to a reader, and the seconds of all."""
    live, waits = Live(store), []
    await live.open()

    async def produce(turn: Turn, journal: Any) -> None:
        answer = live.get("default", turn.answer_uuid)
        assert answer is not None
        for number in range(PIECES):
            begin, before = time.perf_counter(), answer.last
            text = f"piece {number}"
            journal.emit([TextAdded(text) if kind is TextAdded else ParagraphFinished(number, text)])
            while answer.last == before:
                await answer.news()
            waits.append(time.perf_counter() - begin)

    begin = time.perf_counter()
    answers = [live.start(turn, produce) for turn in turns]
    await asyncio.gather(*(answer.task for answer in answers if answer.task))
    took = time.perf_counter() - begin
    await live.close()
    return waits, took


async def writer(url: str) -> None:
    database = Database(url)
    await database.open()
    answers = Answers(database, "bench", 600.0)
    for count in (1, 50):
        for kind, name in ((TextAdded, "piece"), (ParagraphFinished, "paragraph")):
            turns = [Turn(Question("default", "Why?", "en")) for _ in range(count)]
            for turn in turns:
                await answers.open_turn(turn)
            store = Counted(answers)
            waits, took = await pieces(store, turns, kind)
            bare, _ = await pieces(NoJournal(), turns, kind)
            ratio = statistics.median(waits) / statistics.median(bare)
            figure(f"{name}, {count} answers at once: p50", statistics.median(waits) * 1000, "ms")
            figure(f"{name}, {count} answers at once: commits", store.commits / took, "a second")
            say(
                f"{name}, {count} answers at once",
                f"added {percentiles(waits)}; without journal {percentiles(bare)} (x{ratio:.0f}); "
                f"{store.commits / took:.0f} commits/s, {len(waits) / took:.0f} events/s",
            )
    await database.close()


async def begun(made: Any, url: str, scripts: Scripts, numbers: range) -> list[Reading]:
    """Turns that stand behind their first paragraph, each with a reader that has left."""
    scripts.otherwise = lambda mark: stalled(mark, 1)
    readings = await asyncio.gather(
        *(
            read(made, url, asked(number), until=lambda reading: "Dogs" in reading.text, within_s=120)
            for number in numbers
        )
    )
    scripts.otherwise = lambda mark: rest(mark, 2)
    return readings


async def takeover(two: Gateways, scripts: Scripts, made: Any, url: str) -> None:
    seen = await begun(made, two.all[0].url, scripts, range(KILLED))
    begin, heard = time.perf_counter(), []

    async def wait(reading: Reading) -> None:
        events = len(reading.events)
        await read(made, two.all[1].url, reading=reading, until=lambda state: len(state.events) > events, within_s=60)
        heard.append(time.perf_counter() - begin)
        await read(made, two.all[1].url, reading=reading, within_s=60)

    two.kill(two.all[0])
    await asyncio.gather(*map(wait, seen))
    for reading in seen:
        await check(url, [reading])
    figure("takeover: silence, p50", statistics.median(heard), "s")
    say(f"takeover silence, {KILLED} answers", f"{percentiles(heard, 's', 1)} (lease 3 s; bound lease + 1 s)")
    await two.start(two.all[0])


async def rolling(two: Gateways, scripts: Scripts, made: Any, url: str) -> None:
    seen = await begun(made, two.all[0].url, scripts, range(1000, 1000 + STREAMS))
    followers = [
        asyncio.ensure_future(read(made, lambda n: two.all[min(n, 1)].url, reading=reading, within_s=120))
        for reading in seen
    ]
    for reading in seen:
        reading.connections = reading.dropped = 0
        reading.longest_silence_s = 0.0
    await asyncio.sleep(0.5)
    begin = time.perf_counter()
    await two.all[0].terminated(60)
    ended = time.perf_counter() - begin
    await asyncio.gather(*followers)
    failed = lost = 0
    for reading in seen:
        failed += reading.events[-1].name != "[DONE]" or reading.meta["paragraphCount"] != 4
        there = await history.stored(url, reading.answer_uuid)
        lost += len(there.events) - len(reading.events)
        await check(url, [reading])
    gaps = [reading.longest_silence_s for reading in seen]
    figure("rolling restart: gap, p50", statistics.median(gaps), "s")
    figure("rolling restart: exit", ended, "s")
    say(
        f"rolling restart, {STREAMS} streams",
        f"failed turns {failed}, lost events {lost}, exit after {ended:.1f} s, gap {percentiles(gaps, 's', 1)}",
    )


async def main() -> None:
    scripts = Scripts()
    wanted = sys.argv[1:] or ["writer", "stuck", "takeover", "rolling"]
    async with postgres.fresh_database(_migrate) as url:
        if "writer" in wanted:
            await writer(url)
        async with (
            FakeUpstream(scripts) as upstream,
            gateways(2, url, upstream.url, GATEWAY_LEASE_S="3") as two,
            client() as made,
        ):
            await add_rules(two.all[0].url)
            if "stuck" in wanted:
                await stuck(two, scripts, made)
            if "takeover" in wanted:
                await takeover(two, scripts, made, url)
            if "rolling" in wanted:
                await rolling(two, scripts, made, url)


async def stuck(two: Gateways, scripts: Scripts, made: Any, count: int = 500, healthy: int = 50) -> None:
    """Healthy readers' slowest pieces with and without readers that take nothing."""
    from tests.fakes.upstream import text
    from tests.support.stuck_reader import Stuck

    scripts.by_mark["mark-9000-"] = [text("Nothing but plain text, said at length. " * 6000, 2048)]
    target = two.all[0]
    assert target.process is not None
    long = await read(made, target.url, asked(9000), within_s=60)

    def resident() -> float:
        found = Path(f"/proc/{target.process.pid}/statm").read_text() if target.process else "0 0"
        return int(found.split()[1]) * 4096 / 1e6

    async def slowest(first: int) -> list[float]:
        scripts.otherwise = lambda mark: answer_json(paragraphs(mark, 3), 8, pause_s=0.01)
        readings = await asyncio.gather(
            *(read(made, target.url, asked(number), within_s=120) for number in range(first, first + healthy))
        )
        return [reading.longest_silence_s for reading in readings]

    await slowest(9100)
    before, base = await slowest(9200), resident()
    port = int(target.url.rsplit(":", 1)[1])
    readers = await asyncio.gather(*(Stuck.on(port, long.where) for _ in range(count)))
    await asyncio.sleep(1)
    after, more = await slowest(9300), resident() - base
    for reader in readers:
        reader.close()
    worst = [statistics.quantiles(values, n=100, method="inclusive")[98] for values in (before, after)]
    figure("stuck readers: slowest gap of the others, p99", worst[1] * 1000, "ms")
    figure("stuck readers: memory", more, "MB")
    say(
        f"{count} stuck, {healthy} healthy readers",
        f"slowest gap p99 x{worst[1] / worst[0]:.2f}, memory +{more:.0f} MB ({json.dumps([round(w, 3) for w in worst])} s)",
    )


if __name__ == "__main__":
    asyncio.run(main())
