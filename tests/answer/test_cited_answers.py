"""Answers whose citations come beside the text: the same paragraphs, ids and evidence as any other answer's."""

from __future__ import annotations

import random

import pytest

from gateway.answer.answer import Candidates, Citation, Evidence
from gateway.answer.core.lost_paragraphs import Ladder, Replacement
from gateway.answer.core.stream import AnswerForm, AnswerStream
from gateway.answer.events import CoreDecision, ParagraphFinished, ReferenceShown, TextAdded, TextRolledBack
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.reading.cited_text import Mark, SpanCitation
from tests.support.every import every
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, candidate, document

TEXT = f"{LOANS}\n\n{FEES}\n\nIn short: {LIMITS}"
SPANS = [(TEXT.index(text), TEXT.index(text) + len(text)) for text in (LOANS, FEES, LIMITS)]
CITATIONS = [SpanCitation(f"E{n}", start, end) for n, (start, end) in enumerate(SPANS, start=1)]
BEHIND = [(TEXT, [Mark(len(TEXT), tuple(CITATIONS), len(TEXT))])]
"""All citations behind the text."""
WITHIN = [Mark(end, (citation,), end) for citation, (_, end) in zip(CITATIONS, SPANS, strict=True)]
"""Each where its span is over."""


def stream(**more):
    options = {"language": "en", "evidence": EvidenceSettings(), **more}
    return AnswerStream(options.pop("candidates", CANDIDATES), **options)


def written(pieces, answer=None, finish_reason="stop", failure=None):
    answer = answer or stream()
    out = []
    for text, marks in pieces:
        out += answer.receive(text, marks)
    out += answer.end(finish_reason, failure)
    return answer, out


def paragraphs(out):
    return [(each.text, tuple(each.citation_ids), each.degraded) for each in out if isinstance(each, ParagraphFinished)]


def text_of(out):
    return "".join(each.text for each in out if isinstance(each, TextAdded))


WHOLE = [(LOANS, ("E1",), None), (FEES, ("E2",), None), (f"In short: {LIMITS}", ("E3",), None)]


@pytest.mark.parametrize("pieces", [BEHIND, [(TEXT, WITHIN)], [("", [Mark(0, tuple(CITATIONS))]), (TEXT, ())]])
def test_citations_behind_within_and_before_the_text_make_the_same_paragraphs(pieces):
    answer, out = written(pieces)
    out += answer.close()
    assert paragraphs(out) == WHOLE and text_of(out) == TEXT
    assert [each.citation_id for each in out if isinstance(each, ReferenceShown)] == ["E1", "E2", "E3"]
    assert answer.summary.complete and answer.summary.degraded_reason is None
    first = next(each for each in out if isinstance(each, ParagraphFinished))
    assert first.citations == (Citation("E1", "ok", 1.0, (Evidence(0, len(LOANS)),)),)


def test_text_is_shown_while_its_citations_are_waited_for():
    answer = stream()
    assert text_of(answer.receive(TEXT, ())).startswith(f"{LOANS}\n\n{FEES}")
    assert paragraphs(answer.receive("", [Mark(len(TEXT), tuple(CITATIONS), SPANS[1][0])])) == WHOLE[:1]


def cut_at_random(text, marks, seed):
    """The same text and marks in other pieces: a mark stays where it stands in the text."""
    dice, at = random.Random(seed), 0
    waiting = list(marks)
    while at < len(text) or waiting:
        end = min(len(text), at + dice.randint(0, 9))
        here = []
        while waiting and (waiting[0].at < end or (waiting[0].at == end and dice.random() < 0.5)):
            here.append(waiting.pop(0))
        yield text[at:end], here
        at = end


def events(out):
    """Joined text, and all else."""
    joined = []
    for each in out:
        if isinstance(each, TextAdded) and joined and isinstance(joined[-1], TextAdded):
            joined[-1] = TextAdded(joined[-1].text + each.text)
        else:
            joined.append(each)
    return joined


