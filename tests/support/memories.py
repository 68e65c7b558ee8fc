"""A server with an answer memory, a scripted model and a scripted embedding service."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import re
from collections.abc import AsyncIterator
from zlib import crc32

from tests.fakes.upstream import FakeUpstream, answer_json, body
from tests.support import sse
from tests.support.server import Server, running

DIMENSIONS = 64
RULES = {
    "Loans": "A borrowed book may stay at home for three weeks.",
    "Fees": "An overdue book costs 20 cents per day.",
    "Cards": "A reader card for adults costs five euros per year.",
}
STANDS = "The confocal microscope stands in Room C 114."
QUESTION = "How long may a borrowed book stay at home?"
REWORDED = "For how long may the borrowed book stay at home?"


class Library:
    """The server, what its model and its embedding service were asked, and what they say."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        """What the model says instead of the sentence of the house rules, by heading."""
        self.close: dict[str, tuple[str, float]] = {REWORDED: (QUESTION, 0.97)}
        """A text that is near another one: with this cosine."""
        self.upstream = FakeUpstream(self._behave)
        self.server: Server

    def _behave(self, request):
        if request.path.endswith("/embeddings"):
            data = [
                {"index": index, "embedding": self.vector(text)} for index, text in enumerate(request.body["input"])
            ]
            return body(json.dumps({"data": data, "model": "m"}).encode(), content_type="application/json")
        return self.answer(request.body["messages"][-1]["content"])

    def answer(self, prompt):
        """The sentence of the first passage that is about the question, cited; where something stands, the relation."""
        asked = prompt.rpartition("<question>")[2]
        if "stand" in asked and (relation := re.search(r'<passage id="(G\d+)"', prompt)):
            return answer_json([([relation[1]], self.said.get("Stands", STANDS))])
        found = re.findall(r'<passage id="(E\d+)".*?>(.*?)</passage>', prompt, re.DOTALL)
        for heading, sentence in RULES.items():
            about = {"Loans": "home", "Fees": "cost", "Cards": "card"}[heading]
            for citation_id, text in found:
                if about in asked and sentence[:20] in text:
                    return answer_json([([citation_id], self.said.get(heading, sentence))])
        return answer_json([([found[0][0]] if found else [], "Something else.")])

    def vector(self, text: str) -> list[float]:
        if text in self.close:
            other, cosine = self.close[text]
            near, own = self.vector(other), self.vector(f"beside {text}")
            part = sum(a * b for a, b in zip(near, own, strict=True))
            aside = [a - part * b for a, b in zip(own, near, strict=True)]
            length = math.hypot(*aside)
            rest = math.sqrt(1 - cosine * cosine)
            return [cosine * a + rest * b / length for a, b in zip(near, aside, strict=True)]
        drawn = random.Random(crc32(text.encode()))
        numbers = [drawn.gauss(0, 1) for _ in range(DIMENSIONS)]
        length = math.hypot(*numbers)
        return [number / length for number in numbers]

    async def room(self, workspace: str) -> Room:
        """A workspace with the house rules: answers of one are not remembered for another."""
        room = Room(self, workspace)
        for heading, text in RULES.items():
            await room.put(heading, text)
        return room


class Room:
    """What happens in one workspace."""

    def __init__(self, library: Library, workspace: str) -> None:
        self.library, self.workspace = library, workspace
        self.client = library.server.client
        self._before = len(library.upstream.requests)

    @property
    def requests(self):
        return self.library.upstream.requests[self._before :]

    @property
    def generations(self) -> int:
        """How often the model was asked for an answer since `forget`."""
        return sum(request.path.endswith("/chat/completions") for request in self.requests)

    @property
    def embedded(self) -> list[str]:
        """The texts that were given to the embedding service since `forget`."""
        return [
            text for request in self.requests if request.path.endswith("/embeddings") for text in request.body["input"]
        ]

    def forget(self) -> None:
        self._before = len(self.library.upstream.requests)

    async def put(self, heading: str, text: str) -> str:
        """Save a document; its id."""
        named = {"title": f"House rules: {heading}", "text": text, "external_id": heading, "workspace": self.workspace}
        saved = await self.client.post("/v1/documents", json=named)
        assert saved.status_code == 201
        return saved.json()["documents"][0]["document_id"]

    async def events(self, question: str = QUESTION, **fields):
        return sse.parse(await self.library.server.ask(question, workspace=self.workspace, **fields))

    async def ask(self, question: str = QUESTION, **fields) -> dict:
        """The document of an answer."""
        return await self.library.server.document(question, workspace=self.workspace, **fields)

    async def source(self, question: str = QUESTION, **fields) -> str:
        """Who answers."""
        return (await self.ask(question, **fields))["meta"]["answer"]["source"]

    async def entry_of(self, answer_uuid: str) -> dict:
        """The entry made from an answer; answers are remembered behind their end."""
        async with asyncio.timeout(20):
            while True:
                found = (await self.client.get("/staff/memory/entries", params={"limit": 100})).json()["entries"]
                for entry in found:
                    if entry["answer_uuid"] == answer_uuid:
                        return entry
                await asyncio.sleep(0.01)

    async def entry(self, response_id: int) -> dict:
        found = await self.client.get(f"/staff/memory/entries/{response_id}")
        assert found.status_code == 200, found.text
        return found.json()

    async def until(self, response_id: int, **fields) -> dict:
        """The entry, once it has these values: what is compared is compared behind the end of an answer."""
        async with asyncio.timeout(20):
            while True:
                entry = await self.entry(response_id)
                if {name: entry[name] for name in fields} == fields:
                    return entry
                await asyncio.sleep(0.01)

    async def validated(self, question: str = QUESTION, **fields) -> tuple[dict, dict]:
        """Ask, and validate what is remembered of it: the document of the answer and the entry."""
        given = await self.ask(question, **fields)
        assert given["meta"]["answer"]["source"] == "model", given
        entry = await self.entry_of(given["answer_uuid"])
        done = await self.client.post(f"/staff/memory/entries/{entry['id']}/validate")
        assert done.status_code == 200 and done.json()["status"] == "validated"
        self.forget()
        return given, done.json()

    async def lookup(self, content: str = QUESTION, type: str = "user_request", **context) -> dict:
        sent = {"message": {"type": type, "content": content}, "context": {"projet": self.workspace, **context}}
        found = await self.client.post("/memory/lookup", json=sent)
        assert found.status_code == 200, found.text
        return found.json()

    async def send(self, answer: str, *messages: str, caller: str = "summary", type: str = "response", **context):
        """An answer of a synthesis agent, after what the user said."""
        history = [{"speaker": "user", "content": content} for content in messages]
        sent = {
            "caller": caller,
            "message": {"type": type, "content": answer},
            "context": {"projet": self.workspace, "history": history, **context},
        }
        return await self.client.post("/memory/messages", json=sent)


@contextlib.asynccontextmanager
async def library(database_url: str, **settings) -> AsyncIterator[Library]:
    """A server whose model knows the house rules, and whose vectors mean something."""
    made = Library()
    async with made.upstream:
        chosen = {
            "provider": "openai",
            "openai_base_url": made.upstream.url,
            "openai_model": "scripted",
            "embedder": "openai",
            "memory_shadow_share": 0.0,
            "gate_threshold": 0.1,
        }
        async with running(database_url, **{**chosen, **settings}) as made.server:
            yield made
