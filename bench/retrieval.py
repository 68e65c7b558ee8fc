"""Search and ingestion at several sizes: the library against the plainest statement that brings the same passages.

The corpus is invented: words after Zipf's law, so that a question mixes words of three passages with words of every
third. The yardstick fetches as many passages by their ids over the same pool; what a search costs above it is choosing
them. Ratios and growth hold from machine to machine; milliseconds and megabytes a second do not.
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
from itertools import accumulate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from gateway import slots
from gateway.embedders import hash as hashed
from gateway.embedders import none
from gateway.ingest import Ingestor, Source
from gateway.ports import Embedder, Query
from gateway.retrievers import passages
from gateway.store.database import Database
from gateway.store.embedded import acquire
from gateway.store.library import Library
from gateway.store.migrations import migrate

TENANT = "default"
SIZES = (1_000, 10_000, 40_000)
VOCABULARY = 20_000
WORDS = 60
PER_DOCUMENT = 100
QUESTIONS = 120
LIMIT = 8
SYLLABLES = (
    "ba",
    "den",
    "fi",
    "gor",
    "hu",
    "jal",
    "ke",
    "lim",
    "mo",
    "nar",
    "pe",
    "qui",
    "ros",
    "sta",
    "tul",
    "ven",
    "wo",
    "zer",
)

rng = random.Random(20)
vocabulary = sorted({"".join(rng.choices(SYLLABLES, k=rng.randint(2, 5))) for _ in range(2 * VOCABULARY)})[:VOCABULARY]
rng.shuffle(vocabulary)
chances = list(accumulate(1 / (rank + 2.7) for rank in range(len(vocabulary))))


def some_words(count: int) -> str:
    return " ".join(rng.choices(vocabulary, cum_weights=chances, k=count))


def source(number: int, *, markdown: bool = False) -> Source:
    """One document of a hundred paragraphs, every tenth under a heading of its own."""
    paragraphs = []
    for index in range(PER_DOCUMENT):
        heading = f"## {some_words(3)}\n\n" if markdown and index % 10 == 0 else ""
        paragraphs.append(f"{heading}{some_words(2 * WORDS)}.")
    kind = "text/markdown" if markdown else "text/plain"
    return Source(
        "\n\n".join(paragraphs).encode(), f"{number}", title=some_words(3), source=f"{number}", media_type=kind
    )


async def median_ms(calls: Sequence[Callable[[], Awaitable[object]]]) -> float:
    took = []
    for call in calls:
        begin = time.perf_counter()
        await call()
        took.append((time.perf_counter() - begin) * 1000)
    return statistics.median(took)


async def searches(library: Library, embedder: Embedder, database: Database) -> tuple[float, float]:
    """Median milliseconds of a search and of the yardstick, taken in turns."""
    retriever = passages.create(library, embedder)
    questions = [some_words(rng.randint(2, 7)) for _ in range(QUESTIONS)]
    async with database.connection() as connection:
        ids = [row[0] for row in await connection.fetch("select passage_id from passage order by chunk_hash limit 400")]

    async def plain() -> None:
        async with database.connection() as connection:
            await connection.fetch(
                "select passage_id, heading, text from passage where tenant_id = $1 and passage_id = any($2::uuid[])",
                TENANT, rng.sample(ids, LIMIT),
            )  # fmt: skip

    def search(question: str) -> Callable[[], Awaitable[object]]:
        return lambda: retriever.search(Query(TENANT, question, "en", LIMIT))

    calls = [search(question) for question in questions]
    await median_ms(calls[:20] + [plain] * 20)
    rounds = [(await median_ms(calls), await median_ms([plain] * QUESTIONS)) for _ in range(3)]
    return statistics.median(took for took, _ in rounds), statistics.median(took for _, took in rounds)


async def retrieval(library: Library, database: Database) -> None:
    print(f"retrieval, {LIMIT} passages a question (goal: median at most 10 ms at 10,000 passages)")
    print(f"{'passages':>10} {'search':>10} {'select':>10} {'ratio':>7} {'growth':>7}")
    ingestor, number, first = Ingestor(library, none.create(None)), 0, 0.0
    for size in SIZES:
        while (await library.counts(TENANT)).passages < size:
            await ingestor.sources(TENANT, [source(number + index) for index in range(5)])
            number += 5
        async with database.connection() as connection:
            await connection.execute("vacuum analyze passage")
        took, plain = await searches(library, none.create(None), database)
        first = first or took
        count = (await library.counts(TENANT)).passages
        print(f"{count:>10,} {took:>7.2f} ms {plain:>7.2f} ms {took / plain:>6.1f}x {took / first:>6.1f}x")


async def ingestion(library: Library) -> None:
    print("ingestion (goal: at least 5 MB/s without a model-based embedder)")
    # The first corpus of a process costs more: every word is stemmed for the first time.
    base = 0.0
    for label, markdown, embedder in (
        ("plain text, new words", False, none.create(None)),
        ("plain text", False, none.create(None)),
        ("Markdown", True, none.create(None)),
        ("plain text, hash vectors", False, hashed.create(None)),
    ):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            size = 0
            for number in range(20):
                content = source(number, markdown=markdown).content
                assert isinstance(content, bytes)
                size += await asyncio.to_thread(
                    Path(folder, f"{number}.{'md' if markdown else 'txt'}").write_bytes, content
                )
            begin = time.perf_counter()
            await Ingestor(library, embedder).paths(TENANT, [folder], workspace=label)
            speed = size / 1e6 / (time.perf_counter() - begin)
        base = base or speed
        print(f"  {label:<26} {speed:>6.2f} MB/s {speed / base:>6.2f} of the first")
        await library.empty_workspace(TENANT, label)


async def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        given = os.environ.get("BENCH_DATABASE_URL")
        embedded = None if given else await acquire(Path(folder))
        url = given or (embedded.url if embedded else "")
        await migrate(url, slots.resource("migrations"))
        database = Database(url)
        await database.open()
        try:
            library = Library(database)
            await ingestion(library)
            await retrieval(library, database)
        finally:
            await database.close()
            if embedded:
                embedded.release()


if __name__ == "__main__":
    asyncio.run(main())
