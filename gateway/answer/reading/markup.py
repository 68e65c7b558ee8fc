"""Other formats that a model may answer in: tags, and plain text with or without inline markers.

`<p c="E1,E3">…</p>` needs no escaping. Markers (`markers.py`) are recognised in prose, so that a model that ignores
JSON still yields citations, and in the texts inside JSON and tags. The text is still being written, so its fences are
read sign by sign; `words/text/markdown.py` reads finished texts only.
"""

from __future__ import annotations

import re

from gateway.answer.reading.anchors import closes_document, goes_on, starts_answer, starts_document
from gateway.answer.reading.characters import after
from gateway.answer.reading.inline import TURN, Inline
from gateway.answer.reading.markers import Cites, marker_at, nothing_cites
from gateway.answer.reading.parts import Cut, End, Format, Ids, Part
from gateway.answer.reading.plain_blocks import PlainBlock
from gateway.answer.reading.thoughts import QUOTING, SIGNS, tag_at

_TURN = re.compile(rf"{TURN}|[{{◁]")
_BROKEN_TURN = re.compile(rf"{TURN}|[{{◁\"“”'}}\],]")
_MARKS = frozenset("<{◁[")
_BROKEN_SIGNS = frozenset("\"“”'}],") | _MARKS
_IN_FENCE = re.compile(r"\n")
_GAP = re.compile(r"\n[ \t\n]{0,62}")
_LINE_START = re.compile(r"[ \t]{0,8}")
_TAG = re.compile(
    r"""<p(?:\s++c\s*+=\s*+(?:"([^"<>]{0,200})"|'([^'<>]{0,200})'|([^\s<>"']{0,200})))?\s*+>""", re.IGNORECASE
)
_PART_OF_TAG = re.compile(
    r"""<(?:p(?:\s++(?:c(?:\s*+=?+\s*+(?:"[^"<>]*+"?|'[^'<>]*+'?|[^\s<>"']*+)\s*+)?)?)?)?""", re.IGNORECASE
)
_END_FENCE = re.compile(r"(?:`{1,16}|~{1,16})[ \t]{0,16}")
_CLOSING = re.compile(r"</p\s{0,8}>", re.IGNORECASE)
_PART_OF_CLOSING = re.compile(r"<(?:/(?:p\s{0,8})?)?", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_BRACKET = re.compile(r"[\[【［〔]")
LONGEST_TAG = 240


def has_marker(text: str) -> bool:
    """Tells whether a marker stands in a text."""
    found = (marker_at(text, bracket.start(), True, nothing_cites) for bracket in _BRACKET.finditer(text))
    return any(marker is not None and marker.ids for marker in found)


def without_ids(text: str) -> str:
    """Returns a finished text without markers and paragraph tags: the ids of one answer mean nothing to another."""
    reader, out = InnerText(nothing_cites), list[Part]()
    reader.feed(text, out, final=True)
    unmarked = "".join(part for part in out if isinstance(part, str))
    return _CLOSING.sub("", _TAG.sub("", unmarked)) if _TAG.search(unmarked) else unmarked


def starts_tag(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether a paragraph tag stands at the `<` at `at`; None: wait."""
    if _TAG.match(buffer, at, at + LONGEST_TAG):
        return True
    part = _PART_OF_TAG.match(buffer, at)
    waits = part is not None and part.end() == len(buffer) and len(buffer) - at < LONGEST_TAG and not final
    return None if waits else False


def _cut_off(buffer: str, at: int) -> bool:
    """Tells whether the text ends inside a tag of ours that began at `at`; a lone `<` may be anything."""
    if len(buffer) - at > LONGEST_TAG or len(buffer) - at < 2:
        return False
    return bool(_PART_OF_CLOSING.fullmatch(buffer, at) or _PART_OF_TAG.fullmatch(buffer, at))


class ProseReader:
    """Plain text: blocks end at blank lines outside code and lists; recognised markers become ids of their block.

    `broken`: a document broke off before it. Then it goes on where its structure does, in the midst of a line too.
    """

    def __init__(self, cites: Cites = nothing_cites, *, broken: bool = False) -> None:
        self.next: Format | None = None
        self._broken = broken
        self._turn = (_BROKEN_TURN if broken else _TURN).search
        self._line_start = True
        self._block = PlainBlock()
        self._inline = Inline(cites)

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        size = len(buffer)
        while at < size:
            position = self._line(buffer, at, final, out) if self._line_start else self._rest(buffer, at, final, out)
            if self.next is not None or position == at:
                return position
            at = position
        return at

    def _line(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        """Reads the start of a line: a fence, the start of another format, or text."""
        first = after(_LINE_START, buffer, at)
        if first == len(buffer) and first - at < 8 and not final:
            return at
        sign = buffer[first : first + 1]
        if sign and sign in "`~":
            if not self._block.begin_line(buffer, at, first, final):
                return at
        elif sign in _MARKS and not self._block.fence:
            starts = self._starts(buffer, first, final)
            if starts is None:
                return at
            if starts:
                return first
        self._line_start = False
        self._say(buffer[at:first], out)
        return first if first > at else self._rest(buffer, at, final, out)

    def _starts(self, buffer: str, at: int, final: bool) -> bool | None:
        """Tells whether another format, or a thought, starts at this start of a line; None: wait."""
        tag = tag_at(buffer, at, final)
        if tag is None:
            return None
        if tag[0]:
            self.next = "thought"
            return True
        starts = starts_tag(buffer, at, final) if buffer[at] == "<" else starts_document(buffer, at, final)
        if starts:
            self.next = "tags" if buffer[at] == "<" else "json"
        return starts

    def _interrupted(self, buffer: str, begin: int, at: int, final: bool) -> int | None:
        """Returns where a thought, or the structure of a broken document, goes on from `at` inside a line (`next` says
        which); -1 where none does, None: wait."""
        before = buffer[at - 1] if at > begin else self._inline.tail[-1:]
        if buffer[at] in SIGNS:
            return self._tag(buffer, at, final, before)
        if buffer[at] == "{" and before not in QUOTING:
            starts = starts_answer(buffer, at, final)
            if starts is not False:
                self.next = "json" if starts else None
                return at if starts else None
        if not self._broken:
            return -1
        if final and closes_document(buffer, at):
            return len(buffer)
        position = goes_on(buffer, at, final)
        if position is not None and position >= 0:
            self.next = "json"
        return position

    def _tag(self, buffer: str, at: int, final: bool, before: str) -> int | None:
        tag = tag_at(buffer, at, final)
        if tag is None:
            return None
        if tag[0]:
            behind = buffer[tag[1] : tag[1] + 1]
            if not behind and not final:
                return None
            glued = bool(before.strip()) and before not in QUOTING and tag[0] != "open"
            if glued or behind in ("", "\n"):
                self.next = "thought"
                return at
            return -1
        starts = starts_tag(buffer, at, final) if self._broken and buffer[at] == "<" else False
        if starts and buffer[at + 2] != ">":
            self.next = "tags"
            return at
        return None if starts is None else -1

    def _rest(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        """Reads inside a line: text up to a line end or a marker."""
        size = len(buffer)
        search = _IN_FENCE.search if self._block.fence else self._turn
        begin = at
        while at < size:
            found = search(buffer, at)
            if found is None:
                at = size
                break
            at = found.start()
            if buffer[at] == "\n":
                return self._newline(buffer, begin, at, final, out)
            if buffer[at] in _BROKEN_SIGNS:
                went = self._interrupted(buffer, begin, at, final)
                if went is None:
                    break
                if went >= 0:
                    self._say(buffer[begin:at], out)
                    return went
            self._say(buffer[begin:at], out)
            begin = at
            position = self._special(buffer, at, final, out)
            if position is None:
                return at
            begin = at = position
            if self._line_start:
                return at
        self._say(buffer[begin:at], out)
        return at

    def _say(self, text: str, out: list[Part]) -> None:
        if text:
            self._block.add(text)
            self._inline.said(text)
            out.append(text)

    def _special(self, buffer: str, at: int, final: bool, out: list[Part]) -> int | None:
        """Reads what may mean more than itself; returns the place behind it, None: wait."""
        turn = self._inline.read(buffer, at, final)
        if turn is None:
            return None
        self._say(turn.text, out)
        out += [Ids(citation_id, marked=True) for citation_id in turn.ids]
        alone = turn.ids and self._inline.tail[-1:] in ("", "\n") and buffer.startswith("\n", turn.end)
        self._line_start = bool(alone)  # the line that a marker had for itself goes with it
        return turn.end + bool(alone)

    def _newline(self, buffer: str, begin: int, at: int, final: bool, out: list[Part]) -> int:
        self._say(buffer[begin:at], out)
        self._block.end_line()
        self._inline.end_line()
        if self._block.fence:
            self._line_start = True
            self._gap("\n", out)
            return at + 1
        found = _GAP.match(buffer, at)
        assert found is not None  # a newline stands here
        if found.end() == len(buffer) and len(found.group()) < 63 and not final:
            return at
        if final and found.end() == len(buffer):
            return found.end()  # nothing follows
        gap = found.group()[: found.group().rfind("\n") + 1]
        goes_on = gap.count("\n") == 1 or self._block.goes_on(buffer, at + len(gap), final)
        if goes_on is None:
            return at
        self._line_start = True
        if goes_on:
            self._gap(gap, out)
        else:
            self._block.end()
            self._inline.end_block()
            out.append(End(more=True, gap=gap))
        return at + len(gap)

    def _gap(self, gap: str, out: list[Part]) -> None:
        self._inline.said(gap)
        out.append(gap)


class PlainReader(ProseReader):
    """Plain text without thoughts and other formats in it."""

    def _starts(self, buffer: str, at: int, final: bool) -> bool | None:
        return False

    def _interrupted(self, buffer: str, begin: int, at: int, final: bool) -> int | None:
        return -1


class InnerText(PlainReader):
    """The text of one paragraph inside another format: no other format begins in it, and blank lines do not end it."""

    def __init__(self, cites: Cites = nothing_cites) -> None:
        super().__init__(cites)
        self._waiting = ""

    def feed(self, text: str, out: list[Part], *, final: bool = False) -> None:
        """Adds the parts that are certain; `final` gives the rest."""
        buffer, parts = self._waiting + text, list[Part]()
        self._waiting = buffer[self.read(buffer, 0, final, parts) :]
        run: list[str] = []
        for part in parts:
            if isinstance(part, (str, End)):
                run.append(part if isinstance(part, str) else part.gap)
                continue
            if run:
                out.append("".join(run))
                run = []
            out.append(part)
        if run:
            out.append("".join(run))


class TagReader:
    """Paragraphs as `<p c="E1,E3">…</p>`, nothing escaped."""

    def __init__(self, cites: Cites = nothing_cites) -> None:
        self.next: Format | None = None
        self._cites, self._inner = cites, InnerText(cites)
        self._inside = False
        self._ended = False

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        size = len(buffer)
        while at < size and self.next is None:
            inside = self._inside
            position = self._text(buffer, at, final, out) if inside else self._between(buffer, at, final, out)
            if position == at and self._inside == inside:
                break  # it waits for more
            at = position
        if final and self.next is None:
            self._inner.feed("", out, final=True)
            out.append(Cut(open_text=True) if self._inside else End(more=False))
        return at

    def _between(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        space = _SPACE.match(buffer, at)
        if space:
            return space.end()
        if buffer[at] in "`~":
            fence = _END_FENCE.match(buffer, at)
            if fence and fence.end() == len(buffer) and not final:
                return at
            if fence and buffer[fence.end() : fence.end() + 1] in ("", "\n"):
                return fence.end()
        tag = tag_at(buffer, at, final) if buffer[at] == "<" else ("", at)
        if tag is not None and tag[0]:
            self.next = "thought"
            return at
        starts = starts_tag(buffer, at, final) if buffer[at] == "<" else False
        if tag is None or starts is None:
            return at
        if not starts and self._ended and _cut_off(buffer, at):
            return len(buffer) if final else at
        if self._ended:
            out.append(End(more=True))
            self._ended = False
        if not starts:
            self.next = "prose"
            return at
        found = _TAG.match(buffer, at)
        assert found is not None  # a tag starts here
        ids = found.group(1) or found.group(2) or found.group(3) or ""
        out += [Ids(citation_id) for citation_id in re.split(r"[,;，、；\s]+", ids) if citation_id]
        self._inside, self._inner = True, InnerText(self._cites)
        return found.end()

    def _text(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        size, begin = len(buffer), at
        while at < size:
            at = buffer.find("<", at)
            if at < 0:
                at = size
                break
            closing = _CLOSING.match(buffer, at)
            starts = None if closing else starts_tag(buffer, at, final)
            if closing or (starts and buffer[at + 2] != ">"):
                self._inner.feed(buffer[begin:at], out, final=True)
                self._inside, self._ended = False, True
                return closing.end() if closing else at
            part = _PART_OF_CLOSING.match(buffer, at)
            if starts is None or (part and part.end() == size and not final):
                break
            if _cut_off(buffer, at):
                self._inner.feed(buffer[begin:at], out)
                return size
            at += 1
        self._inner.feed(buffer[begin:at], out)
        return at
