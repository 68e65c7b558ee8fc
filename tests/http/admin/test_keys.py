"""Keys as administrators make, list, change and revoke them; nothing of another tenant, nothing secret twice."""

import asyncio
import re

import pytest

from gateway.limits.access_key import hashed
from tests.support.keyed import keyed
from tests.support.server import client_of, running

UNKNOWN = "0123456789abcdef"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        await made.add("operator", "default", "admin")
        yield made


async def make(at, by="admin", **fields):
    return await at.clients[by].post("/admin/keys", json={"role": "user", **fields})


async def eventually(client, status):
    async with asyncio.timeout(25):
        while (await client.get("/v1/status")).status_code != status:
            await asyncio.sleep(0.05)


async def test_a_key_is_shown_once_and_works(at):
    answer = await make(at, label=" desk ", workspaces=["red", "red"], expires_days=3, limits={"viewers": 2})
    made = answer.json()
    assert answer.status_code == 201 and answer.headers["cache-control"] == "no-store"
    assert re.fullmatch("cs_[A-Za-z0-9]{43}", made["key"]) and made["id"] == hashed(made["key"])[:16]
    assert (made["label"], made["workspaces"], made["limits"]) == ("desk", ["red"], {"viewers": 2})
    assert made["state"] == "valid" and made["last_used_at"] is None and made["expires_at"] > made["created_at"]
    async with client_of(at.server.url, Authorization=f"Bearer {made['key']}") as client:
        assert (await client.get("/v1/status")).json()["workspaces"] == ["red"]
    again = await at.admin.get(f"/admin/keys/{made['id']}")
    assert "key" not in again.json() and made["key"] not in again.text
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z", again.json()["last_used_at"])
    listed = (await at.admin.get("/admin/keys")).json()["keys"]
    assert again.json() in listed and made["key"] not in str(listed)


async def test_the_first_key_shuts_the_door_and_a_change_holds_from_the_next_request_on(database_url):
    async with running(database_url) as server:
        assert (await server.client.get("/v1/threads")).status_code == 200
        admin = (await server.client.post("/admin/keys", json={"role": "admin"})).json()["key"]
        assert (await server.client.get("/v1/threads")).status_code == 401
        async with client_of(server.url, Authorization=f"Bearer {admin}") as client:
            made = (await client.post("/admin/keys", json={"role": "user"})).json()
            async with client_of(server.url, Authorization=f"Bearer {made['key']}") as user:
                assert (await user.get("/v1/threads")).status_code == 200
                await client.patch(f"/admin/keys/{made['id']}", json={"limits": {"requests_per_minute": 1}})
                asked = [(await user.get("/v1/threads")).status_code for _ in range(2)]
                assert asked == [200, 429]
                await client.delete(f"/admin/keys/{made['id']}")
                assert (await user.get("/v1/threads")).status_code == 401


async def test_a_revoked_key_ends_and_stays_in_the_list(at):
    made = (await make(at)).json()
    path = f"/admin/keys/{made['id']}"
    async with client_of(at.server.url, Authorization=f"Bearer {made['key']}") as client:
        await eventually(client, 200)
        assert [(await at.admin.delete(path)).status_code for _ in range(2)] == [204, 204]
        await eventually(client, 401)
    shown = (await at.admin.get(path)).json()
    assert shown["state"] == "revoked" and shown["revoked_at"]
    refused = await at.admin.patch(path, json={"label": "x"})
    assert refused.status_code == 422 and "revoked" in refused.json()["detail"]


async def test_a_key_ends_when_it_is_told_to_and_may_go_on(at):
    made = (await make(at, expires_days=1)).json()
    path = f"/admin/keys/{made['id']}"
    gone = (await at.admin.patch(path, json={"expires_at": "2020-01-01T00:00:00Z"})).json()
    assert (gone["state"], gone["expires_at"]) == ("expired", "2020-01-01T00:00:00.000Z")
    async with client_of(at.server.url, Authorization=f"Bearer {made['key']}") as client:
        await eventually(client, 401)
        back = (await at.admin.patch(path, json={"expires_at": None, "limits": {"tokens_per_day": 5}})).json()
        assert (back["state"], back["expires_at"], back["limits"]) == ("valid", None, {"tokens_per_day": 5})
        await eventually(client, 200)
    same = (await at.admin.patch(path, json={"label": "desk"})).json()
    assert (same["expires_at"], same["limits"], same["label"]) == (None, {"tokens_per_day": 5}, "desk")


