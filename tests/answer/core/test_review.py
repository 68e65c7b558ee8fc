"""Lost paragraphs and strict mode."""

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream, Reservations
from gateway.answer.events import ParagraphFinished, ReferenceShown, TextAdded
from gateway.answer.evidence.disagreement import Disagreement, Side
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.evidence.far_sources import Near
from gateway.answer.evidence.verifier_verdicts import Verdict
from tests.support.mending import NOTHING, mend
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, OFF, candidate, document

INVENTED = "Zebras graze quietly under distant volcanic mountains."
STRICT = Ladder(strict=True, regenerate=True, nothing_found=NOTHING)
AGAIN = Ladder(rollback=True, regenerate=True)
BROKEN = document((["E1"], LOANS))[:-1] + f',"x":}} {FEES}\n\n{LIMITS}'
"""Structure lost behind the first paragraph: plain text goes on."""
LOST = document((["E1"], LOANS))[:-1] + f',"x":}} {FEES}'
CUT = document((["E1"], LOANS), (["E2"], FEES))[:-20]


def texts(found):
    return [paragraph[0] for paragraph in found.paragraphs]


def test_late_verdicts_count_in_the_summary_and_only_for_the_paragraph_that_they_are_about():
    stream = AnswerStream(CANDIDATES, language="en", verified=True)
    stream.receive(document((["E1"], LOANS), (["E2"], f"{FEES} Zebras graze quietly under distant mountains.")))
    while stream.waits:
        stream.judge([Verdict()] * len(stream.claims))
    stream.close("stop")
    before = stream.summary
    assert before.citation_status["weak"] == before.citation_status["ok"] == 1
    for index, text in [(0, FEES), (7, LOANS)]:
        assert stream.judge_late(index, text, [Verdict("refuted")]) == []
    assert stream.judge_late(0, LOANS, [Verdict("supported")]) == [] and stream.summary == before
    assert stream.judge_late(1, stream.accepted[1].text, [Verdict("supported")]) == []
    (decision,) = stream.judge_late(0, LOANS, [Verdict("refuted")])
    assert (decision.kind, decision.detail["late"]) == ("id_dropped", True)
    counts = stream.summary.citation_status
    assert (counts["ok"], counts["weak"], counts["dropped"]) == (1, 0, 1)
    assert [tuple(late) for late in stream.summary.late_verdicts] == [(1, "E2", "ok"), (0, "E1", "dropped")]
    assert "E1" not in stream.summary.references and stream.summary.ref_count == len(stream.summary.references)


@pytest.mark.requirement("R29")
def test_a_paragraph_lost_to_damage_is_withdrawn_and_replaced_where_rollback_is_allowed():
    found = mend(LOST, replacements=[document((["E2"], FEES))], ladder=AGAIN)
    assert found.lost == ("not_json",)
    assert found.paragraphs == [(LOANS, ["E1"], None, 0), (FEES, ["E2"], None, 1)]
    assert found.rollbacks == [(len(LOANS) + 2, 1)]
    summary = found.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (True, None, False)


def test_what_follows_a_lost_paragraph_waits_for_it():
    found = mend(BROKEN, replacements=[document((["E2"], FEES))], ladder=AGAIN)
    assert found.lost == ("not_json", "not_json")
    assert found.paragraphs == [(LOANS, ["E1"], None, 0), (FEES, ["E2"], None, 1), (LIMITS, [], "not_json", 0)]


@pytest.mark.parametrize("ladder", [Ladder(regenerate=True), Ladder(rollback=True)])
def test_text_that_was_sent_stays_where_it_may_not_be_withdrawn_or_nothing_is_regenerated(ladder):
    found = mend(LOST, replacements=[document((["E2"], FEES))], ladder=ladder)
    assert found.lost == () and found.rollbacks == []
    assert found.paragraphs[1][2] == "not_json" and found.summary.has_citation_error


