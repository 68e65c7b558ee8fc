"""The lines of `docs/providers.md` for services that need no provider of their own, each against a stand-in that does
what only that service does."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gateway import settings, slots
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.conversation.usage import Usage
from gateway.errors import KeyRefused, UpstreamError, UpstreamRefused
from tests.fakes import gemini
from tests.fakes.upstream import FakeUpstream, body, chunk, cut, frames, paragraphs_json, text
from tests.support.constants import constants
from tests.support.prompts import PROMPTS
from tests.support.reading import CANDIDATES, FEES, LOANS
from tests.support.streamed import pieces_of

PAGE = (Path(__file__).parents[3] / "docs" / "providers.md").read_text(encoding="utf-8")
KEY = "one-key"
PARAGRAPHS = [(["E1"], LOANS), (["E2"], FEES)]
SAID = paragraphs_json(PARAGRAPHS)
PROMPT = PROMPTS.answer("How long may a book be borrowed?", CANDIDATES, "en")


def recipe(title, place=0):
    """The lines of a service, by setting."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    block = re.findall(r"(?s)```\n(.*?)```", section)[place]
    return dict(line.split("=", 1) for line in block.strip().splitlines())


@asynccontextmanager
async def serving(lines, *script, retries=None, **changed):
    """The provider as these lines set it, though its host is a stand-in."""
    async with FakeUpstream(script) as up:
        host = up.url.removesuffix("/v1")
        fields, known = {}, settings.FIELDS
        for name, value in lines.items():
            value = KEY if value == "…" else value
            fields[known[name]] = f"{host}{urlsplit(value).path}" if value.startswith("https://") else value
        config = settings.Settings(**fields, **changed, _env_file=None)
        assert config.chosen_provider == lines["GATEWAY_PROVIDER"]
        with constants(retries):
            provider = slots.load("models.providers", config.chosen_provider, "GATEWAY_PROVIDER").create(config)
        await provider.prepare()
        try:
            yield provider, up
        finally:
            await provider.aclose()


async def answer(provider):
    """What a reader sees of an answer, what the model thought, its usage and the last reason."""
    stream, thought, usage, reason, events = (
        AnswerStream(CANDIDATES, language="en", ladder=Ladder()),
        "",
        None,
        None,
        [],
    )
    async with asyncio.timeout(20):
        for piece in await pieces_of(provider, PROMPT, schema=PROMPT.schema):
            thought += piece.thinking
            events += stream.receive(piece.text)
            usage, reason = piece.usage or usage, piece.finish_reason or reason
    events += stream.close(reason)
    thought += "".join(event.text for event in events if type(event).__name__ == "Thinking")
    return stream.summary, thought, usage, reason


def whole(summary):
    return summary.complete and summary.text == f"{LOANS}\n\n{FEES}" and summary.references == ("E1", "E2")


@pytest.mark.parametrize("title", ["OpenAI", "Azure", "Ollama"])
async def test_the_lines_of_a_common_provider_are_enough(title):
    lines = recipe(title)
    fields = {settings.FIELDS[name]: value for name, value in lines.items()}
    config = settings.Settings(**fields, _env_file=None)
    provider = slots.load("models.providers", config.chosen_provider, "GATEWAY_PROVIDER").create(config)
    await provider.prepare()
    assert provider.model in lines.values() and provider.name == lines["GATEWAY_PROVIDER"] == title.lower()
    await provider.aclose()


# Mistral -----------------------------------------------------------------------------------------------------------

MISTRAL = recipe("Mistral")
UNKNOWN_FIELD = {
    "object": "error",
    "message": {
        "detail": [
            {
                "type": "extra_forbidden",
                "loc": ["body", "stream_options", "include_usage"],
                "msg": "Extra inputs are not permitted",
                "input": True,
            }
        ]
    },
    "type": "invalid_request_error",
    "param": None,
    "code": None,
}
TOKENS = {"prompt_tokens": 11, "total_tokens": 18, "completion_tokens": 7}


def mistral_parts(reason="stop"):
    """Typed parts as its reasoning models send them, a reference among them, and the usage with the last event."""
    yield chunk(
        {"role": "assistant", "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Let me see"}]}]}
    )
    for piece in cut(SAID, 40):
        yield chunk({"content": [{"type": "text", "text": piece}]})
    yield chunk({"content": [{"type": "reference", "reference_ids": [0]}]})
    yield {**chunk({"content": ""}, finish=reason), "usage": TOKENS}
    yield "[DONE]"


async def test_mistral_is_asked_without_what_it_forbids_and_its_parts_are_read():
    refused = body(json.dumps(UNKNOWN_FIELD).encode(), code=422, content_type="application/json")
    async with serving(MISTRAL, refused, frames(list(mistral_parts()))) as (provider, up):
        summary, thought, usage, _ = await answer(provider)
        assert whole(summary) and thought == "Let me see" and usage == Usage(11, 7)
        assert whole((await answer(provider))[0])
    assert [request.path for request in up.requests] == ["/v1/chat/completions"] * 3
    assert up.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert ["stream_options" in request.body for request in up.requests] == [True, False, False]
    assert all(request.body["response_format"]["type"] == "json_schema" for request in up.requests)
    assert up.requests[0].body["model"] == MISTRAL["OPENAI_MODEL"]


