"""Which format the model answers in: decided on the first meaningful characters, behind fences, preamble and
thoughts."""

from __future__ import annotations

import re
from collections.abc import Callable

from gateway.answer.reading import escapes
from gateway.answer.reading.anchors import goes_on, starts_document
from gateway.answer.reading.characters import after
from gateway.answer.reading.json.json_reader import JsonReader
from gateway.answer.reading.markers import Cites, nothing_cites
from gateway.answer.reading.markup import ProseReader, TagReader, has_marker, starts_tag
from gateway.answer.reading.parts import End, Format, FormatBegun, FormatReader, Note, OnlyThought, Part, Thought
from gateway.answer.reading.schema_keys import compact, near, role_of
from gateway.answer.reading.thoughts import Side, mentioned, tag_at, words_at

PREAMBLE = 160
"""Characters of a first line that are held back, because a document may follow ("Here is the answer:")."""

_LEADING = re.compile(r"(?:\ufeff|[ \t]{0,80}\n)*")
_BLANK_LINES = re.compile(r"\s{0,64}")
_BLANKS = re.compile(r"[ \t]{0,80}")
_FENCE = re.compile(r"(?:```|~~~)[ \t]*+([\w+-]{0,16}+)[ \t]*+\n[\s\ufeff]{0,80}")
_PART_OF_FENCE = re.compile(r"(?:`{1,3}|~{1,3})[ \t]*+[\w+-]{0,16}+[ \t]*+(?:\n[\s\ufeff]{0,79})?")
_CANDIDATE = re.compile(r"[{\[<◁`~]|\n\s*")
_DRAFT_OR_TAG = re.compile(r"[<{\[◁]")
_DRAFT_OR_WORDS = re.compile(r"[<{\[◁Hh*]")
_LIKE_OBJECT = re.compile(r"""\{\s{0,80}(?:(["'“}/])|([A-Za-z_]{1,24})["'”]?\s{0,8}(:)?)?""")
_LIKE_LIST = re.compile(r"""\[\s{0,80}(["'“{\]])?""")
_LIKE_QUOTED = re.compile(r"""["“](?:\\[nt]|\s){0,20}\{(?:\\[nt]|\s){0,20}(\\")?""")
_PART_OF_QUOTED = re.compile(r"""["“](?:\\[nt]|\s){0,20}(?:\\|\{(?:\\[nt]|\s){0,20}\\?)?""")


