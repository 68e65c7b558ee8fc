"""The OpenAI door through OpenAI's own SDK, and its refusals byte by byte."""

import asyncio

import httpx2
import openai
import pytest

from gateway.models.prompt_folders import prompts
from tests.fakes.upstream import answer_json, chunk, paragraphs_json, status, text
from tests.support.openai_library import FIRST, QUESTION, TEXT, client, library, served, upstream
from tests.support.postgres import eventually
from tests.support.server import bare

__all__ = ["client", "library", "served", "upstream"]
JSON = "application/json"
ASKED = [{"role": "user", "content": QUESTION}]


def passage_of(library, extension):
    """The address at which the page of the cited document opens the passage."""
    [payload] = [one["payload"] for one in extension["refs"]]
    return f"{library.url}/sources/{payload['documentId']}#{payload['embeddingId']}"


def spans(annotations, text):
    """(covered text, title, url) of each annotation, whether objects or plain JSON."""
    cited = [(one if isinstance(one, dict) else one.model_dump())["url_citation"] for one in annotations]
    return [(text[one["start_index"] : one["end_index"]], one["title"], one["url"]) for one in cited]


async def test_a_whole_completion_has_text_annotations_usage_and_the_extension(library, client):
    said = await client.chat.completions.create(model="scripted", messages=ASKED)
    [choice] = said.choices
    assert choice.message.content == TEXT and choice.finish_reason == "stop" and said.model == "scripted"
    address = passage_of(library, said.model_extra["citestream"])
    assert spans(choice.message.annotations, TEXT) == [(FIRST, "Rules", address)]
    assert (await library.client.get(address)).headers["content-type"].startswith("text/html")
    assert (said.usage.prompt_tokens, said.usage.completion_tokens, said.usage.total_tokens) == (11, 7, 18)
    extension = said.model_extra["citestream"]
    assert set(extension) == {"answer_uuid", "paragraphs", "refs", "offered", "meta"}
    assert said.id == f"chatcmpl-{extension['answer_uuid']}"
    document = (await library.client.get(f"/v1/answers/{extension['answer_uuid']}")).json()
    assert (document["answer"], document["paragraphs"], document["refs"]) == (
        TEXT,
        extension["paragraphs"],
        extension["refs"],
    )
    assert document["meta"] == extension["meta"] and bare(document)["offered"] == extension["offered"] != []


async def test_a_streamed_completion_ends_with_the_same(library, client):
    stream = await client.chat.completions.create(
        model="scripted", messages=ASKED, stream=True, stream_options={"include_usage": True}
    )
    chunks = [one async for one in stream]
    deltas = [choice.delta for one in chunks for choice in one.choices]
    text = "".join(delta.content or "" for delta in deltas)
    assert text == TEXT and deltas[0].role == "assistant"
    assert "".join((delta.model_extra or {}).get("reasoning_content", "") for delta in deltas) == "Let us look."
    annotations = [one for delta in deltas for one in (delta.model_extra or {}).get("annotations", [])]
    address = passage_of(library, chunks[-2].model_extra["citestream"])
    assert spans(annotations, text) == [(FIRST, "Rules", address)]
    assert [choice.finish_reason for one in chunks for choice in one.choices if choice.finish_reason] == ["stop"]
    assert chunks[-1].choices == [] and chunks[-1].usage.total_tokens == 18
    assert [one["citation_ids"] for one in chunks[-2].model_extra["citestream"]["paragraphs"]] == [["E1"], []]
    assert len({one.id for one in chunks}) == 1


async def test_the_stream_helper_keeps_every_annotation(library, client, upstream):
    paragraphs = [(["E1"], f"{FIRST} It is rule {number}.") for number in range(3)]
    upstream.script[:] = [answer_json(paragraphs)]
    async with client.chat.completions.stream(model="scripted", messages=ASKED) as stream:
        said = (await stream.get_final_completion()).choices[0].message
    texts = [text for _, text in paragraphs]
    assert said.content == "\n\n".join(texts)
    assert [covered for covered, _, _ in spans(said.annotations, said.content)] == texts


async def test_without_include_usage_no_chunk_is_without_choices(client):
    stream = await client.chat.completions.create(model="scripted", messages=ASKED, stream=True)
    assert all([one.choices and one.usage is None async for one in stream])


async def test_a_reader_of_lines_gets_the_text_too(library):
    text, last = "", ""
    body = {"model": "scripted", "messages": ASKED, "stream": True}
    async with library.client.stream("POST", "/v1/chat/completions", json=body) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                last = line[6:]
                if last != "[DONE]":
                    for choice in httpx2.Response(200, content=last).json()["choices"]:
                        text += choice["delta"].get("content", "")
    assert text == TEXT and last == "[DONE]"