@pytest.mark.parametrize("marks", [WITHIN, BEHIND[0][1]])
def test_any_cutting_gives_the_same_events(marks):
    whole = events(written([(TEXT, marks)])[1])
    kinds = [type(each) for each in whole]
    for seed in range(60):
        now = events(written(list(cut_at_random(TEXT, marks, seed)))[1])
        assert text_of(now) == text_of(whole)
        assert [each for each in now if not isinstance(each, TextAdded)] == [
            each for each in whole if not isinstance(each, TextAdded)
        ]
        assert kinds.count(ParagraphFinished) == 3


def test_ids_that_are_no_candidates_and_wording_that_does_not_fit_are_dropped():
    start, end = SPANS[0]
    odd = [SpanCitation("doc:0", start, end), SpanCitation("E9", start, end), SpanCitation("E2", start, end)]
    answer, out = written([(LOANS, [Mark(len(LOANS), (*odd, CITATIONS[0], CITATIONS[0]), len(LOANS))])])
    assert paragraphs(out) == [WHOLE[0]]
    assert answer.summary.citation_status["dropped"] == 3  # the same citation twice is none


def test_a_late_citation_is_noted_and_counted():
    answer = stream()
    out = answer.receive(f"{LOANS}\n\n{FEES}", [Mark(len(LOANS) + 2, (), len(LOANS) + 2)])
    out += answer.receive("", [Mark(len(LOANS) + 2, (CITATIONS[0],), len(LOANS) + 2)])
    assert paragraphs(out) == [(LOANS, (), None)]
    assert "citation_late" in [each.kind for each in out if isinstance(each, CoreDecision)]
    answer.close("stop")
    assert answer.summary.citation_status["dropped"] == 1


def test_what_a_service_quotes_is_the_evidence_where_words_cannot_be_compared():
    foreign = Candidates([candidate(1, "Ein Buch. Drei Wochen Leihfrist.", "de")])
    spans = [SpanCitation("E1", 0, len(LOANS), quoted) for quoted in ((10, 32), (0, 9), (30, 99), (5, 5), (9, 10))]
    _, out = written([(LOANS, [Mark(len(LOANS), tuple(spans), len(LOANS))])], stream(candidates=foreign))
    (paragraph,) = [each for each in out if isinstance(each, ParagraphFinished)]
    assert paragraph.citations == (Citation("E1", "unchecked", None, (Evidence(0, 9), Evidence(10, 32))),)


# A text that ends early ----------------------------------------------------------------------------------------------

OPEN = TEXT[:-9]


@every("at", range(0, len(TEXT), 3))
def test_a_text_cut_anywhere_is_never_complete_and_its_text_stays(at):
    marks = [mark for mark in WITHIN if mark.at <= at]
    answer, out = written([(TEXT[:at], marks)], finish_reason=None, failure="upstream_error")
    out += answer.close()
    assert text_of(out).rstrip("\n") == TEXT[:at].rstrip("\n") and not answer.summary.complete
    assert [each[0] for each in paragraphs(out)] == [each for each in TEXT[:at].rstrip("\n").split("\n\n") if each]


def test_a_text_that_breaks_off_goes_on_behind_the_settled_paragraphs():
    answer, out = written([(OPEN, WITHIN[:2])], stream(ladder=Ladder(rollback=True)), None, "upstream_error")
    assert paragraphs(out) == WHOLE[:2] and answer.resumable
    back = answer.resume()
    assert [type(each) for each in back if not isinstance(each, CoreDecision)] == [TextRolledBack]
    rest = f"In short: {LIMITS}"
    span = SpanCitation("E3", 0, len(rest))
    _, more = written([(rest, [Mark(len(rest), (span,), len(rest))])], answer)
    assert paragraphs(more) == WHOLE[2:]
    assert answer.close("stop") == [] or answer.summary.complete


def test_where_text_must_stay_blocks_without_their_citations_are_degraded():
    known = [Mark(len(OPEN), (CITATIONS[1],), 0)]
    answer, out = written([(OPEN, known)], stream(), None, "upstream_error")
    assert paragraphs(out) == []
    out = answer.resume()
    assert paragraphs(out) == [
        (LOANS, (), "upstream_error"),
        (FEES, ("E2",), None),
        (TEXT[SPANS[1][1] + 2 : -9] + "…", (), "upstream_error"),
    ]
    _, more = written([(document((["E3"], LIMITS)), None)], answer)
    assert paragraphs(more)[0][1] == ("E3",)


