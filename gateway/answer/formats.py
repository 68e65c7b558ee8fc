"""Which format the model answers in: decided on the first meaningful characters, behind fences, preamble and thoughts."""

from __future__ import annotations

import re
from collections.abc import Callable

from gateway.answer import escapes
from gateway.answer.anchors import starts_document
from gateway.answer.fallbacks import ProseReader, TagReader, after, has_marker, starts_tag
from gateway.answer.keys import compact, near, role_of
from gateway.answer.parts import Begun, Format, Note, Part, Reader, Thought
from gateway.answer.reader import JsonReader

PREAMBLE = 160
"""Characters of a first line that are held back, because a document may follow ("Here is the answer:")."""

_LEADING = re.compile(r"(?:\ufeff|[ \t]{0,80}\n)*")
_BLANKS = re.compile(r"[ \t]{0,80}")
_FENCE = re.compile(r"(?:```|~~~)[ \t]*([\w+-]{0,16})[ \t]*\n[\s\ufeff]{0,80}")
_PART_OF_FENCE = re.compile(r"(?:`{1,3}|~{1,3})[ \t]*[\w+-]{0,16}[ \t]*(?:\n[\s\ufeff]{0,79})?")
_CANDIDATE = re.compile(r"[{\[<`~]|\n\s*")
_THINK = re.compile(r"<(?:think|thinking|thought)>", re.IGNORECASE)
_THINK_END = re.compile(r"</(?:think|thinking|thought)>", re.IGNORECASE)
_THINK_TAGS = ("<think>", "<thinking>", "<thought>")
_THINK_ENDS = ("</think>", "</thinking>", "</thought>")
_LIKE_OBJECT = re.compile(r"""\{\s{0,80}(?:(["'“}/])|([A-Za-z_]{1,24})\s{0,8}(:)?)?""")
_LIKE_LIST = re.compile(r"""\[\s{0,80}(["'“{\]])?""")
_LIKE_QUOTED = re.compile(r"""["“](?:\\[nt]|\s){0,20}\{(?:\\[nt]|\s){0,20}(\\")?""")
_PART_OF_QUOTED = re.compile(r"""["“](?:\\[nt]|\s){0,20}(?:\\|\{(?:\\[nt]|\s){0,20}\\?)?""")


def begins_json(buffer: str, at: int, final: bool) -> bool | None:
    """Whether the first meaningful character of an answer begins JSON; None: wait. Freer than in the midst of text."""
    if buffer[at] == "{":
        size = near(compact(buffer[at : at + 80]), '{"paragraphs":[')
        if size or (size is None and not final and len(buffer) - at < 80):
            return bool(size) or None
        found = _LIKE_OBJECT.match(buffer, at)
        assert found is not None  # a brace stands here
        if found.group(1):
            return True
        if found.group(2) and (found.group(3) or found.end() < len(buffer)):
            return bool(found.group(3)) and bool(role_of(found.group(2)))
        if found.end() == len(buffer) and not final:
            return None
        return found.end() == len(buffer) and not found.group(2)
    if buffer[at] == "[":
        found = _LIKE_LIST.match(buffer, at)
        assert found is not None  # a bracket stands here
        if found.group(1) == "{":
            return begins_json(buffer, found.end() - 1, final)
        if found.group(1):
            return True
        return None if found.end() == len(buffer) and not final else found.end() == len(buffer)
    return False


def begins_quoted(buffer: str, at: int, final: bool) -> bool | None:
    """Whether a JSON document inside a JSON string begins at the quote at `at`; None: wait."""
    found = _LIKE_QUOTED.match(buffer, at)
    if found and found.group(1):
        return True
    part = _PART_OF_QUOTED.fullmatch(buffer, at)
    return None if part and not final else False


def _partial(buffer: str, at: int, tags: tuple[str, ...]) -> bool:
    tail = buffer[at : at + 12].lower()
    return at + len(tail) == len(buffer) and any(tag.startswith(tail) for tag in tags)


