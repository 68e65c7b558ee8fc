"""The legacy door: who may ask what, one turn at a time, and always an end."""

import asyncio
import contextlib
import json
import uuid

import pytest

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.conversation.legacy_thread import is_uuid
from gateway.conversation.turn import Turn
from gateway.http.legacy.chat import (
    BAD_REQUEST,
    BAD_UUID,
    BROKEN,
    BUSY,
    DELETED,
    NO_PROMPT,
    NO_QUESTION,
    NO_SPEECH,
    TOO_LONG,
    ended,
)
from gateway.wire.legacy import error
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, stall_after
from tests.support.legacy import Page, messages
from tests.support.questions import question_of
from tests.support.server import running

PATH = "/conversation/message/process"
SENTENCE = "A borrowed book may stay at home for three weeks."
ANSWER = answer_json([(["E1"], SENTENCE), ([], "And then more.")])
STALL = stall_after(25, paragraphs_json([(["E1"], SENTENCE), ([], "And then more.")]))
"""The model says most of the first paragraph and falls silent."""


SOME, OTHER = "0f1e2d3c4b5a4f6e8d7c6b5a49382716", "9a8b7c6d5e4f4a3b8c2d1e0f9a8b7c6d"
"""Uuids of nothing; fixed, so that the tests have the same names in every process."""


def new_uuid():
    return uuid.uuid4().hex


class Chat:
    """The door of a server over one document, with a scripted model."""

    def __init__(self, server, upstream):
        self.server, self.client, self.upstream = server, server.client, upstream

    async def raw(self, path=PATH, headers=None, **fields):
        return await self.client.post(path, json=fields, headers=headers or {})

    async def ask(self, **fields):
        response = await self.raw(**fields)
        assert response.status_code == 200
        return Page().read(response.content, response.headers["content-type"])

    async def messages(self, thread):
        got = await self.client.get(f"/conversation/{thread}", params={"maxMsgUuid": "", "pageSize": 20})
        return got.json()["data"]["msgList"]

    @contextlib.asynccontextmanager
    async def reading(self, **fields):
        """A reader that has seen the first text of an answer that stalls."""
        async with self.client.stream("POST", PATH, json=fields) as response:
            seen, parts = b"", response.aiter_bytes()  # httpx closes the connection with its iterator
            async with asyncio.timeout(30):
                async for part in parts:
                    seen += part
                    if b"borrowed" in seen:
                        break
            yield


@contextlib.asynccontextmanager
async def chatting(database_url, **settings):
    async with (
        FakeUpstream([ANSWER]) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="x",
            gate_threshold=0,
            **settings,
        ) as server,
    ):
        await server.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
        yield Chat(server, upstream)


@pytest.fixture
async def chat(database_url):
    async with chatting(database_url) as chat:
        yield chat


@pytest.mark.parametrize("path", [PATH, "/api" + PATH])
@pytest.mark.parametrize("headers", [{}, {"Authorization": "raw"}, {"Authorization": "Bearer x"}], ids=str)
async def test_the_stream_has_a_bare_content_type_and_any_token_passes_without_keys(chat, path, headers):
    response = await chat.raw(path, headers, prompt="borrowed book")
    assert response.status_code == 200 and response.headers["content-type"] == "text/event-stream"
    assert response.headers["cache-control"] == "no-store" and response.headers["x-accel-buffering"] == "no"
    page = Page().read(response.content)
    assert page.text == f"{SENTENCE}\n\nAnd then more." and page.answer["loading"] is False


async def test_the_page_never_sees_an_id_or_an_event_it_does_not_know(chat):
    response = await chat.raw(prompt="borrowed book")
    known = {"", "[START]", "[STATE_CHANGED]", "[THINKING]", "[DONE]"}
    assert {message.event for message in messages(response.content)} <= known
    assert b"\nid:" not in response.content


