"""A library with one rule behind a scripted model, and OpenAI's SDK before it."""

from __future__ import annotations

import openai
import pytest

from gateway import slots
from gateway.store.database.migrations import migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import postgres
from tests.support.server import running

FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Then it must come back."
TEXT = f"{FIRST}\n\n{SECOND}"
QUESTION = "How long may a borrowed book stay at home?"
ANSWER = answer_json([(["E1"], FIRST), ([], SECOND)], thought="Let us look.")


async def _migrate(url):
    await migrate(url, slots.resource("migrations"))


@pytest.fixture(scope="module")
async def served():
    """One model and one server for all tests of a file."""
    async with FakeUpstream() as upstream, postgres.fresh_database(_migrate) as url:
        fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
        async with running(url, provider="openai", evidence="off", memory="off", **fields) as server:
            body = {"title": "Rules", "text": "A borrowed book may stay at home for three weeks.", "source": "rules.md"}
            await server.client.post("/v1/documents", json=body)
            yield upstream, server


@pytest.fixture
def upstream(served):
    """The model, which says the same until a test tells it otherwise."""
    served[0].script[:] = [ANSWER]
    return served[0]


@pytest.fixture
def library(served, upstream):
    return served[1]


@pytest.fixture
async def client(library):
    async with openai.AsyncOpenAI(api_key="any", base_url=f"{library.url}/v1", max_retries=0, timeout=20) as client:
        yield client
