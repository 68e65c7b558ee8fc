"""What the knowledge base holds, of what a question may see."""

from dataclasses import replace

import pytest

from gateway.conversation.question import Question, Scope
from gateway.store.documents.collection_rows import CollectionRows
from gateway.store.documents.library import Library
from gateway.turn.ports import Holdings
from tests.support.corpus import document as corpus_document
from tests.support.corpus import passages, put, put_document


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
    assert found.documents == 5 and [titled.title for titled in found.titles] == ["Thé", "Book 0", "Book 2", "Book 1"]
    assert [titled.documents for titled in found.titles] == [1, 2, 1, 1] and len(found.titles[0].day) == 10
    assert found.languages == {"en": 4, "fr": 1} and len(found.workspaces) == 2 and found.changed


async def test_there_are_no_more_titles_than_asked_for(database):
    found = await holds(await filled(database), titles=2)
    assert [titled.title for titled in found.titles] == ["Thé", "Book 0"]


async def test_of_every_folder_one_title_comes_before_another_of_the_same(database):
    library = Library(database)
    for name in ("a/1.md", "a/2.md", "b/3.md"):
        await put(library, f"The text of {name}.", external_id=name, title=name)
    rows, question = CollectionRows(database), Question("default", "hello", "en")
    newest = [titled.title for titled in (await rows.holds(question, 3)).titles]
    spread = [titled.title for titled in (await rows.holds(question, 2, spread=True)).titles]
    assert newest == ["b/3.md", "a/2.md", "a/1.md"] and spread == ["b/3.md", "a/2.md"]
    await put(library, "The text of b/4.md.", external_id="b/4.md", title="b/4.md")
    spread = [titled.title for titled in (await rows.holds(question, 3, spread=True)).titles]
    assert spread == ["b/4.md", "a/2.md", "b/3.md"]


async def test_documents_are_found_by_parts_of_their_names(database):
    rows = await filled(database)
    question = Question("default", "open", "en")
    found = await rows.named(question, ["book", "2"])
    assert (found[0].title, found[0].fitting) == ("Book 2", 2)
    assert sorted(document.title for document in found[1:]) == ["Book 0", "Book 0", "Book 1"]
    assert await rows.named(question, ["100%", "a_b", "\\"]) == ()
    assert await rows.named(Question("other", "open", "en"), ["book"]) == ()


async def test_headings_and_sections_are_those_of_the_passages(database):
    library = Library(database)
    document = corpus_document("# Fees\nLate.", external_id="f", title="Rules", language="en")
    parts = [
        replace(part, heading=heading, page=page)
        for part, (heading, page) in zip(passages(document), [("Fees", 1), ("Fees › Late", 2)], strict=True)
    ]
    await put_document(library, "default", document, parts, None, "none")
    rows, question = CollectionRows(database), Question("default", "open", "en")
    [stored] = await rows.named(question, ["rules"])
    assert await rows.headings("default", stored.document_id, 5) == (("Fees", 1), ("Fees › Late", 2))
    assert await rows.headings("default", stored.document_id, 1) == (("Fees", 1),)
    assert await rows.beginning("default", stored.document_id, 6) == "# Fees"
    [section] = await rows.sections(question, 5, (1, 5))
    assert section == (stored.document_id, "Rules", "en", "Fees › Late")
    assert await rows.sections(question, 5, (50, 90)) == ()


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
    assert await holds(await filled(database), tenant="other") == Holdings(0, {})
