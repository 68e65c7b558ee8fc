"""Remembered answers that cite the graph: kept while it says what was cited, stale with the change that ends that."""

import asyncio

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.knowledge.graph.subgraph import pieces
from gateway.memory.rules.provenance import CitedSources, cited
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.memory import memories as memories_module
from gateway.store.memory.memories import Memories
from tests.support.graphs import edge, put, vertex, write
from tests.support.memory_entries import new
from tests.support.questions import query_of

QUESTION = "Where does the confocal microscope stand?"
SCOPE, ROOM = "confocal microscope", "Room C 114"
LAB = [
    vertex(SCOPE, "It sees single cells."),
    vertex(ROOM, "It is always locked."),
    edge(SCOPE, "stands in", ROOM, "Beside the freezer."),
]
LONE = vertex("deep freezer", "It keeps samples at minus 80 degrees.")


@pytest.fixture
def memories(database):
    return Memories(database)


@pytest.fixture
def library(database):
    return Library(database)


async def found(library, question=QUESTION, workspaces=()):
    """What an answer to the question cites, all candidates of the graph."""
    subgraph = await library.graph.around(query_of("default", question, "en", 8, workspaces=workspaces))
    listed = [
        Candidate(f"G{rank}", "graph", piece.reference, piece.score, rank)
        for rank, piece in enumerate(pieces(question, "en", subgraph, 8), start=1)
    ]
    return cited(Candidates(listed), [one.citation_id for one in listed], workspaces)


async def kept(memories, library, **fields):
    response_id = await memories.keep(new(cited=await found(library, **fields)))
    assert response_id is not None
    return response_id


async def state(memories, response_id):
    """Status, whether it is found, and why it is stale."""
    entry = await memories.entry("default", response_id)
    alive = await memories.exact("default", "scope", "How long?", 180)
    why = [event["reason"] for event in entry["events"] if event["kind"] == "stale"]
    return entry["status"], alive is not None and alive.has_sources and alive.sources_current, why


@pytest.mark.requirement("C12")
async def test_an_answer_that_cites_a_relation_is_kept_with_what_it_rests_on(memories, library, tmp_path):
    document = await write(library, "The confocal microscope stands in Room C 114, beside the freezer.", "lab")
    other = await write(library, "Room C 114 is locked.", "rooms")
    await put(library, tmp_path, *LAB)
    response_id = await kept(memories, library)
    assert await state(memories, response_id) == ("validated", True, [])
    entry = await memories.entry("default", response_id)
    assert [(one["title"], one["document_id"], one["current"]) for one in entry["sources"]] == [
        ("confocal microscope", None, True),
        ("confocal microscope —stands in→ Room C 114", None, True),
    ]
    stored = await memories.stored("default", response_id)
    assert stored.documents == (f"about {SCOPE}",)
    await library.delete_document("default", other)
    assert (await state(memories, response_id))[0] == "validated", "no cited relation is linked to it"
    await library.delete_document("default", document)
    assert await state(memories, response_id) == ("stale", False, ["document"])


@pytest.mark.parametrize(
    "changed",
    [
        [vertex(SCOPE, "It is broken.")],
        [vertex(ROOM, "It is open.")],
        [vertex(ROOM, "It is always locked.", metadata={"floor": 1})],
        [edge(SCOPE, "stands in", ROOM, "Beside the window.")],
        [vertex("hall"), {**edge(SCOPE, "stands in", "hall"), "id": f"{SCOPE} stands in {ROOM}"}],
    ],
    ids=["entity", "other end", "metadata", "relation", "moved"],
)
async def test_a_change_of_what_is_cited_makes_it_stale_at_once(memories, library, tmp_path, changed):
    await put(library, tmp_path, *LAB)
    response_id = await kept(memories, library)
    await put(library, tmp_path, *LAB, LONE, edge("deep freezer", "stands in", ROOM))
    await put(library, tmp_path, *LAB, workspace="elsewhere")
    assert await state(memories, response_id) == ("validated", True, []), "nothing that is cited has changed"
    await put(library, tmp_path, *changed)
    assert (await state(memories, response_id))[0] == "stale"
    assert "graph" in (await state(memories, response_id))[2]


