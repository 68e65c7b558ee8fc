"""The older system's conversations over HTTP: its envelope, its spelling, its failures."""

import re
import uuid

import pytest

TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


@pytest.fixture
def client(server):
    return server.client


def nested(depth):
    return [nested(depth - 1)] if depth else "deep"


async def added(client, title="Books", **fields):
    got = await client.post("/conversation/add", json={"title": title, **fields})
    assert got.status_code == 200 and got.json()["success"] is True
    return got.json()["data"]


def failure(response):
    body = response.json()
    assert response.status_code == 200 and body["success"] is False and body["message"]
    return body["code"]


async def test_a_new_conversation_has_every_field_the_page_reads(client):
    made = await added(client, remark="About books", kbIds=[7, "8"], isEnableThinking=True, unknown=1)
    assert isinstance(made["id"], str) and len(made["uuid"]) == 32
    assert made["title"] == "Books" and made["remark"] == "About books" and made["kbIds"] == ["7", "8"]
    assert made["mcpIds"] == [] and made["convKnowledgeList"] == [] and made["answerContentType"] == 1
    assert made["isEnableThinking"] is True and made["understandContextEnable"] is False and made["tokens"] == 0
    assert TIME.fullmatch(made["createTime"]) and TIME.fullmatch(made["updateTime"])
    assert "unknown" not in made and None not in made.values()


async def test_conversations_are_listed_newest_first_under_both_spellings(client):
    for title in ("One", "Two", "Three"):
        await added(client, title)
    for prefix in ("", "/api"):
        listed = (await client.get(f"{prefix}/conversation/list")).json()
        assert [one["title"] for one in listed["data"]] == ["Three", "Two", "One"]


async def test_a_title_is_the_callers_only_one_of_its_name(client):
    first = await added(client)
    other = await added(client, "Films")
    assert failure(await client.post("/conversation/add", json={"title": "Books"})) == "A0028"
    path = f"/conversation/edit/{other['uuid']}"
    assert failure(await client.post(path, json={"title": "Books"})) == "A0028"
    edited = await client.post(f"/conversation/edit/{first['uuid']}", json={"title": "Books", "remark": "same title"})
    assert edited.json() == {"success": True, "data": True}


async def test_editing_changes_what_is_given_and_nothing_else(client):
    made = await added(client, remark="old", aiSystemMessage="Be brief.")
    change = {"title": "Books and films", "understandContextEnable": True, "answerContentType": 2, "remark": None}
    assert (await client.post(f"/conversation/edit/{made['uuid']}", json=change)).json()["data"] is True
    (now,) = (await client.get("/conversation/list")).json()["data"]
    changed = {"title": "Books and films", "understandContextEnable": True, "answerContentType": 2}
    assert now == {**made, **changed, "updateTime": now["updateTime"]}


