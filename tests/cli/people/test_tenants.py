"""`citestream tenants`, and what `--tenant` of the other commands says of unknown and of several tenants."""

import json

import asyncpg
import pytest

from gateway.store.accounts.tenants import Tenants
from gateway.store.database.database import Database
from tests.support.server import running

TABLES = """
select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace"""
ALL_TABLES = "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace"


async def fill(server, tenant):
    """Gives a tenant a document, an answer, feedback, limits and audit rows."""
    keys = server.gateway.keys
    secret = await keys.create(tenant, "admin", label=f"of {tenant}")
    await keys.limit_tenant(tenant, allowance={"requests_per_minute": 600})
    sent = {"Authorization": f"Bearer {secret}"}
    text = "# Loans\n\nA book may be borrowed for three weeks. A loan can be renewed twice."
    stored = await server.client.post("/v1/documents", json={"text": text, "title": "Loans"}, headers=sent)
    assert stored.status_code == 201, stored.text
    for thread in ("a", "b"):
        question = {"question": "How long may a book be borrowed?", "thread_id": thread}
        asked = await server.client.post("/v1/answers", json=question, headers=sent | {"Accept": "application/json"})
        assert asked.status_code == 200, asked.text


async def rows_of(url, tenant):
    """Returns the tables with rows of a tenant, and all tables in which its name occurs anywhere."""
    connection = await asyncpg.connect(url)
    try:
        own = [row["relname"] for row in await connection.fetch(TABLES)]
        found = {t for t in own if await connection.fetchval(f"select count(*) from {t} where tenant_id = $1", tenant)}
        words = f"%{tenant}%"
        every = [row["relname"] for row in await connection.fetch(ALL_TABLES)]
        named = {t for t in every if await connection.fetchval(f"select true from {t} x where x::text like $1", words)}
        return found, named
    finally:
        await connection.close()


@pytest.fixture
async def two(database_url):
    """A database in which two tenants have data."""
    async with running(database_url) as server:
        await fill(server, "acme")
        await fill(server, "globex")
    return database_url


async def test_a_tenant_is_exported_and_erased_from_every_table(two, citestream, tmp_path):
    before, _ = await rows_of(two, "acme")
    assert {"document", "passage", "answer", "api_key", "audit_event", "tenant", "usage_day", "thread"} <= before
    listed = citestream("tenants")
    assert listed.returncode == 0 and [line.split()[:4] for line in listed.stdout.splitlines()[1:]] == [
        ["acme", "1", "2", "1"],
        ["default", "0", "0", "0"],
        ["globex", "1", "2", "1"],
    ]
    assert citestream("tenants", "erase", "acme", "--out", "acme.jsonl").returncode == 2, "nobody confirmed it"
    done = citestream("tenants", "erase", "acme", "--out", "acme.jsonl", "--yes")
    assert done.returncode == 0, done.stderr
    after, named = await rows_of(two, "acme")
    assert after == set() and named == {"audit_event"}
    exported = [json.loads(line) for line in (tmp_path / "acme.jsonl").read_text().splitlines()]
    assert before - {"turn_lease", "viewer", "stored_bytes"} <= {each["table"] for each in exported}
    assert {each["row"]["tenant_id"] for each in exported} == {"acme"}
    assert (tmp_path / "acme.jsonl").stat().st_mode & 0o077 == 0
    connection = await asyncpg.connect(two)
    row = await connection.fetchrow("select tenant_id, target from audit_event where action = 'tenant.erased'")
    assert tuple(row) == ("default", "acme")
    await connection.close()
    assert "document" in (await rows_of(two, "globex"))[0]
    assert citestream("tenants", "erase", "acme", "--out", "b.jsonl", "--yes").returncode == 2


async def test_an_interrupted_erasure_continues_and_keeps_its_export(two, citestream, tmp_path):
    database = Database(two)
    await database.open()
    try:
        stored = Tenants(database)
        await stored.export("acme", tmp_path / "acme.jsonl")
        with pytest.raises(KeyError):  # interrupted after the first table
            await stored.erase("acme", lambda table, number: {}[table])
    finally:
        await database.close()
    exported = (tmp_path / "acme.jsonl").read_bytes()
    assert "(being erased)" in citestream("tenants").stdout
    assert citestream("tenants", "erase", "acme", "--out", "acme.jsonl").returncode == 0
    assert (await rows_of(two, "acme"))[0] == set() and (tmp_path / "acme.jsonl").read_bytes() == exported


async def test_nothing_else_removes_audit_rows(two):
    connection = await asyncpg.connect(two)
    try:
        for before in ("select 1", "update tenant set leaving_since = now() where tenant_id = 'globex'"):
            async with connection.transaction():
                await connection.execute(before)
                with pytest.raises(asyncpg.RaiseError, match="never changed or deleted"):
                    async with connection.transaction():
                        await connection.execute("delete from audit_event where tenant_id = 'acme'")
    finally:
        await connection.close()


async def test_what_cannot_be_erased_says_so(two, citestream, tmp_path):
    (tmp_path / "there").touch()
    for words, why in (
        (("acm", "--out", "x"), "did you mean 'acme'?"),
        (("default", "--out", "x"), "the operator's"),
        (("acme", "--out", "there"), "the file exists"),
        (("acme", "--out", "no/such/folder"), "cannot be written"),
    ):
        refused = citestream("tenants", "erase", *words, "--yes")
        assert refused.returncode == 2 and why in refused.stderr, refused
    assert "document" in (await rows_of(two, "acme"))[0]


async def test_with_several_tenants_a_command_names_one_or_says_which_it_is(two, citestream):
    needed = [("privacy", verb, "user", "x") for verb in ("count", "export", "erase")]
    for words in (*needed, ("keys", "create", "--role", "user")):
        refused = citestream(*words)
        assert refused.returncode == 2 and "default, acme, globex" in refused.stderr, refused
    noted = citestream("documents", "list")
    assert noted.returncode == 0 and "the tenant is default" in noted.stderr
    for words in (("documents", "list"), ("search", "loans"), ("privacy", "count", "user", "x"), ("ingest", ".")):
        unknown = citestream(*words, "--tenant", "acmee")
        assert unknown.returncode == 2 and "did you mean 'acme'?" in unknown.stderr, unknown
        assert "Traceback" not in unknown.stderr
    assert citestream("privacy", "erase", "user", "nobody", "--tenant", "acme").returncode == 1


async def test_with_one_tenant_no_command_needs_its_name(citestream):
    assert citestream("documents", "list").stderr == ""
    assert citestream("privacy", "count", "user", "x").returncode == 1
    made = citestream("keys", "create", "--role", "user", "--tenant", "defalt")
    assert made.returncode == 0 and "did you mean 'default'?" in made.stderr