async def test_pages_are_whole_and_in_order(at):
    for _ in range(3):
        await make(at)
    seen, cursor = [], None
    while True:
        page = (await at.admin.get("/admin/keys", params={"limit": 2, **({"cursor": cursor} if cursor else {})})).json()
        seen += [key["id"] for key in page["keys"]]
        if (cursor := page["next_cursor"]) is None:
            break
    whole = (await at.admin.get("/admin/keys", params={"limit": 100})).json()["keys"]
    assert seen == [key["id"] for key in whole] and len(set(seen)) == len(seen) > 6
    assert (await at.admin.get("/admin/keys?cursor=MQ")).status_code == 422


async def test_another_tenants_keys_are_unknown(at):
    theirs = (await make(at, by="owner_of_globex")).json()["id"]
    path = f"/admin/keys/{theirs}"
    for call in (at.admin.get(path), at.admin.delete(path), at.admin.patch(path, json={"label": "mine"})):
        answer = await call
        assert answer.status_code == 404
    assert theirs not in (await at.admin.get("/admin/keys?limit=100")).text
    unknown = await at.admin.get(f"/admin/keys/{UNKNOWN}")
    assert unknown.status_code == 404 and (await at.admin.get("/admin/keys/%25")).status_code == 404
    assert (await at.owner_of_globex.get(path)).json()["state"] == "valid"


async def test_an_administrator_of_workspaces_hands_out_no_more_than_they_have(at):
    red = await at.add("red_admin", role="admin", workspaces=["red"])
    assert (await make(at, by="red_admin")).json()["workspaces"] == ["red"]
    refused = await make(at, by="red_admin", workspaces=["red", "blue"])
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == "workspaces"
    everywhere = (await make(at)).json()["id"]
    assert (await red.get(f"/admin/keys/{everywhere}")).status_code == 404
    assert (await red.delete(f"/admin/keys/{everywhere}")).status_code == 404
    assert all(key["workspaces"] == ["red"] for key in (await red.get("/admin/keys")).json()["keys"])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"role": "king"}, "role"),
        ({"label": "x" * 201}, "label"),
        ({"label": "a\nb"}, "label"),
        ({"workspaces": [" "]}, "workspaces.0"),
        ({"expires_days": 0}, "expires_days"),
        ({"limits": {"requests": 5}}, "limits.requests"),
        ({"limits": {"viewers": -1}}, "limits.viewers"),
        ({"limits": {"viewers": 2**53}}, "limits.viewers"),
    ],
)
async def test_what_is_wrong_is_named_and_nothing_is_made(at, fields, field):
    before = len((await at.admin.get("/admin/keys?limit=100")).json()["keys"])
    answer = await make(at, **fields)
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == field
    assert len((await at.admin.get("/admin/keys?limit=100")).json()["keys"]) == before


async def test_figures_of_all_tenants_open_to_the_operators_keys_only(at):
    assert (await at.operator.get("/metrics")).status_code == 200
    made = (await make(at, role="metrics")).json()
    async with client_of(at.server.url, Authorization=f"Bearer {made['key']}") as scraper:
        for client in (scraper, at.admin):
            refused = await client.get("/metrics")
            assert refused.status_code == 403 and "a key of the tenant default" in refused.json()["detail"]


async def test_a_scrapers_key_reads_figures_and_nothing_else(at):
    made = (await make(at, by="operator", role="metrics")).json()
    async with client_of(at.server.url, Authorization=f"Bearer {made['key']}") as scraper:
        assert (await scraper.get("/metrics")).status_code == 200
        for path in ("/v1/status", "/v1/documents", "/admin/keys"):
            assert (await scraper.get(path)).status_code == 403
        asked = await scraper.post("/v1/answers", json={"question": "What is a loan?"})
        assert asked.status_code == 403


@pytest.mark.parametrize(
    "field", [{"workspace": ["red"]}, {"tenant": "globex"}, {"expires_at": "2031-01-01T00:00:00Z"}]
)
async def test_a_misspelt_field_makes_no_wider_key(at, field):
    before = (await at.admin.get("/admin/keys")).json()
    assert (await make(at, **field)).status_code == 422
    assert (await at.admin.get("/admin/keys")).json() == before


async def test_a_misspelt_change_is_refused(at):
    path = f"/admin/keys/{(await make(at)).json()['id']}"
    assert (await at.admin.patch(path, json={"expires": None})).status_code == 422
