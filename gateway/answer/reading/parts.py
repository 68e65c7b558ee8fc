"""What a reader of model text gives to `TextReader`, whatever the format. A plain `str` is a piece of shown text.

Every reader has one method `read(buffer, at, final, out) -> int`: it reads the buffer from `at`, appends parts, and
returns the place from which on it wants to see the text again together with more. What it holds back is bounded, so
that the cost of a piece does not grow with the answer; `final` says that nothing follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Format = Literal["opening", "thought", "json", "quoted", "tags", "prose", "cited"]


@dataclass(frozen=True, slots=True)
class FormatBegun:
    """From here on the text is read in this format; what was open before ends here."""

    format: Format


@dataclass(frozen=True, slots=True)
class Ids:
    """A citation id of the open paragraph, as the model spelled it."""

    raw: str
    whole: bool = True
    """False where the text ended inside it: `E12` may have been meant by `E1`."""
    quoted: tuple[int, int] | None = None
    """The range of the candidate's text that a service says it cites; not checked yet."""
    marked: bool = False
    """It stood in the text, where it may be named again."""


@dataclass(frozen=True, slots=True)
class End:
    """The open paragraph is complete. `more`: another one follows; `gap`: the blank line as written, in prose."""

    more: bool
    gap: str = "\n\n"


@dataclass(frozen=True, slots=True)
class AllKnown:
    """No other id comes for the oldest of the blocks that wait for theirs. The ids before it are that block's."""

    surely: bool = True
    """False where the text ended before they could come."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The text ended inside the open paragraph (`open_text`), or only the document around it was left unclosed."""

    open_text: bool
    unclosed: bool = False
    """It is JSON that ended before it closed; False where its brackets close, and damage alone left it open."""


@dataclass(frozen=True, slots=True)
class Thought:
    text: str


@dataclass(frozen=True, slots=True)
class OnlyThought:
    """The text is over, and nothing but this thought came."""

    text: str


@dataclass(frozen=True, slots=True)
class Title:
    """One line of an outline, as the model wrote it."""

    title: str


@dataclass(frozen=True, slots=True)
class OutsideText:
    """Text outside of the answer: before or after the document. Not shown; an outline may hide in it."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something was tolerated, repaired or left out."""

    kind: str
    detail: Mapping[str, Any] = field(default_factory=dict)


Part = str | FormatBegun | Ids | End | AllKnown | Cut | Thought | OnlyThought | Title | OutsideText | Note


class FormatReader(Protocol):
    """One format of model text."""

    next: Format | None
    """Set when the format ended: in which one to read on from the returned place."""

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int: ...
