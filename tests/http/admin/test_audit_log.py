"""The audit log: every deed with who did it, in pages, by filters and as JSON lines."""

import json

import pytest

from gateway.http.admin.audit_log import JSON_LINES
from gateway.limits.access_key import hashed
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.keyed import keyed
from tests.support.legacy import Page


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def events(at, by="admin", **query):
    return (await at.clients[by].get("/admin/audit", params=query)).json()["events"]


def actor(at, name):
    return f"key:{hashed(at.keys[name])[:16]}"


async def test_keys_and_limits(at):
    made = (await at.admin.post("/admin/keys", json={"role": "qa", "label": "eyes", "limits": {"viewers": 1}})).json()
    await at.admin.patch(f"/admin/keys/{made['id']}", json={"expires_at": "2030-01-01T00:00:00Z"})
    for _ in range(2):
        await at.admin.delete(f"/admin/keys/{made['id']}")
    await at.admin.put("/admin/limits", json={"viewers": 9})
    found = await events(at, target=made["id"])
    assert [event["action"] for event in found] == ["key.revoked", "key.changed", "key.created"]
    assert {(event["actor"], event["role"]) for event in found} == {(actor(at, "admin"), "admin")}
    assert found[2]["detail"] == {"role": "qa", "workspaces": [], "expires_days": None, "limits": {"viewers": 1}}
    assert found[1]["detail"] == {"expires_at": "2030-01-01T00:00:00+00:00"}
    assert made["key"] not in str(found)
    [limited] = await events(at, action="tenant.limited")
    assert limited["detail"] == {"limits": {"viewers": 9}}


async def test_documents_policies_and_who_made_the_first_keys(at):
    document = await at.save("staff", external_id="one")
    await at.save("staff", external_id="one", text="It may be borrowed for four weeks.")
    await at.save("staff", external_id="one", text="It may be borrowed for four weeks.")  # nothing changes
    await at.staff.delete(f"/v1/documents/{document}")
    assert (await at.staff.delete(f"/v1/documents/{document}")).status_code == 404
    found = await events(at, target=document)
    assert [event["action"] for event in found] == ["document.deleted", "document.saved", "document.saved"]
    assert [event["detail"].get("version") for event in found] == [None, 2, 1]
    assert {event["actor"] for event in found} == {actor(at, "staff")}
    await at.save("staff", workspace="red")
    await at.staff.delete("/v1/documents?workspace=red")
    latest = [event["action"] for event in (await events(at))[:3]]
    assert latest == ["document.deleted", "workspace.emptied", "document.saved"]
    await at.admin.put("/context/policies", json={"policies": [{"caller_app": "shop", "max_rounds": 3}]})
    assert (await events(at))[0]["action"] == "policies.set"
    assert {event["actor"] for event in await events(at, actor="command")} == {"command"}


async def test_answers_that_are_deleted_by_whichever_door(at):
    mine, others = [(await at.ask("app", {"X-User-Ref": "ann"}))["answer_uuid"] for _ in range(2)]
    for by, uuid in (("app", mine), ("admin", others)):
        for status in (204, 404):
            headers = {"X-User-Ref": "ann"}
            assert (await at.clients[by].delete(f"/v1/answers/{uuid}", headers=headers)).status_code == status
    found = await events(at, action="answer.", limit=2)
    assert [(event["target"], event["actor"], event["user_ref"]) for event in found] == [
        (others, actor(at, "admin"), None),
        (mine, actor(at, "app"), "ann"),
    ]
    response = (await at.user.post("/v1/responses", json={"input": "How long may books be borrowed?"})).json()
    await at.user.delete(f"/v1/responses/{response['id']}")
    legacy = Page()
    legacy.read((await at.user.post("/conversation/message/process", json={"prompt": "How long?"})).content)
    await at.user.post(f"/conversation/message/del/{legacy.answer['uuid']}")
    found = await events(at, action="answer.deleted", actor=actor(at, "user"))
    assert [event["target"] for event in found] == [legacy.answer["uuid"], response["id"].removeprefix("resp_")]


async def test_conversations_that_are_deleted_and_come_back(at):
    for thread in ("ann-s-own-words", "another"):
        await at.ask("user", thread_id=thread)
    for thread in ("ann-s-own-words", "another"):
        assert (await at.user.delete(f"/v1/threads/{thread}")).status_code == 204
    assert (await at.user.post("/v1/threads/another/restore")).status_code == 200
    found = await events(at, action="thread.")
    assert [event["action"] for event in found] == ["thread.restored", "thread.deleted", "thread.deleted"]
    assert found[0]["target"] == found[1]["target"] != found[2]["target"] and found[0]["target"].isdigit()
    assert "ann-s-own-words" not in str(found)


async def test_a_deed_that_is_rolled_back_leaves_nothing(at):
    before = await events(at)
    assert (await at.staff.post("/v1/documents", json={"title": "x", "text": " "})).status_code == 422
    assert (await at.admin.delete("/admin/keys/0123456789abcdef")).status_code == 404
    assert await events(at) == before


async def test_filters_pages_and_lines_tell_the_same(at):
    whole = await events(at, limit=100)
    assert len(whole) > 10 and [event["id"] for event in whole] == sorted((e["id"] for e in whole), reverse=True)
    seen, cursor = [], None
    while True:
        query = {"limit": 3, **({"cursor": cursor} if cursor else {})}
        page = (await at.admin.get("/admin/audit", params=query)).json()
        seen += page["events"]
        if (cursor := page["next_cursor"]) is None:
            break
    assert seen == whole
    lines = await at.admin.get("/admin/audit", headers={"Accept": JSON_LINES})
    assert lines.headers["content-type"].startswith(JSON_LINES)
    assert [json.loads(line) for line in lines.text.splitlines()] == whole
    keys = await events(at, action="key.", limit=100)
    assert keys == [event for event in whole if event["action"].startswith("key.")] != []
    assert await events(at, action="key") == []
    middle = whole[len(whole) // 2]["at"]
    older, newer = await events(at, until=middle, limit=100), await events(at, since=middle, limit=100)
    assert [*newer, *older] == whole and all(event["at"] >= middle for event in newer)
    assert await events(at, by="owner_of_globex", actor=actor(at, "admin")) == []
    assert (await at.admin.get("/admin/audit?since=yesterday")).status_code == 422


async def test_rows_are_never_changed_or_deleted(at):
    async with at.server.gateway.database.connection(ALL_TENANTS) as connection:
        for statement in ("update audit_event set actor = 'nobody'", "delete from audit_event"):
            with pytest.raises(Exception, match="never changed or deleted"):
                await connection.execute(statement)


@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00", "1790000000", "x"]
)
async def test_times_that_nobody_means_are_wrong_fields(at, moment):
    made = (await at.admin.post("/admin/keys", json={"role": "qa"})).json()["id"]
    for answer in (
        await at.admin.get("/admin/audit", params={"since": moment}),
        await at.admin.get("/admin/audit", params={"until": moment}),
        await at.admin.patch(f"/admin/keys/{made}", json={"expires_at": moment}),
    ):
        assert answer.status_code == 422
