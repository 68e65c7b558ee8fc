"""An answer that another process goes on with: it stands where the first one left off, and nothing is said twice."""

import pytest

from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import (
    CoreDecision,
    ParagraphFinished,
    ReferenceShown,
    Started,
    TextAdded,
    TextRolledBack,
    fold,
)
from tests.support.every import every
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, OFF, document

WHOLE = document((["E1"], LOANS), (["E1", "E9", "E2"], FEES), (["E3"], LIMITS))
ROLLBACK = Ladder(rollback=True)


def stream(ladder=None, **options):
    return AnswerStream(CANDIDATES, language="en", evidence=OFF, ladder=ladder, **options)


def journal(model, ladder=None, size=5):
    """The events of a process that died behind this much of the model's text."""
    first, out = stream(ladder), [Started("a" * 32, "b" * 32, "en")]
    for at in range(0, len(model), size):
        out += first.receive(model[at : at + size])
    return [item for item in out if not isinstance(item, CoreDecision)]


def taken_over(events, model, ladder=None):
    """All events: those of the first process, and what another one adds with a whole text of its own."""
    second = stream(ladder)
    out = second.restore(events) + second.receive(model) + second.close("stop")
    return [*events, *(item for item in out if not isinstance(item, CoreDecision))], second


def shown(events):
    return [
        (paragraph.text, paragraph.citation_ids, paragraph.degraded, paragraph.revision)
        for paragraph in fold(events).paragraphs
    ]


def test_the_text_behind_the_last_paragraph_is_withdrawn_where_that_is_allowed():
    first = journal(WHOLE[: WHOLE.index(FEES) + 20], ROLLBACK)
    events, second = taken_over(first, document((["E1", "E2"], FEES)), ROLLBACK)
    assert [event for event in events if isinstance(event, TextRolledBack)] == [TextRolledBack(len(LOANS) + 2, 1)]
    assert shown(events) == [(LOANS, ["E1"], None, 0), (FEES, ["E1", "E2"], None, 1)]
    assert second.summary.complete and second.summary.degraded_reason is None


def test_elsewhere_it_is_closed_as_a_paragraph_of_its_own_and_the_next_one_follows():
    first = journal(WHOLE[: WHOLE.index(FEES) + 20])
    open_text = fold(first).text.removeprefix(LOANS).strip()
    events, second = taken_over(first, document((["E3"], LIMITS)))
    assert shown(events) == [
        (LOANS, ["E1"], None, 0),
        (f"{open_text}…", [], "interrupted", 0),
        (LIMITS, ["E3"], None, 0),
    ]
    assert events[len(first)] == TextAdded("…\n\n")
    assert second.summary.has_citation_error and second.summary.text == fold(events).text


def test_a_paragraph_whose_separator_was_sent_is_closed_without_an_ellipsis():
    first = [TextAdded(f"{LOANS}\n\n")]
    events, _ = taken_over(first, document((["E3"], LIMITS)))
    assert shown(events) == [(LOANS, [], "interrupted", 0), (LIMITS, ["E3"], None, 0)]


def test_a_second_takeover_stands_on_the_first_ones_withdrawal():
    first = journal(WHOLE[: WHOLE.index(FEES) + 20], ROLLBACK)
    events, _ = taken_over(first, WHOLE[: WHOLE.index(FEES) + 30], ROLLBACK)
    cut = next(index for index, event in enumerate(events) if isinstance(event, TextRolledBack)) + 1
    events, _ = taken_over([*events[:cut], TextAdded("Late")], document((["E2"], FEES)), ROLLBACK)
    assert shown(events) == [(LOANS, ["E1"], None, 0), (FEES, ["E2"], None, 2)]


def test_an_answer_that_was_whole_is_known_as_such():
    first = stream()
    out = first.receive(WHOLE) + first.close("stop")
    events = [item for item in out if not isinstance(item, CoreDecision)]
    second = stream()
    assert second.restore(events) == [] and second.whole
    assert second.close("stop") == [] and second.summary.text == first.summary.text
    open_, none = stream(), stream()
    open_.restore(journal(WHOLE[: WHOLE.index(FEES) - 30]))
    none.restore([])
    assert not open_.whole and not none.whole


