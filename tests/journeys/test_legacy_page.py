"""Journeys of the older system's web page, unchanged: what it does from its start to the deleting of a conversation.

`tests/support/legacy.py` reads as that page does; one test runs the page's own event library, published on npm, against
a real server.
"""

import base64
import json
import random

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, reasoning, status, text
from tests.support.legacy import Page
from tests.support.legacy_frames import FRAGMENTS, lf, spoken
from tests.support.node import run
from tests.support.reading import lines
from tests.support.server import running

RULES = "A borrowed book may stay at home for three weeks. A loan can be renewed twice at the counter."
QUESTION = "How long may a borrowed book stay at home?"
FIRST = [(["E1"], "A borrowed book may stay at home for three weeks."), (["E1"], "A loan can be renewed twice.")]
LABELS = ["Analysing the question", "Searching the answer memory", "Searching the knowledge base", "Writing the answer"]
HOSTILE = "First line\n-_wrap_-\nevent: [DONE]\ndata: [META]{}\n\n  退货 😀 \u2028 [ERROR] <b>x</b>\n-_wrap_- at the end-_wrap_-"


class Browser:
    """The page's calls, each as it makes them."""

    def __init__(self, server):
        self._client = server.client
        self._client.headers["Authorization"] = "a-token-of-the-old-server"

    async def get(self, path, **params):
        got = await self._client.get(f"/api{path}", params=params)
        assert got.status_code == 200 and got.json()["success"] is True, got.text
        return got.json()["data"]

    async def post(self, path, body=None):
        got = await self._client.post(f"/api{path}", json=body or {})
        assert got.status_code == 200 and got.json()["success"] is True, got.text
        return got.json()["data"]

    async def ask(self, conversation, prompt="", again=""):
        model = (await self.get("/model/llms"))[0]
        body = {
            "prompt": prompt,
            "conversationUuid": conversation,
            "regenerateQuestionUuid": again,
            "modelPlatform": model["modelPlatform"],
            "modelName": model["modelName"],
            "imageUrls": [],
            "audioUuid": "",
            "audioDuration": 0,
        }
        headers = {"Accept": "text/event-stream"}
        got = await self._client.post("/api/conversation/message/process", json=body, headers=headers)
        assert got.status_code == 200
        return Page().read(got.content, got.headers["content-type"])

    async def open(self, conversation):
        page = await self.get(f"/conversation/{conversation}", maxMsgUuid="", pageSize=20)
        assert all(isinstance(one["children"], list) and one["attachmentUrls"] == [] for one in page["msgList"])
        return page["msgList"]


@pytest.fixture
async def upstream():
    async with FakeUpstream([answer_json(FIRST)]) as upstream:
        yield upstream


@pytest.fixture
async def server(database_url, upstream):
    async with running(
        database_url, provider="openai", openai_base_url=upstream.url, openai_model="scripted", gate_threshold=0
    ) as server:
        await server.client.post("/v1/documents", json={"title": "House rules", "text": RULES})
        yield server


@pytest.fixture
def browser(server):
    return Browser(server)


@pytest.mark.requirement("R33")
async def test_the_old_page_from_its_start_to_a_deleted_conversation(browser, upstream):
    # Start: models, engines, settings, an empty list; then a conversation is made.
    assert [model["modelName"] for model in await browser.get("/model/llms")] == ["scripted"]
    assert await browser.get("/model/imageModels") == await browser.get("/auth/search-engine/list") == []
    assert (await browser.get("/sys/config/public/info"))["availableVoices"] == []
    assert await browser.get("/conversation/list") == []
    made = await browser.post("/conversation/add", {"title": "Library", "remark": "", "kbIds": []})
    conversation = made["uuid"]
    assert [one["uuid"] for one in await browser.get("/conversation/list")] == [conversation]

    # A question: thoughts, state labels, the text as two paragraphs, the button for references.
    upstream.script[:] = [reasoning("We need\nthe rules", paragraphs_json(FIRST))]
    shown = await browser.ask(conversation, QUESTION)
    whole = "\n\n".join(said for _, said in FIRST)
    assert shown.text == whole and shown.answer["thinking"] == "We need\nthe rules"
    assert shown.labels == LABELS
    assert shown.started and not shown.failed and shown.answer["loading"] is False
    assert shown.answer["isRefEmbedding"] is True and shown.answer["isRefGraph"] is False
    assert shown.answer["paragraphCount"] == 2 and shown.answer["hasCitationError"] is False

    # The dialogs, with the uuid that META brought, and with one that the server never saw.
    references = await browser.get(f"/conversation/message/embedding-ref/{shown.answer['uuid']}")
    assert [reference["text"] for reference in references] == [RULES] and references[0]["embeddingId"]
    graph = await browser.get(f"/conversation/message/graph-ref/{shown.answer['uuid']}")
    assert graph == {"entitiesFromQuestion": [], "vertices": [], "edges": []}
    assert await browser.get("/conversation/message/embedding-ref/temporary-id") == []

    # Loaded again, it is what was shown.
    (question,) = await browser.open(conversation)
    assert (question["uuid"], question["remark"]) == (shown.question["uuid"], QUESTION)
    (answer,) = question["children"]
    assert (answer["uuid"], answer["remark"]) == (shown.answer["uuid"], whole)
    assert answer["thinkingContent"] == "We need\nthe rules" and answer["isRefEmbedding"] is True

    # Regenerated: another answer to the same question, newest first.
    upstream.script[:] = [answer_json([(["E1"], "Three weeks, if it is a borrowed book.")])]
    again = await browser.ask(conversation, again=shown.question["uuid"])
    assert again.text == "Three weeks, if it is a borrowed book."
    (question,) = await browser.open(conversation)
    assert [child["uuid"] for child in question["children"]] == [again.answer["uuid"], shown.answer["uuid"]]
    assert await browser.get(f"/conversation/message/embedding-ref/{again.answer['uuid']}") == references

    # An answer goes, then the question with the other, then the conversation.
    assert await browser.post(f"/conversation/message/del/{shown.answer['uuid']}") is True
    (question,) = await browser.open(conversation)
    assert [child["uuid"] for child in question["children"]] == [again.answer["uuid"]]
    assert await browser.get(f"/conversation/message/embedding-ref/{shown.answer['uuid']}") == []
    assert await browser.post(f"/conversation/message/del/{question['uuid']}") is True
    assert await browser.open(conversation) == []
    assert await browser.post(f"/conversation/del/{conversation}") is True
    assert await browser.get("/conversation/list") == [] and await browser.open(conversation) == []
    refused = await browser.ask(conversation, QUESTION)
    assert refused.failed and refused.started and refused.text == "系统提示：该对话已经删除"


