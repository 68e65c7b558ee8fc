"""Tenants apart: by policies, whatever a statement forgets to ask for."""

import random
import re
from pathlib import Path

import asyncpg
import pytest

import gateway
from gateway.store.database import tenancy
from gateway.store.database.tenancy import ALL_TENANTS, NO_TENANT, declaring, names
from tests.support.keyed import keyed

LOOKS_AFTER_ALL = {
    "accounts/access_keys": "who calls is known by the key alone",
    "accounts/tenants": "lists tenants with what they have",
    "answers/leases": "takeover finds its next answers",
    "answers/packs": "packs answers that have ended",
    "recordings/recording_rows": "removes what is too old",
    "database/database": "builds indexes (`owner`)",
    "documents/reindex_rows": "makes documents anew",
    "privacy": "ends erasures that were broken off",
    "memory/memories": "figures of `citestream memory`, without a tenant",
    "sessions/session_rows": "ends sessions whose time is over",
    "database/tenancy": "its name",
}
"""Modules of the store that may name all tenants, and what for. Add one with its reason, or name the tenants."""
OWN_CONDITION = re.compile(r"\b(?:\w+\.)?tenant_id = (\$\d+)(?!\d)")
TABLES = """
select c.relname, c.relrowsecurity and c.relforcerowsecurity as forced,
       (select array_agg(p.polname::text order by p.polname) from pg_policy p where p.polrelid = c.oid) as policies
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
"""
VIEWS = """
select relname from pg_class
where relnamespace = 'public'::regnamespace and relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false)
"""


async def looked_at(url, query):
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(query)
    finally:
        await connection.close()


async def test_every_table_with_tenants_has_its_policies(database_url):
    """A new table needs them too: write it before the last section of the schema, which makes them for all."""
    without = {"tenant", "turn_lease", "viewer"}
    for row in await looked_at(database_url, TABLES):
        if row["relname"] not in without:
            assert row["forced"], f"{row['relname']} has no row-level security"
            assert row["policies"] == ["ops", "tenant"], row["relname"]


async def test_views_read_with_the_rights_of_whoever_asks(database_url):
    """All but the one that the index on words needs, whose condition stands in it."""
    assert [row["relname"] for row in await looked_at(database_url, VIEWS)] == ["passage_by_words"]
    definers = "select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace"
    assert not await looked_at(database_url, definers)


async def test_both_roles_may_what_they_should_and_no_more(database_url):
    rows = await looked_at(
        database_url,
        "select rolname, rolsuper or rolbypassrls or rolcanlogin or rolcreaterole as more from pg_roles "
        "where rolname in ('citestream_app', 'citestream_ops') order by 1",
    )
    assert [tuple(row) for row in rows] == [("citestream_app", False), ("citestream_ops", False)]
    owned = "select relname from pg_class where relowner in ('citestream_app'::regrole, 'citestream_ops'::regrole)"
    assert [row["relname"] for row in await looked_at(database_url, owned)] == ["passage_by_words"]
    may = (
        "select c.relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') "
        "and has_table_privilege('citestream_ops', oid, 'insert, update, delete, truncate')"
    )
    assert [row["relname"] for row in await looked_at(database_url, may)] == ["passage_by_words"]


async def fill(database):
    for tenant in ("acme", "globex"):
        async with database.transaction(tenant) as connection:
            await connection.execute("insert into tenant values ($1)", tenant)
            await connection.execute("insert into corpus values ($1, 'default', 1, 1)", tenant)


async def test_a_statement_sees_the_tenants_it_names_and_nothing_without(database):
    await fill(database)
    count = "select coalesce(array_agg(tenant_id order by tenant_id), '{}') from corpus"
    for tenants, seen in (
        ("acme", ["acme"]),
        (["globex", "acme"], ["acme", "globex"]),
        (ALL_TENANTS, ["acme", "globex"]),
        (NO_TENANT, []),
        ("", []),
        ("nobody", []),
    ):
        async with database.connection(tenants) as connection:
            assert await connection.fetchval(count) == seen
            assert await connection.raw.fetchval(count) == [], "nothing stays behind in the session"


@pytest.mark.fault("F60")
async def test_nothing_is_stored_for_a_tenant_that_is_not_named(database):
    await fill(database)
    async with database.connection("acme") as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
            await connection.execute("insert into corpus values ('globex', 'w', 1, 1)")
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
            await connection.execute("update corpus set tenant_id = 'globex'")
        assert await connection.execute("delete from corpus") == "DELETE 1"
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.raw.execute("alter table corpus disable row level security")
    async with database.connection("globex") as connection:
        assert await connection.fetchval("select count(*) from corpus") == 1


async def test_the_gateway_is_not_ready_where_its_role_sees_everything(database, database_url):
    assert await database.ready()
    await looked_at(database_url, "alter table corpus disable row level security")
    assert not await database.ready()