@pytest.mark.parametrize("path", ["/chat/process", "/character/message/process", "/api/chat/process"])
async def test_the_aliases_have_no_markers(chat, path):
    response = await chat.raw(path, prompt="borrowed book")
    assert b"-_wrap_-" not in response.content
    assert Page().read(response.content).text == f"{SENTENCE}\n\nAnd then more."


@pytest.mark.parametrize(
    ("fields", "sentence", "started"),
    [
        ({"prompt": "x", "conversationUuid": "not-a-uuid"}, BAD_UUID, False),
        ({"prompt": "x", "conversationUuid": "0" * 32}, BAD_UUID, False),
        ({"prompt": " \n"}, NO_PROMPT, False),
        ({}, NO_PROMPT, False),
        ({"prompt": "x" * 8001}, TOO_LONG, False),
        ({"prompt": {"a": 1}}, BAD_REQUEST, False),
        ({"prompt": "NUL \0"}, BAD_REQUEST, False),
        ({"prompt": "", "audioUuid": SOME, "audioDuration": 3}, NO_SPEECH, True),
        ({"prompt": "x", "regenerateQuestionUuid": SOME, "conversationUuid": OTHER}, DELETED, True),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_a_refusal_is_a_stream_with_an_error(chat, fields, sentence, started):
    response = await chat.raw(**fields)
    assert (response.status_code, response.headers["content-type"]) == (200, "text/event-stream")
    assert response.content == error(sentence, started=started)
    assert chat.upstream.requests == []


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b'{"prompt": "' + b"x" * 300_000 + b'"}'])
async def test_a_body_that_cannot_be_read_is_a_refusal_too(chat, body):
    response = await chat.client.post(PATH, content=body, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.content) == (200, error(BAD_REQUEST))


async def test_an_unknown_or_absent_conversation_is_made_with_the_question_as_its_title(chat):
    known = new_uuid()
    await chat.ask(prompt="How long may  a borrowed\nbook stay at home with me?", conversationUuid=known.upper())
    await chat.ask(prompt="borrowed book", conversationUuid="")
    listed = (await chat.client.get("/conversation/list")).json()["data"]
    assert [one["title"] for one in listed] == ["borrowed book", "How long may a borrowed book s"]
    assert listed[1]["uuid"] == known and is_uuid(listed[0]["uuid"])


async def test_a_conversation_made_on_the_way_is_named_in_meta(chat):
    response = await chat.raw(prompt="borrowed book")
    meta = json.loads(messages(response.content)[-1].data.removeprefix("[META]"))
    assert meta["thread"] == {"threadId": (await chat.client.get("/conversation/list")).json()["data"][0]["uuid"]}


async def test_a_deleted_or_foreign_conversation_cannot_be_asked_in(chat):
    deleted, foreign = new_uuid(), new_uuid()
    await chat.ask(prompt="borrowed book", conversationUuid=deleted)
    assert (await chat.client.post(f"/conversation/del/{deleted}")).json()["data"] is True
    await chat.server.services.conversations.enter("default", "somebody else", foreign, "Theirs")
    for thread in (deleted, foreign):
        response = await chat.raw(prompt="borrowed book", conversationUuid=thread)
        assert response.content == error(DELETED, started=True)


async def test_while_somebody_reads_the_running_answer_another_question_is_refused(chat):
    thread = new_uuid()
    chat.upstream.script[:] = [STALL]
    async with chat.reading(prompt="borrowed book", conversationUuid=thread):
        response = await chat.raw(prompt="And films?", conversationUuid=thread)
        assert response.content == error(BUSY)
        assert len(chat.upstream.requests) == 1


