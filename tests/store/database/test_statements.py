"""Named queries: the loader, and every query PREPAREd against a migrated database."""

import pytest

from gateway.slots import HERE
from gateway.store.database.statements import load
from gateway.store.database.tenancy import ALL_TENANTS, declaring

FILES = sorted((HERE / "store").rglob("*.sql"))


def test_a_file_gives_names_to_bodies(tmp_path):
    file = tmp_path / "some.sql"
    file.write_text("-- a head line\n\n-- name: one\n-- takes nothing\nselect 1\n\n-- name: two\nselect 2\n")
    assert dict(load(file)) == {"one": "-- takes nothing\nselect 1", "two": "select 2"}


def test_a_part_stands_in_every_query_that_names_it(tmp_path):
    file = tmp_path / "some.sql"
    file.write_text("-- name: one\nselect {both}\n-- part: both\na, b\n-- name: two\nselect '{}', {both}\n")
    assert dict(load(file)) == {"one": "select a, b", "two": "select '{}', a, b"}


def test_a_name_given_twice_is_refused(tmp_path):
    file = tmp_path / "some.sql"
    file.write_text("-- name: one\nselect 1\n-- name: one\nselect 2\n")
    with pytest.raises(ValueError, match="twice"):
        load(file)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
async def test_every_query_can_be_prepared(database, file):
    async with database.connection(ALL_TENANTS) as connection:
        for name, body in load(file).items():
            if "passage_vector" in body and not database.has_vectors:
                continue
            try:
                prepared = await connection.raw.prepare(body)
                declared = declaring(body, len(prepared.get_parameters()) + 1)
                if declared is not None:
                    await connection.raw.prepare(declared)
            except Exception as error:
                pytest.fail(f"{file.name}: {name}: {error}")