async def test_mistrals_ends_are_told_as_others_tell_them():
    async with serving(MISTRAL, text(SAID[:80], finish="model_length")) as (provider, _):
        summary, _, _, reason = await answer(provider)
    assert reason == "length" and not summary.complete
    async with serving(MISTRAL, text(SAID[:80], finish="error")) as (provider, _):
        with pytest.raises(UpstreamError, match="gave up"):
            await answer(provider)


async def test_mistrals_limits_are_tried_again():
    limited = {
        "object": "error",
        "message": "Rate limit exceeded",
        "type": "rate_limited",
        "param": None,
        "code": "1300",
    }
    full = {"object": "error", "message": "Service tier capacity exceeded for this model.", "code": "3505"}
    script = [body(json.dumps(told).encode(), code=429, content_type="application/json") for told in (limited, full)]
    async with serving(MISTRAL, *script, text(SAID)) as (provider, up):
        assert whole((await answer(provider))[0]) and len(up.requests) == 3


# Amazon Bedrock ----------------------------------------------------------------------------------------------------

BEDROCK = recipe("Amazon Bedrock")


async def test_bedrock_is_asked_at_its_path_and_its_reasoning_is_no_text():
    said = [
        chunk({"role": "assistant", "content": ""}),
        chunk({"content": "<reasoning>Let me"}),
        chunk({"content": " see</reasoning>"}),
    ]
    said += [chunk({"content": piece}) for piece in cut(SAID, 40)]
    script = frames([*said, chunk(finish="stop"), {"choices": [], "usage": TOKENS}, "[DONE]"])
    async with serving(BEDROCK, script) as (provider, up):
        summary, thought, usage, _ = await answer(provider)
    assert whole(summary) and thought == "Let me see" and usage == Usage(11, 7)
    [sent] = up.requests
    assert sent.path == "/openai/v1/chat/completions" and sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body["model"] == "openai.gpt-oss-120b-1:0"


@pytest.mark.parametrize(
    ("code", "told", "error", "words"),
    [
        (403, {"Message": "API Key is not valid, or is expired"}, KeyRefused, "OPENAI_API_KEY"),
        (400, {"message": "The provided model identifier is invalid."}, UpstreamRefused, "openai.gpt-oss-120b-1:0"),
        (429, {"message": "Too many tokens, please wait before trying again."}, UpstreamError, "limits this key"),
        (503, {"message": "ServiceUnavailableException"}, UpstreamError, "failed"),
    ],
)
async def test_bedrocks_refusals_are_named(code, told, error, words):
    refused = body(json.dumps(told).encode(), code=code, content_type="application/json")
    async with serving(BEDROCK, refused, retries=0) as (provider, _):
        with pytest.raises(error, match=words) as raised:
            await answer(provider)
    assert type(raised.value) is error


# Vertex AI ---------------------------------------------------------------------------------------------------------

BY_KEY, BY_TOKEN = recipe("Vertex AI"), recipe("Vertex AI", 1)


async def test_vertex_takes_a_key_by_the_wire_of_gemini():
    async with serving(BY_KEY, gemini.answer_json(PARAGRAPHS)) as (provider, up):
        assert whole((await answer(provider))[0])
    [sent] = up.requests
    assert sent.path == "/v1/publishers/google/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
    assert sent.headers["x-goog-api-key"] == KEY


async def test_vertex_takes_a_token_by_chat_completions():
    async with serving(BY_TOKEN, text(SAID)) as (provider, up):
        assert whole((await answer(provider))[0])
    [sent] = up.requests
    assert sent.path == "/v1/projects/PROJECT/locations/us-central1/endpoints/openapi/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}" and sent.body["model"] == "google/gemini-2.5-flash"


@pytest.mark.parametrize("reason", ["content_filter: SAFETY", "PROHIBITED_CONTENT", "content_filter"])
async def test_vertexs_filters_are_told_as_others_tell_them(reason):
    async with serving(BY_TOKEN, text(SAID[:80], finish=reason)) as (provider, _):
        summary, _, _, told = await answer(provider)
    assert told == "content_filter" and not summary.complete and summary.degraded_reason == "content_filter"


async def test_a_token_that_is_over_is_a_sentence_about_the_key():
    over = [{"error": {"code": 401, "status": "UNAUTHENTICATED", "details": [{"reason": "ACCESS_TOKEN_EXPIRED"}]}}]
    refused = body(json.dumps(over).encode(), code=401, content_type="application/json")
    async with serving(BY_TOKEN, refused) as (provider, up):
        with pytest.raises(UpstreamRefused, match="OPENAI_API_KEY"):
            await answer(provider)
    assert len(up.requests) == 1


async def test_vertexs_limit_is_tried_again_although_it_comes_as_an_array():
    async with serving(
        BY_TOKEN, gemini.failed(429, "RESOURCE_EXHAUSTED", "Try again later.", as_array=True), text(SAID)
    ) as (provider, up):
        assert whole((await answer(provider))[0]) and len(up.requests) == 2


# The table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", slots.names("models.providers"))
def test_the_page_has_a_row_for_every_provider(name):
    assert f"\n| `{name}` |" in PAGE


def test_the_page_names_only_tests_that_exist():
    here = Path(__file__).parent
    for name in re.findall(r"`(tests/[\w/.]+\.py|test_\w+\.py)`", PAGE):
        assert (here.parents[2] / name).exists() or (here / name).exists(), name
