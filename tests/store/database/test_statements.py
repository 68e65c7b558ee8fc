"""Named queries: the loader, every query PREPAREd against a migrated database, and values from rows."""

from dataclasses import dataclass

import pytest

from gateway.slots import HERE
from gateway.store.database.statements import from_row, load
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


@dataclass(frozen=True)
class Person:
    name: str
    age: int = 0
    tags: tuple[str, ...] = ()


def test_a_value_has_the_columns_of_its_fields_and_what_is_given_beside_them():
    row = {"name": "Ada", "age": 36, "tags": ["x"], "unknown": 1}
    assert from_row(Person, row, tags=("y",)) == Person("Ada", 36, ("y",))
    assert from_row(Person, {"name": "Ada"}) == Person("Ada")
    with pytest.raises(TypeError, match="name"):
        from_row(Person, {"age": 1})