def test_a_query_gets_one_more_parameter_and_a_command_none():
    assert declaring("select $1", 2) == "with declared as (select $2::tenant_names) select $1"
    assert declaring("-- x\nwith a as (b) c", 1) == "-- x\nwith declared as (select $1::tenant_names), a as (b) c"
    assert (
        declaring("WITH RECURSIVE a as (b) c", 1) == "WITH RECURSIVE declared as (select $1::tenant_names), a as (b) c"
    )
    assert (
        declaring("(select 1) union select 2", 1)
        == "with declared as (select $1::tenant_names) (select 1) union select 2"
    )
    assert declaring("set work_mem = '5MB'", 1) is None
    assert names({"b", "a"}) == "a,b"


def test_few_name_all_tenants():
    home = Path(gateway.__file__).parent
    naming = {
        str(file.relative_to(home / "store").with_suffix(""))
        for file in (home / "store").rglob("*.py")
        if "ALL_TENANTS" in file.read_text(encoding="utf-8")
    }
    assert naming == set(LOOKS_AFTER_ALL)
    assert not [
        file
        for file in home.rglob("*.py")
        if "ALL_TENANTS" in file.read_text(encoding="utf-8") and "store" not in file.parts
    ]


# Without the application's own conditions ----------------------------------------------------------------------------


@pytest.fixture
def careless(monkeypatch):
    """Takes `tenant_id = $1` out of every statement that is read; returns the set of those that had it."""
    stripped = set()
    declared = tenancy.declaring

    def declaring(query, number):
        loose, found = OWN_CONDITION.subn(r"(\1::text is not null)", query)
        if found and not re.search(r"\b(insert|update|delete)\b", query):
            stripped.add(query)
            query = loose
        return declared(query, number)

    monkeypatch.setattr(tenancy, "declaring", declaring)
    return stripped


SECRET = {"acme": "quokka", "globex": "narwhal"}
QUESTIONS = ("How long may a {} be borrowed?", "What does a {} cost?", "Summarise the page about {}s.", "And the {}?")


async def walk(client, word, chance, threads):
    """One step of somebody who reads and asks; returns what came back."""
    asked = chance.choice(QUESTIONS).format(chance.choice([*SECRET.values(), "book"]))
    thread = chance.choice([None, *threads])
    body = {"question": asked, "caller_app": "desk", **({"thread_id": thread} if thread else {})}
    match chance.randrange(9):
        case 0 | 1 | 2:
            answer = await client.post("/v1/answers", json=body, headers={"Accept": "application/json"})
        case 3:
            answer = await client.get("/v1/documents", params={"q": chance.choice(list(SECRET.values()))})
        case 4:
            answer = await client.get("/v1/search", params={"q": f"{SECRET['acme']} {SECRET['globex']}"})
        case 5:
            answer = await client.get("/v1/threads")
        case 6:
            answer = await client.get("/v1/answers")
        case 7:
            answer = await client.get("/staff/memory/entries")
        case _:
            document = {
                "title": f"On {word}s",
                "text": f"A {word} may be borrowed for {chance.randrange(9)} weeks.",
                "external_id": "one",
            }
            answer = await client.post("/v1/documents", json=document)
    return asked, answer


async def steps(at, chance, number):
    """What each of two tenants is told of the other's, without what they asked themselves."""
    leaked = []
    for _ in range(number):
        tenant = chance.choice(list(SECRET))
        client = at.clients["admin" if tenant == "acme" else "owner_of_globex"]
        _, answer = await walk(client, SECRET[tenant], chance, ("t1", "t2"))
        assert answer.status_code < 500, answer.text
        foreign = SECRET["globex" if tenant == "acme" else "acme"]
        if re.search(f"A {foreign} may be borrowed|On {foreign}s", answer.text):
            leaked.append(answer.text)
    return leaked


async def begin(at):
    for name, word in (("admin", SECRET["acme"]), ("owner_of_globex", SECRET["globex"])):
        await at.save(name, title=f"On {word}s", text=f"A {word} may be borrowed for three weeks.", external_id="one")


@pytest.mark.timeout(120)
async def test_two_tenants_stay_apart_without_the_applications_own_conditions(careless):
    async with keyed() as at:
        await begin(at)
        assert await steps(at, random.Random(7), 60) == []
    assert len(careless) >= 12, "a fair sample of all queries has forgotten its tenant"


@pytest.mark.timeout(120)
async def test_without_policies_the_same_walk_would_leak(careless, monkeypatch):
    """So the walk sees a leak where there is one."""
    async with keyed() as at:
        await begin(at)
        async with at.server.gateway.database.owner() as (connection, _):
            for table in ("document", "passage", "answer", "thread", "corpus"):
                await connection.raw.execute(f"alter table {table} disable row level security")
        assert await steps(at, random.Random(7), 60)
