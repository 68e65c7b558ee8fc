"""What every file of the slot `providers` keeps, whatever model is behind it."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import jsonschema
import pytest

from gateway import slots
from gateway.conversation.question import Message
from gateway.models.ports import LLMProvider, ModelPiece
from gateway.models.prompt import Prompts
from gateway.settings import Settings
from tests.fakes import ollama
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.prompts import TEA, texts

SCHEMA = Prompts(texts()).schema


@asynccontextmanager
async def with_service(name: str) -> AsyncIterator[LLMProvider]:
    async with FakeUpstream([answer_json([(["E1"], "Two minutes."), ([], "That is all.")])], models=["only"]) as up:
        provider = slots.load("models.providers", name, "GATEWAY_PROVIDER").create(
            Settings(openai_base_url=up.url, openai_model="only")
        )
        yield provider
        await provider.aclose()


@asynccontextmanager
async def with_azure(name: str) -> AsyncIterator[LLMProvider]:
    async with FakeUpstream([answer_json([(["E1"], "Two minutes."), ([], "That is all.")])]) as up:
        named = {"azure_endpoint": up.url.removesuffix("/v1"), "azure_api_key": "key", "azure_deployment": "only"}
        provider = slots.load("models.providers", name, "GATEWAY_PROVIDER").create(Settings(**named, _env_file=None))
        yield provider
        await provider.aclose()


@asynccontextmanager
async def with_ollama(name: str) -> AsyncIterator[LLMProvider]:
    said = ollama.answer_json([(["E1"], "Two minutes."), ([], "That is all.")])
    async with FakeUpstream([said]) as up:
        named = {"ollama_host": up.url.removesuffix("/v1"), "ollama_model": "only"}
        provider = slots.load("models.providers", name, "GATEWAY_PROVIDER").create(Settings(**named, _env_file=None))
        yield provider
        await provider.aclose()


@asynccontextmanager
async def alone(name: str) -> AsyncIterator[LLMProvider]:
    provider = slots.load("models.providers", name, "GATEWAY_PROVIDER").create(Settings())
    yield provider
    await provider.aclose()


WORLDS: dict[str, Callable[[str], AbstractAsyncContextManager[LLMProvider]]] = {
    "openai": with_service,
    "azure": with_azure,
    "ollama": with_ollama,
    "extractive": alone,
}
"""How to run each provider without the internet; a new file in the slot needs an entry."""


@pytest.fixture(params=slots.names("models.providers"))
async def provider(request: pytest.FixtureRequest) -> AsyncIterator[LLMProvider]:
    async with WORLDS[request.param](request.param) as made:
        yield made


async def generate(provider: LLMProvider) -> list[ModelPiece]:
    async with asyncio.timeout(20):
        return [piece async for piece in provider.generate(TEA, schema=SCHEMA)]


async def test_the_pieces_join_to_json_that_the_schema_accepts(provider: LLMProvider) -> None:
    answer = json.loads("".join(piece.text for piece in await generate(provider)))
    jsonschema.validate(answer, SCHEMA)
    assert answer["paragraphs"]


async def test_only_candidates_are_cited(provider: LLMProvider) -> None:
    answer = json.loads("".join(piece.text for piece in await generate(provider)))
    cited = [cited for paragraph in answer["paragraphs"] for cited in paragraph["citationIds"]]
    assert cited
    assert all(cited in TEA.candidates for cited in cited)


async def test_the_last_piece_brings_one_finish_reason(provider: LLMProvider) -> None:
    pieces = await generate(provider)
    assert [piece.finish_reason for piece in pieces if piece.finish_reason] == ["stop"]
    assert pieces[-1].finish_reason == "stop"


async def test_the_usage_is_told(provider: LLMProvider) -> None:
    (usage,) = [piece.usage for piece in await generate(provider) if piece.usage]
    assert usage.prompt_tokens > 0
    assert usage.answer_tokens > 0


@pytest.mark.requirement("D6")
async def test_earlier_messages_are_optional(provider: LLMProvider) -> None:
    async with asyncio.timeout(20):
        without = [piece async for piece in provider.generate(TEA)]
        pieces = [
            piece async for piece in provider.generate(TEA, [Message("user", "Hi"), Message("assistant", "Yes?")])
        ]
    assert "".join(piece.text for piece in pieces) == "".join(piece.text for piece in without)


async def test_closing_early_is_clean(provider: LLMProvider) -> None:
    async with asyncio.timeout(20):
        async with aclosing(provider.generate(TEA, schema=SCHEMA)) as pieces:
            assert await anext(pieces)
        assert await generate(provider)


async def test_several_answers_are_written_at_once(provider: LLMProvider) -> None:
    answers = await asyncio.gather(*(generate(provider) for _ in range(5)))
    assert len({"".join(piece.text for piece in pieces) for pieces in answers}) == 1


async def test_it_can_be_described_and_prepared(provider: LLMProvider) -> None:
    assert provider.name in slots.names("models.providers")
    assert provider.model
    prepare = getattr(provider, "prepare", None)
    assert prepare is None or inspect.iscoroutinefunction(prepare)
