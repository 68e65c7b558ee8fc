"""A naive assembly of the same packages: the SDK's parsed chunks, ijson, a pydantic event and a row for each piece."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import ijson
import uvicorn
from openai import AsyncOpenAI, DefaultAioHttpClient
from pydantic import BaseModel
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

TABLE = "create table naive_event (answer bigint, seq int, body jsonb, primary key (answer, seq))"
INSERT = "insert into naive_event values ($1, $2, $3)"


class Piece(BaseModel):
    seq: int
    text: str


class Paragraph(BaseModel):
    seq: int
    citation_ids: list[str]
    text: str


class Naive:
    """What somebody writes in an afternoon: complete, and each step by itself."""

    def __init__(self, model: str, database: str) -> None:
        self._model, self._database = model, database
        self._numbers = itertools.count(1)

    @asynccontextmanager
    async def open(self, app: Starlette) -> AsyncIterator[None]:
        self._client = AsyncOpenAI(base_url=self._model, api_key="none", http_client=DefaultAioHttpClient())
        connection = await asyncpg.connect(self._database)
        await connection.execute("create database naive")  # the gateway wants one of its own
        await connection.close()
        async with asyncpg.create_pool(self._database, database="naive", max_size=10) as self._pool:
            await self._pool.execute(TABLE)
            yield

    async def ask(self, request: Request) -> EventSourceResponse:
        question = (await request.json())["question"]
        return EventSourceResponse(self._events(question, next(self._numbers)))

    async def _events(self, question: str, answer: int) -> AsyncIterator[ServerSentEvent]:
        found = ijson.sendable_list()
        parser = ijson.items_coro(found, "paragraphs.item")
        numbers = itertools.count(1)
        stream = await self._client.chat.completions.create(
            model="bench", messages=[{"role": "user", "content": question}], stream=True
        )
        async for chunk in stream:
            text = chunk.choices[0].delta.content if chunk.choices else None
            if not text:
                continue
            yield await self._stored(answer, None, Piece(seq=next(numbers), text=text))
            parser.send(text.encode())
            for item in found:
                paragraph = Paragraph(seq=next(numbers), citation_ids=item["citationIds"], text=item["text"])
                yield await self._stored(answer, "[CITATION_PARAGRAPH]", paragraph)
            del found[:]
        yield ServerSentEvent("{}", event="[DONE]")

    async def _stored(self, answer: int, name: str | None, event: Piece | Paragraph) -> ServerSentEvent:
        body = event.model_dump_json()
        await self._pool.execute(INSERT, answer, event.seq, body)
        data = event.model_dump_json(include={"text"}) if isinstance(event, Piece) else body
        return ServerSentEvent(data, event=name, id=f"{answer}-{event.seq}")


def main(port: int, model: str, database: str) -> None:
    naive = Naive(model, database)
    app = Starlette(routes=[Route("/v1/answers", naive.ask, methods=["POST"])], lifespan=naive.open)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error", access_log=False, backlog=2048)