async def test_earlier_messages_reach_the_model_and_the_last_one_is_asked(library, client, upstream):
    messages = [
        {"role": "system", "content": "You are a pirate."},
        {"role": "user", "content": [{"type": "text", "text": "What is E1?"}, {"type": "image_url", "image_url": {}}]},
        {"role": "assistant", "content": "A library."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    ]
    said = await client.chat.completions.create(
        model="scripted", messages=messages, temperature=1, extra_body={"citestream": {"language": "fr"}}
    )
    sent = upstream.requests[-1].body["messages"]
    assert [one["role"] for one in sent] == ["system", "user", "assistant", "user"]
    assert sent[1]["content"] == "What is E 1?" and QUESTION in sent[-1]["content"]
    assert "<style_wishes>\nYou are a pirate.\n</style_wishes>" in sent[0]["content"] and "pirate" not in str(sent[1:])
    warnings = said.model_extra["citestream"]["meta"]["warnings"]
    assert not any("'system'" in one for one in warnings) and any("temperature" in one for one in warnings)
    document = await library.client.get(f"/v1/answers/{said.model_extra['citestream']['answer_uuid']}")
    assert document.json()["question"] == QUESTION


async def test_models_are_listed_and_an_unknown_one_is_not_found(client):
    assert [model.id async for model in client.models.list()] == ["scripted", "citestream"]
    for name in ("scripted", "citestream"):
        assert (await client.models.retrieve(name)).object == "model"
    for call in (
        client.models.retrieve("gpt/none"),
        client.chat.completions.create(model="gpt-none", messages=ASKED),
    ):
        with pytest.raises(openai.NotFoundError) as refused:
            await call
        assert refused.value.code == "model_not_found" and refused.value.param == "model"


async def test_whoever_asks_for_citestream_gets_the_model_that_answers(library, client, upstream):
    said = await client.chat.completions.create(model="citestream", messages=ASKED)
    assert said.model == "citestream" and said.choices[0].message.content == TEXT
    assert said.model_extra["citestream"]["meta"]["model"] == {
        "provider": "openai",
        "name": "scripted",
        "promptVersion": prompts().version,
    }
    assert upstream.requests[-1].body["model"] == "scripted"
    stream = await client.chat.completions.create(model="citestream", messages=ASKED, stream=True)
    assert {chunk.model async for chunk in stream} == {"citestream"}
    document = await library.document(QUESTION, model="citestream")
    assert document["meta"]["model"]["name"] == "scripted"
    unnamed = await library.client.post("/v1/chat/completions", json={"messages": ASKED})
    assert unnamed.json()["model"] == "scripted"


WRONG = [
    ({"messages": []}, "messages"),
    ({"messages": "x"}, "messages"),
    ({"messages": [{"role": "assistant", "content": "x"}]}, "messages.0.role"),
    ({"messages": [{"role": "user", "content": "x" * 8001}]}, "messages"),
    ({"messages": [{"role": "user", "content": "  "}]}, "messages"),
    ({"messages": [{"role": "assistant", "content": "x" * 32_001}, *ASKED]}, "messages.0.content"),
    ({"messages": [7, *ASKED]}, "messages.0"),
    ({"messages": [{"role": "system", "content": "x" * 8001}, *ASKED]}, "messages.0.content"),
    ({"messages": [{"role": "system", "content": "Be brief."}]}, "messages.0.role"),
    ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages.0.content.0"),
    ({"n": 2}, "n"),
    ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "tools"),
    ({"functions": [{"name": "f"}]}, "functions"),
    ({"logprobs": True}, "logprobs"),
    ({"modalities": ["text", "audio"]}, "modalities"),
    ({"modalities": 7}, "modalities"),
    ({"response_format": {"type": "json_object"}}, "response_format"),
    ({"stream": "yes"}, "stream"),
    ({"stream": True, "stream_options": 1}, "stream_options"),
    ({"citestream": 1}, "citestream"),
    ({"citestream": {"language": "xx"}}, "language"),
]


@pytest.mark.parametrize(("fields", "param"), WRONG)
async def test_what_cannot_be_done_is_refused_by_name_in_openais_shape(server, fields, param):
    body = {"messages": ASKED, **fields}
    answer = await server.client.post("/v1/chat/completions", json=body)
    error = answer.json()["error"]
    assert answer.status_code == 400 and answer.headers["content-type"] == "application/json"
    assert set(error) == {"message", "type", "param", "code"}
    assert (error["type"], error["code"], error["param"]) == ("invalid_request_error", "invalid_field", param)
    assert error["message"]


