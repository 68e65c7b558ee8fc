"""The blocks of a text as they are written: paragraphs, items of lists, terms with their definitions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from gateway.knowledge.formats.html_parts.list_markers import is_of_markdown
from gateway.knowledge.formats.inline_marks import struck

_SPACES = re.compile(" +")
_EMPTY_LINES = re.compile(r"\n{2,}")
_AROUND_LINES = re.compile(r" *+\n *+")
_OWN_NUMBER = re.compile(
    r"(?P<first>(?:\d{1,3}\.){0,8})(?P<last>\d{1,3})(?:\\?[.)](?=\s)|(?<=\.\d)(?=\s)|(?<=\.\d\d)(?=\s))\s"
)
_TWO_STRUCK = re.compile(r"(?<=[^\s~])~~( ?)~~(?=[^\s~])")
"""Where programs end a deletion only to begin it again."""

_BLOCK_MARK = re.compile(
    r"^(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|(?:[-_*][ \t]*){3,30}$|[-=]{1,200}$|`{3}|~{3}|<!--|:\s|\[[^\]\n]{1,200}\]:)"
    r"|^(?P<number>\d{1,9})(?=[.)](?:\s|$))",
    re.MULTILINE,
)
_FIRST = frozenset("#-+*>_=`~<:[0123456789")
"""Signs that a mark of a block begins with."""


@dataclass(slots=True)
class MarkedSpan:
    """Inline text that is marked when it ends: from `start` in the open line."""

    start: int
    write: Callable[[str], str]


@dataclass(slots=True)
class BlockWriter:
    """Collects blocks; `line` is the open inline text, `indent` and `marker` those of the open list item."""

    is_cell: bool = False
    """Whether the blocks are in a cell of a table, in which nothing begins a line."""
    spans: list[MarkedSpan] = field(default_factory=list)
    """The open ones, the outermost first."""
    blocks: list[list[str]] = field(default_factory=list)
    """Each the items of one list, which stand line under line, or a single block of another kind."""
    line: list[str] = field(default_factory=list)
    indent: str = ""
    marker: str = ""
    heading: str = ""
    """The first one."""
    in_list: bool = False
    """Whether the last block ends in a list item, so that a further item goes with it."""
    has_bullets: bool = False
    """Whether the last item that is inside of no other has a bullet. A numbered one after it begins a list."""
    term: str = ""
    """The last block, where it is a term whose definition comes next."""

    @property
    def text(self) -> str:
        self.close()
        return "\n\n".join("\n".join(block) for block in self.blocks)

    @property
    def is_struck(self) -> bool:
        return any(span.write is struck for span in self.spans)

    def begin(self, write: Callable[[str], str]) -> None:
        """Begins inline text that is marked; `end` marks it."""
        self.spans.append(MarkedSpan(len(self.line), write))

    def end(self) -> None:
        self._mark(self.spans.pop())

    def _mark(self, span: MarkedSpan) -> None:
        if inner := "".join(self.line[span.start :]):
            self.line[span.start :] = [span.write(_SPACES.sub(" ", inner))]

    def close(self, prefix: str = "") -> None:
        """Ends the open inline text; `prefix` makes a heading of it."""
        for span in reversed(self.spans):
            self._mark(span)
            span.start = 0
        if not self.line:
            return
        text = "".join(self.line).strip(" \n")
        self.line.clear()
        if "  " in text or "\n" in text:
            text = _AROUND_LINES.sub("\n", _SPACES.sub(" ", text))
        if "~~" in text:
            text = _TWO_STRUCK.sub(r"\1", text)
        text = text if prefix or self.is_cell else escaped(text)
        if text and self.term and not (prefix or self.indent):
            self.blocks[-1][-1] += "\n: " + " ".join(text.split("\n"))
            self.term = ""
        elif text:
            if prefix and not self.heading:
                self.heading = text.replace("\n", " ")
            self.add(prefix + (text.replace("\n", " ") if prefix else _EMPTY_LINES.sub("\n", text)))

    def add(self, text: str) -> None:
        self.term = ""
        marker, self.marker = self.marker, ""
        if marker[:1].isdecimal() and (own := _OWN_NUMBER.match(text)) and own["last"] == marker.strip(".) "):
            # The author wrote the number that the list would show, too.
            self.indent = self.indent.removesuffix(" " * len(marker)) if own["first"] else self.indent
            text, marker = (text, "") if own["first"] else (text[own.end() :], marker)
        starts_item = is_of_markdown(marker)
        before = self.indent.removesuffix(" " * len(marker)) if starts_item else self.indent
        text = before + marker + text.replace("\n", "\n" + self.indent)
        is_bullet = marker == "- "
        if starts_item and self.in_list and (before or is_bullet == self.has_bullets):
            self.blocks[-1].append(text)
        else:
            self.blocks.append([text])
        self.has_bullets = self.has_bullets if before else is_bullet
        self.in_list = starts_item


def escaped(text: str) -> str:
    """Returns a paragraph that stays a paragraph in Markdown: a backslash is put before the marks of lists, headings,
    quotations, code, rules, comments and link targets that begin a line."""
    if "\n" not in text and text[:1] not in _FIRST:
        return text
    return _BLOCK_MARK.sub(lambda match: f"{match['number'] or ''}\\", text)