async def test_deleting_is_final(client):
    made = await added(client)
    path = f"/conversation/del/{made['uuid']}"
    assert (await client.post(path)).json() == {"success": True, "data": True}
    assert (await client.get("/conversation/list")).json()["data"] == []
    assert failure(await client.post(path)) == "A0008"
    assert failure(await client.post(f"/conversation/edit/{made['uuid']}", json={"title": "x"})) == "A0008"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "title"),
        ({"title": "  "}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": "x", "remark": "NUL \0"}, "remark"),
        ({"title": "x", "answerContentType": 9}, "answerContentType"),
        ({"title": "x", "kbIds": "7"}, "kbIds"),
        ({"title": "x", "audioConfig": {"voice": ["NUL \0"]}}, "audioConfig"),
        ({"title": "x", "audioConfig": {"voice": "x" * 20_000}}, "audioConfig"),
        ({"title": "x", "audioConfig": {"voice": nested(300)}}, "audioConfig"),
        ({"title": "x", "audioConfig": {"voice": 2**70}}, "audioConfig"),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_a_wrong_field_is_named_in_the_failure(client, body, field):
    got = await client.post("/conversation/add", json=body)
    assert failure(got) == "A0002" and field in got.json()["data"]


@pytest.mark.parametrize("body", [b"{", b"[]", b"[" * 100_000, b'{"title": "\\ud800"}'])
async def test_a_body_that_cannot_be_read_is_a_failure_in_the_envelope(client, body):
    got = await client.post("/conversation/add", content=body, headers={"Content-Type": "application/json"})
    assert failure(got) == "A0002"


async def test_an_unknown_or_malformed_conversation_is_an_empty_page(client):
    empty = {"success": True, "data": {"minMsgUuid": "", "msgList": []}}
    for name in (uuid.uuid4().hex, "nonsense", "%F0%9F%98%80"):
        got = await client.get(f"/conversation/{name}", params={"maxMsgUuid": "", "pageSize": 20})
        assert (got.status_code, got.json()) == (200, empty)


@pytest.mark.parametrize("size", ["0", "101", "-1", "many", "９", "1" * 30])
async def test_a_page_has_from_one_to_a_hundred_questions(client, size):
    got = await client.get(f"/conversation/{uuid.uuid4().hex}", params={"maxMsgUuid": "", "pageSize": size})
    assert failure(got) == "A0002" and "pageSize" in got.json()["data"]


async def test_pages_follow_each_other_down_to_the_first_question(client):
    thread = uuid.uuid4().hex
    for number in range(5):
        body = {"prompt": f"What is point {number}?", "conversationUuid": thread}
        assert (await client.post("/conversation/message/process", json=body)).status_code == 200
    seen, before = [], ""
    for size in (2, 2, 2, 2):
        got = await client.get(f"/conversation/{thread}", params={"maxMsgUuid": before, "pageSize": size})
        data = got.json()["data"]
        seen.append([question["remark"][-2] for question in data["msgList"]])
        assert data["minMsgUuid"] == (data["msgList"][-1]["uuid"] if data["msgList"] else "")
        before = data["minMsgUuid"] or before
    assert seen == [["4", "3"], ["2", "1"], ["0"], []]
    for stranger in (uuid.uuid4().hex, "temporary-id"):
        got = await client.get(f"/conversation/{thread}", params={"maxMsgUuid": stranger, "pageSize": 20})
        assert got.json()["data"]["msgList"] == []


async def test_a_message_has_every_field_the_page_reads(client):
    thread = uuid.uuid4().hex
    await client.post("/conversation/message/process", json={"prompt": "What is it?", "conversationUuid": thread})
    data = (await client.get(f"/conversation/{thread}?maxMsgUuid=&pageSize=20")).json()["data"]
    (question,) = data["msgList"]
    (answer,) = question["children"]
    assert question["messageRole"] == 1 and answer["messageRole"] == 3 and question["parentMessageId"] == "0"
    for message in (question, answer):
        assert message["attachmentUrls"] == [] and isinstance(message["children"], list) and message["remark"]
        assert TIME.fullmatch(message["createTime"]) and isinstance(message["tokens"], int)
        assert isinstance(message["parentMessageId"], str) and isinstance(message["aiModelId"], str)
        assert None not in message.values()
    assert answer["aiModelPlatform"] == "extractive" and answer["isRefGraph"] is False
    assert (await client.get("/conversation/list")).json()["data"][0]["tokens"] > 0


async def test_a_message_is_deleted_alone_or_with_its_answers(client):
    thread = uuid.uuid4().hex
    await client.post("/conversation/message/process", json={"prompt": "What is it?", "conversationUuid": thread})
    path = f"/conversation/{thread}?maxMsgUuid=&pageSize=20"
    (question,) = (await client.get(path)).json()["data"]["msgList"]
    answer = question["children"][0]["uuid"]
    for uuid_, gone in ((answer, True), (answer, False), ("temporary-id", False), (uuid.uuid4().hex, False)):
        got = await client.post(f"/api/conversation/message/del/{uuid_}")
        assert got.json() == {"success": True, "data": gone}
    assert (await client.get(f"/v1/answers/{answer}")).status_code == 404
    assert (await client.get(path)).json()["data"]["msgList"][0]["children"] == []
    assert (await client.post(f"/conversation/message/del/{question['uuid']}")).json()["data"] is True
    assert (await client.get(path)).json()["data"]["msgList"] == []


async def test_there_is_no_text_of_recordings(client):
    got = await client.get(f"/conversation/message/text/{uuid.uuid4().hex}")
    assert got.json() == {"success": True, "data": ""}
