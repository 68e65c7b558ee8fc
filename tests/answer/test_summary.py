"""The facts behind META."""

from gateway.answer.answer import STRUCTURE_LOST
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


def test_an_answer_that_has_not_begun_has_no_references():
    summary = summarised(Tally(fell_back=True), "paragraph", CANDIDATES, EVIDENCE)
    assert (summary.text, summary.references, summary.is_ref_embedding) == ("", (), False)


def test_no_references_where_none_were_asked_for():
    assert summarised(Tally(fell_back=True, text=["x"]), "none", CANDIDATES, EVIDENCE).references == ()
