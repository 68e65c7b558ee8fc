"""The sample documents are searched as long as there are no others."""

import pytest

from gateway.conversation.question import Scope
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.retrieval.ports import Query
from gateway.store.documents.collection_rows import CollectionRows
from gateway.store.documents.library import Library
from tests.support.corpus import put
from tests.support.questions import query_of, question_of


@pytest.fixture
async def library(database):
    library = Library(database)
    await put(
        library, "Penguins sleep on ice.", external_id="s", title="Sample", workspace=SAMPLE_WORKSPACE, language="en"
    )
    return library


async def own(library, workspace="default"):
    await put(library, "Penguins eat fish.", external_id=workspace, title="Own", workspace=workspace, language="en")


async def titles(library, **fields):
    found = await library.passages.search(query_of("default", "Where do penguins sleep?", "en", 9, **fields))
    return {hit.reference["title"] for hit in found.found}


async def test_alone_it_is_searched_and_beside_others_it_is_not(library):
    assert await titles(library) == {"Sample"} and not await library.sample_left_out("default")
    await own(library)
    assert await titles(library) == {"Own"} and await library.sample_left_out("default")


async def test_who_names_it_searches_it(library):
    await own(library)
    assert await titles(library, workspace=SAMPLE_WORKSPACE) == {"Sample"}
    ids = {
        hit.reference["documentId"]
        for hit in (
            await library.passages.search(query_of("default", "ice", "en", 9, workspace=SAMPLE_WORKSPACE))
        ).found
    }
    assert await titles(library, document_ids=tuple(ids)) == {"Sample"}


async def test_a_caller_who_sees_no_other_documents_searches_it(library):
    await own(library, "legal")
    assert await titles(library, workspaces=(SAMPLE_WORKSPACE,)) == {"Sample"}
    assert await titles(library, workspaces=(SAMPLE_WORKSPACE, "legal")) == {"Own"}
    assert not await library.sample_left_out("default", [SAMPLE_WORKSPACE])


async def test_when_the_others_are_gone_it_is_searched_again(library):
    await own(library)
    [hit] = (await library.passages.search(Query("default", "fish", "en", 9))).found
    await library.delete_document("default", hit.reference["documentId"])
    assert await titles(library) == {"Sample"}
    assert not await library.sample_left_out("default")


async def test_what_is_told_of_the_collection_is_what_is_searched(library, database):
    rows = CollectionRows(database)

    async def documents(**scope):
        held = await rows.holds(question_of("default", "hello", "en", scope=Scope(**scope)), 10)
        return tuple(titled.title for titled in held.titles)

    assert await documents() == ("Sample",)
    await own(library)
    assert await documents() == ("Own",) and await documents(workspace=SAMPLE_WORKSPACE) == ("Sample",)
