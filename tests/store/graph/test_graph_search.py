"""Search in the graph: entities of the question, their own edges, paths, and who may see what."""

import pytest

from gateway.errors import InvalidField
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.graph.graph_search import MOST_EDGES_OF_ONE
from tests.support.graphs import edge, put, vertex, write
from tests.support.questions import query_of


@pytest.fixture
async def library(database, tmp_path):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    library = Library(database)
    await put(
        library,
        tmp_path,
        vertex("Anna", aliases=["Annabel Lee"]),
        vertex("Bert"),
        vertex("mill"),
        vertex("River"),
        vertex("Town"),
        edge("Anna", "owns", "mill"),
        edge("Bert", "repairs", "mill"),
        edge("River", "passes", "Town"),
    )
    return library


def around(library, text, **fields):
    return library.graph.around(query_of(**{"tenant": "default", "text": text, "language": "en", "limit": 5, **fields}))


def ids(found):
    return [relation.edge_id for relation in found.relations]


async def test_only_the_edges_of_the_entities_named_are_found(library):
    found = await around(library, "What does annabel  LEE own?")
    assert [(entity.surface, [node.name for node in entity.nodes]) for entity in found.entities] == [
        ("annabel  LEE", ["Anna"])
    ]
    assert ids(found) == ["Anna owns mill"]


async def test_a_question_that_names_nothing_finds_nothing(library):
    assert (await around(library, "What is the newest relation of all?")).entities == ()


async def test_two_entities_are_joined_over_a_third(library):
    found = await around(library, "What have Anna and Bert in common?")
    assert [tuple(step.edge_id for step in path) for path in found.paths] == [("Anna owns mill", "Bert repairs mill")]
    joined = await around(library, "Does Anna own the mill?")
    assert joined.paths == () and ids(joined) == ["Anna owns mill", "Bert repairs mill"]


async def test_a_vertex_that_is_named_twice_is_one_entity(library):
    found = await around(library, "Is Anna also called Annabel Lee?")
    assert [entity.surface for entity in found.entities] == ["Anna"]


async def test_of_a_hub_come_the_edges_the_question_is_about(library, tmp_path):
    plain = [edge("Town", f"has{number}", "River", weight=5) for number in range(MOST_EDGES_OF_ONE + 20)]
    wanted = edge("Town", "twinned with", "mill", "The town is twinned with a mill.", weight=0)
    await put(library, tmp_path, *plain, wanted)
    found = await around(library, "With what is the town twinned?")
    assert wanted["id"] in ids(found) and len(found.relations) == MOST_EDGES_OF_ONE
    assert wanted["id"] in ids(await around(library, "Town and mill"))


async def test_another_tenant_and_another_workspace_see_nothing(library):
    assert (await around(library, "Anna", tenant="acme")).entities == ()
    assert (await around(library, "Anna", workspace="other")).entities == ()
    assert (await around(library, "Anna", workspace="default")).entities != ()
    assert (await around(library, "Anna", workspaces=("other", "another"))).entities == ()
    assert (await around(library, "Anna", workspaces=("other", "default"))).entities != ()


async def test_a_document_or_an_application_holds_what_is_linked_to_its_passages(library):
    mine = await write(library, "Anna owns the mill.", "one", source_app="desk")
    other = await write(library, "Anna was seen by the mill's wheel. Bert repairs nothing.", "two")
    assert ids(await around(library, "Anna", document_ids=(mine,))) == ["Anna owns mill"]
    assert ids(await around(library, "Anna", source_app="desk")) == ["Anna owns mill"]
    assert (await around(library, "Bert", document_ids=(mine,))).entities == ()
    assert ids(await around(library, "Bert", document_ids=(other,))) == ["Bert repairs mill"]
    assert (await around(library, "Anna", source_app="till")).entities == ()


async def test_malformed_filters_are_refused_by_name(library):
    with pytest.raises(InvalidField, match="document_ids"):
        await around(library, "Anna", document_ids=("no-uuid",))
    with pytest.raises(InvalidField, match="workspace"):
        await around(library, "Anna", workspace="\0")


@pytest.mark.parametrize("text", ["", "?!", "'; drop table vertex; --", "Anna\0", "𠮷" * 50, "Anna " * 1600])
async def test_no_question_is_too_strange_to_be_looked_up(library, text):
    await around(library, text)
    assert (await library.graph.counts("default")).vertices == 5
