"""Paragraphs and references in the spelling of REST documents."""

from gateway.answer.answer import Candidate, Citation, Evidence
from gateway.answer.events import ParagraphFinished, ReferenceShown
from gateway.wire.shared.rest_json import offered, paragraph, reference


def test_a_paragraph_names_its_citations_and_the_id_that_a_moved_one_had():
    moved = Citation("E1", "moved", 0.5, (Evidence(0, 4),), "E9")
    written = paragraph(ParagraphFinished(2, "Tea.", (moved, Citation("E2", "ok", 0.9)), "truncated"))
    assert (written["index"], written["text"], written["degraded"]) == (2, "Tea.", "truncated")
    assert written["citation_ids"] == ["E1", "E2"]
    first, second = written["citations"]
    assert first["original_id"] == "E9" and first["evidence"] == [Evidence(0, 4).named()]
    assert second == {"citation_id": "E2", "status": "ok", "score": 0.9, "evidence": []}


def test_a_reference_keeps_its_payload_as_it_is():
    shown = ReferenceShown("E1", "embedding", {"documentId": "d1"})
    assert reference(shown) == {"citation_id": "E1", "type": "embedding", "payload": {"documentId": "d1"}}


def test_an_offer_is_spelled_in_snake_case():
    payload = {"embeddingId": "p1", "documentId": "d1", "title": "Rules", "text": "t", "position": {"heading": "Loans"}}
    assert offered(Candidate("E1", "embedding", payload, 1.0, 1).offer) == {
        "citation_id": "E1",
        "type": "embedding",
        "title": "Rules",
        "heading": "Loans",
        "document_id": "d1",
        "passage_id": "p1",
    }
    named = {"vertices": [{"name": "Library"}, {"name": "Book"}]}
    assert offered(Candidate("G1", "graph", named, 1.0, 1).offer) == {
        "citation_id": "G1",
        "type": "graph",
        "title": "Library, Book",
        "heading": "",
    }