def test_a_text_that_breaks_off_at_a_blank_line_leaves_no_open_block():
    answer = stream()
    answer.receive(f"{LOANS}\n\n\n\n  ", ())
    answer.receive(" " * 64, ())
    answer.end(None, "upstream_error")
    assert paragraphs(answer.resume())[0][0].startswith(LOANS)


def test_a_block_that_the_model_ended_at_its_length_is_known_to_be_cut():
    answer, out = written([(OPEN, [Mark(len(OPEN), tuple(CITATIONS), len(OPEN))])], finish_reason="max_tokens")
    out += answer.close()
    assert [each[2] for each in paragraphs(out)] == [None, None, "truncated"] and not answer.summary.complete


# Other rungs ---------------------------------------------------------------------------------------------------------


def test_strict_answers_hold_text_back_until_its_citations_stand():
    ladder = Ladder(strict=True, nothing_found="Nothing.")
    answer = stream(ladder=ladder)
    assert text_of(answer.receive(TEXT, ())) == ""
    out = answer.receive("", [Mark(len(TEXT), (CITATIONS[0], CITATIONS[2]), len(TEXT))])
    out += answer.close("stop")
    assert [each[0] for each in paragraphs(out)] == [LOANS, "Nothing.", f"In short: {LIMITS}"]


def test_another_process_goes_on_behind_the_settled_paragraph():
    _, out = written([(OPEN, WITHIN[:1])], failure="upstream_error", finish_reason=None)
    stored = [each for each in out if not isinstance(each, CoreDecision)]
    successor = stream(ladder=Ladder(rollback=True))
    successor.restore(stored)
    assert [each.text for each in successor.accepted] == [LOANS]
    start = len(FEES) + 2
    rest, marks = TEXT[SPANS[1][0] :], (SpanCitation("E2", 0, len(FEES)), SpanCitation("E3", start, start + 80))
    _, more = written([(rest, [Mark(len(rest), marks, len(rest))])], successor)
    assert paragraphs(more) == WHOLE[1:]


def test_a_citation_of_text_behind_the_cap_is_nobodys():
    answer = stream()
    out = answer.receive(f"{LOANS}\n\n", WITHIN[:1])
    answer.halt()
    out += answer.receive(FEES, WITHIN[1:2])
    out += answer.end("stop") + answer.close()
    assert paragraphs(out) == WHOLE[:1] and answer.summary.references == ("E1",)


def test_an_outline_behind_the_text_is_no_paragraph():
    block = "SUIVI\n[S1] Loans\n\n[S2] Fees\n[S3] Limits\n[S4] Branches"
    text = f"{LOANS}\n\n{block}"
    answer = stream(form=AnswerForm(deliverable=True))
    span = SpanCitation("E1", 0, len(LOANS))
    answer, out = written([(text, [Mark(len(text), (span,), len(text))])], answer)
    out += answer.close()
    assert paragraphs(out)[0] == (LOANS, ("E1",), None) and answer.summary.complete


def test_a_block_of_blanks_is_none():
    answer, out = written([("\n \n", ()), (f"\n{LOANS}\n\n \n", ())])
    assert [each[0] for each in paragraphs(out + answer.close())] == [LOANS]


# A lost paragraph ----------------------------------------------------------------------------------------------------


def replaced(*pieces, ends=True):
    replacement = Replacement(CANDIDATES)
    for text, marks in pieces:
        replacement.receive(text, marks)
    if ends:
        replacement.end()
    return replacement


def test_a_replacement_is_the_first_block_with_the_citations_that_come_beside_it():
    found = replaced((TEXT, ()), ("", [Mark(len(TEXT), tuple(CITATIONS), SPANS[1][0])]), ends=False)
    assert found.done and found.paragraph.text == LOANS and found.paragraph.ids == ["E1"]
    alone = replaced((f"\n\n{LOANS}", [Mark(2, (), 2)]), ("", [Mark(9, (SpanCitation("E1", 2, 9),), 0)]))
    assert alone.paragraph.text == LOANS and alone.paragraph.ids == ["E1"]
    assert replaced(("  ", ())).refused == "empty"
