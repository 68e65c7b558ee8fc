"""How a model's text came to its end, and what follows from it for the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gateway.answer.answer import Reason
from gateway.answer.core.lost_paragraphs import CLOSING
from gateway.answer.reading.markup import without_ids
from gateway.answer.reading.parts import Cut, End, FormatBegun, Note, OnlyThought, Part, Thought

BY_FINISH_REASON: dict[str, Reason] = {
    "length": "truncated",
    "max_tokens": "truncated",
    "content_filter": "content_filter",
    "refusal": "refusal",
}
RESUMABLE: frozenset[str] = frozenset({"upstream_error", "timeout", "truncated"})
"""Reasons after which a model may be asked for the rest; a caller's stop, a filter or a limit is meant."""


def ran_out(finish_reason: str | None) -> bool:
    """Tells whether a model was cut by the limit of its tokens, or nobody knows why it ended."""
    return finish_reason is None or BY_FINISH_REASON.get(finish_reason) == "truncated"


@dataclass(frozen=True, slots=True)
class TextEnd:
    """A model's text is over."""

    cut: Cut | None
    """Where the document was left open; None: it was closed, or there was none."""
    strings: tuple[str, ...]
    """What stood in a document of another shape."""
    finish_reason: str | None
    failure: Reason | None
    thought: str = ""
    """All that came, if it was a thought."""
    reason: Reason | None = None
    """Why the answer ends here, when it was not the model's wish; set by `judged`."""
    last: bool = False
    """No other text is asked for behind this one."""

    @classmethod
    def after(cls, parts: Iterable[Part], finish_reason: str | None, failure: Reason | None) -> TextEnd:
        """Returns the end that the last parts of a text tell."""
        cut, strings, thought = None, (), ""
        for part in parts:
            if isinstance(part, Cut):
                cut = part
            elif isinstance(part, Note) and part.kind == "bad_shape":
                strings = part.detail["strings"]
            elif isinstance(part, OnlyThought):
                thought = part.text
        return cls(cut, strings, finish_reason, failure, thought)

    @property
    def values(self) -> list[str]:
        """What can be shown of a document of another shape: its values, not its syntax."""
        return [without_ids(value).strip() for value in self.strings]

    @property
    def open_text(self) -> bool:
        """It ended inside a paragraph."""
        return self.cut is not None and self.cut.open_text

    @property
    def unclosed(self) -> bool:
        """It is JSON that ended before it closed."""
        return self.cut is not None and self.cut.unclosed

    @property
    def left_open(self) -> bool:
        """The model left its JSON open; nothing cut it from outside."""
        return self.unclosed and self.failure is None

    @property
    def own(self) -> bool:
        """The model ended it itself."""
        return self.finish_reason == "stop" and self.failure is None

    def resumable(self, format: str) -> bool:
        """Tells whether a model may be asked to go on: a document was left open, or nothing came at all."""
        return (self.cut is not None or not format) and self.reason in RESUMABLE

    def judged(self, format: str, reason: Reason | None) -> TextEnd:
        """Returns the end with its reason, which may be known already."""
        reason = reason or self.failure or BY_FINISH_REASON.get(self.finish_reason or "")
        closed = self.cut is None and self.finish_reason and format in CLOSING
        if closed and reason not in ("limit", "budget", "content_filter", "refusal"):
            reason = None  # the document is closed and the model had ended: nothing was cut
        if self.cut is not None and self.failure is None and (self.unclosed or self.finish_reason is None):
            reason = reason or "truncated"
        return replace(self, reason=reason)

    def _closed_tag(self, format: str) -> bool:
        """Tells whether only a last tag was left open, which is a slip of form."""
        return format == "tags" and self.finish_reason == "stop"

    def degrades(self, format: str, empty: bool) -> Reason | None:
        """Returns what the open paragraph is degraded by; `empty`: it has no text."""
        reason = self.reason if self.reason != "refusal" else None
        if self.cut is None:
            # A closed document, or prose: only what was cut from outside is degraded.
            return reason if format in ("prose", "cited") and not empty else None
        if not self.cut.open_text or self._closed_tag(format):
            return None
        return reason or "truncated"

    def conclusion(self, format: str) -> Reason | None:
        """Returns why the answer ends here; a document left open is cut, whatever the model said about its end."""
        left_open = self.cut is not None and (self.cut.open_text or self.finish_reason != "stop")
        return self.reason or ("truncated" if left_open and not self._closed_tag(format) else None)


def ended(
    parts: Sequence[Part], format: str, finish_reason: str | None, failure: Reason | None
) -> tuple[list[Part], TextEnd]:
    """Returns the last parts of a text as they are to be read, and its end, judged by what is known of the text alone.

    Tags, prose and cited text do not tell when they are complete: what cut the text from outside left them open.
    """
    over = TextEnd.after(parts, finish_reason, failure)
    rest: list[Part] = [part for part in parts if not isinstance(part, (Cut, OnlyThought))]
    format = next((part.format for part in reversed(rest) if isinstance(part, FormatBegun)), format)
    cause = failure or BY_FINISH_REASON.get(finish_reason or "")
    if over.cut is None and cause in RESUMABLE and format in ("tags", "prose", "cited"):
        over = replace(over, cut=Cut(open_text=format != "tags"))
        rest = [part for part in rest if not (isinstance(part, End) and not part.more)]
    return rest, over.judged(format, None)


class Unsaid:
    """Texts that broke off before anything of them was shown, with what they held back. It is shown should no other
    text say more. Thoughts are shown at once."""

    def __init__(self) -> None:
        self._texts: list[tuple[TextEnd, list[Part]]] = []

    def keep(self, over: TextEnd, parts: list[Part]) -> list[Part]:
        """Keeps the parts of a text; returns those that are to be read now, its thoughts."""
        self._texts.append((over, [part for part in parts if not isinstance(part, Thought)]))
        return [part for part in parts if isinstance(part, Thought)]

    def most(self, over: TextEnd) -> tuple[TextEnd, list[Part]]:
        """Returns the text that says most; `over` and nothing where there is none."""

        def size(text: tuple[TextEnd, list[Part]]) -> int:
            texts = (*text[1], *text[0].strings, text[0].thought)
            return sum(len(part) for part in texts if isinstance(part, str))

        found = max(self._texts, key=size, default=(over, []))
        self._texts.clear()
        return found