def test_figures_of_both_processes_count():
    first = journal(WHOLE[: WHOLE.index(LIMITS) + 5], ROLLBACK)
    _, second = taken_over(first, document((["E3", "E3"], LIMITS)), ROLLBACK)
    assert second.summary.citation_status == {"ok": 0, "weak": 0, "moved": 0, "unchecked": 4, "dropped": 1}
    assert second.summary.references == ("E1", "E2", "E3") and second.summary.paragraph_count == 3


@every("ladder", [None, ROLLBACK, Ladder(strict=True, nothing_found="Nothing.")])
@every("size", [1, 7, 400])
def test_wherever_a_process_dies_the_answer_keeps_its_invariants(ladder, size):
    """Between any two events. The second text says everything again: what was accepted is not repeated."""
    whole = journal(WHOLE, ladder, size)
    for cut in range(len(whole) + 1):
        events, second = taken_over(whole[:cut], WHOLE, ladder)
        answer = fold(events)
        assert answer.text == "\n\n".join(paragraph.text for paragraph in answer.paragraphs) == second.summary.text
        indexes = [event.index for event in events if isinstance(event, ParagraphFinished)]
        assert indexes == list(range(len(indexes)))
        shown = [event.citation_id for event in events if isinstance(event, ReferenceShown)]
        assert len(shown) == len(set(shown))
        texts = [paragraph.text for paragraph in answer.paragraphs]
        for text in (LOANS, FEES, LIMITS):
            almost = [other for other in texts if other != text and text.startswith(other.removesuffix("…"))]
            assert texts.count(text) == 1 or len(almost[0]) > 0.8 * len(text), "it is said once"
        if ladder == ROLLBACK:
            assert texts == [LOANS, FEES, LIMITS]


def pieces_of(stream, model, size=5):
    """What is sent of a text that comes in small pieces: one list for each piece."""
    return [stream.receive(model[at : at + size]) for at in range(0, len(model), size)]


def is_text(items):
    return any(isinstance(item, TextAdded) for item in items)


@pytest.mark.parametrize("again", [[], [(["E1"], LOANS)], [(["E1"], LOANS), (["E2"], FEES)]])
def test_text_flows_in_pieces_again_once_a_new_paragraph_is_accepted(again):
    """Whether the model begins with the rest or again at paragraph 1, only the first new paragraph comes as a whole."""
    events = journal(WHOLE[: WHOLE.index(LIMITS if len(again) == 2 else FEES) - 25])
    second = stream()
    second.restore(events)
    last = "Reading rooms close at six in winter."
    model = document(*again, (["E3"], LIMITS), (["E2"], last))
    place = model.index(LIMITS) + len(LIMITS)
    sent = pieces_of(second, model)
    assert not is_text(item for items in sent[: place // 5] for item in items), "a repeated paragraph is not seen"
    flowing = sent[model.index(last) // 5 + 1 : (model.index(last) + len(last)) // 5]
    assert all(map(is_text, flowing)) and len(flowing) > 5
    answer = fold([*events, *(item for items in sent for item in items if not isinstance(item, CoreDecision))])
    assert answer.text.endswith(f"{LIMITS}\n\n{last[:-1]}") or answer.text.endswith(last)


def test_a_paragraph_that_is_repeated_later_is_not_seen_either():
    events = journal(WHOLE[: WHOLE.index(LIMITS) - 25])
    reworded = LOANS.replace(".", ", as a rule of this house and of all its many branches.")
    second = stream()
    second.restore(events)
    model = document((["E1"], reworded), (["E2"], FEES), (["E3"], LIMITS))
    sent = [item for items in pieces_of(second, model) for item in items] + second.close("stop")
    answer = fold([*events, *(item for item in sent if not isinstance(item, CoreDecision))])
    assert [paragraph.text for paragraph in answer.paragraphs] == [LOANS, FEES, reworded, LIMITS]
    assert sum(FEES in item.text for item in sent if isinstance(item, TextAdded)) == 0


def test_an_answer_of_which_nothing_was_shown_flows_from_its_first_word():
    second = stream()
    second.restore([Started("a" * 32, "b" * 32, "en")])
    sent = pieces_of(second, document((["E1"], LOANS)))
    assert sum(map(is_text, sent)) > 5


def test_in_strict_mode_no_text_flows_after_a_takeover_either():
    second = stream(Ladder(strict=True))
    second.restore(journal(WHOLE[: WHOLE.index(FEES) - 25]))
    model = document((["E2"], FEES), (["E3"], LIMITS), (["E1"], "Reading rooms close at six in winter."))
    assert sum(map(is_text, pieces_of(second, model))) == 2
