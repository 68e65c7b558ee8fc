"""The provider anthropic asks a service by its own API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings
from tests.fakes import anthropic
from tests.fakes.upstream import FakeUpstream
from tests.support.prompts import ANSWER

WIRE = anthropic.WIRE


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    async with FakeUpstream([anthropic.answer_json(ANSWER)]) as upstream:
        yield WIRE.reached(upstream)