def begins_json(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether the first meaningful character of an answer begins JSON; None: wait. Freer than in the midst of
    text."""
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
    """Tells whether a JSON document inside a JSON string begins at the quote at `at`; None: wait."""
    found = _LIKE_QUOTED.match(buffer, at)
    if found and found.group(1):
        return True
    part = _PART_OF_QUOTED.fullmatch(buffer, at)
    return None if part and not final else False


def _starts_draft(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether an answer begins at the sign at `at`, in the midst of a thought; None: wait."""
    if buffer[at] != "<":
        return starts_document(buffer, at, final)
    starts = starts_tag(buffer, at, final)
    return bool(starts) and buffer[at + 2] != ">" if starts is not None else None


class FormatDetector:
    """The first characters of an answer, and those behind a thought."""

    def __init__(self, before: str = "") -> None:
        """`before`: what was said before a thought, of which nobody knows yet whether it is a preamble."""
        self.next: Format | None = None
        self.again = ""
        self.before = before

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        at = after(_LEADING, buffer, at)
        first = after(_BLANKS, buffer, at)
        if first == len(buffer):
            if final and self.before:
                self.next, self.again = "prose", self.before
            return first if final else at
        decided = self._decide(buffer, first, final)
        if decided is None:
            return at
        self.next, position = decided
        before = buffer[first:position]
        if self.next == "thought":
            if before and self._mark(buffer, first, position, final) == ("close", True):
                out.append(Thought(before))
            else:
                self.before += before
            return position
        preamble = self.before + before
        if self.next == "prose" or (preamble and preamble[-1] == "\n" and "`" not in preamble and has_marker(preamble)):
            self.next, self.again = "prose", self.before  # a paragraph with its citations is no preamble
            return at
        if preamble:
            out.append(Note("preamble", {"text": preamble}))
        return position

    def _decide(self, buffer: str, first: int, final: bool) -> tuple[Format, int] | None:
        """Returns the format and where it begins; None: wait. Candidates are tried from left to right, so that no cut
        changes the result."""
        tests: dict[str, Callable[[str, int, bool], bool | None]] = {"{": begins_json, "[": begins_json}
        spelled = words_at(buffer, first, final)
        if spelled is None or spelled[0] == "open":
            return spelled and ("thought", first)
        if buffer[first] in '"“':
            quoted = begins_quoted(buffer, first, final)
            if quoted is None:
                return None
            if quoted:
                return "quoted", first
        for found in _CANDIDATE.finditer(buffer, first, first + PREAMBLE):
            position, sign = found.start(), found.group()[0]
            if sign == "\n":
                follows = found.end()
                if follows == min(len(buffer), first + PREAMBLE):
                    break
                if buffer[follows] == '"':
                    starts = starts_document(buffer, follows, final)
                    return None if starts is None else ("json", follows) if starts else ("prose", first)
                if buffer[follows] not in "{[<◁`~":
                    return "prose", first
                continue
            mark = self._mark(buffer, first, position, final) if sign in "<[◁" else ("", False)
            if mark is None:
                return None
            if mark[1]:
                return "thought", position
            verdict = self._candidate(
                buffer, position, final, tests.get(sign, starts_document) if position == first else starts_document
            )
            if verdict is None:
                return None
            if verdict[0] != "prose":
                return verdict
            if verdict[1] > position:
                return "prose", first  # what stands in a fence is code
        return None if len(buffer) - first < PREAMBLE and not final else ("prose", first)

    def _mark(self, buffer: str, first: int, at: int, final: bool) -> tuple[Side, bool] | None:
        """Returns which mark of a thought stands at `at`, and whether one begins or ends there; None: wait. The end of
        an answer ends none behind words, which are the answer."""
        mark = tag_at(buffer, at, final)
        if mark is None or not mark[0] or (mark[0] == "end" and at > first):
            return None if mark is None else (mark[0], False)
        spoken_of = mentioned(buffer, first, at, mark[1], final)
        return None if spoken_of is None else (mark[0], not spoken_of)

    def _damaged(self, buffer: str, at: int, final: bool) -> tuple[Format, int] | None:
        """Looks for JSON in a fence that begins with another sign than it should, or with one too many."""
        for position in (at, at + 1):
            goes = goes_on(buffer, position, final)
            if goes is None or goes >= 0:
                return None if goes is None else ("json", goes)
        return "prose", at

    def _candidate(
        self, buffer: str, at: int, final: bool, test: Callable[[str, int, bool], bool | None]
    ) -> tuple[Format, int] | None:
        sign = buffer[at]
        if sign == "<":
            test = starts_tag
        elif sign in "`~":
            fence = _FENCE.match(buffer, at)
            if fence is None or fence.end() == len(buffer):
                part = _PART_OF_FENCE.fullmatch(buffer, at)
                return None if part and not final else ("prose", at)
            inner = fence.end()
            json = "json" in fence.group(1).lower()
            if buffer[inner] not in "{[<":
                return self._damaged(buffer, inner, final) if json else ("prose", inner)
            test = starts_tag if buffer[inner] == "<" else begins_json if json else starts_document
            at, sign = inner, buffer[inner]
        starts = test(buffer, at, final)
        if starts is None:
            return None
        return ("tags" if sign == "<" else "json") if starts else "prose", at


class ThoughtReader:
    """`<think>…</think>`: reasoning inside the answer. What precedes a bare `</think>` was thought as well.

    A thought that is never closed is one until an answer in it proves otherwise. Models draft answers in thoughts that
    they close, so what begins like an answer waits for the end: it was thought where the closing tag comes, else it is
    read as the answer.
    """

    def __init__(self, before: str = "") -> None:
        self.next: Format | None = None
        self.again = ""
        self.before = before
        """What was said before it, for the reader behind it."""
        self._begun, self._opened, self._turn = False, False, _DRAFT_OR_TAG
        self._drafts: list[str] = []
        self._last = -1
        """The draft that would be the answer: the last document, else the first paragraph."""
        self._last_sign = ""

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        if not self._begun:
            at = self._begin(buffer, at, final)
            if not self._begun or self.next is not None:
                return at
        begin, size = at, len(buffer)
        while at < size:
            found = self._turn.search(buffer, at)
            at = found.start() if found else size
            if found is None:
                break
            tag = self._mark(buffer, at, final)
            if tag is not None and tag[0] in ("close", "end"):
                self._keep(buffer[begin:at], out)
                self._think("".join(self._drafts), out)
                self.next = "opening"
                return tag[1]
            starts = None if tag is None else buffer[at] in "<{[" and _starts_draft(buffer, at, final)
            if starts is None:
                break
            if starts:
                self._keep(buffer[begin:at], out)
                begin = at
                goes_on = self._last >= 0 and self._last_sign in "},"  # right behind another document
                whole = not goes_on and compact(buffer[at : at + 24]).startswith('{"paragraphs"')
                if whole or self._last < 0:
                    self._last = len(self._drafts)
            at += 1
        self._keep(buffer[begin:at], out)
        if final:
            self._end(out)
        return at

    def _begin(self, buffer: str, at: int, final: bool) -> int:
        """Returns the place behind the tag that led here, and behind those that repeat it."""
        while True:
            position = after(_BLANK_LINES, buffer, at)
            tag = self._mark(buffer, position, final)
            waits = not final and position == len(buffer) and position - at < 64
            if tag is None or waits:
                return at
            if tag[0] != "open":
                self._begun = True
                if tag[0] and at == position and not self._opened:
                    self.next = "opening"
                    return tag[1]
                return at
            if tag_at(buffer, position, final) == ("", position):
                self._turn = _DRAFT_OR_WORDS
            self._opened, at = True, tag[1]

    def _mark(self, buffer: str, at: int, final: bool) -> tuple[Side, int] | None:
        """Returns the mark at `at`; the words that stand for one count before the thought, and where it began so."""
        mark = tag_at(buffer, at, final)
        counts = self._turn is _DRAFT_OR_WORDS or not self._opened
        return words_at(buffer, at, final) if mark and not mark[0] and counts else mark

    def _keep(self, text: str, out: list[Part]) -> None:
        self._last_sign = text.rstrip()[-1:] or self._last_sign
        if self._last < 0:
            self._think(text, out)
        else:
            self._drafts.append(text)

    def _think(self, text: str, out: list[Part]) -> None:
        if text:
            out.append(Thought(text))

    def _end(self, out: list[Part]) -> None:
        """Ends a thought that was never closed."""
        out.append(Note("thought_unclosed"))
        self._think("".join(self._drafts[: max(self._last, 0)]), out)
        self.again = "".join(self._drafts[max(self._last, 0) :])
        self.next = "opening"


class QuotedReader:
    """A JSON document inside a JSON string: the outer escapes are taken off, the rest is read as usual."""

    def __init__(self, cites: Cites = nothing_cites) -> None:
        self.next: Format | None = None
        self._inner = ModelText(cites)
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


def answer_in(thought: str, aside: str, cites: Cites = nothing_cites) -> list[Part]:
    """Returns the parts of an answer that is nothing but a thought. `aside`: reasoning beside the text. Of `thought`
    all of it is read; of `aside` only the document that begins in it, because a server that took an opening tag for its
    own puts what follows there. A document of another shape must be the first thing in it."""
    if thought.strip():
        return ModelText(cites).feed(thought, final=True)
    for text in (f"<think>{aside}", aside):
        parts = list[Part](part for part in ModelText(cites).feed(text, final=True) if not isinstance(part, Thought))
        formats = [part.format for part in parts if isinstance(part, FormatBegun)]
        if formats and (text != aside or formats[0] != "prose"):
            return parts
    return []


READERS: dict[Format, Callable[..., FormatReader]] = {
    "opening": lambda _=None: FormatDetector(),
    "thought": lambda _=None: ThoughtReader(),
    "json": JsonReader,
    "quoted": QuotedReader,
    "tags": TagReader,
    "prose": ProseReader,
}


class ModelText:
    """The text of one answer, whatever its format: pieces in, parts out."""

    def __init__(self, cites: Cites = nothing_cites) -> None:
        self._cites = cites
        self._reader: FormatReader = FormatDetector()
        self._buffer = ""
        self._format: Format | None = None
        """The last one that began."""
        self._thoughts: list[str] = []
        """Those before anything else."""

    def feed(self, text: str, final: bool = False) -> list[Part]:
        """Returns the parts that are certain now. What is held back is bounded, but for a draft in a thought; `final`
        gives the rest."""
        out: list[Part] = []
        buffer = self._buffer + text if self._buffer else text
        at = 0
        while True:
            reader = self._reader
            at = reader.read(buffer, at, final, out)
            if reader.next is None:
                break
            self._reader = self._behind(reader, reader.next, out)
            if isinstance(reader, (FormatDetector, ThoughtReader)) and reader.again:
                buffer, at = reader.again + buffer[at:], 0
        self._buffer = buffer[at:]
        if self._format is None:
            self._thoughts += [part.text for part in out if isinstance(part, Thought)]
            if final and self._thoughts:
                out.append(OnlyThought("".join(self._thoughts)))
        return out

    def _behind(self, reader: FormatReader, format: Format, out: list[Part]) -> FormatReader:
        """Returns the reader of what follows; a format is said to begin, unless plain text only goes on behind a
        thought."""
        if format == "thought" and isinstance(reader, FormatDetector):
            return ThoughtReader(reader.before)
        if format == "opening" and isinstance(reader, ThoughtReader):
            return FormatDetector(reader.before)
        if format in ("json", "quoted", "tags", "prose"):
            broken = format == "prose" and self._format in ("json", "quoted", "tags")
            out.append(End(more=True) if format == self._format == "prose" else FormatBegun(format))
            self._format = format
            if broken:
                return ProseReader(self._cites, broken=True)
        return READERS[format](self._cites)
