"""The states of an answer that is being read, and every way from one to another, in one table.

Two machines run side by side. `Phase` is the answer's: it says which calls of `AnswerStream` may come next.

    RECEIVING ──END──▶ ENDED ────FINISH────▶ OVER ──CLOSE──▶ CLOSED
        ▲              │   ▲
        │        BREAK_OFF FORGO
        │              ▼   │
        └─RESUME── BROKEN_OFF

`Blocks` is that of the text that is being read: it says what becomes of its blocks.

                     ┌──PLAIN_TEXT──▶ UNDECIDED ──CAP──▶ UNDECIDED_FULL
                     │                    │                    │
                     │   MARKER, STRUCTURE, EACH_STANDS        │ STRUCTURE, EACH_STANDS
                     │                    │                    │
                  PARAGRAPHS ◀────────────┘                    │
                     │  └──────────CAP─────────▶ FULL ◀────────┘
                     │
                     ├──BESIDE──▶ CITED ──CAP──▶ CITED_FULL
                     │
                     └──LIST_END──▶ LIST_OVER ──TEXT──▶ LEFT_OUT

What is not in the table cannot happen: `after` raises `IllegalTransition`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import TypeVar, cast


class Phase(Enum):
    """How far an answer is."""

    RECEIVING = auto()
    """Pieces of a text come."""
    ENDED = auto()
    """The text is over; some of it may still wait to be read."""
    BROKEN_OFF = auto()
    """The text broke off: another one goes on, or nobody does."""
    OVER = auto()
    """The last text is read."""
    CLOSED = auto()


class Blocks(Enum):
    """What becomes of the blocks of a text."""

    PARAGRAPHS = auto()
    """Each is a paragraph."""
    UNDECIDED = auto()
    """Plain text that has cited nothing yet: its blocks are shown, and wait to be called paragraphs."""
    LIST_OVER = auto()
    """The document's list of paragraphs is over: text behind it is none of the answer."""
    LEFT_OUT = auto()
    """The same, and it was noted that there is such text."""
    FULL = auto()
    """A cap is reached: no text is read any more."""
    UNDECIDED_FULL = auto()
    """A cap is reached, and the blocks still wait."""
    CITED = auto()
    """Text whose citations come beside it: its blocks are shown, and each waits until all of its citations are
    known."""
    CITED_FULL = auto()
    """A cap is reached, and the blocks still wait for their citations."""


class Trigger(Enum):
    """What leads from one state to another."""

    END = auto()
    """The caller says that the model's text is over."""
    BREAK_OFF = auto()
    """The end is read, and there is something to go on from."""
    FINISH = auto()
    """The end is read, and it is the end of the answer."""
    RESUME = auto()
    """The caller goes on with another text."""
    FORGO = auto()
    """The caller does not go on."""
    CLOSE = auto()

    PLAIN_TEXT = auto()
    """Text without structure begins, before the first paragraph."""
    MARKER = auto()
    """The first citation in plain text: its earlier blocks are paragraphs too."""
    STRUCTURE = auto()
    """Another format begins behind plain text."""
    EACH_STANDS = auto()
    """Plain text that nobody has seen is over: each of its blocks has to stand for itself."""
    LIST_END = auto()
    """The last paragraph of a document's list is complete."""
    TEXT = auto()
    """Text behind the list."""
    BESIDE = auto()
    """Text begins whose citations come beside it."""
    CAP = auto()
    """Text behind the last paragraph that the answer may have."""


class IllegalTransition(Exception):
    """A trigger that the table does not have in this state: a mistake of ours, or calls in the wrong order."""