class Opening:
    """The first characters of an answer, and those behind a thought."""

    def __init__(self) -> None:
        self.next: Format | None = None

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        at = after(_LEADING, buffer, at)
        first = after(_BLANKS, buffer, at)
        if first == len(buffer):
            return first if final else at
        decided = self._decide(buffer, first, final)
        if decided is None:
            return at
        self.next, place = decided
        if self.next == "prose":
            return at
        if place > first:
            before = buffer[first:place]
            if before[-1] == "\n" and "`" not in before and has_marker(buffer, first, place):
                self.next = "prose"  # a paragraph with its citations is no preamble
                return at
            out.append(Thought(before) if self.next == "thought" else Note("preamble", {"text": before}))
        return place

    def _decide(self, buffer: str, first: int, final: bool) -> tuple[Format, int] | None:
        """The format and where it begins. Candidates are tried from left to right, so that no cut changes the result."""
        tests: dict[str, Callable[[str, int, bool], bool | None]] = {"{": begins_json, "[": begins_json}
        if buffer[first] in '"“':
            quoted = begins_quoted(buffer, first, final)
            if quoted is None:
                return None
            if quoted:
                return "quoted", first
        for found in _CANDIDATE.finditer(buffer, first, first + PREAMBLE):
            place, sign = found.start(), found.group()[0]
            if sign == "\n":
                follows = found.end()
                if follows == min(len(buffer), first + PREAMBLE):
                    break
                if buffer[follows] == '"':
                    starts = starts_document(buffer, follows, final)
                    return None if starts is None else ("json", follows) if starts else ("prose", first)
                if buffer[follows] not in "{[<`~":
                    return "prose", first
                continue
            verdict = self._candidate(
                buffer, place, final, tests.get(sign, starts_document) if place == first else starts_document
            )
            if verdict is None:
                return None
            if verdict[0] != "prose":
                return verdict
        return None if len(buffer) - first < PREAMBLE and not final else ("prose", first)

    def _candidate(
        self, buffer: str, at: int, final: bool, test: Callable[[str, int, bool], bool | None]
    ) -> tuple[Format, int] | None:
        sign = buffer[at]
        if sign == "<":
            for pattern, tags in ((_THINK, _THINK_TAGS), (_THINK_END, _THINK_ENDS)):
                tag = pattern.match(buffer, at)
                if tag:
                    return "thought", at
                if _partial(buffer, at, tags) and not final:
                    return None
            test = starts_tag
        elif sign in "`~":
            fence = _FENCE.match(buffer, at)
            if fence is None or fence.end() == len(buffer):
                part = _PART_OF_FENCE.fullmatch(buffer, at)
                return None if part and not final else ("prose", at)
            inner = fence.end()
            if buffer[inner] not in "{[<":
                return "prose", at
            test = (
                starts_tag
                if buffer[inner] == "<"
                else begins_json
                if "json" in fence.group(1).lower()
                else starts_document
            )
            at, sign = inner, buffer[inner]
        starts = test(buffer, at, final)
        if starts is None:
            return None
        return ("tags" if sign == "<" else "json") if starts else "prose", at


class ThoughtReader:
    """`<think>…</think>`: reasoning inside the answer. What precedes a bare `</think>` was thought as well."""

    def __init__(self) -> None:
        self.next: Format | None = None
        self._opened = False

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        if not self._opened:
            tag = _THINK.match(buffer, at) or _THINK_END.match(buffer, at)
            assert tag is not None  # that is why this reader was chosen
            self._opened, at = True, tag.end()
            if tag.group()[1] == "/":
                self.next = "opening"
                return at
        end = _THINK_END.search(buffer, at)
        stop = end.start() if end else len(buffer)
        if end is None and not final:
            tail = buffer.rfind("<", max(at, len(buffer) - 12))
            if tail >= 0 and _partial(buffer, tail, _THINK_ENDS):
                stop = tail
        if stop > at:
            out.append(Thought(buffer[at:stop]))
        if end:
            self.next = "opening"
            return end.end()
        return stop


class QuotedReader:
    """A JSON document inside a JSON string: the outer escapes are taken off, the rest is read as usual."""

    def __init__(self) -> None:
        self.next: Format | None = None
        self._inner = ModelText()
        self._opened = False

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        if not self._opened:
            self._opened, at = True, at + 1
        plain: list[str] = []
        size = len(buffer)
        while at < size:
            end = buffer.find("\\", at)
            end = size if end < 0 else end
            plain.append(buffer[at:end])
            at = end
            decoded = escapes.decode(buffer, at, final, False) if at < size else None
            if decoded is None:
                break
            plain.append(decoded[0])
            at = decoded[1]
        out += self._inner.feed("".join(plain), final)
        return at


READERS: dict[Format, Callable[[], Reader]] = {
    "opening": Opening,
    "thought": ThoughtReader,
    "json": JsonReader,
    "quoted": QuotedReader,
    "tags": TagReader,
    "prose": ProseReader,
}


class ModelText:
    """The text of one answer, whatever its format: pieces in, parts out."""

    def __init__(self) -> None:
        self._reader: Reader = Opening()
        self._buffer = ""

    def feed(self, text: str, final: bool = False) -> list[Part]:
        """Parts that are certain now. What is held back is bounded; `final` gives the rest."""
        out: list[Part] = []
        buffer = self._buffer + text if self._buffer else text
        at = 0
        while True:
            reader = self._reader
            at = reader.read(buffer, at, final, out)
            if reader.next is None:
                break
            if reader.next in ("json", "quoted", "tags", "prose"):
                out.append(Begun(reader.next))
            self._reader = READERS[reader.next]()
        self._buffer = buffer[at:]
        return out
