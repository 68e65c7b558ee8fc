"""What a verifier's verdicts do to a paragraph."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Evidence
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict, claims, judged

RANGE = (Evidence(0, 5),)
OK = Citation("E1", "ok", 0.8, RANGE)
WEAK = Citation("E2", "weak", 0.3, RANGE)
MOVED = Citation("E3", "moved", 0.6, RANGE, "E7")
UNCHECKED = Citation("G1")
CITATIONS = (OK, WEAK, MOVED, UNCHECKED)
TEXT = "A loan lasts three weeks."


def all_of(label):
    return [Verdict(label, 0.9)] * 4


def test_unknown_changes_nothing():
    assert judged(CITATIONS, [Verdict()] * 4) == (CITATIONS, ())


def test_supported_turns_weak_into_ok_and_keeps_score_evidence_and_every_other_status():
    standing, fallen = judged(CITATIONS, all_of("supported"))
    assert standing == (OK, Citation("E2", "ok", 0.3, RANGE), MOVED, UNCHECKED) and fallen == ()


def test_partly_turns_ok_into_weak_and_keeps_every_other_status():
    standing, fallen = judged(CITATIONS, all_of("partly"))
    assert standing == (Citation("E1", "weak", 0.8, RANGE, reason="wording"), WEAK, MOVED, UNCHECKED) and fallen == ()


def test_refuted_citations_fall_whatever_their_status():
    standing, fallen = judged(CITATIONS, all_of("refuted"))
    assert (standing, fallen) == ((), CITATIONS)


def test_each_verdict_meets_its_own_citation():
    verdicts = [Verdict("refuted"), Verdict("supported"), Verdict("unknown"), Verdict("refuted")]
    standing, fallen = judged(CITATIONS, verdicts)
    assert [citation.citation_id for citation in standing] == ["E2", "E3"] and standing[0].status == "ok"
    assert fallen == (OK, UNCHECKED)


@pytest.mark.parametrize("count", [0, 3, 5])
def test_another_number_of_verdicts_is_refused(count):
    with pytest.raises(ValueError, match="zip"):
        judged(CITATIONS, [Verdict("refuted")] * count)


def test_a_claim_holds_the_paragraph_and_all_that_its_source_says():
    passage = {"title": "Rules", "text": "Loans last three weeks.", "position": {"heading": "Loans"}}
    graph = {"entitiesFromQuestion": [], "vertices": [{"name": "Loan", "description": ""}], "edges": []}
    candidates = Candidates(
        [Candidate("E1", "embedding", passage, 1.0, 1, "en"), Candidate("G1", "graph", graph, 1.0, 1)]
    )
    made = claims("Text.", [UNCHECKED, OK, WEAK], candidates, "fr")
    assert [claim.language for claim in made] == ["fr"] * 3 and {claim.text for claim in made} == {"Text."}
    assert "Loan" in made[0].passage
    assert made[1] == Claim("Text.", "Rules\nLoans\nLoans last three weeks.", "fr")
    assert made[2].passage == "", "a citation without a candidate has nothing to be judged by"
