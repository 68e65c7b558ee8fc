"""The provider openai asks a service that offers one model."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.fakes.wires import chat_completions
from tests.support.prompts import ANSWER

WIRE = chat_completions(lambda url: {"openai_base_url": f"{url}/v1", "openai_api_key": "key", "openai_model": "only"})


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([answer_json(ANSWER)], models=["only"]) as upstream:
        yield Settings(openai_base_url=upstream.url, openai_model="only", _env_file=None)
