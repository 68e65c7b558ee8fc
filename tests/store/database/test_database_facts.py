"""What a database is like, before anything is opened on it."""

import pytest

from gateway.errors import DatabaseUnreachable
from gateway.store.database import database_facts


async def test_a_database_that_answers_is_described(database_url, database):
    facts = await database_facts.look(database_url)
    assert facts.version >= database_facts.LEAST_VERSION and facts.may_create and not facts.is_replica
    assert facts.has_vector == database.has_vectors
    assert facts.free_connections > 0 and facts.bytes > 1_000_000
    assert abs(facts.ahead_s) < 5


async def test_one_that_does_not_is_refused_with_a_sentence():
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL names a database that cannot be used"):
        await database_facts.look("postgresql://nobody@127.0.0.1:9/nothing")


async def test_roles_that_the_login_may_not_make_are_told(database_url, monkeypatch):
    assert (await database_facts.look(database_url)).roles_problem == ""

    async def lacking(connection):
        return ["citestream_app"]

    monkeypatch.setattr(database_facts.roles, "lacking", lacking)
    assert (await database_facts.look(database_url)).roles_problem == "", "this login makes them"
    monkeypatch.setattr(database_facts, "MAY_MAKE_ROLES", "select false")
    assert "grant citestream_app, citestream_ops to" in (await database_facts.look(database_url)).roles_problem
