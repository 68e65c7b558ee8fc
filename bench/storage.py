"""What a stored answer weighs on disk, table by table, and what storing it costs.

A scripted model writes five paragraphs in pieces of four characters, one every few milliseconds as real ones do, so
that nothing is joined before it is stored. Each question is a turn of a conversation over a made knowledge base: eight
candidates, three of them cited. Half of the answers come first and fill what is used again and again: pages of running
answers, passages that answers have in common. Of the other half the growth of every table is printed, with its indexes
and its long values, after packing and a plain vacuum. The tables of the answer memory are among them.

    python -m bench.storage [answers measured]
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import asyncpg

from bench.corpus import Language
from bench.figures import figure
from bench.stream_parts import processes
from gateway import slots
from gateway.store.database.migrations import migrate
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, answer_json
from tests.support import postgres
from tests.support.server import Server, running

DOCUMENTS, SECTIONS, PASSAGE = 60, 4, 800
"""Of the knowledge base; a passage in characters."""
PARAGRAPHS, SAID = 5, 330
"""Of an answer; a paragraph in characters."""
MEASURED, ROUNDS, AT_ONCE = 60, 5, 4
SIZES = """
select c.relname as name, pg_relation_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes,
       pg_total_relation_size(c.oid) - pg_relation_size(c.oid) - pg_indexes_size(c.oid) as rest
from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace"""
GROUPS = ("heap", "indexes", "rest")

KINDS = {
    "the answer (goal 14)": {
        *("answer", "answer_paragraph", "answer_ref", "answer_outline", "event_pack", "answer_recording"),
        *("candidate", "candidate_snapshot"),
    },
    "rows that come and go": {"stream_event", "turn_lease"},
    "conversation and log": {"message", "queries_log", "thread", "thread_state", "session"},
    "answer memory": {"responses", "response_source", "response_event", "memory_figure"},
}
"""Some of the tables, by what they are for."""

Sizes = dict[str, tuple[int, ...]]


class Made:
    """A knowledge base, questions about it and answers to them, the same in every run."""

    def __init__(self) -> None:
        self.language, self.random = Language("en"), random.Random(17)
        self.rounds = 0
        self.texts = [
            "\n\n".join(f"## Part {part}\n\n{self.language.paragraph(PASSAGE)}" for part in range(SECTIONS))
            for _ in range(DOCUMENTS)
        ]

    def question(self) -> str:
        words = self.random.choice(self.texts).split()
        at = self.random.randrange(len(words) - 12)
        return f"What is meant by {' '.join(words[at : at + 8])}?"

    def answer(self, _: Request) -> Behaviour:
        cited = itertools.cycle(self.random.sample(range(1, 8), 3))
        paragraphs = [([f"E{next(cited)}"], self.language.paragraph(SAID)) for _ in range(PARAGRAPHS)]
        return answer_json(paragraphs, pause_s=0.004)


async def ask(server: Server, made: Made, count: int) -> None:
    """So many turns, a few conversations at once, five turns in each."""
    made.rounds += 1

    async def asking(asker: int) -> None:
        for number in range(count // AT_ONCE):
            await server.ask(made.question(), thread_id=f"{made.rounds} {asker} {number // 5}")

    await asyncio.gather(*map(asking, range(AT_ONCE)))
    await asyncio.gather(*(answer.task for answer in server.services.live.running if answer.task))


async def sizes(database: asyncpg.Connection) -> Sizes:
    """Bytes of every table, after PostgreSQL has tidied up as it does from time to time."""
    await database.execute("vacuum analyze")
    return {row["name"]: tuple(row[group] for group in GROUPS) for row in await database.fetch(SIZES)}


class Clock:
    """CPU seconds of this process and of PostgreSQL, from one look to the next."""

    def __init__(self, postmaster: int) -> None:
        self._server = str(postmaster)
        self._before = self._now()

    def look(self) -> tuple[float, ...]:
        before, self._before = self._before, self._now()
        return tuple(now - then for now, then in zip(self._before, before, strict=True))

    def _now(self) -> tuple[float, float]:
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rsplit(")", 1)[1].split()
                if stat.parent.name == self._server:
                    ticks += sum(map(int, fields[11:15]))  # with those of its processes that have ended
                elif fields[1] == self._server:
                    ticks += sum(map(int, fields[11:13]))
        return time.process_time(), ticks / os.sysconf("SC_CLK_TCK")


def say(name: str, figures: Sequence[float]) -> None:
    print(f"{name:24}" + "".join(f"{figure / 1000:10.2f}" for figure in (*figures, sum(figures))))


async def measure(server: Server, database: asyncpg.Connection, made: Made, count: int) -> None:
    """`database`: a connection whose login owns the tables."""
    for text in made.texts:
        body = {"title": " ".join(text.split()[3:7]), "text": text, "language": "en"}
        (await server.client.post("/v1/documents", json=body)).raise_for_status()
    clock = Clock(processes.parent(database.get_server_pid()))
    asking = packing = (0.0, 0.0)
    for number in range(2 * ROUNDS):
        if number == ROUNDS:
            before, asking, packing = await sizes(database), (0.0, 0.0), (0.0, 0.0)
        clock.look()
        await ask(server, made, count // ROUNDS)
        asking = added(asking, clock.look())
        await server.gateway.retention.pack(0)
        packing = added(packing, clock.look())
        after = await sizes(database)
    print(f"{'kB an answer':24}" + "".join(f"{name:>10}" for name in (*GROUPS, "all")))
    grown = {
        name: [(now - then) / count for now, then in zip(after[name], before[name], strict=True)] for name in after
    }
    for name in sorted(grown, key=lambda name: -sum(grown[name])):
        if any(grown[name]):
            say(name, grown[name])
    text = float(await database.fetchval("select avg(octet_length(text)) from answer"))
    print(f"{'plain text':24}{text / 1000:40.2f}")
    for what, tables in KINDS.items():
        found = [grown[name] for name in grown if name in tables]
        sums = [sum(each) for each in zip(*found, strict=True)]
        say(what, sums)
        figure(f"{what}: an answer", sum(sums) / 1000, "kB")
    total = sum(map(sum, grown.values()))
    print(f"{'all':24}{total / 1000:40.2f}  {total / text:.1f} times the plain text")
    figure("all tables: an answer", total / 1000, "kB")
    for what, seconds in (("asking, model and reader included", asking), ("packing", packing)):
        here, there = (second / count * 1000 for second in seconds)
        print(f"CPU an answer, {what}: {here:.2f} ms here, {there:.2f} ms in PostgreSQL")
        figure(f"{what}, an answer: here", here, "ms")
        figure(f"{what}, an answer: PostgreSQL", there, "ms")


def added(first: Sequence[float], second: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(sum, zip(first, second, strict=True)))


async def main() -> None:
    async def prepared(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    logging.disable()
    made = Made()
    model = {"provider": "openai", "openai_model": "scripted", "gate_threshold": "0", "evidence": "report"}
    async with (
        postgres.fresh_database(prepared) as url,
        FakeUpstream(made.answer) as upstream,
        running(url, openai_base_url=upstream.url, **model) as server,
    ):
        database = await asyncpg.connect(url)
        try:
            count = max(ROUNDS * AT_ONCE, int(sys.argv[1])) if sys.argv[1:] else MEASURED
            await measure(server, database, made, count)
        finally:
            await database.close()


if __name__ == "__main__":
    asyncio.run(main())
