"""What every file of the slot `providers` keeps, whatever model is behind it."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import jsonschema
import pytest

from gateway import slots
from gateway.conversation.question import Message
from gateway.models.ports import LLMProvider, ModelPiece
from gateway.models.prompt import Prompts
from gateway.settings import Settings
from gateway.telemetry.tracing import request_context
from tests.fakes.upstream import Behaviour, FakeUpstream, Request
from tests.support.found import beside
from tests.support.prompts import TEA, texts
from tests.support.streamed import pieces_of

SCHEMA = Prompts(texts()).schema


DOCS = Path(__file__).parents[3] / "docs"
PROVIDERS = slots.names("models.providers")


@pytest.fixture(params=PROVIDERS)
async def provider(request: pytest.FixtureRequest) -> AsyncIterator[LLMProvider]:
    world = beside(
        "providers",
        request.param,
        "`served()`, which starts a fake of its service and yields the settings that reach it",
    )
    async with world.served() as settings:
        made = slots.load("models.providers", request.param, "GATEWAY_PROVIDER").create(settings)
        yield made
        await made.aclose()


async def generate(provider: LLMProvider) -> list[ModelPiece]:
    async with asyncio.timeout(20):
        return await pieces_of(provider, TEA, schema=SCHEMA)


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


async def test_the_trace_of_a_request_goes_on_to_the_service(provider: LLMProvider, monkeypatch) -> None:
    seen: list[dict[str, str]] = []
    behaviour = FakeUpstream._behaviour

    def noting(upstream: FakeUpstream, request: Request) -> Behaviour:
        seen.append(request.headers)
        return behaviour(upstream, request)

    monkeypatch.setattr(FakeUpstream, "_behaviour", noting)
    came = {"traceparent": f"00-{'a' * 32}-{'b' * 16}-01", "tracestate": "vendor=1"}
    request_context.enter(came)
    try:
        await generate(provider)
    finally:
        request_context.enter({})
    asked = [{name: headers.get(name) for name in came} for headers in seen]
    assert asked == [came] * len(seen) and bool(seen) == (provider.name != "extractive")


@pytest.mark.requirement("D6")
async def test_earlier_messages_are_optional(provider: LLMProvider) -> None:
    async with asyncio.timeout(20):
        without = await pieces_of(provider, TEA)
        pieces = await pieces_of(provider, TEA, [Message("user", "Hi"), Message("assistant", "Yes?")])
    assert "".join(piece.text for piece in pieces) == "".join(piece.text for piece in without)


async def test_closing_early_is_clean(provider: LLMProvider) -> None:
    async with asyncio.timeout(20):
        assert len(await pieces_of(provider, TEA, schema=SCHEMA, most=1)) == 1
        assert await generate(provider)


async def test_several_answers_are_written_at_once(provider: LLMProvider) -> None:
    answers = await asyncio.gather(*(generate(provider) for _ in range(5)))
    assert len({"".join(piece.text for piece in pieces) for pieces in answers}) == 1


async def test_it_can_be_described_and_prepared(provider: LLMProvider) -> None:
    assert provider.name in slots.names("models.providers")
    assert provider.model
    prepare = getattr(provider, "prepare", None)
    assert prepare is None or inspect.iscoroutinefunction(prepare)


def lacking(name: str) -> list[str]:
    """Returns the places that do not know a provider; its tests and fakes are named by `beside`. `docs/settings.md` and
    `.env.example` are written from the settings."""
    row = f"\n| `{name}` |"
    known = {
        "gateway/settings/groups.py, the description of GATEWAY_PROVIDER": re.search(
            rf"\b{name}\b", str(Settings.model_fields["provider"].description)
        ),
        "gateway/settings/service_choices.py": name in {*Settings()._providers_found(), "extractive"},
        "docs/operations.md, a row of the table in section Model": row in (DOCS / "operations.md").read_text("utf-8"),
        "docs/providers.md, a row of the table": row in (DOCS / "providers.md").read_text("utf-8"),
    }
    return [place for place, found in known.items() if not found]


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_place_that_names_providers_names_this_one(name: str) -> None:
    assert lacking(name) == []


def test_every_place_is_named_for_a_new_provider() -> None:
    assert len(lacking("planted")) == 4
    with pytest.raises(pytest.fail.Exception, match=r"Write tests/support/providers/planted\.py"):
        beside("providers", "planted", "`served()`")
