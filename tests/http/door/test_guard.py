"""Who calls: keys in headers, sessions in cookies, users behind a back end; and how each door says no."""

import asyncio
import json

import pytest

from gateway.errors import Forbidden, Unauthorized
from gateway.http.door import guard
from gateway.http.door.caller import COOKIE
from gateway.http.legacy import chat, rest
from gateway.http.openai import openai_chat
from tests.support.keyed import QUESTION, keyed
from tests.support.visits import visit

LEGACY = "/conversation/list"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def get(at, path, **headers):
    return await at.server.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


async def test_a_key_is_sent_as_bearer(at):
    key = at.keys["user"]
    for sent in (f"Bearer {key}", f"bearer {key}", f"BEARER  {key}"):
        assert (await get(at, "/v1/status", Authorization=sent)).status_code == 200, sent
    for sent in ("", key, f"Basic {key}", f"Bearer {key[:-1]}", f"Bearer x{key}", "Bearer", f"Bearer {key} {key}"):
        answer = await get(at, "/v1/status", Authorization=sent)
        assert answer.status_code == 401 and answer.json()["code"] == "unauthorized", sent
        assert answer.headers["www-authenticate"] == "Bearer"
        assert key not in answer.text


async def test_a_key_in_the_address_is_none(at):
    assert (await get(at, f"/v1/status?key={at.keys['user']}&access_token={at.keys['user']}")).status_code == 401


async def test_the_older_systems_page_sends_the_bare_key_and_its_401_is_empty(at):
    key = at.keys["user"]
    for sent in (key, f"Bearer {key}"):
        answer = await get(at, LEGACY, Authorization=sent)
        assert answer.status_code == 200 and answer.json()["success"] is True
        asked = await at.server.client.post("/chat/process", json={"prompt": QUESTION}, headers={"Authorization": sent})
        assert "[DONE]" in asked.text
    for path in ("/conversation/message/process", "/chat/process", "/api/conversation/message/process"):
        answer = await at.server.client.post(path, json={"prompt": QUESTION}, headers={"Authorization": "stale"})
        assert (answer.status_code, answer.content) == (401, b"")
    for path in (LEGACY, "/api" + LEGACY, "/conversation/anything/else", "/draw/list"):
        assert [(one.status_code, one.content) for one in [await get(at, path)]] == [(401, b"")]
    assert (await get(at, "/sys/config/public/info")).status_code == 200


async def test_each_door_says_no_in_its_own_shape(at):
    answer = await at.server.client.post("/v1/chat/completions", json={})
    assert answer.status_code == 401 and answer.json()["error"]["code"] == "unauthorized"
    assert answer.json()["error"]["type"] == "authentication_error"
    answer = await at.server.client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    answer = await at.user.post("/v1/documents", json={"title": "x", "text": "y"})
    assert answer.status_code == 403 and answer.json()["code"] == "forbidden"
    assert "staff or admin" in answer.json()["detail"] and "user" in answer.json()["detail"]


