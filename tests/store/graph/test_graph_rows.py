"""The graph in PostgreSQL: replaced by id, merged by name, and gone with what it was found in."""

import asyncio
import json

import pytest

from gateway.errors import NotFound
from gateway.knowledge.graph.elements import read_extract
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from tests.support.graphs import edge, put, vertex, write


@pytest.fixture
async def library(database):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    return Library(database)


async def test_the_same_file_again_changes_nothing_and_a_changed_line_replaces_by_id(library, tmp_path):
    elements = [vertex("Anna", aliases=["Nan"]), vertex("Mill"), edge("Anna", "owns", "Mill")]
    assert (await put(library, tmp_path, *elements)).changed == 3
    assert (await put(library, tmp_path, *elements)).changed == 0
    renamed = {**vertex("Anna", "Anna is a miller."), "name": "Annabel"}
    assert (await put(library, tmp_path, renamed)).changed == 1
    assert await library.graph.counts("default") == (2, 1)
    async with library.database.connection(ALL_TENANTS) as connection:
        names = await connection.fetch("select surface from vertex_name where vertex_id = 'Anna'")
    assert [row["surface"] for row in names] == ["Annabel"]


async def test_one_id_in_two_workspaces_and_tenants_is_as_many_things(library, tmp_path):
    await put(library, tmp_path, vertex("Anna"))
    await put(library, tmp_path, vertex("Anna", "Other."), workspace="other")
    await put(library, tmp_path, vertex("Anna"), tenant="acme")
    assert (await library.graph.counts("default")).vertices == 2
    assert (await library.graph.counts("default", "other")).vertices == 1
    assert await library.graph.missing("acme", "other", ["Anna"]) == {"Anna"}


async def test_an_unknown_tenant_is_told(library, tmp_path):
    with pytest.raises(NotFound, match="nobody"):
        await put(library, tmp_path, vertex("Anna"), tenant="nobody")


async def test_emptying_a_workspace_deletes_its_graph_and_no_other(library, tmp_path):
    await put(library, tmp_path, vertex("Anna"), vertex("Mill"), edge("Anna", "owns", "Mill"))
    await put(library, tmp_path, vertex("Anna"), workspace="other")
    await library.empty_workspace("default", "default")
    assert await library.graph.counts("default", "default") == (0, 0)
    assert await library.graph.counts("default", "other") == (1, 0)


def extract(*entities, relations=()):
    said = [
        {"name": name, "label": "thing", "description": description, "aliases": []} for name, description in entities
    ]
    listed = [{"source": a, "label": label, "target": b, "description": ""} for a, label, b in relations]
    return read_extract(json.dumps({"entities": said, "relations": listed}))


async def first_passage(library, document_id):
    return (await library.passages_of("default", document_id))[0].passage_id


async def test_what_a_model_found_merges_by_folded_name_and_goes_with_its_last_passage(library):
    one, two = await write(library, "Anna owns a mill.", "one"), await write(library, "ANNA mills.", "two")
    found = extract(("Anna", "A."), ("mill", ""), relations=[("Anna", "owns", "mill")])
    assert await library.graph.merge("default", "default", await first_passage(library, one), found) == (2, 1)
    again = extract(("ANNA", "A miller."), ("mills", ""), relations=[("Anna", "owns", "mill")])
    assert await library.graph.merge("default", "default", await first_passage(library, two), again) == (2, 1)
    assert await library.graph.counts("default") == (2, 1)
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select description from vertex where name = 'Anna'") == "A miller."
    await library.delete_document("default", one)
    assert await library.graph.counts("default") == (2, 1)
    await library.delete_document("default", two)
    assert await library.graph.counts("default") == (0, 0)


async def test_what_a_model_found_joins_a_vertex_of_a_file_and_leaves_it_as_it_is(library, tmp_path):
    await put(library, tmp_path, vertex("Anna", "Short."))
    document = await write(library, "Anna owns a mill.", "one")
    found = extract(("Anna", "A much longer description."), ("mill", ""), relations=[("Anna", "owns", "mill")])
    await library.graph.merge("default", "default", await first_passage(library, document), found)
    async with library.database.connection(ALL_TENANTS) as connection:
        row = await connection.fetchrow("select description, extracted from vertex where vertex_id = 'Anna'")
    assert tuple(row) == ("Short.", False)
    await library.delete_document("default", document)
    assert await library.graph.counts("default") == (1, 0)


async def test_a_passage_is_read_once_and_again_when_its_document_has_changed(library):
    document = await write(library, "Anna owns a mill.", "one")
    [unread] = await library.graph.unread("default", [document])
    assert (unread.text, unread.title) == ("Anna owns a mill.", "one")
    await library.graph.merge("default", "default", unread.passage_id, extract())
    assert await library.graph.unread("default", [document]) == []
    assert await library.graph.unread("acme", [document]) == []
    await write(library, "Anna sold her mill.", "one")
    assert [one.text for one in await library.graph.unread("default", [document])] == ["Anna sold her mill."]


async def test_what_was_found_in_a_passage_that_is_gone_is_not_stored(library):
    document = await write(library, "Anna owns a mill.", "one")
    passage = await first_passage(library, document)
    await library.delete_document("default", document)
    assert await library.graph.merge("default", "default", passage, extract(("Anna", ""))) == (0, 0)
    assert await library.graph.counts("default") == (0, 0)


async def test_graphs_and_documents_written_at_the_same_time_do_not_lock_each_other_out(library, tmp_path):
    folders = [tmp_path / str(number) for number in range(4)]
    for folder in folders:
        folder.mkdir()
    people = [vertex(f"Person {number}", f"Person {number} mills.") for number in range(20)]
    knows = [edge(f"Person {number}", "knows", f"Person {19 - number}") for number in range(20)]

    async def graph(number):
        for _ in range(2):
            shown = people if number % 2 else people[::-1]
            changed = [{**one, "description": f"{one['description']} {number}"} for one in shown]
            assert (await put(library, folders[number], *changed, *knows)).failed == 0

    async def documents(number):
        for turn in range(4):
            said = "\n\n".join(f"Person {one} met person {19 - one} on day {turn}." for one in range(20))
            document = await write(library, said, f"diary {number}")
        await library.delete_document("default", document)

    async with asyncio.timeout(60):
        await asyncio.gather(*map(graph, range(4)), *map(documents, range(3)))
    assert await library.graph.counts("default") == (20, 20)
