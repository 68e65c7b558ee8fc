"""Server-sent events as model services send them: bytes in, data of whole frames out. No I/O.

Any cut is possible: inside a character, between CR and LF, inside a field name. Lines end with LF, CRLF or CR; several
`data:` lines of one frame join with LF; comments are dropped (WHATWG HTML, "Server-sent events"). The longest
unfinished thing is one frame of `LONGEST_FRAME` bytes, about twice the longest answer, so that no service fills memory.
"""

from __future__ import annotations

from typing import NamedTuple

LONGEST_FRAME = 512 * 1024
"""Bytes of one frame, lines and all."""
_BOM = b"\xef\xbb\xbf"


class ServerSentEvent(NamedTuple):
    """One event: the joined data and the event's name, empty when the service gave none."""

    data: bytes
    event: bytes = b""


class FrameTooLong(ValueError):
    """A frame is longer than any honest service sends."""


class FrameSplitter:
    """Splits one response body. `receive` returns the frames that its bytes complete, `close` what the end does."""

    def __init__(self, longest: int = LONGEST_FRAME) -> None:
        self._longest = longest
        self._tail: list[bytes] = []  # pieces of the unfinished line, joined once: linear for a line in many reads
        self._data: list[bytes] = []
        self._event = b""
        self._size = 0
        self._after_cr = False
        self._begun = False

    @property
    def idle(self) -> bool:
        """Nothing of an unfinished frame waits."""
        return not (self._tail or self._data or self._event or self._after_cr) and self._begun

    def receive(self, chunk: bytes) -> list[ServerSentEvent]:
        """Raises `FrameTooLong`."""
        if self._after_cr and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        self._after_cr = chunk.endswith(b"\r") or (self._after_cr and not chunk)
        if b"\n" not in chunk and b"\r" not in chunk:
            self._hold(chunk)
            return []
        self._tail.append(chunk)
        lines = b"".join(self._tail).splitlines(keepends=True)
        self._tail.clear()
        self._size = sum(map(len, self._data))
        unfinished = b"" if lines[-1].endswith((b"\n", b"\r")) else lines.pop()
        frames = [frame for line in lines if (frame := self._line(line.rstrip(b"\r\n"))) is not None]
        self._hold(unfinished)
        return frames

    def close(self) -> list[ServerSentEvent]:
        """Returns the frame that lacked only its blank line, or even its line end: services do forget both."""
        frames = [self._line(b"".join(self._tail)), self._line(b"")]
        self._tail.clear()
        return [frame for frame in frames if frame is not None]

    def _hold(self, part: bytes) -> None:
        if part:
            self._tail.append(part)
            self._size += len(part)
            if self._size > self._longest:
                raise FrameTooLong

    def _line(self, line: bytes) -> ServerSentEvent | None:
        if not self._begun:
            self._begun = True
            line = line.removeprefix(_BOM)
        if not line:
            data, event = self._data, self._event
            self._data, self._event, self._size = [], b"", 0
            return ServerSentEvent(b"\n".join(data), event) if data else None
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
            self._size += len(value)
            if self._size > self._longest:
                raise FrameTooLong
        elif name == b"event":
            self._event = value.removeprefix(b" ")
        return None