async def test_every_door_works_with_a_key(at):
    chat = {"messages": [{"role": "user", "content": QUESTION}]}
    answer = await at.user.post("/v1/chat/completions", json=chat)
    assert "three weeks" in answer.json()["choices"][0]["message"]["content"]
    call = {"name": "query_knowledge_base", "arguments": {"question": QUESTION}}
    headers = {"Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": "2025-06-18"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = await at.stranger.post("/mcp", json=body, headers=headers)
    said = json.loads(answer.text.rpartition("data: ")[2] or answer.text)
    assert said["result"]["structuredContent"]["no_context"] is True  # the other tenant has no documents


async def test_who_owns_what_a_back_end_asks_for_its_users(at):
    ann = {"X-User-Ref": "ann"}
    by_header = (await at.ask("app", ann))["answer_uuid"]
    by_body = (await at.ask("app", user_ref="ann"))["answer_uuid"]
    by_nobody = (await at.ask("app"))["answer_uuid"]
    other_wins = (await at.ask("app", {"X-User-Ref": "bob"}, user_ref="ann"))["answer_uuid"]
    spoken = "Zoë 王".encode()
    utf8 = (await at.ask("app", user_ref="Zoë 王"))["answer_uuid"]

    async def readable(uuid, **headers):
        return (await at.app.get(f"/v1/answers/{uuid}", headers=headers)).status_code == 200

    for uuid in (by_header, by_body, other_wins):
        assert await readable(uuid, **ann)
        assert not await readable(uuid) and not await readable(uuid, **{"X-User-Ref": "bob"})
    assert await readable(by_nobody) and not await readable(by_nobody, **ann)
    assert await readable(utf8, **{"X-User-Ref": spoken})
    # A user who is called like a key is no key, and a key that serves one person speaks for nobody else.
    subject = (await at.server.gateway.keys.find(at.keys["app"])).subject
    assert not await readable(by_nobody, **{"X-User-Ref": subject})
    mine = (await at.ask("user", ann, user_ref="ann"))["answer_uuid"]
    assert (await at.user.get(f"/v1/answers/{mine}")).status_code == 200
    assert not await readable(mine, **ann)
    extended = {"messages": [{"role": "user", "content": QUESTION}], "citestream": {"user_ref": "ann"}}
    made = (await at.app.post("/v1/chat/completions", json=extended)).json()["citestream"]["answer_uuid"]
    assert await readable(made, **ann)


@pytest.mark.parametrize("sent", [b"x" * 201, b"a\x85b", b"\xff\xfe", "a\u2028b".encode()], ids=range(4))
async def test_a_malformed_user_is_a_wrong_field(at, sent):
    answer = await at.app.get("/v1/status", headers={"X-User-Ref": sent})
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == "X-User-Ref"
    assert (await at.user.get("/v1/status", headers={"X-User-Ref": sent})).status_code == 200


async def test_a_revoked_key_ends_on_a_running_server(at):
    client = await at.add("leaver")
    assert (await client.get("/v1/status")).status_code == 200
    await at.server.gateway.keys.revoke(await at.server.gateway.keys.find(at.keys["leaver"]))
    statuses = {200}
    async with asyncio.timeout(25):
        while 401 not in statuses:
            statuses.add((await client.get("/v1/status")).status_code)
            await asyncio.sleep(0.05)
    assert statuses == {200, 401}


async def test_no_key_is_logged(at, caplog):
    caplog.set_level("DEBUG")
    await get(at, "/v1/status", Authorization=f"Bearer {at.keys['user']}")
    await get(at, "/v1/status", Authorization="Bearer cs_not_a_key_at_all")
    await at.server.client.post("/sign-in", json={"key": at.keys["user"]})
    assert at.keys["user"] not in caplog.text and "cs_not_a_key" not in caplog.text


async def test_without_keys_everybody_on_loopback_is_the_default_tenants_admin(sample):
    for headers in ({}, {"Authorization": "Bearer anything"}, {"Cookie": f"{COOKIE}=x"}, {"X-User-Ref": "ann"}):
        answer = await sample.client.get("/v1/status", headers=headers)
        assert answer.status_code == 200 and answer.json()["signed_in"] is False
        assert answer.json()["role"] == "admin" and answer.json()["workspaces"] == []
    gone = await sample.client.delete("/v1/documents/00000000-0000-4000-8000-000000000000")
    assert gone.status_code == 404


def test_a_proxys_own_sign_in_does_not_hide_the_cookie():
    assert guard._sent_key(visit(headers={"Authorization": "Basic dXNlcjpw"}), True) is None
    assert guard._sent_key(visit(headers={"Authorization": "Basic dXNlcjpw"}), False) is None
    assert guard._sent_key(visit(headers={"Authorization": "bare"}), True) == "bare"
    assert guard._sent_key(visit(headers={"Authorization": "bare"}), False) is None
    assert guard._sent_key(visit(), True) is None


def test_the_refusals_are_what_they_should_be():
    assert rest.STYLE.refused(Unauthorized("x")).body == chat.STYLE.refused(Unauthorized("x")).body == b""
    assert openai_chat.ENDPOINTS[0].style.refused(Forbidden("x")).status_code == 403
    assert b"[ERROR]" in chat.STYLE.refused(Forbidden("x")).body
    assert b'"success":false' in rest.STYLE.refused(Forbidden("x")).body