TRANSITIONS: Mapping[tuple[Phase | Blocks, Trigger], Phase | Blocks] = {
    (Phase.RECEIVING, Trigger.END): Phase.ENDED,
    (Phase.ENDED, Trigger.BREAK_OFF): Phase.BROKEN_OFF,
    (Phase.ENDED, Trigger.FINISH): Phase.OVER,
    (Phase.BROKEN_OFF, Trigger.RESUME): Phase.RECEIVING,
    (Phase.BROKEN_OFF, Trigger.FORGO): Phase.ENDED,
    (Phase.OVER, Trigger.CLOSE): Phase.CLOSED,
    #
    (Blocks.PARAGRAPHS, Trigger.PLAIN_TEXT): Blocks.UNDECIDED,
    (Blocks.PARAGRAPHS, Trigger.LIST_END): Blocks.LIST_OVER,
    (Blocks.PARAGRAPHS, Trigger.CAP): Blocks.FULL,
    (Blocks.PARAGRAPHS, Trigger.RESUME): Blocks.PARAGRAPHS,
    (Blocks.UNDECIDED, Trigger.MARKER): Blocks.PARAGRAPHS,
    (Blocks.UNDECIDED, Trigger.STRUCTURE): Blocks.PARAGRAPHS,
    (Blocks.UNDECIDED, Trigger.EACH_STANDS): Blocks.PARAGRAPHS,
    (Blocks.UNDECIDED, Trigger.PLAIN_TEXT): Blocks.UNDECIDED,
    (Blocks.UNDECIDED, Trigger.CAP): Blocks.UNDECIDED_FULL,
    (Blocks.UNDECIDED_FULL, Trigger.STRUCTURE): Blocks.FULL,
    (Blocks.UNDECIDED_FULL, Trigger.EACH_STANDS): Blocks.FULL,
    (Blocks.UNDECIDED_FULL, Trigger.PLAIN_TEXT): Blocks.UNDECIDED_FULL,
    (Blocks.UNDECIDED_FULL, Trigger.CAP): Blocks.UNDECIDED_FULL,
    (Blocks.FULL, Trigger.LIST_END): Blocks.FULL,
    (Blocks.FULL, Trigger.CAP): Blocks.FULL,
    (Blocks.FULL, Trigger.RESUME): Blocks.FULL,
    (Blocks.PARAGRAPHS, Trigger.BESIDE): Blocks.CITED,
    (Blocks.CITED, Trigger.CAP): Blocks.CITED_FULL,
    (Blocks.CITED, Trigger.RESUME): Blocks.PARAGRAPHS,
    (Blocks.CITED_FULL, Trigger.RESUME): Blocks.FULL,
    (Blocks.LIST_OVER, Trigger.LIST_END): Blocks.LIST_OVER,
    (Blocks.LIST_OVER, Trigger.PLAIN_TEXT): Blocks.LIST_OVER,
    (Blocks.LIST_OVER, Trigger.TEXT): Blocks.LEFT_OUT,
    (Blocks.LEFT_OUT, Trigger.LIST_END): Blocks.LEFT_OUT,
    (Blocks.LEFT_OUT, Trigger.PLAIN_TEXT): Blocks.LEFT_OUT,
}

WAITING = (Blocks.UNDECIDED, Blocks.UNDECIDED_FULL)
"""Blocks are not yet called paragraphs."""
CITED = (Blocks.CITED, Blocks.CITED_FULL)
"""Citations come beside the text."""
SILENT = (Blocks.FULL, Blocks.UNDECIDED_FULL, Blocks.CITED_FULL)
"""No text is read any more."""
RESUMABLE = (Blocks.PARAGRAPHS, Blocks.CITED)
"""Another text may go on."""
BEHIND_LIST = (Blocks.LIST_OVER, Blocks.LEFT_OUT)

State = TypeVar("State", Phase, Blocks)


def after(state: State, trigger: Trigger) -> State:
    """Returns the state that a trigger leads to; raises `IllegalTransition` where the table has none."""
    try:
        return cast(State, TRANSITIONS[state, trigger])
    except KeyError:
        raise IllegalTransition(f"{trigger.name} cannot happen in {state}.") from None
