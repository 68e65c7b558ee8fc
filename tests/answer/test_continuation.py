"""An answer that broke off goes on with a second text: one answer, one list of events."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerForm, AnswerStream
from gateway.answer.events import CoreDecision, fold
from gateway.answer.evidence.verifier_verdicts import Verdict
from gateway.answer.reading.cited_text import Mark, SpanCitation
from tests.support import effort
from tests.support.every import every
from tests.support.hostile_texts import HOSTILE, cuttings
from tests.support.malformed import CASES
from tests.support.mending import NOTHING, mend
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, document

WHOLE = document((["E1"], LOANS), (["E2"], FEES))
REST = document((["E2"], FEES), (["E3"], LIMITS))
INSIDE = WHOLE[: WHOLE.index(FEES) + 20]
BETWEEN = WHOLE[: WHOLE.index(FEES) - 25]
ROLLBACK = Ladder(rollback=True)
AGAIN, AGAIN_ROLLBACK = Ladder(regenerate=True), Ladder(rollback=True, regenerate=True)
LOANS_STAND = (LOANS, ["E1"], None, 0)
LIMITS_STAND = (LIMITS, ["E3"], None, 0)


def folded(items):
    """Returns the answer of these events; decisions of the core are none."""
    return fold(item for item in items if not isinstance(item, CoreDecision))


@pytest.mark.parametrize("failure", ["upstream_error", "timeout"])
def test_with_rollback_the_open_paragraph_is_withdrawn_and_written_again(failure):
    found = mend(INSIDE, None, failure, then=REST, ladder=ROLLBACK)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 1), LIMITS_STAND]
    assert found.rollbacks == [(len(LOANS) + 2, 1)]
    summary = found.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (True, None, False)


@pytest.mark.parametrize("failure", ["upstream_error", "timeout"])
def test_without_rollback_the_open_paragraph_is_closed_as_it_stands_and_the_next_one_follows(failure):
    found = mend(INSIDE, None, failure, then=document((["E3"], LIMITS)))
    assert found.paragraphs == [LOANS_STAND, (FEES[:20] + "…", [], failure, 0), LIMITS_STAND]
    summary = found.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (True, failure, True)


def test_a_line_end_before_the_break_does_not_stand_before_the_ellipsis():
    found = mend(INSIDE + "\\n\\n", None, "timeout", then=document((["E3"], LIMITS)))
    assert found.paragraphs[1][0] == FEES[:20] + "…"


@pytest.mark.parametrize("finish", ["length", "max_tokens", None])
def test_a_text_that_ran_out_of_tokens_goes_on(finish):
    found = mend(INSIDE, finish, then=REST, ladder=ROLLBACK)
    assert found.resumed and found.summary.complete and len(found.paragraphs) == 3
    assert mend(INSIDE, finish, then=REST).paragraphs[1][2] == "truncated"
    assert mend(TAGS[: TAGS.index(FEES) + 20], finish, then=REST).resumed


def test_a_break_between_two_paragraphs_leaves_no_trace():
    found = mend(BETWEEN, None, "upstream_error", then=REST)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 0), LIMITS_STAND]
    assert found.summary.complete and not found.summary.has_citation_error and found.rollbacks == []


@pytest.mark.parametrize("back", [0, 9, 11, 14])
def test_a_paragraph_whose_ids_alone_had_come_is_asked_for_again(back):
    found = mend(WHOLE[: WHOLE.index(FEES) - back], None, "upstream_error", then=REST)
    assert [paragraph[0] for paragraph in found.paragraphs] == [LOANS, FEES, LIMITS]
    assert found.summary.citation_status["dropped"] == 0


def test_a_reference_that_was_shown_is_not_shown_again():
    found = mend(BETWEEN, None, "timeout", then=document((["E1", "E3"], LIMITS), (["E1"], LOANS + " Twice even.")))
    assert found.summary.references == ("E1", "E3")


def test_a_repeated_paragraph_is_dropped_and_noted():
    found = mend(BETWEEN, None, "timeout", then=document((["E1"], f"**{LOANS}**"), (["E2"], FEES)))
    assert [paragraph[0] for paragraph in found.paragraphs] == [LOANS, FEES]
    assert "paragraph_repeated" in found.kinds


def test_nothing_left_to_say_is_a_complete_answer():
    summary = mend(BETWEEN, None, "timeout", then='{"paragraphs":[]}').summary
    assert (summary.text, summary.complete, summary.degraded_reason) == (LOANS, True, None)


@pytest.mark.parametrize(("rollback", "reason"), [(True, "timeout"), (False, "timeout")])
def test_a_second_failure_ends_with_what_is_validated(rollback, reason):
    found = mend(
        INSIDE, None, "upstream_error", then="", then_finish=None, then_failure=reason, ladder=Ladder(rollback)
    )
    assert found.paragraphs[0] == LOANS_STAND and len(found.paragraphs) == (1 if rollback else 2)
    summary = found.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (False, reason, True)


def test_a_second_break_inside_a_paragraph_keeps_its_text_as_degraded():
    found = mend(BETWEEN, None, "timeout", then=REST[: REST.index(LIMITS) + 7], then_finish="length")
    assert found.paragraphs[1:] == [(FEES, ["E2"], None, 0), ("Members", [], "truncated", 0)]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


def test_plain_text_in_the_second_answer_becomes_degraded_paragraphs():
    found = mend(BETWEEN, None, "timeout", then=f"{FEES}\n\n{LIMITS}")
    assert found.paragraphs[1:] == [(FEES, [], "not_json", 0), (LIMITS, [], "not_json", 0)]
    assert found.summary.citation_mode == "paragraph"


def test_of_the_second_text_the_first_paragraph_comes_as_a_whole_and_the_next_ones_in_pieces():
    found = mend(BETWEEN, None, "timeout", then=list(REST))
    pieces = [event.text for event in found.events if type(event).__name__ == "TextAdded"]
    first = pieces.index(f"{FEES}\n\n")
    assert "".join(pieces[first + 1 :]) == LIMITS and len(pieces) - first > len(LIMITS) / 2


@every(
    ("model", "finish", "failure"),
    [
        (f"{LOANS}\n\n{FEES}\n\n{LIMITS}", None, "upstream_error"),
        (WHOLE[: WHOLE.index(LOANS) - 5], "length", None),
        ("", "length", None),
        ('{"response":"All of it was said."}', None, "timeout"),
        (INSIDE, None, "interrupted"),
        (INSIDE, None, "stopped"),
        (INSIDE, None, "budget"),
        (INSIDE, "content_filter", None),
        (INSIDE, "refusal", None),
        (INSIDE, "stop", None),
        (WHOLE, None, "upstream_error"),
        (WHOLE, "stop", "upstream_error"),
        (WHOLE[:-1] + ',"outline":[', None, "upstream_error"),
        (BETWEEN.replace('"}', '"}]}\n\nAnd then') + FEES, None, "timeout"),
    ],
)
def test_what_lost_its_format_said_it_all_or_was_ended_on_purpose_does_not_go_on(model, finish, failure):
    assert not mend(model, finish, failure, then=REST).resumed


IN_FIRST = WHOLE[: WHOLE.index(LOANS) + 20]
LOST = "What follows is what I could find. " * 6
FIRST_CUT = (LOANS[:20] + "…", [], "timeout", 0)
FEES_CUT = (FEES[:20] + "…", [], "timeout", 0)
INLINE = f"{LOANS} [E1]\n\n{LIMITS} [E3]\n\n{FEES[:20]}"
TAGS = f'<p c="E1">{LOANS}</p>\n<p c="E2">{FEES}</p>'


@every(
    ("model", "options", "before"),
    [
        (IN_FIRST, {}, [FIRST_CUT]),
        (f"{LOST}\n{IN_FIRST}", {}, [(LOST, [], "not_json", 0), FIRST_CUT]),
        (TAGS[: TAGS.index(LOANS) + 20], {}, [FIRST_CUT]),
        (TAGS[: TAGS.index(FEES) - 10], {}, [LOANS_STAND]),
        (TAGS[: TAGS.index(FEES) - 3], {}, [LOANS_STAND]),
        (TAGS[: TAGS.index(FEES) + 20], {}, [LOANS_STAND, FEES_CUT]),
        (INLINE, {}, [LOANS_STAND, LIMITS_STAND, FEES_CUT]),
        (INLINE, {"inline": True}, [LOANS_STAND, LIMITS_STAND, FEES_CUT]),
    ],
)
def test_whatever_it_was_written_in_what_broke_off_stays_and_the_rest_follows(model, options, before):
    found = mend(model, None, "timeout", then=document((["E2"], FEES)), **options)
    assert [paragraph[:2] for paragraph in found.paragraphs[:-1]] == [(text, ids) for text, ids, *_ in before]
    assert [paragraph[2] for paragraph in found.paragraphs[:-1]] == [reason for *_, reason, _ in before]
    assert found.paragraphs[-1] == (FEES, ["E2"], None, 0) and found.resumed and found.summary.complete


def test_with_rollback_a_first_paragraph_that_broke_off_is_written_again():
    found = mend(IN_FIRST, None, "timeout", then=REST, ladder=ROLLBACK)
    assert found.paragraphs == [(FEES, ["E2"], None, 1), LIMITS_STAND] and found.rollbacks == [(0, 0)]


@pytest.mark.parametrize("finish", ["length", "max_tokens"])
def test_tags_do_not_tell_that_they_were_complete_when_the_tokens_ran_out(finish):
    found = mend(TAGS[: TAGS.index("\n")], finish)
    assert found.paragraphs == [LOANS_STAND]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")
    assert mend(TAGS, "stop").summary.complete


SHORT = "The loan period is three weeks."
UNSHOWN = ["", " ", "{", WHOLE[:30], WHOLE[: WHOLE.index(LOANS)], '{"response":"The loan period is th', SHORT, "<p c="]


@every("model", UNSHOWN)
def test_a_text_of_which_nothing_was_shown_leaves_no_trace_in_the_one_after_it(model):
    found = mend(model, None, "upstream_error", then=WHOLE)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 0)] and found.resumed
    assert (found.summary.complete, found.summary.degraded_reason) == (True, None)
    pieces = [event.text for event in mend(model, None, "timeout", then=list(WHOLE)).events if hasattr(event, "text")]
    assert len(pieces) > 20, "what follows is shown as it comes"


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        (SHORT, SHORT),
        (f"{SHORT}\n\nFees are", f"{SHORT}\n\nFees are"),
        ('{"response":"The loan period is th', "The loan period is th"),
        ('{"a":["The loan period is long.","Fees are qui', "The loan period is long.\n\nFees are qui"),
    ],
)
def test_what_was_held_back_is_said_when_nobody_goes_on(model, shown):
    alone = mend(model, None, "timeout")
    for found in (alone, mend(model, None, "timeout", then="", then_finish=None, then_failure="upstream_error")):
        assert found.summary.text == shown and found.summary.citation_mode == "answer"
        assert (found.summary.complete, found.summary.degraded_reason) == (False, "timeout")


def test_of_two_texts_that_held_everything_back_the_longer_one_is_said():
    for first, second in ((SHORT, "Fees"), ("Fees", SHORT)):
        found = mend(first, None, "timeout", then=second, then_finish=None, then_failure="timeout")
        assert found.summary.text == SHORT


def test_an_id_that_was_cut_off_is_no_text_of_another_shape():
    assert mend('{"citationIds":["E1","E', None, "timeout").summary.text == ""


def test_nothing_broke_off_where_there_is_nothing_to_forgo():
    stream = AnswerStream(CANDIDATES, language="en")
    assert stream.forgo() == []


def test_an_answer_past_its_cap_does_not_go_on():
    many = document(*[(["E1"], f"Paragraph number {n}.") for n in range(202)])
    assert not mend(many[:-20], None, "timeout", then=REST).resumed


def test_a_gap_that_nobody_fills_ends_the_answer_as_before():
    found = mend(INSIDE, None, "timeout")
    assert found.paragraphs == [LOANS_STAND, (FEES[:20], [], "timeout", 0)]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "timeout")


def test_the_outline_of_the_second_text_covers_the_paragraphs_of_both():
    rest = document((["E2"], FEES), outline='[{"id":"S1","title":"Loan period"},{"id":"S2","title":"Late fees"}]')
    found = mend(BETWEEN, None, "timeout", then=rest)
    [outline] = [event for event in found.events if type(event).__name__ == "OutlineFound"]
    assert [(section.title, section.paragraphs) for section in outline.sections] == [
        ("Loan period", (0,)),
        ("Late fees", (1,)),
    ]


def test_an_outline_that_stood_in_the_first_text_is_kept():
    first = document((["E1"], f"{LOANS}\n\nSUIVI\n[S1] Loan period\n[S2] Late fees"))[:-2] + ","
    found = mend(first, None, "timeout", then=document((["E2"], FEES)))
    [outline] = [event for event in found.events if type(event).__name__ == "OutlineFound"]
    assert [section.title for section in outline.sections] == ["Loan period", "Late fees"]


@pytest.mark.parametrize("mode", ["answer", "none"])
def test_other_citation_modes_go_on_too(mode):
    found = mend(INSIDE, None, "timeout", then=REST, ladder=ROLLBACK, citation_mode=mode)
    assert found.summary.text == "\n\n".join((LOANS, FEES, LIMITS)) and found.paragraphs == []


@every("ladder", [Ladder(), ROLLBACK, Ladder(strict=True, nothing_found=NOTHING)])
@every("position", range(0, len(WHOLE), 9))
def test_wherever_it_breaks_and_however_it_is_cut_the_events_are_the_same(position, ladder):
    first = WHOLE[:position]
    whole = mend(first, None, "timeout", then=REST, ladder=ladder)
    combined = itertools.product if effort.whole else zip
    for pieces, rest in combined(cuttings(first, position), cuttings(REST, position)):
        assert mend(pieces, None, "timeout", then=rest, ladder=ladder).shape == whole.shape


# JSON that its model left open ------------------------------------------------------------------------------------

CLOSED_BUT_FOR = WHOLE[:-2]
"""The last object is closed, the list is not."""


@every("finish", ["stop", "length", None])
@every("model", [CLOSED_BUT_FOR, BETWEEN, f"```json\n{CLOSED_BUT_FOR}\n```", f"<think>hm</think>{BETWEEN}"])
def test_json_that_never_closes_goes_on_and_is_complete_once_the_rest_has_come(model, finish):
    found = mend(model, finish, then=REST, ladder=AGAIN)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 0), LIMITS_STAND]
    assert (found.summary.complete, found.summary.degraded_reason) == (True, None)


@pytest.mark.parametrize("rest", ['{"paragraphs":[]}', document((["E2"], FEES))])
def test_it_is_complete_too_when_nothing_new_was_missing(rest):
    found = mend(CLOSED_BUT_FOR, then=rest, ladder=AGAIN)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 0)] and found.summary.complete


@pytest.mark.parametrize("finish", ["stop", "tool_calls"])
def test_where_nothing_is_regenerated_it_ends_as_it_stands(finish):
    found = mend(INSIDE, finish, then=REST, ladder=ROLLBACK)
    assert not found.resumed
    assert found.paragraphs == [LOANS_STAND, (FEES[:20], [], "truncated", 0)]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


@pytest.mark.parametrize("model", [WHOLE[: WHOLE.index(LOANS) - 5], '{"response":"The loan period is th'])
def test_of_json_that_showed_nothing_all_is_asked_for_and_what_it_held_back_is_not_lost(model):
    found = mend(model, then=WHOLE, ladder=AGAIN)
    assert found.paragraphs == [LOANS_STAND, (FEES, ["E2"], None, 0)] and found.summary.complete
    held = mend(model, ladder=AGAIN).summary
    for then, failure in ((None, None), ("", "timeout"), ("", None)):
        found = mend(model, then=then, then_failure=failure, ladder=AGAIN)
        assert (found.summary.text, found.summary.complete) == (held.text, False)
        assert found.summary.degraded_reason == "truncated"


NOTHING_MORE = [
    ("", "stop", None),
    ("", None, "upstream_error"),
    ("", None, "timeout"),
    ('{"paragraphs":[', "stop", None),
]


@every("ladder", [AGAIN, AGAIN_ROLLBACK])
@every(("then", "finish", "failure"), NOTHING_MORE)
def test_no_text_that_was_shown_is_lost_when_nothing_goes_on_with_it(then, finish, failure, ladder):
    found = mend(INSIDE, then=then, then_finish=finish, then_failure=failure, ladder=ladder)
    assert found.paragraphs == [LOANS_STAND, (FEES[:20] + "…", [], "truncated", 0)]
    assert found.rollbacks == [] and found.resumed
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


@pytest.mark.parametrize("rest", [REST, list(REST), f"{FEES} [E2]\n\n{LIMITS} [E3]"])
def test_a_paragraph_that_was_left_open_is_withdrawn_when_another_one_comes_in_its_place(rest):
    found = mend(INSIDE, then=rest, ladder=AGAIN_ROLLBACK)
    assert [paragraph[:2] for paragraph in found.paragraphs] == [(LOANS, ["E1"]), (FEES, ["E2"]), (LIMITS, ["E3"])]
    assert found.rollbacks == [(len(LOANS) + 2, 1)] and found.paragraphs[1][3] == 1
    kinds = [type(event).__name__ for event in found.events]
    assert kinds[kinds.index("TextRolledBack") + 1] == "TextAdded", "the new text follows at once"
    assert found.summary.complete and found.summary.degraded_reason is None


@pytest.mark.parametrize("thought", [True, False], ids=["in the text", "beside it"])
def test_json_that_came_as_a_thought_goes_on_too(thought):
    def reasoned(model):
        return stream.receive(f"<think>{model}</think>") if thought else stream.think(f"So: {model}")

    stream = AnswerStream(CANDIDATES, language="en", ladder=AGAIN)
    out = [*reasoned(CLOSED_BUT_FOR), *stream.end("stop")]
    assert stream.resumable
    out += [*stream.resume(), *reasoned(REST), *stream.end("stop"), *stream.close()]
    assert [paragraph.text for paragraph in folded(out).paragraphs] == [LOANS, FEES, LIMITS]
    assert stream.summary.complete


def test_a_thought_that_is_no_document_is_no_rest_of_it():
    found = mend(CLOSED_BUT_FOR, then="<think>Nothing is missing.</think>", ladder=AGAIN)
    assert len(found.paragraphs) == 2
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


# Two models -------------------------------------------------------------------------------------------------------

TWO = Ladder(resumes=2)
CITED = SpanCitation("E1", 0, len(LOANS))


@pytest.mark.parametrize("failure", ["upstream_error", "timeout"])
@pytest.mark.parametrize("model", [INSIDE, INLINE.replace(LIMITS, "")])
def test_where_another_model_may_go_on_the_open_paragraph_is_closed_as_interrupted(model, failure):
    found = mend(model, None, failure, then=document((["E3"], LIMITS)), ladder=TWO)
    assert found.paragraphs == [LOANS_STAND, (FEES[:20] + "…", [], "interrupted", 0), LIMITS_STAND]
    assert found.summary.degraded_reason == "interrupted" and found.summary.complete


@every("mode", ["paragraph", "answer"])
@every("rest", [document((["E3"], LIMITS)), f"{LIMITS} [E3]"])
@every("ladder", [TWO, Ladder(rollback=True, resumes=2)])
@every("size", [1, 2, 20])
def test_no_paragraph_joins_what_two_models_wrote(size, ladder, rest, mode):
    """The first one cites beside its text: its paragraph waits for citations that never come."""
    stream = AnswerStream(CANDIDATES, language="en", ladder=ladder, form=AnswerForm(mode))
    out = stream.receive(f"{LOANS}\n\n{FEES[:size]}", [Mark(len(LOANS), (CITED,), len(LOANS))])
    out += stream.end(None, "upstream_error") + stream.resume()
    out += stream.receive(rest) + stream.end("stop") + stream.close()
    cut = [f"{FEES[:size]}…"] if size > 1 and not ladder.rollback else []
    shown = [LOANS, *cut, LIMITS]
    assert folded(out).text == "\n\n".join(shown)
    if mode == "paragraph":
        found = folded(out).paragraphs
        assert [paragraph.text for paragraph in found] == shown
        assert [paragraph.degraded for paragraph in found if paragraph.degraded] == ["interrupted"] * len(cut)


def test_a_paragraph_whose_verdicts_come_when_another_model_goes_on_is_shown_once():
    stream = AnswerStream(CANDIDATES, language="en", verified=True, ladder=TWO)
    out = stream.receive(WHOLE[: WHOLE.index(FEES) - 25]) + stream.judge([Verdict("supported")])
    out += stream.receive(WHOLE[WHOLE.index(FEES) - 25 : -3]) + stream.end(None, "timeout") + stream.resume()
    while stream.waits:
        out += stream.judge([Verdict("supported")])
    out += stream.receive(document((["E3"], LIMITS))) + stream.judge([Verdict("supported")]) + stream.end("stop")
    assert folded([*out, *stream.close()]).text == "\n\n".join((LOANS, FEES, LIMITS))


def damaged(data, model):
    for _ in range(data.draw(st.integers(0, 3))):
        position = data.draw(st.integers(0, len(model)))
        piece = data.draw(st.sampled_from([*HOSTILE, "", '"', "{", "\ud83d", "\r"]))
        model = model[:position] + piece + model[position + data.draw(st.integers(0, 5)) :]
    return model[: data.draw(st.integers(len(model) // 2, len(model)))]


@settings(max_examples=effort.examples(250), deadline=None)
@given(st.data())
def test_two_damaged_texts_with_replacements_keep_the_invariants(data):
    some = [
        *(case.model for case in CASES),
        WHOLE,
        REST,
        f"<p c=E1>{LOANS}</p><p c=E2>{FEES}</p>",
        f"{LOANS} [E1]\n\n{FEES}",
    ]
    texts = [damaged(data, data.draw(st.sampled_from(some))) for _ in range(2)]
    ladder = Ladder(data.draw(st.booleans()), data.draw(st.booleans()), data.draw(st.booleans()), NOTHING)
    ends = st.sampled_from([("stop", None), ("length", None), (None, "timeout"), (None, "interrupted")])
    finish, failure = data.draw(ends)
    then_finish, then_failure = data.draw(ends)
    replacements = data.draw(st.lists(st.sampled_from([REST, document((["E1"], LOANS)), LIMITS, "", '{"']), max_size=3))

    def run(first, second):
        return mend(
            first,
            finish,
            failure,
            then=second,
            then_finish=then_finish,
            then_failure=then_failure,
            replacements=replacements,
            ladder=ladder,
        )

    whole = run(*texts)
    assert run(*map(list, texts)).shape == whole.shape
    generator = random.Random(data.draw(st.integers()))
    size = generator.randrange(1, 9)
    assert run(*([text[at : at + size] for at in range(0, len(text), size)] for text in texts)).shape == whole.shape
    assert not (set(whole.kinds) & {"resumed"}) or whole.resumed