async def test_what_is_deleted_is_not_served(memories, library, tmp_path):
    await put(library, tmp_path, *LAB)
    response_id = await kept(memories, library)
    await library.graph.empty("default", "default")
    status, alive, why = await state(memories, response_id)
    assert (status, alive, set(why)) == ("stale", False, {"graph"})
    assert {one["title"] for one in (await memories.entry("default", response_id))["sources"]} == {None}


async def test_what_has_changed_since_it_was_cited_is_not_kept(memories, library, tmp_path):
    await put(library, tmp_path, *LAB)
    rests_on = await found(library)
    assert await memories.keep(new(cited=CitedSources(parts=rests_on.parts, workspaces=("other",)))) is None
    await put(library, tmp_path, edge(SCOPE, "stands in", ROOM, "In the hall."))
    assert await memories.keep(new(cited=rests_on)) is None


async def test_what_rests_on_too_many_passages_is_not_kept(memories, library, tmp_path, monkeypatch):
    """An entity may be linked to thousands; every lookup would look at each of them."""
    await write(library, "Samples go into the deep freezer.", "cold")
    await put(library, tmp_path, LONE)
    rests_on = await found(library, "What is the deep freezer?")
    monkeypatch.setattr(memories_module, "MOST_PASSAGES", 0)
    assert await memories.keep(new(cited=rests_on)) is None
    monkeypatch.undo()
    assert await memories.keep(new(cited=rests_on)) is not None


async def test_the_evidence_is_looked_at_again_even_where_no_change_was_seen(memories, library, tmp_path, database):
    await put(library, tmp_path, *LAB)
    response_id = await kept(memories, library)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update response_part set part_hash = '' where kind = 'edge'")
    assert await state(memories, response_id) == ("validated", False, [])


async def test_a_lone_entity_rests_on_the_passages_that_speak_of_it(memories, library, tmp_path):
    document = await write(library, "Samples go into the deep freezer.", "cold")
    await put(library, tmp_path, LONE)
    response_id = await kept(memories, library, question="What is the deep freezer?")
    assert await state(memories, response_id) == ("validated", True, [])
    await library.delete_document("default", document)
    assert await state(memories, response_id) == ("stale", False, ["document"])


async def test_copies_in_several_workspaces_all_count(memories, library, tmp_path):
    for workspace in ("one", "other", "third"):
        await put(library, tmp_path, *LAB, workspace=workspace)
    both = ("one", "other")
    response_id = await kept(memories, library, workspaces=both)
    await library.graph.empty("default", "third")
    assert await state(memories, response_id) == ("validated", True, [])
    await put(library, tmp_path, vertex(ROOM, "Open."), workspace="other")
    assert (await state(memories, response_id))[0] == "stale"


@pytest.mark.slow
async def test_answers_documents_and_graph_files_meet_in_any_order(memories, library, tmp_path, database):
    """Nobody locks another out, and what has changed is never left alive."""
    await put(library, tmp_path, *LAB)
    text = f"The {SCOPE} stands in {ROOM}."

    async def keep():
        for turn in range(100):
            if (rests_on := await found(library)) is not None:
                await memories.keep(new(question=f"{turn % 3}", cited=rests_on))

    async def rewrite(number):
        for turn in range(100):
            document = await write(library, f"{text} {turn}", f"note {number}")
            if turn % 3 == 0:
                await library.delete_document("default", document)

    async def reload():
        for turn in range(100):
            await put(library, tmp_path, *LAB[:2], {**LAB[2], "description": str(turn % 3)})

    await asyncio.gather(keep(), keep(), keep(), rewrite(1), rewrite(2), reload())
    statement = (
        "select count(*) from responses r where status = 'validated' and exists ("
        "select from response_shown(r.tenant_id, r.id) where not current)"
    )
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval(statement) == 0
        assert await connection.fetchval("select count(*) from responses")
