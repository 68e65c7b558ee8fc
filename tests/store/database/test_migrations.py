"""Migrations: order, lock, checksums, foreign databases."""

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from gateway import __version__, slots
from gateway.errors import DatabaseUnreachable, WrongUse
from gateway.store.database import migrations
from gateway.store.database.migrations import migrate, pending, read, refuse_checkouts
from tests.support import commands, processes
from tests.support.backups import value

FOLDER = slots.resource("migrations")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "0001_one.sql").write_text("create table one (id int);")
    (tmp_path / "0002_two.sql").write_text("create function f() returns int language sql as $$ select 1; $$;")
    return tmp_path


async def test_migrations_run_once_in_order(empty_url, folder):
    assert await pending(empty_url, folder) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == [] and await pending(empty_url, folder) == []


async def test_eight_starting_at_once_apply_each_migration_once(empty_url, folder):
    applied = await asyncio.gather(*(migrate(empty_url, folder) for _ in range(8)))
    assert sorted(map(len, applied)) == [0] * 7 + [2]


async def test_a_failing_migration_leaves_nothing_behind(empty_url, folder):
    (folder / "0003_bad.sql").write_text("create table three (id int); select nonsense;")
    with pytest.raises(asyncpg.PostgresError):
        await migrate(empty_url, folder)
    assert await pending(empty_url, folder) == ["0003_bad"]
    connection = await asyncpg.connect(empty_url)
    assert await connection.fetchval("select to_regclass('three')") is None
    await connection.close()


async def test_a_table_that_others_hold_is_waited_for_and_then_said(empty_url, folder, monkeypatch):
    monkeypatch.setattr(migrations, "PATIENCE", "50ms")
    await migrate(empty_url, folder)
    (folder / "0003_more.sql").write_text("alter table one add column more int;")
    connection = await asyncpg.connect(empty_url)
    async with connection.transaction():
        await connection.execute("select from one")
        with pytest.raises(DatabaseUnreachable, match=r"0003_more waits for tables that others hold.*Start again"):
            await migrate(empty_url, folder)
    await connection.close()
    assert await migrate(empty_url, folder) == ["0003_more"]


async def test_a_changed_or_missing_migration_is_refused(empty_url, folder):
    await migrate(empty_url, folder)
    (folder / "0001_one.sql").write_text("create table other (id int);")
    with pytest.raises(WrongUse, match="0001_one was changed"):
        await migrate(empty_url, folder)
    (folder / "0001_one.sql").write_text("create table one (id int);")
    (folder / "0002_two.sql").unlink()
    with pytest.raises(WrongUse, match="newer Citestream"):
        await migrate(empty_url, folder)


GATE = 0x67_61_74_65
"""The advisory lock that a migration of these tests waits for."""


async def waiting(url):
    """Returns when a migration waits for the gate."""
    async with asyncio.timeout(30):
        while not await value(url, "select count(*) from pg_locks where locktype = 'advisory' and not granted"):
            await asyncio.sleep(0.02)


def started(url, folder):
    """Migrates in a process of its own, and prints what it applied."""
    told = "import asyncio, sys, pathlib; from gateway.store.database.migrations import migrate\n"
    told += "print(asyncio.run(migrate(sys.argv[1], pathlib.Path(sys.argv[2]))))"
    command = [sys.executable, "-c", told, url, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=processes.environment(), cwd=ROOT)


@pytest.mark.timeout(120)
async def test_a_process_killed_during_a_migration_is_continued_by_the_next_two_of_which_one_migrates(
    empty_url, folder
):
    (folder / "0003_long.sql").write_text(
        f"alter table one add column more int; select pg_advisory_xact_lock({GATE}); create table three (id int);"
    )
    (folder / "0004_last.sql").write_text("create table four (id int);")
    holder = await asyncpg.connect(empty_url)
    await holder.execute(f"select pg_advisory_lock({GATE})")
    with started(empty_url, folder) as killed:
        await waiting(empty_url)
        killed.kill()
    assert await pending(empty_url, folder) == ["0003_long", "0004_last"]
    with started(empty_url, folder) as first, started(empty_url, folder) as second:
        await waiting(empty_url)
        await holder.close()
        told = sorted(await asyncio.gather(*(asyncio.to_thread(one.communicate) for one in (first, second))))
    assert [out.strip() for out, _ in told] == ["['0003_long', '0004_last']", "[]"]
    assert await value(empty_url, "select count(*) from three, four") == 0
    assert await value(empty_url, "select string_agg(name, ' ' order by name) from citestream_migration") == (
        "0001_one 0002_two 0003_long 0004_last"
    )


