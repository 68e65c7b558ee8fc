"""Counting, exporting and erasing over the API: for administrators of the tenant, and nobody else."""

import orjson
import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.keyed import keyed

ANN = {"X-User-Ref": "ann"}


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        await made.add("half", role="admin", workspaces=["default"])
        yield made


async def counted(at, by="admin", **query):
    answer = await at.clients[by].get("/admin/privacy", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["found"]


async def test_a_user_is_counted_exported_and_erased(at):
    asked = await at.ask("app", ANN, thread_id="t", caller_app="desk")
    await at.ask("app", {"X-User-Ref": "bob"}, thread_id="u", caller_app="desk")
    assert (await counted(at, user_ref="ann"))["answer"] == 1
    exported = await at.admin.get("/admin/privacy/export", params={"user_ref": "ann"})
    assert exported.headers["content-type"].startswith("application/x-ndjson")
    rows = list(map(orjson.loads, exported.content.splitlines()))
    assert {"answer", "event", "message"} <= {row["kind"] for row in rows} and "bob" not in exported.text
    done = await at.admin.post("/admin/privacy/erase", json={"user_ref": "ann"})
    assert done.json() == {"erased": {"answers": 1, "threads": 1, "sessions": 0}}
    assert await counted(at, user_ref="ann") == {}
    assert (await at.app.get(f"/v1/answers/{asked['answer_uuid']}", headers=ANN)).status_code == 404
    assert (await counted(at, user_ref="bob"))["answer"] == 1
    log = (await at.admin.get("/admin/audit", params={"action": "privacy.erased"})).json()["events"]
    assert log[0]["detail"] == {"kind": "user"} and "ann" not in str(log)


async def test_another_tenants_administrator_finds_and_erases_nothing(at):
    await at.ask("app", {"X-User-Ref": "cid"}, thread_id="c", caller_app="desk")
    assert await counted(at, "owner_of_globex", user_ref="cid") == {}
    erased = await at.owner_of_globex.post("/admin/privacy/erase", json={"thread_id": "c", "caller_app": "desk"})
    assert set(erased.json()["erased"].values()) == {0}
    assert (await counted(at, thread_id="c", caller_app="desk"))["answer"] == 1


async def test_a_key_that_sees_a_part_does_not_see_everything(at):
    for send in (
        at.half.get("/admin/privacy", params={"user_ref": "ann"}),
        at.half.get("/admin/privacy/export", params={"user_ref": "ann"}),
        at.half.post("/admin/privacy/erase", json={"user_ref": "ann"}),
    ):
        assert (await send).status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"user_ref": "ann", "session_id": "s"},
        {"thread_id": "t"},
        {"caller_app": "desk"},
        {"document_id": "one"},
        {"user_ref": "a" * 201},
        {"user_ref": "\0"},
    ],
)
async def test_exactly_one_is_named(at, body):
    assert (await at.admin.post("/admin/privacy/erase", json=body)).status_code == 422


async def test_a_tenant_keeps_what_is_stored_of_people_for_fewer_days_of_its_own(at):
    old = await at.ask("user")
    theirs = await at.ask("stranger")
    assert await at.server.gateway.retention.pack(0) >= 2
    async with at.server.gateway.database.connection(ALL_TENANTS) as connection:
        for table in ("answer", "answer_recording", "responses"):
            await connection.execute(f"update {table} set created_at = now() - interval '10 days'")
    shown = (await at.admin.put("/admin/retention", json={"answers": 11, "recordings": 9, "memory": 9})).json()
    assert shown["effective"] == {"answers": 11, "messages": 365, "recordings": 9, "memory": 9}
    assert (await at.owner_of_globex.get("/admin/retention")).json()["own"] == {}
    await at.server.gateway.retention.once()
    async with at.server.gateway.database.connection(ALL_TENANTS) as connection:
        tenants = await connection.fetchval("select array_agg(distinct tenant_id) from answer_recording")
        assert tenants == ["globex"], "recordings of nine days ago are gone where it says so"
    assert (await at.user.get(f"/v1/answers/{old['answer_uuid']}")).status_code == 200
    await at.admin.put("/admin/retention", json={"answers": 9.0})
    await at.server.gateway.retention.once()
    assert (await at.user.get(f"/v1/answers/{old['answer_uuid']}")).status_code == 404
    assert (await at.stranger.get(f"/v1/answers/{theirs['answer_uuid']}")).status_code == 200
    for wrong in ({"answers": 0}, {"answers": "1"}, {"words": 1}):
        assert (await at.admin.put("/admin/retention", json=wrong)).status_code == 422
