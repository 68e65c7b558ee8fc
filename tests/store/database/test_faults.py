"""The state "reads, cannot write": which errors begin it, what callers see, and what ends it."""

import asyncio

import asyncpg
import pytest

from gateway.errors import Unavailable
from gateway.store.database import database_facts
from gateway.store.database.database import Database
from gateway.store.database.faults import REASONS, refusal

FAULT = """
create function refuse_answers() returns trigger language plpgsql as $$
begin
    raise exception 'could not extend file' using errcode = '{code}';
end $$;
create trigger refuse_answers before insert or update on {table} for each row execute function refuse_answers();"""
READ_ONLY = """
do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$;
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"""
WRITABLE = """
do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$;
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"""
REVOKED = "revoke insert, update on all tables in schema public from citestream_app"
GRANTED = "grant insert, update on all tables in schema public to citestream_app"
FULL = "".join(
    FAULT.replace("refuse_answers", f"refuse_{t}").format(code="53100", table=t) for t in ("answer", "tenant")
)
ROOM = "drop trigger refuse_answer on answer; drop trigger refuse_tenant on tenant"


async def run(url, statements):
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set default_transaction_read_only = off")
        await connection.execute(statements)
    finally:
        await connection.close()


async def figure(server):
    text = (await server.client.get("/metrics")).text
    return next(line.split()[-1] for line in text.splitlines() if line.startswith("citestream_database_writable"))


@pytest.mark.parametrize(
    ("fault", "repair", "code"),
    [(FULL, ROOM, "53100"), (READ_ONLY, WRITABLE, "25006"), (REVOKED, GRANTED, "42501")],
    ids=["full disk", "read-only server", "lost rights"],
)
async def test_a_question_gets_a_503_that_says_why_until_a_write_succeeds(server, database_url, fault, repair, code):
    assert (await server.client.get("/readyz")).status_code == 200
    await run(database_url, fault)
    async with asyncio.timeout(10):
        refused = await server.client.post("/v1/answers", json={"question": "How long may a book be borrowed?"})
        while "not written" not in refused.text:  # connections that were ended come first
            refused = await server.client.post("/v1/answers", json={"question": "How long may a book be borrowed?"})
    assert refused.status_code == 503 and REASONS[code] in refused.json()["detail"]
    ready = await server.client.get("/readyz")
    assert ready.status_code == 503 and REASONS[code] in ready.json()["detail"]
    assert await figure(server) == "0.0" and (await server.client.get("/v1/documents")).status_code == 200
    await run(database_url, repair)
    async with asyncio.timeout(10):
        while (await server.client.get("/readyz")).status_code != 200:
            pass
    assert await figure(server) == "1.0"


async def test_reads_do_not_end_the_state_and_a_write_does(database, database_url):
    await run(database_url, FULL)
    with pytest.raises(Unavailable, match="its disk is full"):
        await database.execute("default", "update tenant set allowance = '{}' where tenant_id = 'default'")
    async with database.transaction("default") as connection:
        await connection.fetchval("select 1")
    assert database.writability.problem
    async with database.transaction("default") as connection:
        await connection.execute("insert into corpus values ('default', 'w', 1, 1)")
    assert database.writability.problem is None


@pytest.mark.parametrize(
    ("error", "is_refusal"),
    [
        (asyncpg.DiskFullError("x"), True),
        (asyncpg.PostgresIOError("x"), True),
        (asyncpg.TooManyConnectionsError("x"), False),
        (asyncpg.OutOfMemoryError("x"), False),
        (asyncpg.InsufficientPrivilegeError("permission denied for table answer"), True),
        (asyncpg.InsufficientPrivilegeError("new row violates row-level security policy for table x"), False),
        (asyncpg.PostgresError.new({"C": "42501", "M": "Read-only file system", "F": "md.c"}), True),
        (OSError("x"), False),
    ],
)
def test_which_errors_are_refused_writes(error, is_refusal):
    assert (refusal(error) is not None) == is_refusal


@pytest.mark.parametrize(
    ("fault", "problem"),
    [(READ_ONLY, "it is read-only (SQLSTATE 25006)"), (REVOKED, f"{REASONS['42501']} (SQLSTATE 42501)")],
)
async def test_doctor_writes_a_temporary_table_and_a_row(database_url, fault, problem):
    assert (await database_facts.look(database_url)).write_problem == ""
    await run(database_url, fault)
    assert (await database_facts.look(database_url)).write_problem == problem


async def test_doctor_does_not_wait_for_a_lock(database_url, monkeypatch):
    monkeypatch.setattr(database_facts, "WRITE_S", 0.2)
    connection = await asyncpg.connect(database_url)
    try:
        async with connection.transaction():
            await connection.execute("lock table tenant in exclusive mode")
            assert "does not end within" in (await database_facts.look(database_url)).write_problem
    finally:
        await connection.close()


async def test_with_several_hosts_a_read_only_server_is_left_first(database_url):
    several = f"{database_url}{'&' if '?' in database_url else '?'}application_name=a,b"
    database = Database(several)
    await database.open()
    try:
        await run(database_url, READ_ONLY)
        change = ("default", "update tenant set allowance = '{}' where tenant_id = 'default'")
        async with asyncio.timeout(10):
            found = ""
            while "read-only" not in found:
                with pytest.raises(Unavailable) as raised:
                    await database.execute(*change)
                if "read-only" in (before := str(raised.value)):
                    assert found == "The database is unreachable at the moment; try again shortly."
                found = before
    finally:
        await database.close()