async def test_a_turn_without_reader_is_stopped_and_kept_when_the_next_question_comes(chat):
    thread = new_uuid()
    chat.upstream.script[:] = [STALL, ANSWER]
    async with chat.reading(prompt="borrowed book", conversationUuid=thread):
        pass
    page = await chat.ask(prompt="borrowed book again", conversationUuid=thread)
    assert page.text == f"{SENTENCE}\n\nAnd then more."
    asked = await chat.messages(thread)
    assert [question["remark"] for question in asked] == ["borrowed book again", "borrowed book"]
    kept = asked[1]["children"][0]
    assert kept["remark"] and SENTENCE.startswith(kept["remark"].rstrip("…"))
    document = (await chat.client.get(f"/v1/answers/{kept['uuid']}")).json()
    assert document["meta"]["answer"]["degradedReason"] == "stopped"
    assert document["meta"]["answer"]["complete"] is False
    await asyncio.wait_for(chat.upstream.requests[0].closed.wait(), 5)


async def test_of_two_questions_at_once_one_is_answered_and_one_refused(chat):
    thread = new_uuid()
    chat.upstream.script[:] = [STALL]

    async def first_bytes():
        async with chat.client.stream("POST", PATH, json={"prompt": "borrowed book", "conversationUuid": thread}) as r:
            async for part in r.aiter_bytes():
                if b"borrowed" in part or b"[ERROR]" in part:
                    seen.append(part)
                    await both.wait()
                    return

    seen, both = [], asyncio.Event()
    asking = [asyncio.create_task(first_bytes()) for _ in range(2)]
    async with asyncio.timeout(30):
        while len(seen) < 2:
            await asyncio.sleep(0.01)
    both.set()
    await asyncio.gather(*asking)
    assert sorted(b"[ERROR]" in part for part in seen) == [False, True]
    assert len(chat.upstream.requests) == 1


async def test_closing_the_connection_does_not_stop_the_answer(chat):
    thread, go_on = new_uuid(), asyncio.Event()
    whole = paragraphs_json([(["E1"], SENTENCE), ([], "And then more.")])

    async def slowly(exchange):
        await exchange.head()
        await exchange.frame({"choices": [{"index": 0, "delta": {"content": whole[:90]}, "finish_reason": None}]})
        await go_on.wait()
        await exchange.frame({"choices": [{"index": 0, "delta": {"content": whole[90:]}, "finish_reason": "stop"}]})
        await exchange.frame("[DONE]")
        await exchange.end()

    chat.upstream.script[:] = [slowly]
    async with chat.reading(prompt="borrowed book", conversationUuid=thread):
        pass
    go_on.set()
    async with asyncio.timeout(30):
        while not (children := (await chat.messages(thread))[0]["children"]):
            await asyncio.sleep(0.01)
    assert children[0]["remark"] == f"{SENTENCE}\n\nAnd then more."


async def test_regenerating_gives_the_same_question_another_answer(chat):
    thread = new_uuid()
    first = await chat.ask(prompt="borrowed book", conversationUuid=thread)
    chat.upstream.script[:] = [answer_json([([], "Otherwise.")])]
    again = await chat.ask(
        prompt="this is ignored", regenerateQuestionUuid=first.question["uuid"], conversationUuid=thread
    )
    assert again.text == "Otherwise." and again.question["uuid"] == first.question["uuid"]
    (question,) = await chat.messages(thread)
    assert question["remark"] == "borrowed book" and question["uuid"] == first.question["uuid"]
    assert [child["uuid"] for child in question["children"]] == [again.answer["uuid"], first.answer["uuid"]]
    assert "borrowed book" in chat.upstream.requests[-1].body["messages"][-1]["content"]


@pytest.mark.parametrize("unknown", [SOME, "temporary-id"])
async def test_a_question_of_another_conversation_cannot_be_regenerated(chat, unknown):
    thread, other = new_uuid(), new_uuid()
    asked = await chat.ask(prompt="borrowed book", conversationUuid=other)
    await chat.ask(prompt="borrowed book", conversationUuid=thread)
    for question in (unknown, asked.question["uuid"]):
        response = await chat.raw(regenerateQuestionUuid=question, conversationUuid=thread)
        assert response.content == error(NO_QUESTION, started=True)