@pytest.mark.requirement("R29")
@pytest.mark.parametrize(
    "replacement", ["", "I cannot.", document((["E1"], LOANS)), document((["E2"], FEES))[:-20], '{"paragraphs":[]}']
)
def test_a_replacement_that_is_no_better_leaves_the_paragraph_degraded(replacement):
    found = mend(LOST, replacements=[replacement], ladder=AGAIN)
    assert found.lost == ("not_json",) and found.rollbacks == []
    assert found.paragraphs[1][1:] == ([], "not_json", 0)
    assert "replacement_refused" in found.kinds and found.summary.has_citation_error


@pytest.mark.parametrize(
    ("finish", "failure"), [("stop", None), ("length", None), (None, "timeout"), (None, "interrupted")]
)
def test_a_text_that_was_cut_from_outside_is_not_a_damaged_paragraph(finish, failure):
    assert mend(CUT, finish, failure, ladder=AGAIN).lost == ()


def test_a_preamble_before_the_document_is_not_asked_for_again():
    model = "Here is what I found in the library rules, as you asked me to. " * 4 + "\n" + document((["E1"], LOANS))
    assert mend(model, ladder=AGAIN).lost == ()


def test_a_dropped_id_of_a_replacement_is_counted_and_the_lost_paragraphs_are_not():
    model = document((["E1"], LOANS), (["E2", "E77"], INVENTED))
    assert mend(model, replacements=[document((["E2", "E88", "E3"], FEES))], ladder=STRICT).summary.citation_status == {
        "ok": 2,
        "weak": 0,
        "moved": 0,
        "unchecked": 0,
        "dropped": 2,
    }


@pytest.mark.parametrize("verified", [False, True])
def test_an_id_without_evidence_is_counted_as_dropped(verified):
    stream = AnswerStream(CANDIDATES, language="en", verified=verified)
    stream.receive(document((["E1", "E2"], LOANS)))
    while stream.waits:
        stream.judge([Verdict("supported")] * len(stream.claims))
    stream.close("stop")
    counts = stream.summary.citation_status
    assert (counts["ok"], counts["dropped"]) == (1, 1)


# Strict mode ------------------------------------------------------------------------------------------------------


def test_in_strict_mode_text_is_shown_only_when_its_paragraph_is_validated():
    stream = AnswerStream(CANDIDATES, language="en", ladder=STRICT)
    model = document((["E1"], LOANS), (["E2"], FEES))
    assert stream.receive(model[: model.index(LOANS) + len(LOANS)]) == []
    events = stream.receive(model[model.index(LOANS) + len(LOANS) :]) + stream.close("stop")
    assert [type(event).__name__ for event in events] == ["TextAdded", "ReferenceShown", "ParagraphFinished"] * 2
    assert events[0] == TextAdded(f"{LOANS}\n\n") and events[3] == TextAdded(FEES)


@pytest.mark.parametrize("ids", [["E1"], []])
def test_an_unsupported_claim_becomes_the_fixed_sentence(ids):
    found = mend(document((ids, INVENTED), (["E2"], FEES)), ladder=STRICT)
    assert found.lost == ("unsupported",)
    assert found.paragraphs == [(NOTHING, [], None, 0), (FEES, ["E2"], None, 0)]
    assert "paragraph_unsupported" in found.kinds and not found.summary.has_citation_error


def test_an_unsupported_claim_is_replaced_by_a_supported_one():
    found = mend(document((["E1"], INVENTED), (["E2"], FEES)), replacements=[document((["E1"], LOANS))], ladder=STRICT)
    assert found.paragraphs == [(LOANS, ["E1"], None, 0), (FEES, ["E2"], None, 0)]


def test_an_unsupported_replacement_is_no_better():
    found = mend(document((["E1"], INVENTED)), replacements=[document((["E2"], INVENTED + " Yes."))], ladder=STRICT)
    assert texts(found) == [NOTHING] and "replacement_refused" in found.kinds


def test_headings_and_questions_pass_in_strict_mode():
    model = document(([], "## Loans"), (["E1"], LOANS), ([], "Do you mean books?"))
    assert texts(mend(model, ladder=STRICT)) == ["## Loans", LOANS, "Do you mean books?"]


