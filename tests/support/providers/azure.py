"""The provider azure asks a deployment."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.fakes.wires import chat_completions
from tests.support.prompts import ANSWER

WIRE = chat_completions(lambda url: {"azure_endpoint": url, "azure_api_key": "key", "azure_deployment": "only"})


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([answer_json(ANSWER)]) as upstream:
        address = upstream.url.removesuffix("/v1")
        yield Settings(azure_endpoint=address, azure_api_key="key", azure_deployment="only", _env_file=None)
