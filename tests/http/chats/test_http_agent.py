"""AG-UI's door. tests/clients/test_chats.py opens it with the protocol's own client."""

import pytest

from tests.support import sse
from tests.support.keyed import QUESTION, keyed

CONNECT = "/v1/ag-ui/connect"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


def events(answer):
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/event-stream" and answer.headers["cache-control"] == "no-store"
    return [event.json for event in sse.parse(answer.content)]


async def test_a_thread_is_one_run_with_its_messages(at):
    question = {"id": "1", "role": "user", "content": QUESTION}
    asked = events(await at.user.post("/v1/ag-ui", json={"threadId": "t", "runId": "r", "messages": [question]}))
    begun, snapshot, ended = events(await at.user.post(CONNECT, json={"threadId": "t", "runId": "r2"}))
    uuid = asked[0]["runId"]
    assert (begun["threadId"], begun["runId"], begun["protocolVersion"]) == ("t", uuid, "1.0")
    assert (ended["threadId"], ended["runId"], ended["outcome"]) == ("t", uuid, {"type": "success"})
    assert snapshot["metadata"] == {"@ag-ui/client": {"authoritativeActivityTypes": ["citestream.references"]}}
    told, answer, references = snapshot["messages"]
    assert (told["role"], told["content"]) == ("user", QUESTION)
    assert (answer["role"], answer["id"], references["role"]) == ("assistant", uuid, "activity")


async def test_a_snapshot_has_the_ids_by_which_the_client_knows_its_questions(at):
    sent, uuids = [], []
    for number in range(3):  # the same question each time
        sent.append({"id": f"mine-{number}", "role": "user", "content": QUESTION})
        body = {"threadId": "ids", "runId": "r", "messages": sent}
        uuids.append(events(await at.user.post("/v1/ag-ui", json=body))[0]["runId"])
        sent.append({"id": uuids[-1], "role": "assistant", "content": "…"})

    async def asked(messages):
        _, snapshot, _ = events(await at.user.post(CONNECT, json={"threadId": "ids", "messages": messages}))
        return [message["id"] for message in snapshot["messages"] if message["role"] == "user"]

    lost = {"id": "lost", "role": "user", "content": QUESTION}
    assert await asked([*sent, lost]) == ["mine-0", "mine-1", "mine-2"], (
        "a question that did not arrive is no other one"
    )
    assert (await asked(sent[2:]))[1:] == ["mine-1", "mine-2"] and await asked(sent[:5]) == [
        "mine-0",
        "mine-1",
        "mine-2",
    ]
    parts = [{"id": "parts", "role": "user", "content": [{"type": "text", "text": QUESTION}]}]
    assert (await asked(parts))[2] == "parts"
    wild = [
        None,
        7,
        {},
        {"id": None},
        {"id": "a"},
        {"id": "b", "role": "user"},
        {"id": ["c"], "role": 3, "content": {}},
    ]
    assert not {"a", "b"} & set(await asked(wild))


async def test_a_run_that_is_asked_for_again_under_its_key_is_the_same_one(at):
    body = {"threadId": "keyed", "runId": "r", "messages": [{"id": "1", "role": "user", "content": QUESTION}]}
    runs = [events(await at.user.post("/v1/ag-ui", json=body, headers={"Idempotency-Key": "a"})) for _ in range(2)]
    assert runs[0] == runs[1]


async def test_a_thread_that_nobody_asked_in_tells_nothing(at):
    begun, ended = events(await at.user.post(CONNECT, json={"threadId": "new", "runId": "r"}))
    assert (begun["runId"], ended["runId"]) == ("r", "r")
    begun, _ = events(await at.user.post(CONNECT, json={"thread_id": "new", "runId": ""}))
    assert begun["runId"] == "new"


@pytest.mark.parametrize(("body", "field"), [({}, "threadId"), ({"threadId": 7}, "threadId")])
async def test_a_thread_must_be_named(at, body, field):
    refused = await at.user.post(CONNECT, json=body)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, field)