def test_a_weak_or_moved_citation_supports():
    weak = "The loan period for a book is three weeks, says the friendly director of the museum garden."
    found = mend(document((["E1"], weak), (["E1"], FEES)), ladder=STRICT)
    assert [paragraph[1] for paragraph in found.paragraphs] == [["E1"], ["E2"]]
    assert found.summary.citation_status["weak"] + found.summary.citation_status["moved"] >= 1


CONTRACT = Candidates([candidate(1, "The contract with Ms Bell runs for 36 months and may not be cancelled early.")])


@pytest.mark.parametrize(
    "text",
    [
        "The contract with Ms Bell runs for 24 months and may not be cancelled early.",
        "The contract with Ms Bell runs for 36 months and may be cancelled early.",
        "The contract with Ms Snow runs for 36 months and may be cancelled early.",
    ],
)
def test_a_wrong_figure_or_negation_is_held_back_also_where_another_reason_is_shown(text):
    shown = mend(document((["E1"], text)), candidates=CONTRACT)
    assert shown.summary.citation_status["weak"] == 1
    found = mend(document((["E1"], text)), candidates=CONTRACT, ladder=STRICT)
    assert found.lost == ("unsupported",) and texts(found) == [NOTHING]


def test_a_wrong_name_alone_is_shown_in_strict_mode():
    text = "The contract with Ms Snow runs for 36 months and may not be cancelled early."
    found = mend(document((["E1"], text)), candidates=CONTRACT, ladder=STRICT)
    assert texts(found) == [text] and found.summary.citation_reason == {"name": 1}


def test_a_wrong_figure_is_held_back_whatever_the_verifier_says():
    text = "The contract with Ms Bell runs for 24 months and may not be cancelled early."
    stream = AnswerStream(CONTRACT, language="en", ladder=STRICT, verified=True)
    stream.receive(document((["E1"], text), ([], "Do you need more?")))
    assert [claim.text for claim in stream.claims] == [text]
    stream.judge([Verdict("supported")])
    assert stream.lost.reason == "unsupported"


def test_an_unchecked_citation_does_not_support():
    french = Candidates([candidate(1, "Le prêt d'un livre dure trois semaines et se renouvelle une fois.", "fr")])
    assert texts(mend(document((["E1"], LOANS)), candidates=french, ladder=STRICT)) == [NOTHING]


@pytest.mark.parametrize("settings", [OFF, EvidenceSettings(mode="report")])
def test_strict_mode_checks_whatever_the_evidence_setting_says(settings):
    found = mend(document((["E1"], INVENTED), (["E2"], FEES)), ladder=STRICT, evidence=settings)
    assert texts(found) == [NOTHING, FEES]


IN_DOUBT = Ladder(in_doubt=True, regenerate=True, nothing_found=NOTHING)
WRONG = LOANS.replace("three", "nine")


def test_in_doubt_text_is_shown_only_when_its_paragraph_is_validated():
    stream = AnswerStream(CANDIDATES, language="en", ladder=IN_DOUBT)
    model = document((["E1"], LOANS), ([], INVENTED))
    assert stream.receive(model[: model.index(LOANS) + len(LOANS)]) == [] and stream.strict and stream.in_doubt
    events = stream.receive(model[model.index(LOANS) + len(LOANS) :]) + stream.close("stop")
    paragraphs = [event for event in events if isinstance(event, ParagraphFinished)]
    assert [(each.text, each.own) for each in paragraphs] == [(LOANS, False), (NOTHING, True)]


@pytest.mark.parametrize("ladder", [IN_DOUBT, Ladder(strict=True, in_doubt=True, nothing_found=NOTHING)])
def test_a_wrong_fact_does_not_support_in_doubt(ladder):
    assert texts(mend(document((["E1"], WRONG), (["E2"], FEES)), ladder=ladder)) == [NOTHING, FEES]
    assert texts(mend(document((["E1"], WRONG), (["E2"], FEES)), ladder=AGAIN)) == [WRONG, FEES]


