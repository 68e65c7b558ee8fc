"""The nouns."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Evidence


def test_a_candidate_reads_its_payload_and_lacks_nothing_when_fields_are_absent():
    full = Candidate("E1", "embedding", {"title": "T", "text": "x", "position": {"heading": "H"}}, 0.5, 1)
    assert (full.title, full.text, full.heading) == ("T", "x", "H")
    bare = Candidate("G1", "graph", {"position": None}, 0.5, 1)
    assert (bare.title, bare.text, bare.heading) == ("", "", "")


PAGES = [{"page": 3, "start": 0}, {"page": 4, "start": 10}, {"page": 6, "start": 20}]


@pytest.mark.parametrize(
    ("position", "found"),
    [
        ({"page": 3, "pageEnd": 6, "pages": PAGES}, [3, 3, 4, 6]),
        ({"page": 3, "pageEnd": 3}, [3, 3, 3, 3]),
        ({"page": 3, "pageEnd": 4}, [None] * 4),
        ({"page": 3}, [None] * 4),
        ({}, [None] * 4),
        (None, [None] * 4),
    ],
    ids=["several", "one", "borders unknown", "kept by an older gateway", "none", "no position"],
)
def test_a_place_in_a_passage_is_on_a_page(position, found):
    candidate = Candidate("E1", "embedding", {"text": "x" * 30, "position": position}, 0.5, 1)
    assert [candidate.page_at(offset) for offset in (0, 9, 10, 29)] == found


def test_a_page_that_is_not_known_is_left_out():
    assert Evidence(1, 2, 3).named() == {"start": 1, "end": 2, "page": 3}
    assert Evidence(1, 2).named() == {"start": 1, "end": 2}


def test_candidates_are_a_sequence_with_membership_by_id():
    first, second = (Candidate(f"E{rank}", "embedding", {}, 1.0, rank) for rank in (1, 2))
    both = Candidates([first, second])
    assert list(both) == [first, second] and both[1] is second and len(both) == 2
    assert "E1" in both and "E3" not in both and first not in both
    assert both.get("E2") is second and both.get("E9") is None
    assert not Candidates()


def test_what_was_offered_of_a_passage_are_its_ids_and_of_a_graph_result_the_names_of_its_things():
    position = {"heading": "Fees", "start": 0, "end": 1}
    passage = {"title": "Rules", "text": "x", "documentId": "d", "embeddingId": "p", "position": position}
    found = Candidate("E1", "embedding", passage, 0.5, 1)
    graph = Candidate("G1", "graph", {"vertices": [{"name": "Ada"}, {"name": "Bern"}], "edges": []}, 0.5, 1)
    named = {"citationId": "E1", "type": "embedding", "title": "Rules", "heading": "Fees"}
    assert found.offer == {**named, "documentId": "d", "passageId": "p"}
    assert graph.offer == {"citationId": "G1", "type": "graph", "title": "Ada, Bern", "heading": ""}
    assert Candidates([graph, found]).passages == [found]
