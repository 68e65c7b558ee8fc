"""What may mean more than itself inside a line of text: markers, code, and escapes that were written once too often."""

from __future__ import annotations

import re
from typing import NamedTuple

from gateway.answer.reading import escapes
from gateway.answer.reading.characters import after
from gateway.answer.reading.markers import Cites, Marker, marker_at

_SIGNS = r"`$\\\[【［〔(（^<"
TURN = rf"[\n{_SIGNS}]|[*_]{{1,3}}|[ \u00a0]{{1,4}}(?=[{_SIGNS}*_]|\Z)"
"""Where text may mean more than itself."""
_BLANKS = re.compile(r"[ \u00a0]{0,4}")
_FEW = re.compile(r"[ \u00a0]{0,2}")
_RUN = re.compile("`+")
_TICKS = re.compile(r"`{1,64}")
_EMPHASIS = re.compile(r"[*_]{1,3}")
_NAMED = re.compile(r"[(（]\s?[EeGg]\d")
LONGEST_CODE = 160
"""Characters in which code inside a line is expected to end."""
_TAIL = 48
"""Characters before a place that may be needed to read it."""
_MOST_BEFORE = 1024
_BEGINNING = re.compile(r"(?:^|[\s(\[{（【\"“«„]|(?:^|\s)[*_]{1,3})\Z")
"""Before a marker: nothing that the blank behind it would part from the next word."""
_CLOSES = ".,)]）】。，、；！？…"


class LineStep(NamedTuple):
    """What was read at one place."""

    end: int
    text: str = ""
    ids: tuple[str, ...] = ()


class Inline:
    """The inside of a line. `tail` is the text before the place that is read."""

    __slots__ = ("_before", "_cites", "_math", "_ticks", "_unescaped")

    def __init__(self, cites: Cites) -> None:
        self._cites = cites
        self._ticks = 0
        """Backticks that opened the code inside the line."""
        self._math = escapes.Math()
        self._unescaped = False
        """Escapes of this text were written once too often."""
        self._before = ""

    @property
    def tail(self) -> str:
        return self._before[-_TAIL:]

    def said(self, text: str) -> None:
        """Takes note of text that was read."""
        self._before += text
        if len(self._before) > _MOST_BEFORE:
            self._before = self.tail

    def end_block(self) -> None:
        self._before = ""

    def end_line(self) -> None:
        self._ticks = 0
        self._math.newline()

    def read(self, buffer: str, at: int, final: bool) -> LineStep | None:
        """Reads what stands at a place that `TURN` found; None: wait."""
        sign = buffer[at]
        if sign == "`":
            return self._backticks(buffer, at, final)
        code = self._in_code(buffer, at, final)
        if code is not False:
            return LineStep(at + 1, sign) if code else None
        if sign == "$":
            length = self._math.dollar(buffer, at) or int(final)
            return LineStep(at + length, buffer[at : at + length]) if length else None
        if sign == "\\":
            return self._backslash(buffer, at, final)
        first = after(_BLANKS, buffer, at)
        if first == len(buffer):
            return LineStep(first, buffer[at:first]) if final else None
        return self._marked(buffer, at, first, final)

    def _backticks(self, buffer: str, at: int, final: bool) -> LineStep | None:
        end = after(_TICKS, buffer, at)
        if end == len(buffer) and end - at < 64 and not final:
            return None
        if not self._ticks:
            self._ticks = end - at
        elif self._ticks == end - at:
            self._ticks = 0
        return LineStep(end, buffer[at:end])

    def _in_code(self, buffer: str, at: int, final: bool) -> bool | None:
        """Tells whether `at` stands in code, which ends in this line; None: wait."""
        if not self._ticks:
            return False
        window = buffer[at : at + LONGEST_CODE].partition("\n")
        whole = final or bool(window[1]) or len(buffer) - at >= LONGEST_CODE
        runs = (run for run in _RUN.finditer(window[0]) if len(run[0]) == self._ticks)
        closing = next(runs, None)
        if closing and (whole or closing.end() < len(window[0])):
            return True
        if whole:
            self._ticks = 0
        return False if whole else None

    def _backslash(self, buffer: str, at: int, final: bool) -> LineStep | None:
        if buffer[at + 1 : at + 2] in ("[", "(", "c"):
            return self._marked(buffer, at, at, final)
        if self._math.open:
            return LineStep(at + 1, "\\")
        found = escapes.overdone(buffer, at, final, self.tail, self._unescaped)
        if found is None:
            return None
        text, end = found
        self._unescaped |= "\n" in text
        return LineStep(end, text) if end > at else LineStep(at + 1, "\\")

    def _marked(self, buffer: str, at: int, first: int, final: bool) -> LineStep | None:
        """Reads a marker at `first`, behind the blanks from `at` on; where there is none, one sign is text."""
        if not (first == at and self._is_called(buffer, first)):
            marker = marker_at(buffer, first, final, self._cites)
            if marker is None:
                return None
            if marker.ids:
                return self._without(buffer, at, first, marker, final)
        end = first if first > at else max(after(_EMPHASIS, buffer, at), at + 1)
        if end == len(buffer) and buffer[at] in "*_" and end - at < 3 and not final:
            return None
        return LineStep(end, buffer[at:end])

    def _is_called(self, buffer: str, at: int) -> bool:
        """Tells whether a bracket belongs to the name before it, as in `f(E1)`, or an underline stands in a name."""
        before = self.tail[-1:]
        if not (before.isascii() and before.isalnum()):
            return False
        return buffer[at] == "_" or _NAMED.match(buffer, at) is not None

    def _without(self, buffer: str, at: int, first: int, marker: Marker, final: bool) -> LineStep | None:
        """Takes a marker out, with the blanks and the full stop that it leaves one too many."""
        end = marker.end
        behind = after(_FEW, buffer, end)
        following = buffer[behind : behind + 2]
        if len(following) < 2 and not final:
            return None
        before, sign = self.tail[-1:], following[:1]
        stops = sign in _CLOSES and not (sign in ".," and following[1:].isalnum()) if sign else True
        lead = ""
        if _BEGINNING.search(self.tail):
            end = behind
        elif stops:
            end = behind + (bool(sign) and sign == before and before in ".。" and following[1:] != sign)
        elif behind == end and sign.isalnum():
            lead = buffer[at:first]
        return LineStep(end, lead, marker.ids)