async def test_every_other_refusal_has_openais_shape_too(server):
    post, path = server.client.post, "/v1/chat/completions"
    headers = {"Content-Type": "application/json"}
    for answer, code in (
        (await post(path, content=b"{", headers=headers), (400, "invalid_json")),
        (await post(path, data={"x": "y"}), (415, "unsupported_type")),
        (await post(path, json={"messages": ASKED, "padding": "x" * 300_000}), (413, "too_large")),
        (await server.client.get(path), (405, "method_not_allowed")),
        (await server.client.delete("/v1/models"), (405, "method_not_allowed")),
    ):
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["type"]) == (*code, "invalid_request_error")


async def test_fields_that_ask_for_nothing_are_accepted(server):
    empty = {"n": 1, "tools": [], "logprobs": False, "response_format": {"type": "text"}, "stream": None, "stop": None}
    answer = await server.client.post("/v1/chat/completions", json={"messages": ASKED, **empty})
    assert answer.status_code == 200 and answer.json()["choices"][0]["message"]["annotations"] == []


async def test_a_model_that_fails_is_an_error_of_the_sdk_whole_or_streamed(client, upstream):
    upstream.script[:] = [status(500)]
    with pytest.raises(openai.InternalServerError) as failed:
        await client.chat.completions.create(model="scripted", messages=ASKED)
    assert failed.value.status_code == 502 and failed.value.code == "upstream_error"
    stream = await client.chat.completions.create(model="scripted", messages=ASKED, stream=True)
    with pytest.raises(openai.APIError) as broken:
        _ = [one async for one in stream]
    assert broken.value.code == "upstream_error"


async def test_an_answer_that_a_filter_withheld_is_none_and_says_so(library, client, upstream):
    upstream.script[:] = [text("", finish="content_filter")]
    said = await client.chat.completions.create(model="scripted", messages=ASKED)
    [choice] = said.choices
    assert (choice.finish_reason, choice.message.content) == ("content_filter", None)
    response = await client.responses.create(model="scripted", input=QUESTION)
    assert (response.status, response.incomplete_details.reason) == ("incomplete", "content_filter")
    assert [part.refusal for part in response.output[0].content] == [choice.message.refusal]
    problem = await library.client.post("/v1/answers", json={"question": QUESTION}, headers={"Accept": JSON})
    assert problem.status_code == 502 and problem.json()["code"] == "content_filter"
    assert problem.json()["detail"] == choice.message.refusal and "filter" in choice.message.refusal


class Endless:
    """A model that says one paragraph and then nothing."""

    def __init__(self):
        self.spoken = asyncio.Event()

    async def __call__(self, exchange):
        whole = paragraphs_json([(["E1"], FIRST), ([], "More.")])
        await exchange.head()
        await exchange.frame(chunk({"content": whole[: whole.index("More")]}))
        self.request = exchange.request
        self.spoken.set()
        await exchange.stall()


@pytest.mark.parametrize("stream", [True, False])
async def test_closing_the_connection_stops_the_turn_and_keeps_what_was_said(library, client, upstream, stream):
    endless = Endless()
    upstream.script[:] = [endless]

    async def read():
        answer = await client.chat.completions.create(model="scripted", messages=ASKED, stream=stream)
        async for _ in answer:
            pass

    reading = asyncio.create_task(read())
    await asyncio.wait_for(endless.spoken.wait(), 10)
    [answer] = library.services.live._answers.values()
    await eventually(lambda: any(type(one.event).__name__ == "ParagraphFinished" for one in answer.events), 10)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await eventually(lambda: answer.ended, 10, "the turn ends")
    await asyncio.wait_for(endless.request.closed.wait(), 10)
    document = (await library.client.get(f"/v1/answers/{answer.turn.answer_uuid}")).json()
    assert document["answer"] == FIRST and document["state"] == "done"
    assert (document["meta"]["answer"]["complete"], document["meta"]["answer"]["degradedReason"]) == (False, "stopped")


async def test_the_same_key_joins_the_first_completion_and_another_body_is_refused(client, upstream):
    keyed, before = {"model": "scripted", "extra_headers": {"Idempotency-Key": "desk 7"}}, len(upstream.requests)
    first, again = [await client.chat.completions.create(messages=ASKED, **keyed) for _ in range(2)]
    assert again.to_dict() == first.to_dict() and len(upstream.requests) == before + 1
    with pytest.raises(openai.UnprocessableEntityError) as refused:
        await client.chat.completions.create(messages=[*ASKED, *ASKED], **keyed)
    assert (refused.value.code, refused.value.param) == ("idempotency_mismatch", "Idempotency-Key")
    with pytest.raises(openai.BadRequestError) as wrong:
        await client.chat.completions.create(
            model="scripted", messages=ASKED, extra_headers={"Idempotency-Key": "x" * 256}
        )
    assert wrong.value.param == "Idempotency-Key"
