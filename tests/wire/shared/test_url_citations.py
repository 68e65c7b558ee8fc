"""Citations as spans of the answer text."""

from gateway.answer.answer import Citation, DisagreementRemark, TextRange
from gateway.answer.events import CitationsFinished, ParagraphFinished, ReferenceShown
from gateway.wire.shared.url_citations import UrlCitations

DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"


def test_spans_count_code_points_of_the_joined_paragraphs():
    citations = UrlCitations("https://ask.example")
    citations.show(ReferenceShown("E1", "embedding", {"documentId": DOCUMENT, "embeddingId": "p1", "title": "Loans"}))
    paragraphs = ["Books 😀.", "", "Two 引用."]
    spans = [
        span
        for index, text in enumerate(paragraphs)
        for span in citations.annotate(ParagraphFinished(index, text, (Citation("E1"), Citation("E9"))))
    ]
    whole = "\n\n".join(paragraphs)
    assert [whole[span["start_index"] : span["end_index"]] for span in spans] == paragraphs
    assert {(span["title"], span["url"]) for span in spans} == {("Loans", f"https://ask.example/sources/{DOCUMENT}#p1")}


def test_a_weak_citation_says_why():
    citations = UrlCitations("")
    for name in ("E1", "E2"):
        citations.show(ReferenceShown(name, "embedding", {}))
    weak = Citation("E1", "weak", 0.7, (), None, "figure", (TextRange(4, 6),), "36")
    first, second = citations.annotate(ParagraphFinished(0, "For 24 months.", (weak, Citation("E2", "ok", 1.0))))
    doubt = {"reason": "figure", "ranges": [{"start": 4, "end": 6}], "source_value": "36"}
    assert doubt.items() <= first.items() and doubt.keys().isdisjoint(second)


def test_a_citation_says_which_sources_disagree():
    citations = UrlCitations("")
    citations.show(ReferenceShown("E1", "embedding", {}))
    cited = Citation("E1", "ok", 1.0, disagreement=DisagreementRemark(("E2",), "28"))
    [span] = citations.annotate(ParagraphFinished(0, "For 30 days.", (cited,)))
    assert span["disagreement"] == {"citation_ids": ["E2"], "value": "28"} and "reason" not in span


def test_the_extension_has_all_paragraphs_and_references():
    citations = UrlCitations("")
    citations.show(ReferenceShown("G1", "graph", {}))
    [span] = citations.annotate(ParagraphFinished(0, "One.", (Citation("G1"),)))
    assert (span["title"], span["url"]) == ("G1", "urn:citation:G1")
    extension = citations.extension("a" * 32, {"question": {}})
    assert [one["text"] for one in extension["paragraphs"]] == ["One."]
    assert [one["citation_id"] for one in extension["refs"]] == ["G1"] and extension["meta"] == {"question": {}}
    assert extension["offered"] == []


def test_the_extension_is_the_answer_as_verdicts_left_it():
    citations = UrlCitations("")
    for name in ("E1", "E2"):
        citations.show(ReferenceShown(name, "embedding", {}))
    citations.annotate(ParagraphFinished(0, "One.", (Citation("E1"), Citation("E2"))))
    citations.finished = CitationsFinished(1, 2, ({"citationId": "E1", "type": "embedding"},))
    late = [{"paragraphIndex": 0, "citationId": "E1", "status": "dropped"}]
    extension = citations.extension("a" * 32, {"answer": {"lateVerdicts": late}})
    assert [one["citation_id"] for one in extension["refs"]] == extension["paragraphs"][0]["citation_ids"] == ["E2"]
    assert extension["offered"] == [{"citation_id": "E1", "type": "embedding"}]
