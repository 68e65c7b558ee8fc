"""What belongs to another tenant, or to another subject of one's own, is not there: on every route that takes a
uuid."""

import json
import re
from uuid import UUID

import pytest

from gateway.conversation.turn import new_uuid
from tests.support import sse
from tests.support.endpoints import MAY_CALL
from tests.support.keyed import QUESTION, keyed

UUIDS = re.compile(r"\{(uuid|id)\}")
FOREIGN = ("owner_of_globex", "stranger", "other")
"""An admin and a user of another tenant, and another user of the same one."""


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def call(client, method, path, uuid, body=None):
    answer = await client.request(method, UUIDS.sub(uuid, path), json=body)
    return answer.status_code, answer.text.replace(str(UUID(uuid)), "U").replace(uuid, "U")


async def made(at):
    """By what a path names: the `user`'s own answer, question, conversation, and a document of the tenant."""
    thread = new_uuid()
    body = {"prompt": QUESTION, "conversationUuid": thread}
    said = (await at.user.post("/conversation/message/process", json=body)).text
    meta = json.loads(said.rpartition("[META]")[2])
    answer, question = (meta[name]["uuid"] for name in ("answer", "question"))
    listed = (await at.user.get("/v1/documents")).json()["documents"]
    return {"answer": answer, "question": question, "thread": thread, "document": listed[0]["document_id"]}


@pytest.mark.fault("F59")
async def test_a_foreign_uuid_is_an_unknown_uuid_on_every_route(at):
    mine, seen = await made(at), 0
    routes = [(method, path) for method, path in MAY_CALL if UUIDS.search(path)]
    assert len(routes) >= 20
    for method, path in routes:
        for name in FOREIGN:
            shared = path.startswith("/v1/documents") and name == "other"  # documents are the tenant's
            for kind, uuid in mine.items():
                if shared and kind == "document":
                    continue
                bodies = [None, {"title": "x"}] if method in ("POST", "PATCH") else [None]
                unknown = "00000000-0000-4000-8000-000000000000" if kind == "document" else new_uuid()
                for body in bodies:
                    foreign = await call(at.clients[name], method, path, uuid, body)
                    assert foreign == await call(at.clients[name], method, path, unknown, body), (path, name, kind)
                    assert foreign[0] in (200, 204, 403, 404) and "three weeks" not in foreign[1], (
                        method,
                        path,
                        foreign,
                    )
                seen += 1
    assert seen > 200
    # Nothing of it was stopped, changed or deleted.
    assert (await at.user.get(f"/v1/answers/{mine['answer']}")).status_code == 200
    page = (await at.user.get(f"/conversation/{mine['thread']}")).json()["data"]["msgList"]
    assert [question["uuid"] for question in page] == [mine["question"]]
    assert (await at.user.get(f"/v1/documents/{mine['document']}")).status_code == 200


@pytest.mark.fault("F03")
@pytest.mark.parametrize("name", FOREIGN)
async def test_nobody_resumes_the_stream_of_somebody_else(at, name):
    mine = (await at.ask("user"))["answer_uuid"]
    for headers in ({}, {"Last-Event-ID": "1-1"}, {"Last-Event-ID": "9-999999"}, {"X-User-Ref": "user"}):
        for query in ("", "?pace=fast", "?dialect=jsonl"):
            answer = await at.clients[name].get(f"/v1/answers/{mine}/events{query}", headers=headers)
            assert answer.status_code == 404 and answer.json()["code"] == "not_found"
    assert sse.parse((await at.user.get(f"/v1/answers/{mine}/events")).content)[-1].name == "[DONE]"


@pytest.mark.fault("F59")
async def test_a_foreign_thread_is_nobodys_business(at):
    thread = {"thread_id": "t-foreign", "caller_app": "desk"}
    await at.ask("user", **thread)
    for name in ("other", "admin", "app"):
        answer = await at.clients[name].post("/v1/answers", json={"question": QUESTION, **thread})
        assert answer.status_code == 404 and answer.json()["code"] == "not_found", name
    extended = {"messages": [{"role": "user", "content": QUESTION}], "citestream": thread}
    answer = await at.other.post("/v1/chat/completions", json=extended)
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found"
    # Another tenant has threads of its own, whatever they are called.
    assert (await at.ask("stranger", **thread))["thread_id"] == "t-foreign"
    await at.ask("user", **thread)
    # A conversation of the older system's page is deleted or foreign behind [START].
    conversation = {"prompt": QUESTION, "conversationUuid": new_uuid()}
    assert "[DONE]" in (await at.user.post("/chat/process", json=conversation)).text
    refused = sse.parse((await at.other.post("/chat/process", json=conversation)).content)
    assert [event.name for event in refused] == ["[START]", "[ERROR]"]


@pytest.mark.fault("F59")
async def test_an_idempotency_key_is_each_subjects_own(at):
    key = {"Idempotency-Key": "the same"}
    uuids = {name: (await at.ask(name, key))["answer_uuid"] for name in ("user", "other", "stranger")}
    assert len(set(uuids.values())) == 3
    assert (await at.ask("user", key))["answer_uuid"] == uuids["user"]
    ann = (await at.ask("app", {**key, "X-User-Ref": "ann"}))["answer_uuid"]
    assert (await at.ask("app", {**key, "X-User-Ref": "bob"}))["answer_uuid"] != ann


async def test_staff_and_qa_read_the_answers_of_others_and_change_none(at):
    mine = (await at.ask("user"))["answer_uuid"]
    for name in ("staff", "qa", "admin"):
        client = at.clients[name]
        assert (await client.get(f"/v1/answers/{mine}")).json()["answer_uuid"] == mine
        assert (await client.get(f"/v1/answers/{mine}/events?pace=fast")).status_code == 200
        references = (await client.get(f"/conversation/message/embedding-ref/{mine}")).json()["data"]
        assert "three weeks" in references[0]["text"]
        assert (await client.get(f"/v1/answers/{mine}/recording")).status_code == (403 if name == "staff" else 200)
    for name in ("staff", "qa"):
        assert (await at.clients[name].delete(f"/v1/answers/{mine}")).status_code == 404
        assert (await at.clients[name].post(f"/v1/answers/{mine}/stop")).status_code == 404
    assert (await at.admin.post(f"/v1/answers/{mine}/stop")).status_code == 200
    assert (await at.admin.delete(f"/v1/answers/{mine}")).status_code == 204
    assert (await at.user.get(f"/v1/answers/{mine}")).status_code == 404
