"""What the knowledge base holds, of what a question may see."""

import pytest

from gateway.conversation.question import Question, Scope
from gateway.store.knowledge.collection_rows import CollectionRows
from gateway.store.knowledge.library import Library
from tests.support.corpus import put


async def filled(database):
    library = Library(database)
    for number in range(4):
        await put(
            library,
            f"The text {number} is about books.",
            external_id=f"{number}",
            title=f"Book {number % 3}",
            language="en",
        )
    await put(library, "Le texte parle de thé.", external_id="t", title="Thé", workspace="legal", language="fr-CA")
    return CollectionRows(database)


async def holds(rows, scope=None, titles=10, tenant="default"):
    return await rows.holds(Question(tenant, "hello", "en", scope=scope or Scope()), titles)


async def test_everything_is_counted_and_the_newest_titles_come_first_and_once(database):
    found = await holds(await filled(database))
    assert found.documents == 5 and found.titles == ("Thé", "Book 0", "Book 2", "Book 1")
    assert found.languages == ("en", "fr") and len(found.workspaces) == 2


async def test_there_are_no_more_titles_than_asked_for(database):
    found = await holds(await filled(database), titles=2)
    assert (found.titles, found.listed, found.documents) == (("Thé", "Book 0"), 3, 5)


@pytest.mark.parametrize(
    ("scope", "documents"),
    [
        (Scope("legal"), 1),
        (Scope(workspaces=("legal",)), 1),
        (Scope(workspaces=("legal", "default")), 5),
        (Scope(workspaces=("other",)), 0),
        (Scope(languages=("fr",)), 1),
        (Scope(source_app="elsewhere"), 0),
        (Scope(document_ids=("no id",)), 0),
    ],
)
async def test_only_what_a_question_may_see_counts(database, scope, documents):
    found = await holds(await filled(database), scope)
    assert found.documents == documents and (len(found.titles) > 0) is (documents > 0)


async def test_another_tenant_has_nothing_here(database):
    assert await holds(await filled(database), tenant="other") == (0, (), (), (), 0)
