"""The answer memory: lookups among many entries, what they miss, and how soon a remembered answer begins.

Run: `python bench/memory.py [entries] [dimensions] [mean]` (100000 384 0.05). The entries lie in one scope, a tenth as
many in another one and a hundredth in a third, of another tenant; their vectors are made (`memory_vectors`), `mean` is
0.05 for a model like all-MiniLM-L6-v2 and 0.78 for one like multilingual-e5, with thresholds of 0.85 and 0.95.
Embedding itself costs nothing here. Printed are, in milliseconds, the median, the 95th percentile and the processor
time in this process and in PostgreSQL (in steps of 10 ms over all calls) of lookups of the same words, by meaning as
far as the store goes, and with the decision; of the first lookup of a process, and of storing an entry; as yardsticks
of `select 1` and of a search for all codes by SQL. Then what the codes keep from a decision: every question is compared
with all vectors, and a decision counts as changed when the nearest entry is another one, or a rival within the margin
stands there and is not seen. At last, through HTTP, the time to the first text of a remembered answer, against a
scripted model whose first piece comes after half a second.
Goals: 15 ms by meaning, 99.9 % of decisions unchanged; first text within 15 ms and 20 times sooner than the model's.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from database import database as temporary  # noqa: E402
from ingest import postgres_seconds  # noqa: E402
from memory_vectors import Maker, Shape, Vectors  # noqa: E402

from bench.figures import figure  # noqa: E402
from gateway import slots  # noqa: E402
from gateway.conversation.question import Asker, Question, Scope  # noqa: E402
from gateway.limits import thresholds  # noqa: E402
from gateway.memory.ports import NewMemory, Reach  # noqa: E402
from gateway.memory.recall import Remembering, Rules  # noqa: E402
from gateway.memory.rules.hashes import key_hash  # noqa: E402
from gateway.models.prompt_folders import prompts  # noqa: E402
from gateway.store.database.database import Database  # noqa: E402
from gateway.store.database.migrations import migrate  # noqa: E402
from gateway.store.database.tenancy import ALL_TENANTS  # noqa: E402
from gateway.store.memory.memories import Memories  # noqa: E402
from gateway.store.memory.sign_codes import as_text, code  # noqa: E402

TENANTS = ("default", "default", "other")
WORKSPACES = ("large", "middle", "small")
LOOKUPS = 300
CHECKED = 2000
FIRST_PIECE_S = 0.5
ASKED = 15
AT_ONCE = 1000
BY_SQL = """
select id from responses
where tenant_id = $1 and scope_hash = $2 and embed_model = 'made' and embed_dims = $3 and sign_code is not null
  and status in ('pending', 'validated')
