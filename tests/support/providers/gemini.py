"""The provider gemini asks a model by its own API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes import gemini
from tests.fakes.upstream import FakeUpstream
from tests.support.prompts import ANSWER


def reached(url: str) -> dict[str, str]:
    return {"gemini_base_url": f"{url}/v1beta", "gemini_api_key": "key", "gemini_model": "only"}


WIRE = gemini.wire(reached)


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([gemini.answer_json(ANSWER)]) as upstream:
        yield Settings(**reached(upstream.url.removesuffix("/v1")), _env_file=None)