def test_an_unchecked_citation_supports_in_doubt_and_where_nothing_is_checked():
    french = Candidates([candidate(1, "Le prêt d'un livre dure trois semaines et se renouvelle une fois.", "fr")])
    assert texts(mend(document((["E1"], LOANS)), candidates=french, ladder=IN_DOUBT)) == [LOANS]
    assert texts(mend(document((["E1"], INVENTED), ([], FEES)), ladder=IN_DOUBT, evidence=OFF)) == [INVENTED, NOTHING]


@pytest.mark.parametrize(
    "ladder", [Ladder(strict=True, nothing_found=NOTHING), Ladder(in_doubt=True, nothing_found=NOTHING)]
)
def test_sentences_of_the_gateway_are_exempt_where_only_quotes_are_written(ladder):
    stream = AnswerStream(CANDIDATES, language="en", ladder=ladder)
    stream.written_by(quoted=True)
    events = stream.receive(document(([], INVENTED), (["E1"], LOANS), (["E1"], f"{INVENTED} Yes.")))
    paragraphs = [event for event in [*events, *stream.close("stop")] if isinstance(event, ParagraphFinished)]
    assert [(each.text, each.own) for each in paragraphs] == [(INVENTED, True), (LOANS, False), (NOTHING, True)]


OPENING = "Only rows 41 to 80 of 120 were looked at."


@pytest.mark.parametrize("ladder", [Ladder(), STRICT, IN_DOUBT])
def test_what_the_gateway_says_first_comes_with_the_first_text_and_needs_no_source(ladder):
    stream = AnswerStream(CANDIDATES, language="en", ladder=ladder, reservations=Reservations(opening=OPENING))
    events = stream.receive(document((["E1"], LOANS))) + stream.close("stop")
    assert events[:2] == [TextAdded(f"{OPENING}\n\n"), ParagraphFinished(0, OPENING, own=True)]
    second = next(event for event in events[2:] if isinstance(event, ParagraphFinished))
    assert (second.index, second.text, second.own) == (1, LOANS, False)
    assert stream.summary.text == f"{OPENING}\n\n{LOANS}" and stream.summary.paragraph_count == 2
    other = AnswerStream(CANDIDATES, language="en", ladder=ladder, reservations=Reservations(opening=OPENING))
    other.restore([TextAdded(f"{OPENING}\n\n"), ParagraphFinished(0, OPENING, own=True)])
    rest = other.receive(document((["E1"], LOANS))) + other.close("stop")
    assert OPENING not in [event.text for event in rest if isinstance(event, TextAdded | ParagraphFinished)]


def test_what_the_gateway_says_first_is_not_said_where_nothing_comes():
    stream = AnswerStream(CANDIDATES, language="en", reservations=Reservations(opening=OPENING))
    assert not [event for event in stream.close(None, "timeout") if isinstance(event, TextAdded)]


def test_a_figure_over_a_part_of_a_table_is_weak_unless_it_is_quoted():
    def citations(text, *, quoted=False):
        stream = AnswerStream(CANDIDATES, language="en", reservations=Reservations(of_part=True))
        stream.written_by(quoted=quoted)
        stream.receive(document((["E1"], text)))
        stream.close("stop")
        return stream.accepted[0].citations

    [weak] = citations(LOANS)
    assert (weak.status, weak.reason) == ("weak", "part")
    assert [LOANS[each.start : each.end] for each in weak.ranges] == ["three"]
    [wrong] = citations(WRONG)
    assert (wrong.status, wrong.reason) == ("weak", "figure"), "a more serious reason stays"
    assert citations(LOANS, quoted=True)[0].status == "ok"
    assert citations("The loan period for a book can be renewed once.")[0].status == "ok"


def test_the_fixed_sentence_is_not_said_twice_in_a_row():
    model = document((["E1"], INVENTED), (["E2"], "Elephants never forget a friendly face."), (["E2"], FEES))
    assert texts(mend(model, ladder=STRICT)) == [NOTHING, FEES]


