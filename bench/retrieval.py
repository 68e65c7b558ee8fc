"""Search at several sizes: the library against the plainest statement that brings the same passages, and its growth.

Run: `python bench/retrieval.py [passages …]` (10000 40000 100000). The corpus (`corpus.py`) is invented: half English,
a third French, the rest Chinese, words after Zipf's law, so that a question mixes words of three passages with words of
every third. Four ways to search: full text alone; with `hash` vectors; with vectors of a calibrated embedder (the same
vectors, but asked for every question) by exact scan, and by the vector index. Printed are the median and the 99th
percentile in milliseconds, the ratio of the median to fetching as many passages by their ids, and its growth over the
first size; also how long the passages took to come in, how long the index took, how many of the exact scan's best it
finds, and the size of the database. Goals: 10 ms at 10,000 passages, 40 ms at 1,000,000.
`BENCH_DATABASE_URL` names another PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import corpus  # noqa: E402

from gateway import slots  # noqa: E402
from gateway.embedders import none  # noqa: E402
from gateway.embedders.hash import HashEmbedder  # noqa: E402
from gateway.ingest import Ingestor  # noqa: E402
from gateway.ports import Embedder, Query  # noqa: E402
from gateway.retrievers import passages  # noqa: E402
from gateway.store import nearest  # noqa: E402
from gateway.store.database import Database  # noqa: E402
from gateway.store.embedded import acquire  # noqa: E402
from gateway.store.library import Library  # noqa: E402
from gateway.store.migrations import migrate  # noqa: E402

TENANT = "default"
SIZES = (10_000, 40_000, 100_000)
SHARES = {"en": 12, "fr": 8, "zh": 4}
"""Documents of each language that come in together."""
PER_DOCUMENT = 50
QUESTIONS = 150
LIMIT = 8
rng = random.Random(20)


class Calibrated(HashEmbedder):
    """Stands for a model: its vectors count for every question."""

    calibration = (0.2, 0.6)


async def took_ms(calls: Sequence[Callable[[], Awaitable[object]]]) -> list[float]:
    took = []
    for call in calls:
        begin = time.perf_counter()
        await call()
        took.append((time.perf_counter() - begin) * 1000)
    return sorted(took)


class Bench:
    def __init__(self, database: Database) -> None:
        self.database, self.library = database, Library(database)
        self.languages = {name: corpus.Language(name) for name in corpus.LANGUAGES}
        self.questions = [
            (self.languages[name].question(), name) for name in rng.choices(corpus.LANGUAGES, [3, 2, 1], k=QUESTIONS)
        ]
        self.number = 0
        self.first: dict[str, float] = {}

    async def fill(self, size: int) -> None:
        """Ingest up to `size` passages with vectors, from files, as `citestream ingest` does."""
        begin, written, before = time.perf_counter(), 0, (await self.library.counts(TENANT)).passages
        while (count := (await self.library.counts(TENANT)).passages) < size:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                making = time.perf_counter()
                for name, documents in SHARES.items():
                    for _ in range(min(20, 1 + (size - count) // 1200) * documents // 4):
                        self.number += 1
                        source = corpus.source(self.languages[name], self.number, PER_DOCUMENT)
                        written += await asyncio.to_thread(
                            Path(folder, f"{self.number}.txt").write_bytes,
                            bytes(source.content),  # type: ignore[arg-type]
                        )
                begin += time.perf_counter() - making
                await Ingestor(self.library, HashEmbedder()).paths(TENANT, [folder])
        took = time.perf_counter() - begin
        async with self.database.connection() as connection:
            await connection.execute("analyze passage, passage_vector", timeout=600)
            used = await connection.fetchval("select pg_database_size(current_database())")
        print(
            f"{count:,} passages: {count - before:,} in {took:.0f} s with hash vectors, {written / 1e6 / took:.2f} MB/s; "
            f"database {used / 1e6:,.0f} MB, {used / count / 1e3:.1f} kB a passage",
            flush=True,
        )

    async def plain(self) -> float:
        """Median milliseconds of the yardstick."""
        async with self.database.connection() as connection:
            rows = await connection.fetch("select passage_id from passage order by chunk_hash limit 400")
        ids = [row[0] for row in rows]

        async def fetch() -> None:
            async with self.database.connection() as connection:
                await connection.fetch(
                    "select passage_id, heading, text from passage where tenant_id = $1 and passage_id = any($2::uuid[])",
                    TENANT, rng.sample(ids, LIMIT),
                )  # fmt: skip

        return statistics.median(await took_ms([fetch] * QUESTIONS))

    async def search(self, label: str, embedder: Embedder, plain: float) -> None:
        retriever = passages.create(self.library, embedder)

        def call(question: str, language: str) -> Callable[[], Awaitable[object]]:
            return lambda: retriever.search(Query(TENANT, question, language, LIMIT))

        calls = [call(*question) for question in self.questions]
        await took_ms(calls[:20])
        took = await took_ms(calls)
        middle, late = statistics.median(took), took[int(len(took) * 0.99) - 1]
        growth = middle / self.first.setdefault(label, middle)
        print(f"  {label:<30}{middle:>9.2f}{late:>9.2f}{middle / plain:>8.1f}x{growth:>8.1f}x", flush=True)

    async def best(self, embedder: Embedder, *, at_least: int) -> list[set[str]]:
        """The ten nearest passages of every question; `at_least` decides between scan and index."""
        found = []
        async with self.database.connection() as connection:
            for text, language in self.questions[:50]:
                (vector,) = await embedder.embed([text])
                query = Query(TENANT, text, language, LIMIT)
                near = await nearest.cosines(connection, query, None, vector, embedder.name, 10, [], at_least)
                found.append(set(near))
        return found

    async def size(self, size: int) -> None:
        await self.fill(size)
        plain = await self.plain()
        print(f"  {'search':<30}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}{'growth':>9}")
        await self.search("full text alone", none.create(None), plain)
        await self.search("hash vectors", HashEmbedder(), plain)
        model = Calibrated()
        await self.search("calibrated, exact scan", model, plain)
        exact = await self.best(model, at_least=0)
        begin = time.perf_counter()
        if await nearest.build(self.database, model.name):
            took = time.perf_counter() - begin
            await self.search("calibrated, vector index", model, plain)
            found = await self.best(model, at_least=nearest.INDEXED_FROM)
            shared = sum(len(a & b) for a, b in zip(exact, found, strict=True)) / max(1, sum(map(len, exact)))
            print(
                f"  index built in {took:.0f} s; it finds {shared:.0%} of the ten nearest of the exact scan", flush=True
            )
            async with self.database.connection() as connection:  # or the next passages would come in through it
                for row in await connection.fetch(nearest.SQL["other_indexes"], ""):
                    await connection.execute(f"drop index {row['relname']}", timeout=600)


async def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        given = os.environ.get("BENCH_DATABASE_URL")
        embedded = None if given else await acquire(Path(folder, "data"))
        url = given or (embedded.url if embedded else "")
        await migrate(url, slots.resource("migrations"))
        database = Database(url)
        await database.open()
        try:
            bench = Bench(database)
            for size in sizes:
                await bench.size(size)
        finally:
            await database.close()
            if embedded:
                embedded.release()


if __name__ == "__main__":
    asyncio.run(main())
