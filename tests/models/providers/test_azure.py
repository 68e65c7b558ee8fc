"""Azure OpenAI against a scripted service: address, key, deployment, earlier messages, and what is not set."""

from __future__ import annotations

import asyncio

import pytest

from gateway.conversation.question import Message
from gateway.errors import UpstreamRefused, WrongUse
from gateway.models.providers.azure import create
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json, frames, status
from tests.support.prompts import TEA
from tests.support.streamed import pieces_of

KEY = "azure-secret"
NAMED = {"azure_api_key": KEY, "azure_deployment": "our-gpt"}
HISTORY = [Message("user", "Which teas are there?"), Message("assistant", "Green and black.")]


async def answer(up, messages=None, **changed):
    endpoint = up.url.removesuffix("/v1")
    provider = create(Settings(**{"azure_endpoint": endpoint, **NAMED, **changed}, _env_file=None))
    try:
        await provider.prepare()
        async with asyncio.timeout(20):
            return "".join([piece.text for piece in await pieces_of(provider, TEA, messages)])
    finally:
        await provider.aclose()


@pytest.mark.requirement("D7")
async def test_earlier_messages_stand_between_system_text_and_question():
    async with FakeUpstream([answer_json([(["E1"], "Two minutes.")])]) as up:
        assert "Two minutes." in await answer(up, HISTORY)
    [sent] = up.requests
    assert sent.path == "/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21"
    assert sent.headers["api-key"] == KEY
    assert [(message["role"], message["content"]) for message in sent.body["messages"]] == [
        ("system", TEA.system),
        ("user", "Which teas are there?"),
        ("assistant", "Green and black."),
        ("user", TEA.user),
    ]


async def test_its_first_chunk_may_have_no_choices():
    first = {"choices": [], "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": {}}]}
    rest = [{"choices": [{"index": 0, "delta": {"content": "Yes."}, "finish_reason": "stop"}]}, "[DONE]"]
    async with FakeUpstream([frames([first, *rest])]) as up:
        assert await answer(up) == "Yes."


async def test_another_version_of_the_api_can_be_asked_for():
    async with FakeUpstream([answer_json([([], "Yes.")])]) as up:
        await answer(up, azure_api_version="2025-01-01-preview")
    assert up.requests[0].path.endswith("?api-version=2025-01-01-preview")


async def test_a_wrong_key_is_a_sentence_that_names_its_setting():
    async with FakeUpstream([status(401, {"message": f"no such key {KEY}"})]) as up:
        with pytest.raises(UpstreamRefused, match="AZURE_OPENAI_API_KEY") as wrong:
            await answer(up)
    assert KEY not in str(wrong.value)


async def test_what_is_not_set_is_named_at_the_start():
    with pytest.raises(WrongUse, match=r"needs AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY to be set"):
        await create(Settings(azure_deployment="our-gpt", _env_file=None)).prepare()