def test_the_fixed_sentence_itself_is_no_claim():
    found = mend(document(([], NOTHING)), ladder=STRICT)
    assert texts(found) == [NOTHING] and found.lost == ()


def test_plain_text_without_markers_is_no_answer_in_strict_mode():
    found = mend(f"{LOANS}\n\n{FEES}", ladder=STRICT)
    assert found.paragraphs == [(NOTHING, [], "not_json", 0)]
    assert found.summary.citation_mode == "paragraph" and found.summary.degraded_reason == "not_json"


def test_json_of_another_shape_is_no_answer_in_strict_mode():
    found = mend('{"result":"Zebras graze quietly under distant mountains."}', ladder=STRICT)
    assert found.paragraphs == [(NOTHING, [], "bad_shape", 0)]


def test_plain_text_with_markers_is_checked_block_by_block():
    found = mend(f"{LOANS} [E1]\n\n{INVENTED} [E2]\n\n{FEES} [E2]", ladder=STRICT)
    assert texts(found) == [LOANS, NOTHING, FEES]


def test_damaged_blocks_are_replaced_in_strict_mode_without_rollback():
    found = mend(f"{LOANS}\n\n{FEES}", replacements=[document((["E1"], LOANS))], ladder=STRICT)
    assert found.paragraphs == [(LOANS, ["E1"], None, 0), (NOTHING, [], "not_json", 0)]


@pytest.mark.parametrize(
    ("finish", "failure"), [("length", None), (None, "timeout"), (None, "stopped"), ("stop", None)]
)
def test_a_claim_that_was_cut_off_is_not_shown_in_strict_mode(finish, failure):
    found = mend(CUT, finish, failure, ladder=STRICT)
    assert texts(found) == [LOANS] and "paragraph_withheld" in found.kinds
    assert not found.summary.complete


def test_plain_text_that_was_cut_off_withholds_its_last_block():
    found = mend(f"{LOANS}\n\n{FEES[:30]}", "length", ladder=STRICT)
    assert texts(found) == [NOTHING] and "paragraph_withheld" in found.kinds


def test_outside_strict_mode_an_unsupported_claim_stands_without_ids():
    found = mend(document((["E1"], INVENTED)), ladder=AGAIN)
    assert found.paragraphs == [(INVENTED, [], None, 0)] and found.lost == ()


def test_nothing_is_lost_without_a_try():
    stream = AnswerStream(CANDIDATES, language="en", ladder=AGAIN)
    assert stream.claims == [] == stream.judge([])
    assert stream.lost is None and stream.replace(stream.replacement()) == [] == stream.give_up() == stream.resume()


def test_closing_gives_up_what_is_lost():
    stream = AnswerStream(CANDIDATES, language="en", ladder=STRICT)
    stream.receive(document((["E1"], INVENTED), (["E2"], FEES)))
    assert stream.lost.index == 0 and stream.lost.text == INVENTED
    events = stream.close("stop")
    assert [event.text for event in events if isinstance(event, ParagraphFinished)] == [NOTHING, FEES]


def judged_by(labels):
    """The events of an answer whose citations a verifier labels one after the other."""
    sentence = "A borrowed book may stay at home for three weeks"
    candidates = Candidates([Candidate("E1", "embedding", {"title": "Loans", "text": f"{sentence}."}, 1.0, 1, "en")])
    stream = AnswerStream(candidates, language="en", verified=True)
    out, asked = stream.receive(document((["E1"], sentence), ([], "More."))), []
    while stream.claims:
        asked += stream.claims
        out += stream.judge([Verdict(labels.pop(0)) for _ in stream.claims])
    out += stream.close("stop")
    return [event for event in out if isinstance(event, ParagraphFinished)], out, asked, stream.summary


def test_a_paragraph_waits_for_its_verdict_and_a_refuted_citation_falls():
    paragraphs, out, asked, summary = judged_by(["refuted"])
    assert [claim.text for claim in asked] == ["A borrowed book may stay at home for three weeks"]
    assert [paragraph.citation_ids for paragraph in paragraphs] == [[], []]
    assert not any(isinstance(event, ReferenceShown) for event in out)
    assert summary.citation_status["dropped"] == 1 and summary.text.endswith("\n\nMore.")


