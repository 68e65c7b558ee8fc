"""OpenAI's Responses API through OpenAI's own SDK: streamed, whole, in the background, resumed, cancelled, deleted."""

import asyncio

import openai
import pytest

from tests.fakes.upstream import chunk, paragraphs_json, status
from tests.support.openai_library import FIRST, QUESTION, SECOND, TEXT, client, library, served, upstream
from tests.support.postgres import eventually

__all__ = ["client", "library", "served", "upstream"]


def cited(response):
    """(covered text, title) of each annotation, and the addresses."""
    [message] = [item for item in response.output if item.type == "message"]
    [part] = message.content
    spans = [(part.text[one.start_index : one.end_index], one.title) for one in part.annotations]
    return spans, [one.url for one in part.annotations]


async def test_a_whole_response_has_text_citations_that_open_usage_and_the_extension(library, client):
    said = await client.responses.create(model="scripted", input=QUESTION, metadata={"ticket": "7"})
    assert (said.output_text, said.status, said.model, said.object) == (TEXT, "completed", "scripted", "response")
    spans, [address] = cited(said)
    assert spans == [(FIRST, "Rules")]
    assert (await library.client.get(address)).headers["content-type"].startswith("text/html")
    assert (said.usage.input_tokens, said.usage.output_tokens, said.usage.total_tokens) == (11, 7, 18)
    assert said.output[0].summary[0].text == "Let us look." and said.metadata == {"ticket": "7"}
    extension = said.model_extra["citestream"]
    document = (await library.client.get(f"/v1/answers/{extension['answer_uuid']}")).json()
    assert (document["answer"], document["paragraphs"], document["refs"], document["meta"]) == (
        TEXT,
        *(extension[name] for name in ("paragraphs", "refs", "meta")),
    )
    assert said.id == f"resp_{document['answer_uuid']}" and said.conversation.id == document["thread_id"]
    again = await client.responses.retrieve(said.id)
    assert again.to_dict() == said.to_dict()


async def test_a_streamed_response_is_read_wholly_by_both_ways_of_the_sdk(client):
    stream = await client.responses.create(model="scripted", input=QUESTION, stream=True)
    events = [event async for event in stream]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert "".join(event.delta for event in events if event.type == "response.output_text.delta") == TEXT
    [annotation] = [event.annotation for event in events if event.type == "response.output_text.annotation.added"]
    assert events[-1].type == "response.completed" and events[0].type == "response.created"
    final = events[-1].response
    [message] = [item for item in final.output if item.type == "message"]
    assert message.content[0].annotations[0].to_dict() == annotation.to_dict()
    async with client.responses.stream(model="scripted", input=[{"role": "user", "content": QUESTION}]) as managed:
        texts = [event.snapshot async for event in managed if event.type == "response.output_text.delta"]
        parsed = await managed.get_final_response()
    assert texts[-1] == parsed.output_text == final.output_text == TEXT and cited(parsed)[0] == cited(final)[0]


async def test_a_synchronous_client_reads_it_too(library):
    def read():
        with (
            openai.OpenAI(api_key="any", base_url=f"{library.url}/v1", max_retries=0, timeout=20) as client,
            client.responses.stream(model="citestream", input=QUESTION) as stream,
        ):
            return stream.get_final_response()

    said = await asyncio.to_thread(read)
    assert said.output_text == TEXT and said.model == "citestream"


async def test_a_finished_response_is_read_again_from_any_number_on(library, client):
    stream = await client.responses.create(model="scripted", input=QUESTION, stream=True)
    events = [event async for event in stream]
    name = events[0].response.id
    for after in (None, 0, 5, len(events) - 1):
        more = {} if after is None else {"starting_after": after}
        again = [event async for event in await client.responses.retrieve(name, stream=True, **more)]
        wanted = events if after is None else events[after + 1 :]
        assert [one.to_dict() for one in again] == [one.to_dict() for one in wanted]
    async with client.responses.stream(response_id=name, starting_after=5) as managed:
        rest = [event.sequence_number async for event in managed]
    assert rest == list(range(6, len(events)))


@pytest.fixture
def speaking(upstream):
    """A model that has said one paragraph and says the rest when it is let."""
    let, whole = asyncio.Event(), paragraphs_json([(["E1"], FIRST), ([], SECOND)])
    cut = whole.index(SECOND)

    async def speak(exchange):
        await exchange.head()
        await exchange.frame(chunk({"content": whole[:cut]}))
        async with asyncio.timeout(20):
            await let.wait()
        await exchange.frame(chunk({"content": whole[cut:]}, "stop"))
        await exchange.frame("[DONE]")
        await exchange.end()

    upstream.script[:] = [speak]
    return let


async def to_its_paragraph(stream):
    """The events of a stream up to the first citation; then its reader leaves."""
    seen = []
    async for event in stream:
        seen.append(event)
        if event.type == "response.output_text.annotation.added":
            break
    await stream.close()
    return seen