async def test_a_chinese_question_gets_chinese_labels(browser):
    shown = await browser.ask("", "借来的书可以在家里放多久？book")
    assert shown.labels == ["问题分析中", "答案记忆搜索中", "知识库搜索中", "回答生成中"]


async def test_a_model_that_fails_is_an_error_the_page_shows(browser, upstream):
    upstream.script[:] = [status(400)]
    shown = await browser.ask("", QUESTION)
    assert shown.failed and shown.text.startswith("系统提示：The model service") and shown.answer["loading"] is False


async def test_an_answer_that_breaks_off_keeps_its_text_and_has_an_end(browser, upstream):
    whole = paragraphs_json(FIRST)
    upstream.script[:] = [text(whole[: len(whole) // 2], finish=None, usage=False, done=False), status(400)]
    shown = await browser.ask("", QUESTION)
    assert not shown.failed and shown.text.startswith(FIRST[0][1][:20]) and shown.answer["loading"] is False
    assert shown.answer["hasCitationError"] is True and shown.answer["complete"] is False


async def test_the_dialect_of_the_page_is_there_for_every_answer(browser, server):
    told = (await server.client.post("/v1/answers?dialect=legacy", json={"question": QUESTION})).content
    assert Page().read(told).text == "\n\n".join(said for _, said in FIRST)
    uuid = Page().read(told).answer["uuid"]
    again = await server.client.get(f"/v1/answers/{uuid}/events?dialect=legacy")
    assert again.headers["content-type"] == "text/event-stream" and again.content == told


# The page's own library
# -------------------------------------------------------------------------------------------------


async def shown_by_the_library(*asked):
    """What the page shows for questions or recorded streams, its event library run by Node."""
    return await run("legacy-page.mjs", stdin="".join(json.dumps(one) + "\n" for one in asked).encode())


@pytest.mark.parametrize("path", ["/conversation/message/process", "/chat/process"])
async def test_the_published_library_reads_our_stream_to_the_letter(server, upstream, path):
    said = [(["E1"], FIRST[0][1]), ([], HOSTILE)]
    upstream.script[:] = [reasoning("First\nthis", paragraphs_json(said), chunk=3)]
    voice = {"prompt": "", "audioUuid": "a" * 32}
    shown, refused = await shown_by_the_library(
        *({"url": server.url + path, "body": body} for body in ({"prompt": QUESTION}, voice))
    )
    assert shown["answer"]["remark"] == f"{FIRST[0][1]}\n\n{lines(HOSTILE)}"
    assert shown["answer"]["thinking"] == "First\nthis" and shown["answer"]["loading"] is False
    assert shown["answer"]["isRefEmbedding"] is True and len(shown["question"]["uuid"]) == 32
    assert shown["labels"] == LABELS
    document = (await server.client.get(f"/v1/answers/{shown['answer']['uuid']}")).json()
    assert document["answer"] == shown["answer"]["remark"] and not shown["failed"]
    assert refused["failed"] and refused["answer"]["remark"] == "系统提示：音频解析失败，请检查音频文件是否正确"


@pytest.mark.parametrize("seed", [20261123])
async def test_the_published_library_restores_a_thousand_hostile_answers(seed):
    """And the reader of these tests agrees with it, on streams of ours and on noise."""
    dice = random.Random(seed)
    answers = [
        ["".join(dice.choices(FRAGMENTS, k=dice.randint(0, 6))) for _ in range(dice.randint(1, 6))] for _ in range(1000)
    ]
    streams = [spoken(*pieces) for pieces in answers]
    noise = ["event:", "data:", "data: ", "[DONE]", "[META]{}", "-_wrap_-", "\n", "\n\n", "\r", "\ufeff", ":", "x"]
    streams += ["".join(dice.choices(noise, k=30)).encode() for _ in range(300)]
    shown = await shown_by_the_library(*({"raw": base64.b64encode(raw).decode()} for raw in streams))
    assert len(shown) == len(streams)
    for pieces, theirs in zip(answers, shown, strict=False):
        assert theirs["answer"]["remark"].rstrip("\n") == lf("".join(pieces)).rstrip("\n"), (seed, pieces)
        assert theirs["answer"]["loading"] is False and not theirs["failed"]
    for raw, theirs in zip(streams, shown, strict=True):
        ours = Page().read(raw)
        assert (ours.failed, ours.labels, ours.question) == (theirs["failed"], theirs["labels"], theirs["question"]), (
            raw
        )
        assert ours.failed or ours.answer == theirs["answer"], (seed, raw)
