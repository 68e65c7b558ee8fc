"""`citestream ask`: what is printed, event by event."""

import io

import pytest

from gateway.answer.answer import Citation
from gateway.answer.events import Failed, Finished, ParagraphFinished, ReferenceShown, StateChanged, TextAdded
from gateway.errors import WrongUse
from gateway.terminal import Printer, typed


class Screen(io.StringIO):
    def isatty(self):
        return True


def printed(*events, out=None, notes=None):
    out, notes = out or io.StringIO(), notes or io.StringIO()
    printer = Printer(out, notes)
    for event in events:
        printer.show(event)
    return out.getvalue(), notes.getvalue()


SHOWN = ReferenceShown("E1", "embedding", {"title": "Loans", "source": "loans.md", "position": {"heading": "Books"}})


def test_ids_stand_behind_their_paragraph_and_sources_at_the_end():
    out, notes = printed(
        StateChanged("responding", "Writing"),
        TextAdded("Three"),
        TextAdded(" weeks.\n\n"),
        SHOWN,
        ParagraphFinished(0, "Three weeks.", (Citation("E1"),)),
        TextAdded("Twice."),
        ParagraphFinished(1, "Twice.", ()),
        Finished({}),
    )
    assert out == "Three weeks. [E1]\n\nTwice.\n\nE1  Loans › Books  (loans.md)\n"
    assert notes == ""


def test_a_question_as_typed_can_be_stored():
    assert typed("  Where is the caf\udcc3? ") == "Where is the caf??"
    for wrong in ("", "  ", "x" * 8001):
        with pytest.raises(WrongUse, match="8000"):
            typed(wrong)


def test_newlines_inside_a_paragraph_are_kept():
    out, _ = printed(TextAdded("a\n\n"), TextAdded("b"), ParagraphFinished(0, "a\n\nb"), Finished({}))
    assert out == "a\n\nb\n\n"


def test_on_a_screen_the_states_are_shown_and_the_ids_are_faint():
    out, notes = printed(
        StateChanged("responding", "Writing"),
        TextAdded("Yes."),
        SHOWN,
        ParagraphFinished(0, "Yes.", (Citation("E1"),)),
        out=Screen(),
        notes=Screen(),
    )
    assert notes == "… Writing\n" and "\x1b[2m [E1]\x1b[0m" in out


def test_a_failure_goes_to_the_notes():
    assert printed(Failed("internal", "Something went wrong.")) == ("", "Something went wrong.\n")
