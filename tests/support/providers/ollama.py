"""The provider ollama asks a server by its own API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes import ollama
from tests.fakes.upstream import FakeUpstream
from tests.support.prompts import ANSWER

WIRE = ollama.wire(lambda url: {"ollama_host": url, "ollama_model": "only"})


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([ollama.answer_json(ANSWER)]) as upstream:
        yield Settings(ollama_host=upstream.url.removesuffix("/v1"), ollama_model="only", _env_file=None)