async def test_a_response_in_the_background_goes_on_without_its_reader_and_is_resumed(client, speaking):
    begun = await client.responses.create(model="scripted", input=QUESTION, background=True)
    assert (begun.status, begun.background, begun.output_text) == ("in_progress", True, "")
    assert begun.conversation.id.startswith("conv_")
    seen = await to_its_paragraph(await client.responses.retrieve(begun.id, stream=True))
    assert (await client.responses.retrieve(begun.id)).status == "in_progress"
    speaking.set()
    rest = await client.responses.retrieve(begun.id, stream=True, starting_after=seen[-1].sequence_number)
    events = [*seen, *[event async for event in rest]]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert events[-1].response.output_text == TEXT and events[-1].response.background is True


async def test_closing_a_stream_in_the_background_or_with_a_key_lets_it_go_on_and_any_other_stops(
    client, speaking, library
):
    names, keyed = [], {"extra_headers": {"Idempotency-Key": "desk 7"}}
    for ways in ({"background": True}, keyed, {}):  # when the last leave has been seen, so have the others
        stream = await client.responses.create(model="scripted", input=QUESTION, stream=True, **ways)
        names.append((await to_its_paragraph(stream))[0].response.id.removeprefix("resp_"))
    *going, left = (library.services.live.get("default", name) for name in names)
    await eventually(lambda: left.ended, 10, "the last one stops")
    assert not any(one.ended for one in going)
    speaking.set()
    again = await client.responses.create(model="scripted", input=QUESTION, stream=True, **keyed)
    assert [event async for event in again][-1].response.id == f"resp_{names[1]}"
    await eventually(lambda: all(one.ended for one in going), 10, "the others end")
    *whole, stopped = [await client.responses.retrieve(f"resp_{name}") for name in names]
    assert (stopped.status, stopped.output_text, stopped.incomplete_details.reason) == ("cancelled", FIRST, "stopped")
    assert [(one.status, one.output_text) for one in whole] == [("completed", TEXT)] * 2


async def test_a_response_is_cancelled_and_deleted(client, speaking):
    begun = await client.responses.create(model="scripted", input=QUESTION, background=True)
    await to_its_paragraph(await client.responses.retrieve(begun.id, stream=True))
    for _ in range(2):
        ended = await client.responses.cancel(begun.id)
        assert (ended.status, ended.output_text) == ("cancelled", FIRST)
    await client.responses.delete(begun.id)
    for call in (client.responses.retrieve, client.responses.cancel, client.responses.delete):
        with pytest.raises(openai.NotFoundError) as unknown:
            await call(begun.id)
        assert unknown.value.code == "not_found"


async def test_a_response_that_runs_is_deleted_too(client, speaking):
    begun = await client.responses.create(model="scripted", input=QUESTION, background=True)
    await client.responses.delete(begun.id)
    with pytest.raises(openai.NotFoundError):
        await client.responses.retrieve(begun.id)


async def test_a_model_that_fails_is_an_error_of_the_sdk_or_a_failed_response(client, upstream):
    upstream.script[:] = [status(500)]
    with pytest.raises(openai.InternalServerError) as failed:
        await client.responses.create(model="scripted", input=QUESTION)
    assert failed.value.status_code == 502 and failed.value.code == "upstream_error"
    events = [event async for event in await client.responses.create(model="scripted", input=QUESTION, stream=True)]
    assert events[-1].type == "response.failed" and events[-1].response.error.code == "upstream_error"
    again = await client.responses.retrieve(events[-1].response.id)
    assert again.status == "failed" and again.error.code == "upstream_error"


async def test_what_is_no_response_is_refused_in_openais_shape(server):
    get, some = server.client.get, "resp_" + "0" * 32
    for answer, code in (
        (await get(f"/v1/responses/{some}"), (404, "not_found")),
        (await get("/v1/responses/7"), (404, "not_found")),
        (await get(f"/v1/responses/{some}?stream=yes"), (400, "invalid_field")),
        (await get(f"/v1/responses/{some}?stream=true&starting_after=-1"), (400, "invalid_field")),
        (await get("/v1/responses"), (405, "method_not_allowed")),
        (await server.client.patch(f"/v1/responses/{some}"), (405, "method_not_allowed")),
        (await get(f"/v1/responses/{some}/cancel"), (405, "method_not_allowed")),
        (await server.client.post("/v1/responses", data={"x": "y"}), (415, "unsupported_type")),
    ):
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["type"]) == (*code, "invalid_request_error")
    assert (await server.client.patch(f"/v1/responses/{some}")).headers["allow"] == "GET, DELETE"


async def test_any_answer_can_be_read_as_a_response(library, client):
    document = await library.document(QUESTION)
    said = await client.responses.retrieve(f"resp_{document['answer_uuid']}")
    assert (said.output_text, said.model, said.conversation) == (TEXT, "citestream", None)
