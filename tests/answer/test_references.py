"""The reference of a passage or of a graph result, as code reads it."""

from gateway.answer.answer import Candidate
from gateway.answer.references import dated

POSITION = {"start": 7, "end": 17, "heading": "Loans"}
PASSAGE = {
    "embeddingId": "p",
    "documentId": "d",
    "title": "Rules",
    "source": "rules.md",
    "mediaType": "text/plain",
    "text": "Ten cents.",
    "score": 0.5,
    "rank": 1,
    "position": POSITION,
}
GRAPH = {"entitiesFromQuestion": ["Ada"], "vertices": [{"id": "a", "name": "Ada"}], "edges": []}


def test_a_passage_has_an_empty_graph():
    passage = Candidate("E1", "embedding", PASSAGE, 0.5, 1)
    assert passage.passage == PASSAGE and passage.position == POSITION
    assert (passage.document_id, passage.passage_id, passage.title) == ("d", "p", "Rules")
    assert (passage.source, passage.media_type, passage.text) == ("rules.md", "text/plain", "Ten cents.")
    assert passage.also_at == []
    assert Candidate("E1", "embedding", {**PASSAGE, "alsoAt": [POSITION]}, 0.5, 1).also_at == [POSITION]
    assert passage.heading == "Loans" and passage.entities == passage.graph["vertices"] == passage.graph["edges"] == []


def test_a_graph_result_has_an_empty_passage():
    graph = Candidate("G1", "graph", GRAPH, 0.5, 1)
    assert graph.graph == GRAPH and graph.entities == ["Ada"]
    texts = (graph.document_id, graph.passage_id, graph.title, graph.source, graph.media_type, graph.text)
    assert set(texts) == {""} == {graph.heading} and graph.position == {"start": 0, "end": 0}


def test_a_candidate_is_stored_with_its_reference_as_payload():
    candidate = Candidate("E1", "embedding", PASSAGE, 0.5, 1, "en")
    stored = candidate.to_json()
    assert list(stored) == ["citation_id", "type", "payload", "score", "rank", "language"]
    assert stored["payload"] == PASSAGE and Candidate.from_json(stored) == candidate


def test_the_newer_of_two_sources_is_the_greater_one():
    def at(date, date_from="mail"):
        return dated({**PASSAGE, "date": date, "dateFrom": date_from})

    dates = ["2024-05-01T09:00:00+02:00", "2024-05-01", "2024-04-30T23:59:59Z", "1999-12-31"]
    assert sorted(map(at, dates), reverse=True) == [at(date) for date in dates]
    assert at("2024-05-01").day == "2024-05-01" == at("2024-05-01T09:00:00+02:00").day
    assert at("2024-05-01").by_authors
    assert not at("2024-05-01", "file").by_authors and not at("2024-05-01", "loaded").by_authors


def test_a_reference_of_an_older_version_has_no_date():
    for reference in (PASSAGE, GRAPH, {**PASSAGE, "date": "soon", "dateFrom": "mail"}):
        found = dated(reference)
        assert (found.date, found.date_from, found.by_authors) == ("", "loaded", False)
        assert found < dated({**PASSAGE, "date": "0001-01-02", "dateFrom": "page"})
