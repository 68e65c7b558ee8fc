"""What a stored answer weighs on disk, table by table, and what storing it costs.

A scripted model writes five paragraphs in pieces of four characters, one every few milliseconds as real ones do, so that
nothing is joined before it is stored. Each question is a turn of a conversation over a made knowledge base: eight
candidates, three of them cited. A first round of answers fills what is used again and again (pages of running answers,
of indexes, passages that many answers have in common), the second is measured: the growth of every table with its
indexes and its long values, after packing and a plain vacuum.

    python -m bench.storage [answers of the measured round]
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
import time
from pathlib import Path
from typing import Any

from bench.corpus import Language
from gateway import slots
from gateway.store.migrations import migrate
from tests import postgres
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, answer_json
from tests.server import Server, running

DOCUMENTS, SECTIONS, PASSAGE = 60, 4, 800
"""Of the knowledge base; a passage in characters."""
PARAGRAPHS, SAID = 5, 330
"""Of an answer; a paragraph in characters."""
MEASURED, AT_ONCE = 60, 4
SIZES = """
select c.relname as name, pg_relation_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes,
       pg_total_relation_size(c.oid) - pg_relation_size(c.oid) - pg_indexes_size(c.oid) as rest
from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace"""
GROUPS = ("heap", "indexes", "rest")

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
        said = [([f"E{next(cited)}"], self.language.paragraph(SAID)) for _ in range(PARAGRAPHS)]
        return answer_json(said, pause_s=0.004)


async def ask(server: Server, made: Made, count: int) -> None:
    """So many turns, a few conversations at once, five turns in each."""
    made.rounds += 1

    async def asking(asker: int) -> None:
        for number in range(count // AT_ONCE):
            await server.ask(made.question(), thread_id=f"{made.rounds} {asker} {number // 5}")

    await asyncio.gather(*map(asking, range(AT_ONCE)))
    await asyncio.gather(*(answer.task for answer in server.gateway.live.running if answer.task))


async def settle(server: Server) -> tuple[float, Sizes]:
    """Pack what can be packed, and let PostgreSQL tidy up; the seconds of CPU of packing here, and the sizes."""
    before = time.process_time()
    await server.gateway.packing.once(0)
    took = time.process_time() - before
    pool = server.gateway.database.pool
    await pool.execute("vacuum analyze")
    await pool.execute("checkpoint")
    rows = await pool.fetch(SIZES)
    return took, {row["name"]: tuple(row[group] for group in GROUPS) for row in rows}


def database_cpu_s(folder: str) -> float:
    """CPU seconds of PostgreSQL's processes, those that have ended too."""
    supervisor = (Path(folder) / "postmaster.pid").read_text().split("\n", 1)[0]
    seconds = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[1] == supervisor:
            seconds += sum(map(int, fields[11:13])) / 100
        elif stat.parent.name == supervisor:
            seconds += sum(map(int, fields[11:15])) / 100
    return seconds


def say(name: str, figures: tuple[float, ...]) -> None:
    print(f"{name:24}" + "".join(f"{figure / 1000:10.2f}" for figure in (*figures, sum(figures))))


async def measure(server: Server, made: Made, count: int) -> None:
    for text in made.texts:
        body = {"title": " ".join(text.split()[3:7]), "text": text, "language": "en"}
        (await server.client.post("/v1/documents", json=body)).raise_for_status()
    await ask(server, made, count)
    _, before = await settle(server)
    pool = server.gateway.database.pool
    folder = await pool.fetchval("show data_directory")
    cpu, database = time.process_time(), database_cpu_s(folder)
    await ask(server, made, count)
    cpu, asked = time.process_time() - cpu, database_cpu_s(folder)
    packing, after = await settle(server)
    print(f"{'kB an answer':24}" + "".join(f"{name:>10}" for name in (*GROUPS, "all")))
    total: tuple[float, ...] = (0, 0, 0)
    for name in sorted(after, key=lambda name: sum(before[name]) - sum(after[name])):
        grown = tuple((now - then) / count for now, then in zip(after[name], before[name], strict=True))
        if any(grown):
            say(name, grown)
            total = tuple(map(sum, zip(total, grown, strict=True)))
    say("all", total)
    newest = "select length(text) as text, paragraph_count, ref_count from answer order by created_at desc limit $1"
    rows: list[Any] = await pool.fetch(newest, count)
    text, paragraphs, references = (sum(row[place] for row in rows) / count for place in range(3))
    print(
        f"plain text {text / 1000:.2f} kB ({paragraphs:.1f} paragraphs, {references:.1f} references), ratio {sum(total) / text:.1f}"
    )
    print(
        f"CPU an answer: {cpu / count * 1000:.1f} ms asking (model and reader included), {packing / count * 1000:.2f} ms packing"
    )
    print(
        f"of PostgreSQL: {(asked - database) / count * 1000:.1f} ms asking, {(database_cpu_s(folder) - asked) / count * 1000:.1f} ms packing and vacuum"
    )


async def main() -> None:
    async def prepared(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    made = Made()
    async with postgres.fresh_database(prepared) as url, FakeUpstream(made.answer) as upstream:
        model = {
            "provider": "openai",
            "openai_base_url": upstream.url,
            "openai_model": "scripted",
            "gate_threshold": "0",
            "evidence": "report",
        }
        async with running(url, **model) as server:
            await measure(server, made, int(sys.argv[1]) if sys.argv[1:] else MEASURED)


if __name__ == "__main__":
    asyncio.run(main())
