"""Keys and sessions as rows."""

import pytest

from gateway.limits import access_key
from gateway.store.accounts.access_keys import Keys
from gateway.store.database.tenancy import ALL_TENANTS


@pytest.fixture
def keys(database):
    return Keys(database)


async def test_a_key_is_found_by_itself_alone_and_brings_its_tenant(keys, database):
    assert not await keys.exist()
    secret = await keys.create("acme", "staff", ["red", "blue"], "the desk", 30)
    found = await keys.find(secret)
    assert (found.tenant, found.role, found.workspaces, found.label) == ("acme", "staff", ("red", "blue"), "the desk")
    assert found.prefix == secret[:8] and found.subject == f"key:{access_key.hashed(secret)[:16]}"
    assert (found.expires_at - found.created_at).days == 30
    for wrong in (secret[:-1], secret.upper(), found.key_hash, "", "\0"):
        assert await keys.find(wrong) is None
    async with database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select * from api_key")
        assert await connection.fetchval("select count(*) from tenant where tenant_id = 'acme'") == 1
    assert secret not in str(rows)


async def test_a_key_that_was_given_is_made_once_and_never_comes_back(keys):
    given = "g" * 40
    for _ in range(2):
        assert await keys.create("default", "admin", key=given) == given
    assert len(await keys.all()) == 1
    await keys.revoke(await keys.find(given))
    await keys.create("default", "admin", key=given)
    assert await keys.find(given) is None


async def test_revoked_and_expired_keys_do_not_hold_and_still_count_as_keys(keys, database):
    revoked, expired = await keys.create("default", "user"), await keys.create("default", "user", expires_days=1)
    assert await keys.exist_valid()
    await keys.revoke(await keys.find(revoked))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update api_key set expires_at = now() - interval '1 second' where expires_at > now()")
    assert await keys.find(revoked) is None and await keys.find(expired) is None
    assert await keys.exist() and not await keys.exist_valid()
    assert [bool(one.revoked_at) for one in await keys.all()] == [True, False]


async def test_a_key_is_named_by_its_beginning_or_by_itself(keys):
    one, other = "same-start-" + "1" * 30, "same-start-" + "2" * 30
    for given in (one, other):
        await keys.create("default", "user", key=given)
    assert len(await keys.named("same")) == len(await keys.named("same-sta")) == 2
    (found,) = await keys.named(other)
    assert found.key_hash == access_key.hashed(other)
    assert await keys.named("same-start-") == [] and await keys.named("other") == []
    assert await keys.named("%") == []


async def test_a_session_holds_as_long_as_its_key_and_itself(keys, database):
    secret = await keys.create("acme", "user")
    key = await keys.find(secret)
    one, two, old = [await keys.open_session(key, 1) for _ in range(3)]
    assert await keys.find_session(one) == key and await keys.find(one) is None
    await keys.close_session(one)
    assert await keys.find_session(one) is None and await keys.find_session(two) == key
    async with database.connection(ALL_TENANTS) as connection:
        change = "update key_session set expires_at = now() - interval '1 second' where session_hash = $1"
        await connection.execute(change, access_key.hashed(old))
        assert await keys.find_session(old) is None
        await keys.open_session(key, 1)
        assert await connection.fetchval("select count(*) from key_session") == 2
    await keys.revoke(key)
    assert await keys.find_session(two) is None
