"""Passages and statistics as one transaction writes them."""

from gateway.knowledge.search.index import index
from gateway.store.knowledge.library import Library
from gateway.store.knowledge.passage_rows import Change, forget
from tests.store.knowledge.test_library import put, statistics
from tests.support.corpus import document, passages


async def test_more_rows_than_one_statement_takes_all_arrive(database, monkeypatch):
    monkeypatch.setattr("gateway.store.knowledge.passage_rows.COPIED_AT_ONCE", 3)
    monkeypatch.setattr("gateway.store.knowledge.passage_rows.SENT_AT_ONCE", 2)
    library = Library(database)
    new = document("\n".join(f"wine {number}" for number in range(8)))
    made = index("default", new, passages(new), None, "none")
    await library.replace("default", [library.pack(made)])
    assert [one.text for one in await library.passages_of("default", new.document_id)] == [
        f"wine {number}" for number in range(8)
    ]


async def test_what_is_forgotten_is_what_the_statistics_lose(database):
    library = Library(database)
    await put(library, "salt salt\nbread", external_id="a", title="")
    (stored,), _ = await library.list_documents("default")
    async with database.transaction() as connection:
        change = await forget(connection, "default", [stored.document_id])
        await change.write(connection, "default", "default")
    assert (change.passages, change.terms, change.df) == (-2, -3, {"salt": -1, "bread": -1})
    assert await statistics(library) == ({}, {})


async def test_a_change_without_anything_writes_nothing():
    await Change().write(None, "default", "default")
