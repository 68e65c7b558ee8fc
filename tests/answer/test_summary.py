"""The facts behind META."""

from gateway.answer.answer import STRUCTURE_LOST, Citation
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.summary import Tally, summarised
from tests.support.every import every
from tests.support.reading import CANDIDATES

EVIDENCE = EvidenceIndex(CANDIDATES, EvidenceSettings(), "en")
REASONS = [
    "not_json",
    "bad_shape",
    "truncated",
    "upstream_error",
    "timeout",
    "interrupted",
    "stopped",
    "budget",
    "limit",
    "content_filter",
    "refusal",
]


@every("reason", REASONS)
def test_only_lost_structure_and_cut_generation_are_citation_errors(reason):
    by_answer = summarised(Tally(reason=reason), "paragraph", CANDIDATES, EVIDENCE)
    by_paragraph = summarised(
        Tally(paragraphs=[ParagraphFinished(0, "x", (), reason)]), "paragraph", CANDIDATES, EVIDENCE
    )
    assert by_answer.has_citation_error is by_paragraph.has_citation_error is (reason in STRUCTURE_LOST)
    assert by_answer.degraded_reason == by_paragraph.degraded_reason == reason


def test_references_are_in_order_of_first_citation():
    tally = Tally(paragraphs=[ParagraphFinished(0, "x")], cited={"E2": None, "E1": None}, text=["x\n\n"])
    summary = summarised(tally, "paragraph", CANDIDATES, EVIDENCE)
    assert (summary.references, summary.ref_count, summary.paragraph_count, summary.text) == (("E2", "E1"), 2, 1, "x")
    assert summary.is_ref_embedding


def test_weak_citations_count_by_reason_as_late_verdicts_left_them():
    weak = Citation("E1", "weak", 0.7, reason="figure"), Citation("E2", "weak", 0.5, reason="wording")
    first = ParagraphFinished(0, "x", (*weak, Citation("E3", "ok", 0.9)))
    tally = Tally(paragraphs=[first, ParagraphFinished(1, "y", weak[:1])])
    assert summarised(tally, "paragraph", CANDIDATES, EVIDENCE).citation_reason == {"figure": 2, "wording": 1}
    tally.paragraphs[0] = first.revised({"E2": "ok", "E3": "weak"})
    tally.paragraphs[1] = tally.paragraphs[1].revised({"E1": "dropped"})
    assert summarised(tally, "paragraph", CANDIDATES, EVIDENCE).citation_reason == {"figure": 1, "wording": 1}
    assert [citation.reason for citation in tally.paragraphs[0].citations] == ["figure", None, "wording"]


def test_an_answer_that_has_not_begun_has_no_references():
    summary = summarised(Tally(fell_back=True), "paragraph", CANDIDATES, EVIDENCE)
    assert (summary.text, summary.references, summary.is_ref_embedding) == ("", (), False)


def test_no_references_where_none_were_asked_for():
    assert summarised(Tally(fell_back=True, text=["x"]), "none", CANDIDATES, EVIDENCE).references == ()
