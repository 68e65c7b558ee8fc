"""What an answer costs on disk: five paragraphs with their references, events and raw pieces, before and after packing.

A scripted model writes pieces of four characters, one every few milliseconds, as real ones do, so that nothing is joined
before it is stored. Bytes are those of the rows in PostgreSQL, indexes not counted.
"""

from __future__ import annotations

import asyncio

from gateway import slots
from gateway.store.migrations import migrate
from gateway.store.recordings import SQL
from tests import postgres
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.server import running

QUESTION = "What is a citation in an answer?"
PARAGRAPHS = 5
SENTENCE = "A citation is the link between one paragraph of an answer and the passage of a document that supports it. "
ANSWERS = 5


async def main() -> None:
    async def prepared(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    said = [(["E1"], f"{SENTENCE * 3}That is point {number}.") for number in range(PARAGRAPHS)]
    async with postgres.fresh_database(prepared) as url, FakeUpstream([answer_json(said, pause_s=0.004)]) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted"}
        async with running(url, sample=True, **model) as server:
            for _ in range(ANSWERS):
                await server.ask(QUESTION)
            await asyncio.gather(*(answer.task for answer in server.gateway.live.running if answer.task))
            async with server.gateway.database.connection() as connection:
                uuids = await connection.fetch("select answer_id from answer")
                print(f"{'':20}" + "bytes an answer")
                total = 0
                for name, sizes in _by_name([await connection.fetch(SQL["sizes"], "default", row[0]) for row in uuids]):
                    total += sum(sizes) // len(sizes)
                    print(f"{name:20}{sum(sizes) // len(sizes):8}")
                events = await connection.fetchval("select count(*) / $1 from stream_event", ANSWERS)
                print(f"{'all':20}{total:8}   ({events} events, goal 14,000)")


def _by_name(answers: list) -> list:
    names: dict[str, list[int]] = {}
    for rows in answers:
        for row in rows:
            names.setdefault(row["name"], []).append(row["bytes"])
    return list(names.items())


if __name__ == "__main__":
    asyncio.run(main())
