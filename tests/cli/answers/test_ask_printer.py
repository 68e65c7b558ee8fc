"""`citestream ask`: what is printed, event by event."""

import io

import pytest

from gateway.answer.answer import Citation, Section, TextRange
from gateway.answer.events import (
    Failed,
    Finished,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
)
from gateway.cli.answers.ask_printer import Printer, question_of, typed
from gateway.errors import WrongUse
from gateway.settings import Settings


class Screen(io.StringIO):
    def isatty(self):
        return True


def printed(*events, out=None, notes=None):
    out, notes = out or io.StringIO(), notes or io.StringIO()
    printer = Printer(out, notes, lambda name, language: f"{name} in {language}: {{value}}")
    for event in events:
        printer.show(event)
    return out.getvalue(), notes.getvalue()


SHOWN = ReferenceShown("E1", "embedding", {"title": "Loans", "source": "loans.md", "position": {"heading": "Books"}})


def test_sources_of_plain_text_stand_below_it():
    out, _ = printed(TextAdded("Three weeks."), SHOWN, Finished({}))
    assert out == "Three weeks.\n\nE1  Loans › Books  (loans.md)\n"


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


def test_what_is_doubtful_stands_below_its_paragraph():
    weak = Citation("E2", "weak", 0.7, (), None, "figure", (TextRange(0, 5),), "Two")
    out, _ = printed(
        Started("a", "q", "fr"),
        TextAdded("Three weeks."),
        ParagraphFinished(0, "Three weeks.", (Citation("E1", "ok", 1.0), weak)),
        Finished({}),
    )
    assert out == "Three weeks. [E1, E2]\n  E2  “Three”: doubt_value in fr: Two\n\n"


def test_a_question_as_typed_can_be_stored():
    assert typed("  Where is the caf\udcc3? ") == "Where is the caf??"
    for wrong in ("", "  ", "x" * 8001):
        with pytest.raises(WrongUse, match="8000"):
            typed(wrong)


def test_an_outline_stands_between_text_and_sources():
    out, _ = printed(
        TextAdded("Three weeks."),
        SHOWN,
        ParagraphFinished(0, "Three weeks.", (Citation("E1"),)),
        OutlineFound((Section("S1", "Books"), Section("S2", "Films"))),
        Finished({}),
    )
    assert out == "Three weeks. [E1]\n\nS1  Books\nS2  Films\n\nE1  Loans › Books  (loans.md)\n"


def asked(text="How long may I keep a book?", setting="off", **chosen):
    settings = Settings(_env_file=None, strict=setting)
    options = {"workspace": None, "strict": None, "deliverable": None} | chosen
    return question_of(settings, text, tenant="default", **options)


@pytest.mark.parametrize(
    ("setting", "option", "strict"),
    [("on", None, True), ("off", None, False), ("on", False, False), ("off", True, True)],
)
def test_a_question_is_as_strict_as_the_setting_unless_an_option_says_otherwise(setting, option, strict):
    assert asked(setting=setting, strict=option).options.strict is strict


def test_a_question_asks_for_an_outline_as_it_sounds_unless_an_option_says_otherwise():
    assert not asked().options.deliverable and asked("Write a report on loans.").options.deliverable
    assert (
        asked(deliverable=True).options.deliverable
        and not asked("Write a report on loans.", deliverable=False).options.deliverable
    )


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
