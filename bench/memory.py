"""The answer memory: a lookup among many entries against one search, and how soon a remembered answer begins.

Run: `python bench/memory.py [entries] [passages]` (100000 10000). All entries lie in one scope, with vectors of 1536
numbers as `text-embedding-3-small` makes them, drawn by chance; embedding itself costs nothing here. Printed are the
median and the 99th percentile in milliseconds of a lookup of the same words, of one by meaning that misses and of one
that finds (questions that lie 0.9 from an entry), their ratio to the median of one search of as many passages (full
text and `hash` vectors), and how often the entry was found. Then, through HTTP: the time to the first text of a
remembered answer, against a scripted model whose first piece comes after half a second, which is quick. Goals: first
text within 15 ms and 20 times sooner than the model's.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import sys
import time
from array import array
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from database import database as temporary  # noqa: E402
from retrieval import TENANT, Bench, took_ms  # noqa: E402

from gateway import slots  # noqa: E402
from gateway.app import prompts  # noqa: E402
from gateway.conversation.question import Question  # noqa: E402
from gateway.memory.recall import Remembering  # noqa: E402
from gateway.models.embedders.hash import HashEmbedder  # noqa: E402
from gateway.retrieval.ports import Query  # noqa: E402
from gateway.retrieval.retrievers import passages  # noqa: E402
from gateway.settings import Settings  # noqa: E402
from gateway.store.database import Database  # noqa: E402
from gateway.store.memories import Memories, sign_code  # noqa: E402
from gateway.store.migrations import migrate  # noqa: E402

DIMENSIONS = 1536
LOOKUPS = 200
FIRST_PIECE_S = 0.5
ASKED = 15
rng = random.Random(13)


class Drawn:
    """Stands for a model: what it embeds is looked up in a table, else drawn."""

    name, dimensions, calibration = "drawn", DIMENSIONS, (0.2, 0.6)

    def __init__(self) -> None:
        self.known: dict[str, Sequence[float]] = {}

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        return [self.known.get(text) or drawn() for text in texts]

    async def aclose(self) -> None:
        return None


def drawn() -> array[float]:
    return array("f", memoryview(rng.randbytes(2 * DIMENSIONS)).cast("h"))


def near(vector: Sequence[float], cosine: float) -> list[float]:
    """A vector at this cosine."""
    length, aside = math.hypot(*vector), drawn()
    part = sum(a * b for a, b in zip(vector, aside, strict=True)) / length**2
    aside = [a - part * b for a, b in zip(aside, vector, strict=True)]
    share = math.sqrt(1 - cosine * cosine) / math.hypot(*aside)
    return [cosine * a / length + share * b for a, b in zip(vector, aside, strict=True)]


async def fill(database: Database, memory: Remembering, entries: int) -> dict[str, array[float]]:
    """Entries in one scope; the vectors of some."""
    scope = memory.lookup(Question(TENANT, "x", "en"), "x").scope_hash
    vectors: dict[str, array[float]] = {}
    begin = time.perf_counter()
    async with database.connection() as connection:
        for start in range(0, entries, 1000):
            rows = []
            for number in range(start, min(start + 1000, entries)):
                vector, text = drawn(), f"What is said of thing {number}?"
                if number % (entries // LOOKUPS) == 0:
                    vectors[text] = vector
                key = memory.lookup(Question(TENANT, text, "en"), text).key_hash
                rows.append((key, text, vector.tobytes(), sign_code(vector)))
            await connection.execute(
                "insert into responses (tenant_id, key_hash, scope_hash, question, original_question, answer, language,"
                " status, embed_model, embed_dims, embedding, sign_code, expires_at)"
                " select $1, key, $2, text, text, repeat(text || ' ', 20), 'en', 'validated', 'drawn', $3, vector,"
                " code::varbit, now() + interval '180 days'"
                " from unnest($4::text[], $5::text[], $6::bytea[], $7::text[]) as r (key, text, vector, code)",
                TENANT,
                scope,
                DIMENSIONS,
                *map(list, zip(*rows, strict=True)),
                timeout=600,
            )
        await connection.execute("vacuum analyze responses", timeout=600)
        size = await connection.fetchval("select pg_total_relation_size('responses')")
    print(f"{entries:,} entries in {time.perf_counter() - begin:.0f} s, {size / entries / 1e3:.1f} kB each", flush=True)
    return vectors


async def lookups(database: Database, memory: Remembering, embedder: Drawn, vectors: dict[str, array[float]]) -> None:
    bench = Bench(database, model=False)
    retriever = passages.create(bench.library, HashEmbedder())

    def search(text: str, language: str) -> Callable[[], Awaitable[object]]:
        return lambda: retriever.search(Query(TENANT, text, language, 8))

    found: list[bool] = []

    def look(text: str) -> Callable[[], Awaitable[object]]:
        async def call() -> None:
            asked = memory.lookup(Question(TENANT, text, "en"), text)
            decision = await memory.decide(asked, sources_needed=False)
            found.append(decision.entry is not None)

        return call

    embedder.known = {f"Thing {number}?": near(vector, 0.9) for number, vector in enumerate(vectors.values())}
    for part in (search(*entry) for entry in bench.questions[:20]):
        await part()
    yardstick = statistics.median(await took_ms([search(*entry) for entry in bench.questions]))
    print(f"  {'one search':<30}{yardstick:>9.2f}")
    print(f"  {'lookup':<30}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>9}{'found':>9}")
    for label, texts in (
        ("the same words", list(vectors)),
        ("by meaning, nothing near", [f"Nothing {number}?" for number in range(LOOKUPS)]),
        ("by meaning, something at 0.9", list(embedder.known)),
    ):
        found.clear()
        took = await took_ms([look(text) for text in texts])
        middle, late = statistics.median(took), took[int(len(took) * 0.99) - 1]
        near_by = (
            [
                (
                    await Memories(database).near(
                        TENANT, memory.lookup(Question(TENANT, "x", "en"), "x").scope_hash, "drawn", v
                    )
                )
                for v in list(embedder.known.values())[:50]
            ]
            if label.endswith("0.9")
            else []
        )
        hits = (
            sum(any((entry.similarity or 0) > 0.89 for entry in entries) for entries in near_by) / 50
            if near_by
            else sum(found) / len(found)
        )
        print(f"  {label:<30}{middle:>9.2f}{late:>9.2f}{middle / yardstick:>8.1f}x{hits:>8.0%}", flush=True)


async def first_text() -> None:
    """Milliseconds from the request to the first text, through HTTP."""
    from tests.fakes.upstream import FakeUpstream, paragraphs_json, text
    from tests.support import postgres
    from tests.support.server import Server, running

    async def prepared(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    answer_text = paragraphs_json(
        [(["E1"], "A citation is the link between a paragraph and the passage that supports it.")]
    )
    question = "What is a citation in an answer?"

    async def took(server: Server, memory: str) -> float:
        begin = time.perf_counter()
        async with server.client.stream("POST", "/v1/answers", json={"question": question, "memory": memory}) as stream:
            async for line in stream.aiter_lines():
                if line == "data: " or (line.startswith("data: ") and line[6] not in "{["):
                    return (time.perf_counter() - begin) * 1000
        raise AssertionError("no text came")

    def slow(_: object) -> Callable[[object], Awaitable[None]]:
        whole = text(answer_text, 40)

        async def behave(exchange: object) -> None:
            await asyncio.sleep(FIRST_PIECE_S)
            await whole(exchange)  # type: ignore[arg-type]

        return behave

    async with postgres.fresh_database(prepared) as url, FakeUpstream(slow) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted"}
        async with running(
            url, sample=True, memory_serve_status="pending+validated", memory_shadow_share=0.0, **model
        ) as server:
            asked = [await took(server, "skip") for _ in range(ASKED)]
            await asyncio.gather(*(answer.task for answer in server.services.live.running if answer.task))
            before = len(upstream.requests)
            remembered = [await took(server, "only") for _ in range(ASKED)]
            if len(upstream.requests) != before:
                raise AssertionError("the model was asked")
    asked_ms, remembered_ms = statistics.median(asked), statistics.median(remembered)
    print(
        f"first text: model {asked_ms:.0f} ms, remembered {remembered_ms:.1f} ms, {asked_ms / remembered_ms:.0f} times sooner (goal 15 ms, 20)"
    )


async def main(entries: int, passages_: int) -> None:
    async with temporary() as database:
        embedder = Drawn()
        memory = Remembering(Memories(database), embedder, prompts(Settings(_env_file=None)))  # type: ignore[arg-type]
        await Bench(database, model=False).fill(passages_)
        await lookups(database, memory, embedder, await fill(database, memory, entries))
    await first_text()


if __name__ == "__main__":
    asyncio.run(main(*(int(value) for value in (sys.argv[1:] + ["100000", "10000"][len(sys.argv) - 1 :]))))
