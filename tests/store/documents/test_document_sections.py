"""One document from its beginning to its end."""

import uuid

import pytest

from gateway.knowledge.documents.corpus import Passage, text_hash
from gateway.store.documents.document_sections import DocumentSections, is_under
from gateway.store.documents.library import Library
from tests.support.corpus import document, put_document

HEADINGS = ["", "Loans", "Loans › Renewal", "Loans › Fees", "Data"]


@pytest.fixture
async def shelf(database):
    new = document("\n".join(f"Text {number}." for number in range(len(HEADINGS))), external_id="a")
    passages = []
    for number, heading in enumerate(HEADINGS):
        text = f"Text {number}."
        fields = (new.document_id, number, heading or None, None, number * 8, number * 8 + 7, text, text_hash(text))
        passages.append(Passage(str(uuid.uuid4()), *fields))
    await put_document(Library(database), "default", new, passages, None, "none")
    return DocumentSections(database), new.document_id


async def texts(shelf, heading="", most=10, tenant="default"):
    sections, document_id = shelf
    return [hit.reference["text"] for hit in await sections.walk(tenant, document_id, heading, most)]


async def test_all_passages_come_in_their_order_as_references_have_them(shelf):
    sections, document_id = shelf
    hits = await sections.walk("default", document_id, "", 10)
    assert [hit.reference["text"] for hit in hits] == [f"Text {number}." for number in range(5)]
    assert hits[2].reference["position"] == {"start": 16, "end": 23, "heading": "Loans › Renewal"}
    assert {hit.reference["documentId"] for hit in hits} == {document_id} and hits[0].type == "embedding"


async def test_the_texts_of_a_document_come_in_its_order_and_another_system_has_none(shelf):
    sections, document_id = shelf
    passages = await sections.texts("default", document_id)
    assert [each.text for each in passages] == [f"Text {number}." for number in range(5)]
    assert [each.heading for each in passages] == HEADINGS and len({each.passage_id for each in passages}) == 5
    assert await sections.texts("other", document_id) == await sections.texts("default", "wiki/page 7") == []


async def test_of_too_many_every_section_has_its_first(shelf):
    assert await texts(shelf, most=3) == ["Text 0.", "Text 1.", "Text 4."]


async def test_under_a_heading_stands_what_continues_it(shelf):
    assert await texts(shelf, "Loans") == ["Text 1.", "Text 2.", "Text 3."]
    assert await texts(shelf, "Loans › Fees") == ["Text 3."]
    assert await texts(shelf, "Loan") == []


async def test_another_tenants_document_is_none(shelf):
    assert await texts(shelf, tenant="other") == []


def test_a_heading_is_under_itself_and_under_no_name_that_only_begins_so():
    assert is_under("Loans", "Loans") and is_under("Loans › Fees", "Loans") and is_under("x", "")
    assert not is_under("Loans and fees", "Loans")
