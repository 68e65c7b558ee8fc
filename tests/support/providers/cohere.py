"""The provider cohere asks a service by its own API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes import cohere
from tests.fakes.upstream import FakeUpstream
from tests.support.prompts import ANSWER

WIRE = cohere.WIRE


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([cohere.answer_json(ANSWER)]) as upstream:
        yield WIRE.reached(upstream)
