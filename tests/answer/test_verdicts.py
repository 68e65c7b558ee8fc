"""What a verifier's verdicts do to a paragraph."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Evidence
from gateway.answer.events import ParagraphFinished
from gateway.answer.verdicts import Claim, Verdict, apply, claims, judged

RANGE = (Evidence(0, 5),)
OK = Citation("E1", "ok", 0.8, RANGE)
WEAK = Citation("E2", "weak", 0.3, RANGE)
MOVED = Citation("E3", "moved", 0.6, RANGE, "E7")
UNCHECKED = Citation("G1")
PARAGRAPH = ParagraphFinished(2, "A loan lasts three weeks.", (OK, WEAK, MOVED, UNCHECKED), None, 1)


def said(label):
    return [Verdict(label, 0.9)] * 4


def test_unknown_changes_nothing():
    assert apply(PARAGRAPH, [Verdict()] * 4) == (PARAGRAPH, ())


def test_supported_turns_weak_into_ok_and_keeps_score_evidence_and_every_other_status():
    paragraph, fallen = apply(PARAGRAPH, said("supported"))
    assert paragraph.citations == (OK, Citation("E2", "ok", 0.3, RANGE), MOVED, UNCHECKED) and fallen == ()
    assert (paragraph.index, paragraph.text, paragraph.revision) == (2, PARAGRAPH.text, 1)


def test_refuted_citations_fall_whatever_their_status_and_the_text_stays():
    paragraph, fallen = apply(PARAGRAPH, said("refuted"))
    assert paragraph == ParagraphFinished(2, PARAGRAPH.text, (), None, 1)
    assert fallen == PARAGRAPH.citations


def test_each_verdict_meets_its_own_citation():
    verdicts = [Verdict("refuted"), Verdict("supported"), Verdict("unknown"), Verdict("refuted")]
    kept, fallen = judged(PARAGRAPH.citations, verdicts)
    assert [one.citation_id for one in kept] == ["E2", "E3"] and kept[0].status == "ok"
    assert fallen == (OK, UNCHECKED)


@pytest.mark.parametrize("count", [0, 3, 5])
def test_another_number_of_verdicts_is_refused(count):
    with pytest.raises(ValueError, match="zip"):
        apply(PARAGRAPH, [Verdict("refuted")] * count)


def test_a_claim_holds_the_paragraph_and_all_that_its_source_says():
    passage = {"title": "Rules", "text": "Loans last three weeks.", "position": {"heading": "Loans"}}
    graph = {"vertices": [{"name": "Loan"}], "edges": []}
    candidates = Candidates(
        [Candidate("E1", "embedding", passage, 1.0, 1, "en"), Candidate("G1", "graph", graph, 1.0, 1)]
    )
    made = claims("Text.", [UNCHECKED, OK, WEAK], candidates, "fr")
    assert [one.language for one in made] == ["fr"] * 3 and {one.text for one in made} == {"Text."}
    assert "Loan" in made[0].passage
    assert made[1] == Claim("Text.", "Rules\nLoans\nLoans last three weeks.", "fr")
    assert made[2].passage == "", "a citation without a candidate has nothing to be judged by"
