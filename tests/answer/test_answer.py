"""The nouns."""

from gateway.answer.answer import Candidate, Candidates


def test_a_candidate_reads_its_payload_and_lacks_nothing_when_fields_are_absent():
    full = Candidate("E1", "embedding", {"title": "T", "text": "x", "position": {"heading": "H"}}, 0.5, 1)
    assert (full.title, full.text, full.heading) == ("T", "x", "H")
    bare = Candidate("G1", "graph", {"position": None}, 0.5, 1)
    assert (bare.title, bare.text, bare.heading) == ("", "", "")


def test_candidates_are_a_sequence_with_membership_by_id():
    one, two = (Candidate(f"E{rank}", "embedding", {}, 1.0, rank) for rank in (1, 2))
    both = Candidates([one, two])
    assert list(both) == [one, two] and both[1] is two and len(both) == 2
    assert "E1" in both and "E3" not in both and one not in both
    assert both.get("E2") is two and both.get("E9") is None
    assert not Candidates()
