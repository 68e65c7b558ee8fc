"""Search at several sizes: the library against the plainest statement that brings the same passages, and its growth.

Run: `python bench/retrieval.py [passages …] [--text] [--data DIR]` (10000 40000 100000). The corpus (`corpus.py`) is
invented: half English, a third French, the rest Chinese, words after Zipf's law, so that a question mixes words of
three passages with words of every third. There are three ways to search: full text alone, and vectors of a calibrated
embedder by exact scan and by the vector index. Those vectors gather around topics and documents as a model's do. An
index finds little among vectors that are all equally far from each other.

It prints the median and the 99th percentile in milliseconds, and the growth of the median over the first size. The
ratio compares the median with fetching as many passages by their ids. Then come the processor time of the gateway and
of PostgreSQL for a question, the time that passages and index took, how many of the exact scan's best the index finds,
and the size of the database. Goals: 10 ms at 10,000 passages, 40 ms at 1,000,000.

The line of a million: `python bench/retrieval.py 10000 100000 1000000 --text --data DIR`. `--text` leaves the
calibrated vectors out, whose exact scan takes a second for a question there; it wants 8 GB of disk and half an hour on
two cores, most of it for the passages to come in. With `--data` they are kept, and another run only measures (or goes
on to a larger size; a size that is passed already is left out). `BENCH_DATABASE_URL` names another PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from pathlib import Path
from zlib import crc32

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import corpus  # noqa: E402
from ingest import postgres_seconds  # noqa: E402

from bench.figures import figure  # noqa: E402
from gateway import slots  # noqa: E402
from gateway.ingestion.ingest import Ingestor  # noqa: E402
from gateway.models.embedders import none  # noqa: E402
from gateway.models.ports import Embedder  # noqa: E402
from gateway.retrieval.ports import Query  # noqa: E402
from gateway.retrieval.retrievers import passages  # noqa: E402
from gateway.store.bundled.embedded import acquire  # noqa: E402
from gateway.store.database.copy_rows import vector_bytes  # noqa: E402
from gateway.store.database.database import Database  # noqa: E402
from gateway.store.database.migrations import migrate  # noqa: E402
from gateway.store.database.tenancy import ALL_TENANTS  # noqa: E402
from gateway.store.documents import reindex_rows  # noqa: E402
from gateway.store.documents.library import Library  # noqa: E402
from gateway.store.documents.passage_rows import batched  # noqa: E402
from gateway.store.search import nearest  # noqa: E402

TENANT = "default"
SIZES = (10_000, 40_000, 100_000)
SHARES = {"en": 12, "fr": 8, "zh": 4}
"""Documents of each language that come in together."""
PER_DOCUMENT = 50
QUESTIONS = 150
LIMIT = 8
rng = random.Random(20)


class Topics:
    """Stands for a model: a passage lies near its document, a document near one of 300 topics, a question near a
    document."""

    name, dimensions, calibration = "topics-256", 256, (0.2, 0.6)

    def __init__(self) -> None:
        self.documents: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.near(self.documents[crc32(text.encode()) % len(self.documents)], text) for text in texts]

    async def aclose(self) -> None:
        return None

    def near(self, document: str, what: str) -> list[float]:
        return [0.8 * middle + 0.6 * own for middle, own in zip(self.middle(document), self.towards(what), strict=True)]

    @lru_cache(maxsize=10_000)  # noqa: B019
    def middle(self, document: str) -> list[float]:
        topic = self.towards(f"topic {crc32(document.encode()) % 300}")
        return [0.75 * common + 0.66 * own for common, own in zip(topic, self.towards(document), strict=True)]

    def towards(self, what: str) -> list[float]:
        """A direction of length 1, drawn by a name."""
        drawn = random.Random(what)
        vector = [drawn.gauss(0, 1) for _ in range(self.dimensions)]
        length = math.hypot(*vector)
        return [value / length for value in vector]


async def took_ms(calls: Sequence[Callable[[], Awaitable[object]]]) -> list[float]:
    took = []
    for call in calls:
        begin = time.perf_counter()
        await call()
        took.append((time.perf_counter() - begin) * 1000)
    return sorted(took)


class Bench:
    def __init__(self, database: Database, *, model: bool) -> None:
        self.database, self.library = database, Library(database)
        self.languages = {name: corpus.Language(name) for name in corpus.LANGUAGES}
        self.questions = [
            (self.languages[name].question(), name) for name in rng.choices(corpus.LANGUAGES, [3, 2, 1], k=QUESTIONS)
        ]
        self.model = Topics() if model else None
        self.first: dict[str, float] = {}
        self.filled = 0
        """Passages that are there."""

    async def fill(self, size: int) -> None:
        """Ingest up to `size` passages with vectors, from files, as `citestream ingest` does."""
        begin, written, (number, before) = time.perf_counter(), 0, await self.library.counts(TENANT)
        for language in self.languages.values():
            language.go_on(number)
        while (count := (await self.library.counts(TENANT)).passages) < size:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                making = time.perf_counter()
                for name, documents in SHARES.items():
                    for _ in range(min(20, 1 + (size - count) // 1200) * documents // 4):
                        number += 1
                        source = corpus.source(self.languages[name], number, PER_DOCUMENT)
                        written += await asyncio.to_thread(
                            Path(folder, f"{number}.txt").write_bytes,
                            bytes(source.content),  # type: ignore[arg-type]
                        )
                begin += time.perf_counter() - making
                await Ingestor(self.library, none.create(None)).paths(TENANT, [folder])
        took = time.perf_counter() - begin
        async with self.database.connection(ALL_TENANTS) as connection:
            await connection.execute("vacuum analyze passage", timeout=600)
            used = await connection.fetchval("select pg_database_size(current_database())")
        print(
            f"{count:,} passages: {count - before:,} in {took:.0f} s, {written / 1e6 / took:.2f} MB/s; "
            f"database {used / 1e6:,.0f} MB, {used / count / 1e3:.1f} kB a passage",
            flush=True,
        )

    async def give_vectors(self, model: Topics) -> None:
        """The vectors of the model, to all passages that have none."""
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch(
                "select document_id::text, passage_id from passage as p where not exists (select from passage_vector as v "
                "where v.tenant_id = p.tenant_id and v.passage_id = p.passage_id and v.embedder = $1)",
                model.name,
                timeout=600,
            )
            model.documents = sorted({*model.documents, *(document for document, _ in rows)})
            for part in batched(rows, 1000):
                made = [vector_bytes(model.near(document, str(passage))) for document, passage in part]
                ids = [passage for _, passage in part]
                await connection.execute(
                    reindex_rows.SQL["add_vectors"], model.name, [TENANT] * len(ids), ids, made, timeout=600
                )
            await connection.execute("vacuum analyze passage_vector", timeout=600)

    async def plain(self) -> float:
        """Median milliseconds of the yardstick."""
        async with self.database.connection(ALL_TENANTS) as connection:
            rows = await connection.fetch("select passage_id from passage order by chunk_hash limit 400")
        ids = [row[0] for row in rows]

        async def fetch() -> None:
            async with self.database.connection(ALL_TENANTS) as connection:
                await connection.fetch(
                    "select passage_id, heading, text from passage where tenant_id = $1 and passage_id = any($2::uuid[])",
                    TENANT,
                    rng.sample(ids, LIMIT),
                )

        return statistics.median(await took_ms([fetch] * QUESTIONS))

    async def search(self, label: str, embedder: Embedder, plain: float) -> None:
        retriever = passages.create(self.library, embedder)

        def call(question: str, language: str) -> Callable[[], Awaitable[object]]:
            return lambda: retriever.search(Query(TENANT, question, language, LIMIT))

        calls = [call(*question) for question in self.questions]
        await took_ms(calls[:20])
        before = time.process_time(), await postgres_seconds(self.database)
        took = await took_ms(calls)
        own, base = time.process_time() - before[0], await postgres_seconds(self.database) - before[1]
        # A connection that was closed meanwhile took its time with it.
        of_postgres = f"{base / len(calls) * 1000:>9.2f}" if base > 0 else f"{'-':>9}"
        cpu = f"{own / len(calls) * 1000:>9.2f}{of_postgres}"
        middle, late = statistics.median(took), took[int(len(took) * 0.99) - 1]
        growth = middle / self.first.setdefault(label, middle)
        print(f"  {label:<30}{middle:>9.2f}{late:>9.2f}{middle / plain:>8.1f}x{growth:>8.1f}x{cpu}", flush=True)
        what = f"{self.filled:,} passages: {label}"
        figure(f"{what}, p50", middle, "ms")
        figure(f"{what}, p99", late, "ms")
        figure(f"{what}, gateway", own / len(calls) * 1000, "ms")
        if base > 0:
            figure(f"{what}, PostgreSQL", base / len(calls) * 1000, "ms")

    async def best(self, embedder: Embedder, *, at_least: int) -> list[set[str]]:
        """The ten nearest passages of every question; `at_least` decides between scan and index."""
        found = []
        async with self.database.connection(ALL_TENANTS) as connection:
            for text, language in self.questions[:50]:
                (vector,) = await embedder.embed([text])
                query = Query(TENANT, text, language, LIMIT)
                near = await nearest.cosines(
                    connection, query, None, nearest.Neighbourhood(vector, embedder.name, 10), at_least
                )
                found.append(set(near))
        return found

    async def size(self, size: int) -> None:
        await self.fill(size)
        self.filled = size
        plain = await self.plain()
        print(f"  {'search':<30}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}{'growth':>9}{'CPU ms':>9}{'of PG':>9}")
        await self.search("full text alone", none.create(None), plain)
        if self.model:
            await self.by_meaning(self.model, plain)

    async def by_meaning(self, model: Topics, plain: float) -> None:
        """With the vectors of a model: by exact scan, then by their index."""
        await self.give_vectors(model)
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
            async with self.database.connection(
                ALL_TENANTS
            ) as connection:  # or the next passages would come in through it
                for row in await connection.fetch(nearest.SQL["other_indexes"], ""):
                    await connection.execute(f"drop index {row['relname']}", timeout=600)


async def main() -> None:
    parser = argparse.ArgumentParser(description="Search at several sizes.")
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, metavar="passages")
    parser.add_argument("--text", action="store_true", help="without the vectors of a calibrated embedder")
    parser.add_argument("--data", type=Path, help="a folder for the database, which is kept")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = asked.data or Path(
            stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)), "data"
        )
        given = os.environ.get("BENCH_DATABASE_URL")
        embedded = None if given else await acquire(folder)
        url = given or (embedded.url if embedded else "")
        await migrate(url, slots.resource("migrations"))
        database = Database(url)
        await database.open()
        try:
            bench = Bench(database, model=not asked.text)
            for size in sorted(asked.sizes):
                if (await bench.library.counts(TENANT)).passages <= 1.02 * size:
                    await bench.size(size)
        finally:
            await database.close()
            if embedded:
                embedded.release()


if __name__ == "__main__":
    asyncio.run(main())
