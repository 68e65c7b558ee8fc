"""Databases of tests in memory: only where there is room, and made anew when a restart has emptied it."""

from __future__ import annotations

import asyncpg
import pytest

from tests.support import in_memory, postgres


@pytest.fixture
def data(database_url):
    """The data directory of the tests' own server."""
    (opened,) = postgres._opened
    if opened._embedded is None or opened._where == "":
        pytest.skip("the databases of these tests are not in memory")
    return opened._embedded.data_dir


async def test_a_database_lies_there(database_url, data):
    connection = await asyncpg.connect(database_url)
    try:
        assert (await connection.fetchval("select pg_relation_filepath('tenant')")).startswith("pg_tblspc/")
        assert await in_memory.is_ready(connection, data)
    finally:
        await connection.close()


def test_without_room_nothing_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(in_memory, "MEMORY", tmp_path)
    monkeypatch.setattr(in_memory, "ROOM_BYTES", 2**60)
    assert not in_memory._made(tmp_path / "data", tmp_path / "elsewhere" / "data")
    monkeypatch.setattr(in_memory, "MEMORY", tmp_path / "missing")
    assert not in_memory._made(tmp_path / "data", tmp_path / "elsewhere" / "data")
    assert list(tmp_path.iterdir()) == []


def test_what_lies_there_goes_with_the_server(tmp_path, monkeypatch):
    monkeypatch.setattr(in_memory, "MEMORY", tmp_path)
    monkeypatch.setattr(in_memory, "ROOM_BYTES", 0)
    data = tmp_path / "elsewhere" / "data"
    assert in_memory._made(in_memory.place_of(data), data)
    assert in_memory.place_of(data).is_dir()
    in_memory.remove(data)
    assert list(tmp_path.iterdir()) == []
