"""What an answer costs on disk: five paragraphs with their references, events and raw pieces, before and after packing.

A scripted model writes pieces of four characters, one every few milliseconds, as real ones do, so that nothing is joined
before it is stored. Bytes are those of the rows in PostgreSQL, indexes not counted.
"""

from __future__ import annotations

import asyncio

from gateway import slots
from gateway.store.migrations import migrate
from tests import postgres
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.server import running

QUESTION = "What is a citation in an answer?"
PARAGRAPHS = 5
SENTENCE = "A citation is the link between one paragraph of an answer and the passage of a document that supports it. "
ANSWERS = 5
TABLES = ("stream_event", "provider_chunk", "answer_candidate", "answer_paragraph", "answer_ref", "answer")


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
                print(f"{'':20}{'bytes':>8}  an answer")
                total = 0
                for table in TABLES:
                    size = await connection.fetchval(f"select sum(pg_column_size(t.*)) / $1 from {table} t", ANSWERS)
                    print(f"{table:20}{size or 0:8}")
                    total += size or 0
                events = await connection.fetchval("select count(*) / $1 from stream_event", ANSWERS)
                print(f"{'all':20}{total:8}  ({events} events; goal 14,000)")


if __name__ == "__main__":
    asyncio.run(main())
