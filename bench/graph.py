"""How long a question waits for the knowledge graph, by the size of the graph.

    python -m bench.graph [vertices]

Loads made-up graphs of a tenth of the size and of the full size (100,000 vertices, 300,000 edges, one vertex in a
thousand a hub), then asks for one entity, for a hub, for two entities and for nothing that is there. The figure that
counts is the ratio of the two sizes: lookups go by index, so that ten times the graph is not ten times the wait.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figures import figure
from gateway import slots
from gateway.ingestion.graph.graph_file import load
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers.graph import Relations
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.graph.graph_rows import GraphRows
from tests.support import postgres

ROUNDS = 30
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mu", "ne", "pa", "qui", "ro", "sa", "ti", "vu")


def name(number: int) -> str:
    """A made-up word of its own for every number."""
    word = ""
    while number or not word:
        number, rest = divmod(number, len(SYLLABLES))
        word += SYLLABLES[rest]
    return f"{word} device"


def write(file: Path, vertices: int) -> None:
    chance = random.Random(7)
    verbs = ["feeds", "stands in", "belongs to", "replaces", "measures", "was made by"]
    with file.open("w", encoding="utf-8") as out:
        for number in range(vertices):
            description = f"The {name(number)} is a device of series {number % 97}."
            line = {
                "type": "vertex",
                "id": f"v{number}",
                "label": "device",
                "name": name(number),
                "description": description,
            }
            print(json.dumps(line), file=out)
        for number in range(3 * vertices):
            start = chance.randrange(vertices)
            end = chance.randrange(vertices) if number % 5 else chance.randrange(max(1, vertices // 1000))
            verb = verbs[number % len(verbs)]
            line = {"type": "edge", "id": f"e{number}", "label": verb, "startId": f"v{start}", "endId": f"v{end}"}
            print(json.dumps({**line, "description": f"The {name(start)} {verb} the {name(end)}."}), file=out)


async def measure(vertices: int, folder: Path) -> dict[str, float]:
    file = folder / f"{vertices}.jsonl"
    write(file, vertices)

    async def migrated(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    async with postgres.fresh_database(migrated) as url:
        database = Database(url)
        await database.open()
        graph = GraphRows(database)
        begin = perf_counter()
        loaded = await load(graph, "default", file, "default")
        took = perf_counter() - begin
        print(f"{loaded.vertices} vertices, {loaded.edges} edges loaded in {took:.1f} s, left out: {loaded.failed}")
        async with database.connection(ALL_TENANTS) as connection:
            await connection.execute("analyze")
        far, hub = name(vertices // 2), name(0)
        questions = {
            "one entity": f"What does the {far} measure?",
            "a hub": f"What feeds the {hub}?",
            "two entities": f"How does the {far} belong to the {name(vertices // 3)}?",
            "an entity and a hub": f"How does the {far} belong to the {hub}?",
            "two hubs": f"How does the {name(1)} belong to the {hub}?",
            "nothing": "Which wine goes with fish?",
        }
        relations, figures = Relations(graph, 3), {}
        for what, text in questions.items():
            times = []
            for _ in range(ROUNDS):
                begin = perf_counter()
                await relations.search(Query("default", text, "en", 8))
                times.append((perf_counter() - begin) * 1000)
            figures[what] = median(times)
        await database.close()
    return figures


async def main(vertices: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        small = await measure(vertices // 10, Path(folder))
        full = await measure(vertices, Path(folder))
    for what, took in full.items():
        print(f"{what:22} {small[what]:7.2f} ms  {took:7.2f} ms   x{took / small[what]:.1f}")
        figure(f"{vertices} vertices: {what}", took, "ms")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
