"""The retriever of the graph: how many candidates, and none without a name."""

import pytest

from gateway.retrieval.retrievers import graph
from gateway.store.documents.library import Library
from tests.support.graphs import edge, put, vertex
from tests.support.questions import query_of


@pytest.fixture
async def library(database, tmp_path):
    library = Library(database)
    names = ["Anna", "Bert", "Carl", "Dora"]
    await put(
        library, tmp_path, *map(vertex, names), vertex("mill"), *(edge(name, f"of {name}", "mill") for name in names)
    )
    return library


def search(library, text, top_k=3, **fields):
    retriever = graph.Relations(library.graph, top_k)
    return retriever.search(query_of("default", text, "en", **{"limit": 8, **fields}))


async def test_at_most_so_many_candidates_as_the_setting_and_the_limit_say(library):
    question = "Anna, Bert, Carl and Dora"
    assert len((await search(library, question)).found) == 3
    assert len((await search(library, question, top_k=1)).found) == 1
    assert len((await search(library, question, limit=2)).found) == 2


@pytest.mark.parametrize("question", ["What is new?", "Annabel", "millions", "", "谁？"])
async def test_a_question_that_names_nothing_gets_nothing(library, question):
    assert (await search(library, question)).found == ()


async def test_what_joins_two_entities_comes_first(library):
    first = (await search(library, "Anna and Bert")).found[0]
    assert {edge["startId"] for edge in first.reference["edges"]} == {"Anna", "Bert"}
    assert first.type == "graph" and first.score > 0.5
