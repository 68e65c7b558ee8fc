"""Other formats that a model may answer in: tags, and plain text with or without inline markers.

`<p c="E1,E3">…</p>` needs no escaping; `[E1]`, `[E1, G1]`, `【E1】` are recognised in prose, so that a model that
ignores JSON still yields citations. Bare numbers never are: `[2024]` and `x[1]` stay text. The text is still
being written, so its fences are read sign by sign; `words/markdown.py` reads finished texts only.
"""

from __future__ import annotations

import re

from gateway.answer.reading.anchors import closes_document, goes_on, starts_answer, starts_document
from gateway.answer.reading.characters import after
from gateway.answer.reading.parts import Cut, End, Format, Ids, Part
from gateway.answer.reading.plain_blocks import PlainBlock
from gateway.answer.reading.thoughts import QUOTING, tag_at

POOL = {"E": 20, "G": 10}
"""The ids that the answer schema allows; `[E404]` is text."""

_ONE = r"[EGＥＧ][0-9０-９]{1,3}"
_MARKER = re.compile(
    rf"[ \u00a0]?[\[【［]\s{{0,2}}({_ONE}(?:\s{{0,2}}[,，、;；]\s{{0,2}}{_ONE}){{0,7}})\s{{0,2}}[\]】］](?!\()"
)
_PART_OF_MARKER = re.compile(r"[ \u00a0]?(?:[\[【［](?:[\sEGＥＧ0-9０-９,，、;；]{0,60}[\]】］]?)?)?")
_MARKER_ID = re.compile(_ONE)
_WIDE = str.maketrans("ＥＧ０１２３４５６７８９", "EG0123456789")
_TURN = re.compile(r"[\n\[【［ \u00a0<{]")
_BROKEN_TURN = re.compile(r"[\n\[【［ \u00a0<\"“”'}\],{]")
_BROKEN_SIGNS = frozenset("\"“”'}],{<")
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
LONGEST_TAG = 240


def has_marker(buffer: str, at: int, end: int) -> bool:
    """Tells whether a recognised marker stands between these places."""
    return _MARKER.search(buffer, at, end) is not None


def without_ids(text: str) -> str:
    """Returns a finished text without markers and paragraph tags: the ids of one answer mean nothing to another."""
    unmarked = _MARKER.sub("", text)
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

    def __init__(self, *, broken: bool = False) -> None:
        self.next: Format | None = None
        self._broken = broken
        self._turn = (_BROKEN_TURN if broken else _TURN).search
        self._last = ""
        """The last character that was shown."""
        self._line_start = True
        self._block = PlainBlock()
        self._fresh = False

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
        elif sign and sign in "{[<" and not self._block.fence:
            starts = self._starts(buffer, first, final)
            if starts is None:
                return at
            if starts:
                return first
        self._line_start, self._fresh = False, first == at
        if first > at:
            self._block.add(buffer[at:first])
            out.append(buffer[at:first])
        return first if first > at else self._rest(buffer, at, final, out)

    def _starts(self, buffer: str, at: int, final: bool) -> bool | None:
        """Tells whether another format, or a thought, starts at this start of a line; None: wait."""
        tag = tag_at(buffer, at, final) if buffer[at] == "<" else ("", at)
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
        before = buffer[at - 1] if at > begin else self._last
        if buffer[at] == "<":
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
            glued = bool(before.strip()) and before not in QUOTING and tag[0] == "close"
            if glued or behind in ("", "\n"):
                self.next = "thought"
                return at
            return -1
        starts = starts_tag(buffer, at, final) if self._broken else False
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
            position = self._marker(buffer, at, final)
            if position is None:
                break
            if position > at:
                self._say(buffer[begin:at], out)
                if self._fresh and begin == at and buffer[position : position + 1] == " ":
                    position += 1  # a marker at the start of a line takes the blank behind it along
                marker = _MARKER.match(buffer, at)
                out += [
                    Ids(citation_id.translate(_WIDE))
                    for citation_id in _MARKER_ID.findall(marker.group(1) if marker else "")
                ]
                begin = at = position
            else:
                at += 1
        self._say(buffer[begin:at], out)
        return at

    def _say(self, text: str, out: list[Part]) -> None:
        if text:
            self._block.add(text)
            out.append(text)
            self._fresh, self._last = False, text[-1]

    def _marker(self, buffer: str, at: int, final: bool) -> int | None:
        """Returns the place behind the marker at `at`, `at` itself where there is none, None: wait."""
        found = _MARKER.match(buffer, at)
        if found and (found.end() < len(buffer) or final):
            ids = [citation_id.translate(_WIDE) for citation_id in _MARKER_ID.findall(found.group(1))]
            return found.end() if all(0 < int(citation_id[1:]) <= POOL[citation_id[0]] for citation_id in ids) else at
        part = _PART_OF_MARKER.match(buffer, at)
        waits = part is not None and part.end() == len(buffer) and not final
        return None if waits and len(buffer) - at < 64 else at

    def _newline(self, buffer: str, begin: int, at: int, final: bool, out: list[Part]) -> int:
        self._say(buffer[begin:at], out)
        self._block.end_line()
        if self._block.fence:
            self._line_start = True
            out.append("\n")
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
            out.append(gap)
        else:
            self._block.end()
            out.append(End(more=True, gap=gap))
        return at + len(gap)


class TagReader:
    """Paragraphs as `<p c="E1,E3">…</p>`, nothing escaped."""

    def __init__(self) -> None:
        self.next: Format | None = None
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
        self._inside = True
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
                if at > begin:
                    out.append(buffer[begin:at])
                self._inside, self._ended = False, True
                return closing.end() if closing else at
            part = _PART_OF_CLOSING.match(buffer, at)
            if starts is None or (part and part.end() == size and not final):
                break
            if _cut_off(buffer, at):
                if at > begin:
                    out.append(buffer[begin:at])
                return size
            at += 1
        if at > begin:
            out.append(buffer[begin:at])
        return at