async def test_earlier_turns_go_to_the_model_where_the_conversation_says_so(chat):
    added = (await chat.client.post("/conversation/add", json={"title": "Books"})).json()["data"]
    thread = added["uuid"]
    first = await chat.ask(prompt="borrowed book", conversationUuid=thread)
    await chat.ask(prompt="borrowed film", conversationUuid=thread)
    assert "And then more." not in json.dumps(chat.upstream.requests[-1].body["messages"])
    await chat.client.post(f"/conversation/edit/{thread}", json={"understandContextEnable": True})
    await chat.ask(prompt="borrowed record", conversationUuid=thread)
    said = [(one["role"], one["content"]) for one in chat.upstream.requests[-1].body["messages"][1:-1]]
    answer = f"{SENTENCE}\n\nAnd then more."
    assert said == [("user", "borrowed book"), ("assistant", answer), ("user", "borrowed film"), ("assistant", answer)]
    await chat.ask(regenerateQuestionUuid=first.question["uuid"], conversationUuid=thread)
    assert [one["role"] for one in chat.upstream.requests[-1].body["messages"][1:-1]] == []


@pytest.mark.parametrize(
    ("setting", "field", "sent"),
    [
        ("on_request", None, False),
        ("on_request", "paragraph", True),
        ("on_request", "none", False),
        ("always", None, True),
        ("never", "paragraph", False),
    ],
)
async def test_citation_events_come_by_request_and_by_setting(database_url, setting, field, sent):
    async with chatting(database_url, legacy_citation_events=setting) as chat:
        response = await chat.raw(prompt="borrowed book", **({"citation_mode": field} if field else {}))
    names = [message.event for message in messages(response.content)]
    assert ("[CITATION_PARAGRAPH]" in names) is sent and names[-1] == "[DONE]"
    answer = json.loads(messages(response.content)[-1].data.removeprefix("[META]"))["answer"]
    assert (answer["paragraphCount"], answer["refCount"]) == ((0, 0) if field == "none" else (2, 1))


async def test_what_is_ignored_is_said_in_meta(chat):
    response = await chat.raw(
        prompt="borrowed book", imageUrls=[new_uuid()], modelPlatform="dashscope", modelName="qwen-turbo"
    )
    meta = json.loads(messages(response.content)[-1].data.removeprefix("[META]"))
    assert len(meta["warnings"]) == 2 and "imageUrls" in meta["warnings"][0]
    page = (await chat.client.get("/model/llms")).json()["data"][0]
    response = await chat.raw(
        prompt="borrowed book", imageUrls=[], modelPlatform=page["modelPlatform"], modelName=page["modelName"]
    )
    assert b"warnings" not in response.content


async def test_a_database_that_is_away_is_an_error_the_page_shows(chat):
    await chat.server.gateway.database.close()
    response = await chat.raw(prompt="borrowed book")
    assert (response.status_code, response.content) == (200, error(BROKEN))
    listed = await chat.client.get("/conversation/list")
    assert (listed.status_code, listed.json()["code"]) == (200, "B0003")


class SentAway:
    """An answer whose stream ends before it does."""

    def __init__(self, said):
        self.said = said

    async def events(self):
        if self.said:
            yield [Numbered(place, 1, 0, event) for place, event in enumerate(self.said, 1)]


@pytest.mark.parametrize("said", [[], [TextAdded("Shown.")]])
async def test_a_reader_that_is_sent_away_still_gets_an_end_for_it_never_comes_back(said):
    turn = Turn(question_of("default", "Why?", "zh"))
    events = [numbered.event async for batch in ended(SentAway(said), turn) for numbered in batch]
    assert len(events) == len(said) + 1
    assert isinstance(events[-1], Finished) is bool(said)
    if said:
        assert events[-1].meta["answer"]["complete"] is False