def test_a_supported_or_unknown_citation_stands():
    for label in ("supported", "unknown"):
        paragraphs, _, _, summary = judged_by([label])
        assert paragraphs[0].citation_ids == ["E1"] and summary.citation_status["ok"] == 1


@pytest.mark.parametrize(
    ("ladder", "label", "stands"),
    [(AGAIN, "supported", ["E2"]), (AGAIN, "refuted", []), (STRICT, "supported", ["E2"]), (STRICT, "refuted", None)],
)
def test_a_replacement_is_judged_before_it_stands(ladder, label, stands):
    stream = AnswerStream(CANDIDATES, language="en", ladder=ladder, verified=True)
    model = document((["E2"], FEES)) if ladder == STRICT else LOST.replace('["E1"]', "[]")
    out = stream.receive(model) + stream.end("stop")
    if ladder == STRICT:
        out += stream.judge([Verdict("refuted")])
    assert stream.lost is not None
    replacement = stream.replacement()
    replacement.receive(document((["E2"], FEES + " Yes.")))
    replacement.end()
    out += stream.replace(replacement)
    assert [claim.text for claim in stream.claims] == [FEES + " Yes."]
    assert stream.lost is None, "nothing else is asked for while the verifier is"
    out += stream.judge([Verdict(label)])
    assert (stream.lost is None) == (stands is not None)
    out += stream.close("stop")
    last = [item for item in out if isinstance(item, ParagraphFinished)][-1]
    if stands is None:
        assert (last.text, last.citation_ids) == (NOTHING, [])
    else:
        assert (last.text, last.citation_ids) == (FEES + " Yes.", stands)
    dropped = (
        (label == "refuted") if ladder == AGAIN else (label == "refuted" and stands is not None) + (stands is None)
    )
    assert stream.summary.citation_status["dropped"] == dropped


def test_an_answer_that_is_closed_while_a_verdict_is_awaited_keeps_its_citations():
    candidates = Candidates([Candidate("E1", "embedding", {"text": "Four words stand here."}, 1.0, 1, "en")])
    stream = AnswerStream(candidates, language="en", verified=True)
    stream.receive(document((["E1"], "Four words stand here."), ([], "B")))
    assert stream.claims
    stream.close("stop")
    assert stream.summary.references == ("E1",)


@pytest.mark.parametrize(
    ("text", "unsourced"),
    [
        (document(([], LOANS)), True),
        (document((["E1"], LOANS)), False),
        (document((["E9"], LOANS)), False),
        (LOANS, False),
    ],
)
def test_an_answer_that_names_no_source_is_told_from_one_that_meant_to(text, unsourced):
    stream = AnswerStream(CANDIDATES, language="en")
    stream.receive(text)
    stream.close("stop")
    assert stream.unsourced is unsourced and not stream.strict


OPENED = "Die Bücherei wurde 2023 eröffnet und verleiht Bücher für drei Wochen."
ACROSS = EvidenceSettings(across=True)
GERMAN = Candidates([Candidate("E1", "embedding", {"title": "", "text": OPENED}, 1.0, 1, "de")])
TRANSLATED = "The library was opened in 2023 and lends books for three weeks."


@pytest.mark.parametrize(
    ("near", "status"), [([[Near(0.9, 0)]], "ok"), ([[Near(0.1, 0)]], "weak"), ([[]], "unchecked"), (None, "unchecked")]
)
def test_a_paragraph_waits_until_its_source_in_another_language_is_compared(near, status):
    stream = AnswerStream(GERMAN, language="en", evidence=ACROSS)
    out = stream.receive(document((["E1"], TRANSLATED), ([], "More.")))
    assert stream.waits and [source.sentences for source in stream.far_sources] == [(OPENED,)]
    assert not any(isinstance(item, ParagraphFinished) for item in out)
    out = stream.compare(near)
    assert not stream.waits and stream.far_sources == []
    assert [item.citations[0].status for item in out if isinstance(item, ParagraphFinished)] == [status]