async def test_a_statement_of_a_killed_process_does_not_hold_up_the_next_start(empty_url, folder):
    """The killed process's statement would run for a minute, and holds the tables that the next start needs."""
    await migrate(empty_url, folder)
    (folder / "0003_long.sql").write_text("alter table one add column more int; select pg_sleep(60);")
    with started(empty_url, folder) as killed:
        async with asyncio.timeout(30):
            while not await value(empty_url, "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"):
                await asyncio.sleep(0.02)
        killed.kill()
    (folder / "0003_long.sql").write_text("alter table one add column more int;")
    assert await migrate(empty_url, folder) == ["0003_long"]


async def test_a_foreign_database_is_refused_unless_adopted(empty_url, folder):
    connection = await asyncpg.connect(empty_url)
    await connection.execute("create table payroll (id int)")
    await connection.close()
    with pytest.raises(WrongUse, match=r"public\.payroll.*--adopt"):
        await migrate(empty_url, folder)
    assert await migrate(empty_url, folder, adopt=True) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == []


@pytest.mark.parametrize("change", ["name = '0001_foundation'", "sha256 = 'of another 0001_schema'"])
async def test_a_database_from_before_the_first_frozen_schema_is_one_sentence(database_url, change):
    await refuse_checkouts(database_url, FOLDER, "remove /here")
    await value(database_url, f"update citestream_migration set {change} where name = '0001_schema'")
    with pytest.raises(
        WrongUse, match=r"^The database .* before 0\.1\.0.*: remove /here and load the documents again\. .*\.$"
    ):
        await refuse_checkouts(database_url, FOLDER, "remove /here")
    with pytest.raises(WrongUse, match=r"before 0\.1\.0.*: name an empty database in DATABASE_URL"):
        await migrate(database_url, FOLDER)


async def test_a_database_of_the_same_schema_whose_ledger_names_no_versions_is_migrated(empty_url, folder):
    await migrate(empty_url, folder)
    await value(empty_url, "alter table citestream_migration drop column version")
    assert await migrate(empty_url, folder) == []
    (folder / "0003_three.sql").write_text("create table three (id int);")
    assert await migrate(empty_url, folder) == ["0003_three"]
    (folder / "0002_two.sql").unlink()
    with pytest.raises(WrongUse, match=r"newer Citestream and has 0002_two, .*; install that version"):
        await migrate(empty_url, folder)


async def test_an_older_version_says_which_newer_one_migrated_the_database(database_url, tmp_path):
    await value(
        database_url, "insert into citestream_migration (name, sha256, version) values ('0002_later', '', '0.7.0')"
    )
    for command in ("serve", "ask", "migrate"):
        more = {"serve": ["--port", "0"], "ask": ["What?"], "migrate": []}[command]
        done = commands.finished(tmp_path, command, *more, DATABASE_URL=database_url)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "citestream: The database was migrated by a newer Citestream (0.7.0) and has 0002_later, which this one "
            f"({__version__}) does not know; install 0.7.0 or later.\n"
        )


async def test_an_unreachable_database_is_a_sentence_that_names_the_setting():
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
        await migrate("postgresql://user:secret@127.0.0.1:1/none", FOLDER)
    assert "secret" not in str(caught.value)
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL"):
        await migrate("not a url", FOLDER)


def test_line_ends_do_not_change_a_checksum(tmp_path):
    (tmp_path / "1.sql").write_bytes(b"select 1;\nselect 2;\n")
    unix = read(tmp_path)[0].sha256
    (tmp_path / "1.sql").write_bytes(b"select 1;\r\nselect 2;\r\n")
    assert read(tmp_path)[0].sha256 == unix
