"""What one process has made of a file and another one stores, on its way in a temporary file: neither holds it as a
whole.

The file consists of frames: a letter, the length of what follows (4 bytes), and that. One that does not end with `END`
or `REFUSED` was not finished.
"""

from __future__ import annotations

import json
import os
import struct
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

SpoolFrame = tuple[bytes, bytes]
"""Kind and content."""
HEAD, TEXT, LAYOUT, ROWS, END, REFUSED = b"H", b"T", b"L", b"R", b"E", b"U"
"""JSON; the text in UTF-8, in parts; its layout as JSON, in parts; rows of passages; JSON; JSON."""
_START = struct.Struct(">cI")
_DISK = Path("/var/tmp")
"""Where the system keeps large temporary files on a disk; its other folder for them may be in memory."""


class _FrameSpan(NamedTuple):
    kind: bytes
    at: int
    length: int


class Spool:
    """A temporary file without a name: it is gone when it is closed or its process ends. Its methods block, so they are
    called in threads.
    """

    def __init__(self) -> None:
        self.file: IO[bytes] = _temporary()
        self._frames: list[_FrameSpan] = []

    def close(self) -> None:
        self.file.close()

    def seal(self) -> dict[str, Any] | None:
        """Looks through what was written; returns the last frame if the writer came to its end, else None."""
        self._frames, at = [], 0
        size = self.file.seek(0, os.SEEK_END)
        while at + _START.size <= size:
            self.file.seek(at)
            kind, length = _START.unpack(self.file.read(_START.size))
            at += _START.size
            self._frames.append(_FrameSpan(kind, at, length))
            at += length
        if at != size or not self._frames or self._frames[-1].kind not in (END, REFUSED):
            return None
        last: dict[str, Any] = json.loads(self._read(self._frames[-1]))
        return last

    @property
    def is_refused(self) -> bool:
        return self._frames[-1].kind == REFUSED

    @property
    def head(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(next(self.contents(HEAD)))
        return found

    def contents(self, *kinds: bytes) -> Iterator[bytes]:
        """Yields what the frames of these kinds hold, in order."""
        return (self._read(frame) for frame in self._frames if frame.kind in kinds)

    def has(self, kind: bytes) -> bool:
        return any(frame.kind == kind for frame in self._frames)

    def rows(self, kind: bytes) -> Iterator[list[bytes]]:
        """Yields rows, as many at a time as were written together."""
        return map(_parted, self.contents(kind))

    def _read(self, frame: _FrameSpan) -> bytes:
        self.file.seek(frame.at)
        return self.file.read(frame.length)


def write(file: IO[bytes], frame: SpoolFrame) -> None:
    kind, content = frame
    file.write(_START.pack(kind, len(content)))
    file.write(content)


def joined(rows: Sequence[bytes]) -> bytes:
    """Returns rows as one content, to be read with `Spool.rows`."""
    return struct.pack(f">I{len(rows)}I", len(rows), *map(len, rows)) + b"".join(rows)


def _parted(content: bytes) -> list[bytes]:
    (count,) = struct.unpack_from(">I", content)
    at, found = 4 * (count + 1), []
    for length in struct.unpack_from(f">{count}I", content, 4):
        found.append(content[at : at + length])
        at += length
    return found


def _temporary() -> IO[bytes]:
    if "TMPDIR" not in os.environ:
        with suppress(OSError):
            return tempfile.TemporaryFile(dir=_DISK, prefix="citestream-")
    return tempfile.TemporaryFile(prefix="citestream-")