order by bit_count(sign_code # (select $4::text::bit(1024))) limit 32
"""
FILL = """
insert into responses (tenant_id, key_hash, scope_hash, question, original_question, answer, language, status,
                       embed_model, embed_dims, embedding, sign_code)
select $1, key, $2, text, text, repeat(text || ' ', 20), 'en', 'validated', 'made', $3, vector, code::bit(1024)
from unnest($4::text[], $5::text[], $6::bytea[], $7::text[]) as r (key, text, vector, code)
"""


class Made:
    """Stands for a model: what it embeds is looked up in a table."""

    name, calibration = "made", (0.2, 0.6)

    def __init__(self, dimensions: int) -> None:
        self.dimensions, self.known = dimensions, dict[str, Sequence[float]]()

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        return [self.known[text] for text in texts]

    async def aclose(self) -> None:
        return None


async def fill(database: Database, tenant: str, workspace: str, scope: str, vectors: Vectors) -> list[str]:
    """Stores entries in a scope and returns their questions."""
    texts = [f"What is said of thing {number}?" for number in range(len(vectors))]
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant values ($1) on conflict do nothing", tenant)
        for start in range(0, len(vectors), AT_ONCE):
            part = vectors[start : start + AT_ONCE]
            await connection.execute(
                FILL,
                tenant,
                scope,
                vectors.shape[1],
                [key_hash("", workspace, text) for text in texts[start : start + AT_ONCE]],
                texts[start : start + AT_ONCE],
                [vector.tobytes() for vector in part],
                [as_text(code(vector)) for vector in part],
                timeout=600,
            )
    return texts


async def timed(database: Database, label: str, calls: Sequence[Callable[[], Awaitable[object]]]) -> float:
    """Prints the median and the 95th percentile of calls, and the processor time of a call in this process and in
    PostgreSQL; returns the median, in milliseconds."""
    took = []
    before, busy = await postgres_seconds(database), time.process_time()
    for call in calls:
        begin = time.perf_counter()
        await call()
        took.append((time.perf_counter() - begin) * 1000)
    own = (time.process_time() - busy) * 1000 / len(calls)
    theirs = (await postgres_seconds(database) - before) * 1000 / len(calls)
    took.sort()
    middle, late = statistics.median(took), took[int(len(took) * 0.95) - 1]
    print(f"  {label:<44}{middle:>9.2f}{late:>9.2f}{own:>9.2f}{theirs:>9.2f}", flush=True)
    figure(f"{label}: p50", middle, "ms")
    figure(f"{label}: gateway", own, "ms")
    figure(f"{label}: PostgreSQL", theirs, "ms")
    return middle


def first_of(
    function: Callable[..., Awaitable[object]], each: Sequence[object]
) -> list[Callable[[], Awaitable[object]]]:
    return [lambda one=one: function(one) for one in each]  # type: ignore[misc]


async def lookups(database: Database, entries: int, shape: Shape) -> None:
    maker, draw = Maker(shape), np.random.default_rng(5)
    threshold = 0.85 if shape.mean < 0.5 else 0.95
    embedder, memories = Made(shape.dimensions), Memories(database)
    rules = Rules(threshold=thresholds.read(str(threshold)))
    memory = Remembering(memories, embedder, prompts(), rules)
    reach = Reach(threshold, rules.margin, rules.max_age_days)
    scopes = [
        memory.lookup(asked(tenant, "x", name), "x").scope_hash
        for tenant, name in zip(TENANTS, WORKSPACES, strict=True)
    ]
    stored = [maker.entries(max(1, entries // size)) for size in (1, 10, 100)]
    begin = time.perf_counter()
    texts = [
        await fill(database, *where, vectors)
        for *where, vectors in zip(TENANTS, WORKSPACES, scopes, stored, strict=True)
    ]
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("vacuum analyze responses", timeout=600)
        size = await connection.fetchval("select pg_total_relation_size('responses')")
        total = sum(map(len, stored))
    print(f"{total:,} entries in {time.perf_counter() - begin:.0f} s, {size / total / 1e3:.1f} kB each", flush=True)

    chosen = draw.integers(0, len(stored[0]), CHECKED)
    questions = maker.reworded(stored[0][chosen], draw.uniform(0.02, 0.6, CHECKED))
    print(f"  {'':<44}{'p50 ms':>9}{'p95 ms':>9}{'own ms':>9}{'database':>9}")

    async def plain(_: object) -> None:
        async with database.connection(ALL_TENANTS) as connection:
            await connection.fetchval("select 1")

    async def by_sql(vector: Vectors) -> None:
        async with database.connection(ALL_TENANTS) as connection:
            await connection.fetch(BY_SQL, "default", scopes[0], shape.dimensions, as_text(code(vector)))

    async def by_meaning(vector: Vectors, place: int = 0) -> object:
        return await memories.near(TENANTS[place], scopes[place], "made", vector, reach)  # type: ignore[arg-type]

    async def decided(text: str) -> None:
        await memory.decide(memory.lookup(asked("default", text, "large"), text), sources_needed=False)

    embedder.known = {f"Thing {number}?": vector.tolist() for number, vector in enumerate(questions[:LOOKUPS])}
    await timed(database, "select 1", first_of(plain, range(LOOKUPS)))
    scan = await timed(database, "all codes by SQL", first_of(by_sql, questions[:30]))
    await timed(database, "by meaning, the first of the process", first_of(by_meaning, questions[:1]))
    look = await timed(database, "by meaning", first_of(by_meaning, questions[1 : LOOKUPS + 1]))
    print(f"    {look / scan:.2f} times the search by SQL")
    await timed(database, "by meaning, nothing near", first_of(by_meaning, maker.entries(LOOKUPS)))
    await timed(
        database, "by meaning, a tenth of the entries", first_of(lambda one: by_meaning(one, 1), questions[:LOOKUPS])
    )
    await timed(database, "by meaning, a hundredth", first_of(lambda one: by_meaning(one, 2), questions[:LOOKUPS]))
    await timed(database, "by meaning, with the decision", first_of(decided, list(embedder.known)))
    await timed(database, "the same words", first_of(decided, texts[0][:LOOKUPS]))
    await timed(database, "to store an entry", first_of(memories.keep, new(scopes[0], maker.entries(LOOKUPS))))
    await missed(stored[0], questions, by_meaning, reach)


def asked(tenant: str, text: str, workspace: str) -> Question:
    return Question(Asker(tenant), text, "en", scope=Scope(workspace))


def new(scope: str, vectors: Vectors) -> list[NewMemory]:
    """Returns entries to be stored."""
    return [
        NewMemory(
            tenant="default",
            key_hash=f"new {number}",
            scope_hash=scope,
            question=f"New {number}?",
            original_question=f"New {number}?",
            answer="It is new. " * 40,
            language="en",
            status="pending",
            embedder="made",
            vector=vector.tolist(),
        )
        for number, vector in enumerate(vectors)
    ]


async def missed(
    stored: Vectors, questions: Vectors, look: Callable[[Vectors], Awaitable[object]], reach: Reach
) -> None:
    """Compares what the store finds with all vectors. Entries that were stored since are left out."""
    near = changed = needed = lost = 0
    for start in range(0, len(questions), 100):
        truth = stored.astype(np.float32) @ questions[start : start + 100].T
        for column, question in enumerate(questions[start : start + 100]):
            by_words = {entry.question: entry.similarity for entry in await look(question)}  # type: ignore[attr-defined]
            found = {int(text.split()[-1][:-1]): value for text, value in by_words.items() if text.startswith("What")}
            cosines = truth[:, column]
            best = int(cosines.argmax())
            if cosines[best] < reach.threshold:
                continue
            matter = np.flatnonzero(cosines >= cosines[best] - reach.margin)
            near, needed = near + 1, needed + len(matter)
            lost += sum(int(entry) not in found for entry in matter)
            rivals = sum(value >= found.get(best, 2.0) - reach.margin for value in found.values())
            changed += best not in found or (len(matter) > 1) != (rivals > 1)
    print(f"  of {len(questions):,} questions {near:,} lie near enough; decisions changed: {changed}")
    print(f"  entries within the margin: {needed:,}, of these missed: {lost} (found {1 - lost / max(1, needed):.4%})")


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
    figure("first text: remembered", remembered_ms, "ms")
    print(
        f"first text: model {asked_ms:.0f} ms, remembered {remembered_ms:.1f} ms, {asked_ms / remembered_ms:.0f} times sooner (goal 15 ms, 20)"
    )


async def main(entries: int, dimensions: int, mean: float) -> None:
    async with temporary() as database:
        await lookups(database, entries, Shape(dimensions, mean))
    await first_text()


if __name__ == "__main__":
    given = sys.argv[1:] + ["100000", "384", "0.05"][len(sys.argv) - 1 :]
    asyncio.run(main(int(given[0]), int(given[1]), float(given[2])))
