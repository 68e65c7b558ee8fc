"""What a tenant as a whole may use: the operator gives, administrators tighten."""

import pytest

from gateway.limits.access_key import LIMITS
from tests.support.keyed import keyed
from tests.support.server import client_of


@pytest.fixture(scope="module")
async def at():
    given = {"all_of_tenant": "requests_per_minute=5000,viewers=50", "each_key": "tokens_per_day=7"}
    async with keyed(**given) as made:
        yield made


async def test_own_limits_only_tighten_what_is_given(at):
    none = dict.fromkeys(LIMITS, 0)
    shown = (await at.admin.get("/admin/limits")).json()
    assert shown["given"] == shown["effective"] == none | {"requests_per_minute": 5000, "viewers": 50}
    assert shown["own"] == {} and shown["each_key"] == none | {"tokens_per_day": 7}
    wanted = {"requests_per_minute": 4000, "viewers": 99, "stored_bytes": 10**9}
    shown = (await at.admin.put("/admin/limits", json=wanted)).json()
    assert shown["own"] == wanted
    assert shown["effective"] == none | {"requests_per_minute": 4000, "viewers": 50, "stored_bytes": 10**9}
    await at.server.gateway.keys.limit_tenant("acme", allowance={"viewers": 0, "requests_per_minute": 3000})
    shown = (await at.admin.get("/admin/limits")).json()
    assert shown["effective"] == none | {"requests_per_minute": 3000, "viewers": 99, "stored_bytes": 10**9}
    assert (await at.owner_of_globex.get("/admin/limits")).json()["own"] == {}
    assert (await at.admin.put("/admin/limits", json={})).json()["own"] == {}
    assert (await at.admin.put("/admin/limits", json={"answers": 1})).status_code == 422


async def test_a_key_that_sees_a_part_decides_nothing_for_the_whole_tenant(at):
    half = await at.add("half", role="admin", workspaces=["default"])
    before = (await at.admin.get("/admin/limits")).json()
    for refused in (
        await half.put("/admin/limits", json={"requests_per_minute": 1}),
        await half.put("/admin/limits", json={}),
        await half.put("/context/policies", json={"policies": []}),
        await half.get("/admin/audit"),
        await half.get("/admin/usage"),
        await half.get("/admin/limits/used"),
    ):
        assert refused.status_code == 403 and "whole tenant" in refused.json()["detail"]
    assert (await half.get("/admin/limits")).json() == before == (await at.admin.get("/admin/limits")).json()


async def test_what_is_used_is_told_of_the_tenant_and_of_each_key(at):
    made = (await at.admin.post("/admin/keys", json={"role": "staff", "limits": {"requests_per_minute": 99}})).json()
    client = client_of(at.server.url, Authorization=f"Bearer {made['key']}")
    async with client:
        for _ in range(3):
            assert (await client.get("/v1/status")).status_code == 200
        sent = {"title": "Weighed", "text": "x" * 1000}
        assert (await client.post("/v1/documents", json=sent)).status_code == 201
        await client.post("/v1/answers", json={"question": "How long may books be borrowed?"})
    shown = (await at.admin.get("/admin/limits/used")).json()
    [mine] = [key for key in shown["keys"] if key["key"] == made["id"]]
    assert mine == {
        "key": made["id"],
        "requests_per_minute": 5,
        "running_answers": 0,
        "viewers": 0,
        "tokens_per_day": mine["tokens_per_day"],
        "stored_bytes": 1000,
    }
    for name in ("tokens_per_day", "stored_bytes"):
        assert shown["tenant"][name] == sum(key[name] for key in shown["keys"]) > 0
    assert set(shown["tenant"]) == set(LIMITS)
    other = (await at.owner_of_globex.get("/admin/limits/used")).json()
    assert made["id"] not in str(other) and other["tenant"]["stored_bytes"] == 0
