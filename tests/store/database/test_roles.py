"""The roles that a database needs, made by the gateway or by an administrator."""

import contextlib
import secrets
from urllib.parse import quote, urlsplit

import asyncpg
import pytest

from gateway import slots
from gateway.errors import WrongUse
from gateway.store.database import roles
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate
from tests.conftest import _migrate
from tests.support import backups, postgres

FOLDER = slots.resource("migrations")


@pytest.fixture
async def other_url():
    async with postgres.fresh_database(_migrate, migrated=False) as url:
        yield url


@contextlib.asynccontextmanager
async def login_of(admin_url, *, member):
    """The address of an empty database whose owner is a login without any rights of its own."""
    login, password = f"citestream_test_{secrets.token_hex(4)}", secrets.token_hex(8)
    admin = await asyncpg.connect(admin_url)
    name = await admin.fetchval("select current_database()")
    try:
        await admin.execute(f"create role {login} login password '{password}'")
        await admin.execute(f"alter database {name} owner to {login}")
        if member:
            await admin.execute(f"grant citestream_app, citestream_ops to {login}")
        parts = urlsplit(admin_url)
        netloc = f"{login}:{quote(password)}@{parts.netloc.rpartition('@')[2]}"
        yield login, parts._replace(netloc=netloc).geturl()
    finally:
        await admin.execute(f"alter database {name} owner to current_user")
        await admin.execute(f"reassign owned by {login} to current_user; drop owned by {login}; drop role {login}")
        await admin.close()


async def test_a_login_without_rights_is_told_what_an_administrator_runs(empty_url):
    async with login_of(empty_url, member=False) as (login, url):
        with pytest.raises(WrongUse) as refused:
            await migrate(url, FOLDER)
        assert str(refused.value).endswith(f"run: grant citestream_app, citestream_ops to {login};")
        admin = await asyncpg.connect(empty_url)
        await admin.execute(str(refused.value).rpartition("run: ")[2])
        await admin.close()
        assert (await migrate(url, FOLDER))[0] == "0001_schema"


async def test_a_login_without_rights_serves_and_is_backed_up(empty_url, other_url, tmp_path):
    """It owns its tables, and sees no row of them by that."""
    async with login_of(empty_url, member=True) as (_, url):
        await migrate(url, FOLDER)
        database = Database(url)
        await database.open()
        try:
            assert await database.ready()
            async with database.transaction("acme") as connection:
                await connection.execute("insert into tenant values ('acme')")
                await connection.execute("insert into corpus values ('acme', 'w', 1, 1)")
            async with database.connection("other") as connection:
                assert await connection.fetchval("select count(*) from corpus") == 0
        finally:
            await database.close()
        await backups.save(url, tmp_path / "b.citestream")
        async with login_of(other_url, member=True) as (_, there):
            await backups.load(there, tmp_path / "b.citestream")
            restored = Database(there)
            await restored.open()
            try:
                assert await restored.ready(), "its tables are guarded again"
                async with restored.connection("acme") as connection:
                    assert await connection.fetchval("select count(*) from corpus") == 1
                async with restored.connection("other") as connection:
                    assert await connection.fetchval("select count(*) from corpus") == 0
            finally:
                await restored.close()
            await backups.load(there, tmp_path / "b.citestream", replace=True)


async def test_roles_are_made_once_and_found_again(empty_url):
    connection = await asyncpg.connect(empty_url)
    await roles.ensure(connection)
    await roles.ensure(connection)
    assert await roles.lacking(connection) == []
    await connection.close()


async def test_a_table_without_policies_is_named(database_url):
    connection = await asyncpg.connect(database_url)
    assert "document" in await connection.fetchval(roles.UNGUARDED), "a superuser sees everything"
    await connection.execute("set role citestream_app")
    assert await connection.fetchval(roles.UNGUARDED) is None
    await connection.close()
