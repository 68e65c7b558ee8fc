"""The pool: codecs, and a database that is away."""

import pytest

from gateway.errors import DatabaseUnreachable, Unavailable
from gateway.store.database import Database, address


async def test_json_and_vectors_come_back_as_they_went(database):
    async with database.connection() as connection:
        value = {"text": "引用\u2028", "list": [1, 0.5, None]}
        assert await connection.fetchval("select $1::jsonb", value) == value
        assert await connection.fetchval("select $1::jsonb[]", [value, {}]) == [value, {}]
        if database.has_vectors:
            assert await connection.fetchval("select $1::vector", [0.5, -1.0]) == [0.5, -1.0]


async def test_a_lost_connection_is_unavailable_and_the_pool_recovers(database):
    with pytest.raises(Unavailable):
        async with database.connection() as connection:
            await connection.execute("select pg_terminate_backend(pg_backend_pid())")
    assert await database.ready()


async def test_an_unreachable_database_names_its_setting_and_hides_the_password():
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
        await Database("postgresql://user:secret@127.0.0.1:1/none").open()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("sqlstate", ["57P01", "57P02", "57P03", "53300", "53100", "08006"])
async def test_a_server_that_stops_or_is_full_is_unavailable(database, sqlstate):
    with pytest.raises(Unavailable):
        async with database.connection() as connection:
            await connection.execute(f"do $$ begin raise exception 'x' using errcode = '{sqlstate}'; end $$")


async def test_what_is_no_url_is_a_sentence_without_its_password():
    for url in ("postgresql://user:secret@[::bad/x", "postgresql://user:secret@host:99999999/x", "nonsense"):
        with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
            await Database(url).open()
        assert "secret" not in str(caught.value)


def test_an_address_has_no_password():
    assert address("postgresql://user:secret@db.example:5432/citestream") == "db.example:5432/citestream"
    assert address("postgresql://user@/citestream?host=/run/x") == "local socket/citestream"
