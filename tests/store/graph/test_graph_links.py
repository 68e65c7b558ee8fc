"""Which passages a vertex and an edge are linked to, whatever came first."""

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.graph.graph_links import Spoken
from tests.support.graphs import edge, put, vertex, write

TEXT = "Anna owns a mill.\n\n## Flour\n\nThe mill grinds rye.\n\n## Bert\n\nBert bakes bread."


@pytest.fixture
def library(database):
    return Library(database)


async def links(library, kind="vertex"):
    """Element id to the texts of its passages."""
    found = {}
    async with library.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch(
            f"select l.{kind}_id as id, p.text from passage_{kind} l join passage p using (tenant_id, passage_id) order by p.position"
        )
    for row in rows:
        found.setdefault(row["id"], []).append(row["text"].split("\n")[-1])
    return found


async def test_a_vertex_is_linked_to_the_passages_that_mention_it_by_name_or_alias(library, tmp_path):
    await write(library, TEXT, "one")
    await put(library, tmp_path, vertex("Anna"), vertex("baker", aliases=["Bert"]), vertex("Mills"), vertex("Carl"))
    assert await links(library) == {
        "Anna": ["Anna owns a mill."],
        "baker": ["Bert bakes bread."],
        "Mills": ["Anna owns a mill.", "The mill grinds rye."],
    }


async def test_documents_that_come_later_are_linked_too_and_a_replaced_one_anew(library, tmp_path):
    await put(library, tmp_path, vertex("Anna"), vertex("mill"), edge("Anna", "owns", "mill"))
    await write(library, TEXT, "one")
    assert await links(library) == {
        "Anna": ["Anna owns a mill."],
        "mill": ["Anna owns a mill.", "The mill grinds rye."],
    }
    assert await links(library, "edge") == {"Anna owns mill": ["Anna owns a mill."]}
    document = await write(library, "The mill was sold.", "one")
    assert await links(library) == {"mill": ["The mill was sold."]}
    assert await links(library, "edge") == {}
    await library.delete_document("default", document)
    assert await links(library) == {}
    assert await library.graph.counts("default") == (2, 1)


async def test_an_edge_is_linked_to_the_passages_that_hold_both_its_ends(library, tmp_path):
    await write(library, TEXT, "one")
    await put(
        library,
        tmp_path,
        vertex("mill"),
        vertex("rye"),
        vertex("Bert"),
        edge("mill", "grinds", "rye"),
        edge("Bert", "knows", "mill"),
    )
    assert await links(library, "edge") == {"mill grinds rye": ["The mill grinds rye."]}


@pytest.mark.parametrize("source", ["one", "notes/one"])
@pytest.mark.parametrize("graph_first", [True, False])
async def test_a_source_names_the_document_and_only_it_is_linked(library, tmp_path, source, graph_first):
    elements = [
        vertex("mill", source=source),
        vertex("Zoe", source=source),
        vertex("Bert"),
        edge("mill", "belongs to", "Zoe", source=source),
        edge("Bert", "visits", "mill", source=source),
    ]
    if graph_first:
        await put(library, tmp_path, *elements)
    await write(library, "The mill turns.\n\n## Sold\n\nThe old house was sold.", "one")
    await write(library, "Another mill, and Bert.", "two")
    if not graph_first:
        await put(library, tmp_path, *elements)
    found = await links(library)
    assert found["mill"] == ["The mill turns."]
    assert found["Zoe"] == ["The mill turns.", "The old house was sold."]
    assert (await links(library, "edge"))["mill belongs to Zoe"] == ["The mill turns."]
    assert (await links(library, "edge"))["Bert visits mill"] == ["The mill turns.", "The old house was sold."]


async def test_a_source_that_names_no_document_counts_as_none(library, tmp_path):
    await write(library, TEXT, "one")
    await put(library, tmp_path, vertex("Anna", source="lost.md"))
    assert await links(library) == {"Anna": ["Anna owns a mill."]}


async def test_chinese_and_accented_names_are_linked(library, tmp_path):
    await write(library, "绿茶要冷藏。\n\n## Ortie\n\nLe purin d'ortie est permis à la médiathèque.", "one")
    await put(library, tmp_path, vertex("绿茶"), vertex("Purin d’Ortie"), vertex("MEDIATHEQUE"))
    assert set(await links(library)) == {"绿茶", "Purin d’Ortie", "MEDIATHEQUE"}


async def test_another_workspace_is_not_linked(library, tmp_path):
    await write(library, TEXT, "one", workspace="other")
    await put(library, tmp_path, vertex("Anna"))
    assert await links(library) == {}


def test_a_document_goes_by_every_end_of_its_source():
    assert Spoken("1", "x", "a/b/c.md", {}).names == {"x", "a/b/c.md", "b/c.md", "c.md"}
    assert Spoken("1", "x", "", {}).names == {"x"}
