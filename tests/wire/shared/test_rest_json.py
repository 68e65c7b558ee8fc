"""Paragraphs and references in the spelling of REST documents."""

from gateway.answer.answer import Citation, Evidence
from gateway.answer.events import ParagraphFinished, ReferenceShown
from gateway.wire.shared.rest_json import paragraph, reference


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
