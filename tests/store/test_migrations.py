"""Migrations: order, lock, checksums, foreign databases."""

import asyncio

import asyncpg
import pytest

from gateway import slots
from gateway.errors import DatabaseUnreachable, WrongUse
from gateway.store import migrations
from gateway.store.migrations import BEFORE_RELEASE, LEDGER, migrate, pending, read, refuse_checkouts

FOLDER = slots.resource("migrations")


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


async def test_a_foreign_database_is_refused_unless_adopted(empty_url, folder):
    connection = await asyncpg.connect(empty_url)
    await connection.execute("create table payroll (id int)")
    await connection.close()
    with pytest.raises(WrongUse, match=r"public\.payroll.*--adopt"):
        await migrate(empty_url, folder)
    assert await migrate(empty_url, folder, adopt=True) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == []


async def test_a_database_of_a_checkout_from_before_the_release_is_one_sentence(empty_url, database_url):
    connection = await asyncpg.connect(empty_url)
    await connection.execute(LEDGER)
    await connection.execute("insert into citestream_migration (name, sha256) values ($1, '')", BEFORE_RELEASE)
    await connection.close()
    with pytest.raises(
        WrongUse, match=r"^The database .* before the first release .* remove /here and start anew .*\.$"
    ):
        await refuse_checkouts(empty_url, "remove /here")
    with pytest.raises(WrongUse, match=r"before the first release .* name an empty database in DATABASE_URL"):
        await migrate(empty_url, FOLDER)
    await refuse_checkouts(database_url, "remove /here")


def test_no_migration_has_a_name_of_before_the_release():
    assert BEFORE_RELEASE not in [migration.name for migration in read(FOLDER)]


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
