"""Text whose citations come beside it, as services with citations of their own send it: pieces and marks in, parts out.

The text is plain Markdown, cut into blocks as all plain text is; nothing in it is a marker or another format. A block
that is over waits until all of its citations are known: a service may tell them before, within or behind the text
that they belong to. A citation belongs to every block that its span touches with more than blanks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gateway.answer.reading.markup import PlainReader
from gateway.answer.reading.parts import AllKnown, End, FormatBegun, Ids, Note, Part

LATE = "citation_late"
"""A citation that came when all was said to be known of its block: it is dropped."""


class SpanCitation(NamedTuple):
    """A citation as a service tells it: a span of the answer's text, and what it rests on."""

    citation_id: str
    """The id that the candidate was given to the service by; not checked yet."""
    start: int
    end: int
    """The span, in code points of the whole text of this request."""
    quoted: tuple[int, int] | None = None
    """The range of the candidate's text that is cited, in code points; not checked yet."""


class Mark(NamedTuple):
    """What is known of the citations at one place of the text."""

    at: int
    """How much of the text had come, in code points."""
    citations: tuple[SpanCitation, ...] = ()
    settled: int = 0
    """No citation of the text before this place is still to come."""


@dataclass(slots=True)
class _Block:
    start: int
    text: list[str] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.start + sum(map(len, self.text))

    def touched(self, citation: SpanCitation) -> bool:
        """Tells whether the span covers anything of this block but blanks."""
        first, last = max(citation.start - self.start, 0), citation.end - self.start
        return last > first and bool("".join(self.text)[first:last].strip())


class _Unmarked(PlainReader):
    """Plain text without markers, too."""

    def _special(self, buffer: str, at: int, final: bool, out: list[Part]) -> int | None:
        self._say(buffer[at], out)
        return at + 1


class CitedText:
    """The text of one request: the interface of `format_detection.ModelText`, and `cite`."""

    def __init__(self) -> None:
        self._reader = _Unmarked()
        self._buffer = ""
        self._begun = False
        self._at = 0
        """Where the buffer begins, in the whole text."""
        self.received = 0
        """Code points that have come."""
        self._settled = 0
        self._citations: list[SpanCitation] = []
        self._waiting: deque[_Block] = deque()
        self._open = _Block(0)

    def feed(self, text: str, final: bool = False) -> list[Part]:
        """Returns the parts that are certain now: text as it comes, and a block's ids with `AllKnown` once all of them
        are known. `final` gives the rest, with the ids that are known."""
        out: list[Part] = []
        if text and not self._begun:
            self._begun = True
            out.append(FormatBegun("cited"))
        self.received += len(text)
        self._buffer += text
        parts: list[Part] = []
        at = self._reader.read(self._buffer, 0, final, parts)
        for part in parts:
            out.append(part)
            if isinstance(part, str):
                self._open.text.append(part)
            else:
                assert isinstance(part, End)  # plain text has no other parts
                self._waiting.append(self._open)
                self._open = _Block(self._open.end + len(part.gap))
                self._settle(out)
        self._buffer = self._buffer[at:]
        if final:
            self._end(out)
        return out

    def cite(self, mark: Mark) -> list[Part]:
        """Takes what a service tells of its citations; returns the blocks of which all is known by now."""
        out: list[Part] = []
        first = self._waiting[0] if self._waiting else self._open
        for citation in mark.citations:
            if citation.end <= first.start:
                out.append(Note(LATE, {"id": citation.citation_id[:40]}))
            else:
                self._citations.append(citation)
        self._settled = max(self._settled, mark.settled)
        self._settle(out)
        return out

    def _settle(self, out: list[Part]) -> None:
        while self._waiting and self._waiting[0].end <= self._settled:
            block = self._waiting.popleft()
            out += [*self._ids(block), AllKnown()]
            self._citations = [citation for citation in self._citations if citation.end > block.end]

    def _end(self, out: list[Part]) -> None:
        """Gives out what is known of the blocks that wait in vain, and of the open one."""
        for block in self._waiting:
            out += [*self._ids(block), AllKnown(surely=False)]
        self._waiting.clear()
        out += self._ids(self._open)
        self._citations.clear()

    def _ids(self, block: _Block) -> Sequence[Ids]:
        touching = [citation for citation in self._citations if block.touched(citation)]
        return [Ids(citation.citation_id, quoted=citation.quoted) for citation in touching]