def test_a_verifier_judges_after_the_comparison():
    stream = AnswerStream(GERMAN, language="en", evidence=ACROSS, verified="doubted")
    stream.receive(document((["E1"], TRANSLATED), ([], "More.")))
    assert stream.claims == []
    stream.compare([[Near(0.1, 0)]])
    assert [claim.doubts[0].reason for claim in stream.claims] == ["wording"]
    (first,) = (item for item in stream.judge([Verdict("supported")]) if isinstance(item, ParagraphFinished))
    assert first.citations[0].status == "ok"


def test_a_replacement_is_compared_before_it_stands():
    stream = AnswerStream(GERMAN, language="en", evidence=ACROSS, ladder=STRICT)
    stream.receive(document((["E1"], TRANSLATED.replace("2023", "2024"))))
    stream.end("stop")
    assert stream.lost is not None and stream.far_sources == [], "a wrong figure needs no comparison"
    replacement = stream.replacement()
    replacement.receive(document((["E1"], TRANSLATED)))
    replacement.end()
    stream.replace(replacement)
    assert stream.far_sources and stream.lost is None
    (paragraph,) = (item for item in stream.compare([[Near(0.9, 0)]]) if isinstance(item, ParagraphFinished))
    assert (paragraph.text, paragraph.citations[0].status) == (TRANSLATED, "ok")


def test_an_answer_that_is_closed_before_the_comparison_keeps_its_citations():
    stream = AnswerStream(GERMAN, language="en", evidence=ACROSS)
    stream.receive(document((["E1"], TRANSLATED)))
    stream.close("stop")
    assert stream.summary.references == ("E1",)


# The gateway's own sentences and the calibrated rule ---------------------------------------------------------------


@pytest.mark.parametrize(("least", "status"), [(5.0, "ok"), (50.0, "weak")])
def test_the_calibrated_rule_decides_whether_an_ok_stays(least, status):
    stream = AnswerStream(CANDIDATES, language="en", rule=EvidenceRule((1.0,), least, 800))
    events = stream.receive(document((["E1"], LOANS))) + stream.close("stop")
    [paragraph] = [event for event in events if isinstance(event, ParagraphFinished)]
    assert [(each.citation_id, each.status) for each in paragraph.citations] == [("E1", status)]


def test_the_gateways_own_sentence_about_a_disagreement_cites_every_side_whatever_a_rule_says():
    sides = Side("E2", 0, len(FEES), "ten cents"), Side("E1", 0, len(LOANS), "three weeks")
    told = ToldDisagreement(Disagreement(sides), "The sources disagree: ten cents; three weeks.")
    for text, own in ((told.sentence, True), (LIMITS, False)):
        stream = AnswerStream(
            CANDIDATES,
            language="en",
            verified=True,
            reservations=Reservations(disagreements=(told,)),
            rule=EvidenceRule((1.0,), 50.0, 800),
        )
        events = stream.receive(document(([] if own else ["E3"], text), ([], "## End")))
        assert bool(stream.claims) is not own, "no verifier is asked about it"
        while stream.waits:
            events += stream.judge([Verdict("supported")])
        events += stream.close("stop")
        first = next(event for event in events if isinstance(event, ParagraphFinished))
        found = [(each.citation_id, each.status) for each in first.citations]
        assert found == ([("E2", "ok"), ("E1", "ok")] if own else [("E3", "weak")])
        assert first.own is own and stream.disagrees is own


def test_a_comparison_or_a_verdict_that_nobody_waits_for_changes_nothing():
    stream = AnswerStream(CANDIDATES, language="en")
    stream.receive(document((["E1"], LOANS), (["E2"], FEES)))
    assert stream.compare([]) == stream.judge([Verdict("refuted")]) == []
    assert stream.accepted[0].citation_ids == ["E1"]
