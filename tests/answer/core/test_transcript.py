"""What the reader of an answer sees, and what may be taken back."""

import pytest

from gateway.answer.answer import Citation, Section
from gateway.answer.core.transcript import MOST_REASONED, SEPARATOR, Transcript
from gateway.answer.events import (
    CitationsFinished,
    CoreDecision,
    Failed,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    TextAdded,
    TextRolledBack,
    Thinking,
)
from gateway.answer.outline import FEWEST
from tests.support.reading import CANDIDATES


def page(*, mode="paragraph", holds_back=False):
    return Transcript(CANDIDATES, mode, holds_back=holds_back)


def test_text_is_shown_but_for_its_last_character():
    shown = page()
    shown.add("one")
    shown.add(" two")
    assert shown.flush() == [TextAdded("one tw")]
    shown.end(SEPARATOR)
    assert shown.flush() == [TextAdded("o\n\n")]


def test_held_text_is_shown_with_its_paragraph():
    shown = page(holds_back=True)
    shown.add("one")
    shown.end(SEPARATOR)
    assert shown.blank and shown.flush() == []
    shown.accept(["one"], [Citation("E1", "ok")], None, SEPARATOR, shown=False)
    text, reference, paragraph = shown.flush()
    assert text == TextAdded("one\n\n") and isinstance(reference, ReferenceShown)
    assert paragraph == ParagraphFinished(0, "one", (Citation("E1", "ok"),))
    assert shown.tally.status["ok"] == 1


def test_a_reference_is_shown_once():
    shown = page(holds_back=True)
    for text in ("one", "two"):
        shown.accept([text], [Citation("E1")], None, "", shown=False)
    assert sum(isinstance(event, ReferenceShown) for event in shown.flush()) == 1


def test_other_modes_show_text_alone():
    shown = page(mode="answer", holds_back=True)
    shown.accept(["one"], [Citation("E1")], None, "", shown=False)
    assert shown.flush() == [TextAdded("one")] and len(shown.tally.paragraphs) == 1


def test_a_withdrawal_names_the_code_point_behind_the_last_paragraph():
    shown = page()
    shown.add("𝄞ne")
    shown.end(SEPARATOR)
    shown.accept(["𝄞ne"], [], None, SEPARATOR, shown=True)
    shown.add("two")
    assert not shown.exposed
    shown.show()
    assert shown.exposed
    shown.withdraw()
    assert shown.flush()[-1] == TextRolledBack(5, 1)
    assert shown.tally.shown_text == "𝄞ne" and not shown.exposed
    shown.add("new")
    shown.end("")
    shown.accept(["new"], [], None, "", shown=True)
    assert shown.flush() == [TextAdded("new"), ParagraphFinished(1, "new", revision=1)]


def test_a_text_of_which_nothing_was_sent_is_withdrawn_in_silence():
    shown = page()
    shown.add("x")
    shown.withdraw()
    assert shown.flush() == [] and shown.tally.rollbacks == {}
    shown.add("yz")
    assert shown.flush() == [TextAdded("y")]


def test_decisions_and_the_outline_keep_their_place():
    shown = page()
    shown.accept(["The loan period is long."], [Citation("E1", "ok")], None, SEPARATOR, shown=False)
    shown.flush()
    shown.decide(None, CoreDecision("a"))
    shown.outline(["Loan period"], "en")
    first, *_, last = shown.flush()
    assert [first, last] == [CoreDecision("a"), OutlineFound((Section("S1", "Loan period", (0,)),))]


def test_the_first_cap_that_is_reached_is_the_reason():
    shown = page()
    assert not shown.full
    shown.limit("tokens")
    shown.limit("bytes")
    assert shown.full and shown.tally.reason == "budget" and shown.flush() == [CoreDecision("limit", {"cap": "tokens"})]


def test_what_another_process_left_open_is_withdrawn_or_closed():
    for rollback in (True, False):
        shown = page()
        shown.restore([TextAdded("half")], rollback)
        assert [type(event).__name__ for event in shown.flush()] == (
            ["TextRolledBack"] if rollback else ["TextAdded", "ParagraphFinished"]
        )
        assert shown.holds_back is not rollback, "there is nothing that could be repeated"


def test_a_thought_is_complete_before_text_and_at_the_end():
    shown = page()
    shown.think_aside("hm\r")
    shown.add("text")
    assert shown.flush() == [Thinking("h"), Thinking("m"), TextAdded("tex")]
    shown.think("ah")
    shown.end_thoughts()
    assert shown.flush() == [Thinking("a"), Thinking("h")]


def test_reasoning_beside_the_text_is_kept_once_and_not_for_ever():
    shown = page()
    for _ in range(3):
        shown.think_aside("x" * (MOST_REASONED - 1))
    assert len(shown.reasoned()) == 2 * (MOST_REASONED - 1)
    assert shown.reasoned() == ""


def written(text="The loan period is long."):
    shown = page()
    shown.add(text)
    shown.end("")
    shown.accept([text], [Citation("E1", "ok")], None, "", shown=True)
    return shown


def test_a_document_of_few_sections_says_so_once_before_its_outline_also_when_another_process_goes_on():
    shown, few = written(), "It has {count} section."
    shown.outline(["Loan period"], "en", few)
    events = [event for event in shown.flush() if not isinstance(event, CoreDecision)]
    said, outline = (
        ParagraphFinished(1, "It has 1 section.", own=True),
        OutlineFound((Section("S1", "Loan period", (0,)),)),
    )
    assert events[-2:] == [said, outline]
    assert events[0] == TextAdded("The loan period is long.") and TextAdded("\n\nIt has 1 section.") in events
    other = page()
    other.restore(events[:-1], rollback=True)
    other.outline(["Loan period"], "en", few)
    assert [event for event in other.flush() if not isinstance(event, CoreDecision)] == [outline]


@pytest.mark.parametrize("titles", [["Loan period"] * FEWEST, []], ids=["enough", "none"])
def test_a_document_of_enough_sections_and_one_that_has_none_say_nothing_of_it(titles):
    shown = written()
    shown.outline([f"{title} {number}" for number, title in enumerate(titles)], "en", "It has {count} sections.")
    assert len(shown.tally.paragraphs) == 1


def test_an_ended_answer_has_nothing_to_be_closed():
    first, other = written(), page()
    events = [*first.flush(), OutlineFound(()), CitationsFinished(1, 1), Failed("timeout", "Late.", True)]
    other.restore(events, rollback=True)
    assert other.flush() == [] and other.tally.paragraphs == first.tally.paragraphs
