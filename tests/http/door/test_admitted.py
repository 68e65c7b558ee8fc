"""Limits where requests come in: what counts, what is told, and each door's own refusal."""

import asyncio
import gc
import json

import pytest

from tests.support.keyed import LOANS, QUESTION, keyed
from tests.support.server import client_of
from tests.support.statements import Statements
from tests.support.waiting import until


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def limited(at, role="user", **limits):
    made = await at.admin.post("/admin/keys", json={"role": role, "limits": limits})
    return client_of(at.server.url, Authorization=f"Bearer {made.json()['key']}")


async def test_each_response_tells_what_is_left(at):
    async with await limited(at, requests_per_minute=4) as client:
        left = []
        for call in (client.get("/v1/status"), client.post("/v1/answers", json={"question": QUESTION})):
            answer = await call
            assert answer.status_code == 200 and answer.headers["ratelimit-policy"] == '"key";q=4;w=60'
            left.append(answer.headers["ratelimit"].split(";")[1])
        assert left == ["r=3", "r=2"]
        wrong = await client.post("/v1/answers", json={"question": ""})
        assert wrong.status_code == 422, "what is no question costs nothing"
        assert (await client.get("/v1/threads")).headers["ratelimit"].startswith('"key";r=1;')
        assert (await client.get("/healthz")).status_code == 200, "and neither does what needs no key"
        assert (await client.get("/v1/nowhere")).status_code in (404, 405)
        assert (await client.get("/v1/status")).headers["ratelimit"].startswith('"key";r=0;')
        refused = await client.get("/v1/status")
    assert refused.status_code == 429 and refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"].startswith("This key may send 4 requests in a minute; try again in ")
    assert 1 <= int(refused.headers["retry-after"]) <= 61
    assert "ratelimit" not in (await at.user.get("/v1/status")).headers


async def test_each_door_refuses_in_its_own_shape(at):
    async with await limited(at, requests_per_minute=1) as client:
        await client.get("/v1/status")
        chat = await client.post("/v1/chat/completions", json={"messages": [{"role": "user", "content": QUESTION}]})
        assert chat.status_code == 429 and chat.json()["error"]["type"] == "rate_limit_error"
        old = await client.post("/conversation/message/process", json={"prompt": QUESTION})
        assert old.status_code == 429 and "[ERROR]" in old.text
        listed = await client.get("/conversation/list")
        assert listed.status_code == 429 and listed.json()["success"] is False
        for answer in (chat, old, listed):
            assert int(answer.headers["retry-after"]) >= 1 and "ratelimit" in answer.headers
        tool = await client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert tool.status_code == 429


async def test_a_repeated_request_is_not_counted_twice(at):
    async with await limited(at, requests_per_minute=2, viewers=1) as client:
        once = {"Idempotency-Key": "one", "Accept": "application/json"}
        answers = [await client.post("/v1/answers", json={"question": QUESTION}, headers=once) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200] * 4
        assert len({answer.json()["answer_uuid"] for answer in answers}) == 1
        assert (await client.get("/v1/status")).status_code == 200
        assert (await client.get("/v1/status")).status_code == 429


async def test_bytes_of_documents_are_counted_and_given_back(at):
    async with await limited(at, role="staff", stored_bytes=100) as client:
        sent = [{"title": "T", "text": f"{LOANS[:40]} {number}", "external_id": f"s{number}"} for number in range(6)]
        answers = await asyncio.gather(*(client.post("/v1/documents", json=document) for document in sent))
        good = [answer for answer in answers if answer.status_code == 201]
        assert len(good) == 2 and {answer.status_code for answer in answers} == {201, 429}
        refused = next(answer for answer in answers if answer.status_code == 429).json()
        assert (refused["limit"], refused["of"]) == ("stored_bytes", "key") and "delete some" in refused["detail"]
        document = good[0].json()["documents"][0]["document_id"]
        shorter = await client.post("/v1/documents", json={**sent[answers.index(good[0])], "text": "Short."})
        assert shorter.status_code == 201
        assert (await client.delete(f"/v1/documents/{document}")).status_code == 204
        assert (await client.post("/v1/documents", json=sent[5])).status_code in (201,)
        assert (await at.staff.post("/v1/documents", json={"title": "T", "text": LOANS * 9})).status_code == 201


async def test_a_long_document_is_weighed_too(at):
    async with await limited(at, role="staff", stored_bytes=1000) as client:
        refused = await client.post("/v1/documents", files={"file": ("long.md", (LOANS + "\n\n").encode() * 4000)})
        assert refused.status_code == 429 and json.loads(refused.content)["limit"] == "stored_bytes"


async def test_limits_cost_an_answer_no_statement_but_one_behind_its_end(monkeypatch):
    statements = Statements(monkeypatch)
    async with keyed(memory="off") as made:
        free, bound = made.user, await limited(made, requests_per_minute=50, viewers=5, running_answers=5)
        taken = []
        for client in (free, bound, free, bound):
            await client.get("/v1/threads")  # the key is known, the process has said that it lives
            statements.taken()
            asked = await client.post(
                "/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"}
            )
            assert asked.status_code == 200
            await until(lambda: not made.server.services.live.running)
            taken.append(statements.taken())
        await bound.aclose()
    with_limits, without = (
        {name: n for name, n in sent.items() if not name.startswith("allowances.live")} for sent in taken[3:1:-1]
    )
    assert with_limits == without | {"allowances.leave": 1}


async def test_a_stream_of_which_nothing_is_read_gives_its_seat_back(at):
    """It is never begun, and so never ends by itself; servers look seldom for what nobody holds any more."""
    made = await at.admin.post("/admin/keys", json={"role": "user", "limits": {"viewers": 1}})
    key = {"Authorization": f"Bearer {made.json()['key']}"}
    async with client_of(at.server.url, **key) as client:
        answer = await client.post("/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"})
        path = f"/v1/answers/{answer.json()['answer_uuid']}/events"
    gc.disable()
    try:
        async with asyncio.timeout(10):
            for _ in range(3):
                refused = True
                while refused:
                    async with client_of(at.server.url, **key) as client:
                        refused = (await client.head(path)).status_code != 200
    finally:
        gc.enable()
