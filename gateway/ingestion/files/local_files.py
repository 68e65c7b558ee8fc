"""The bytes of files on a disk: of regular files only, never through a link out of their folder, and within a time."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections import Counter
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from gateway.concurrency.blocking_work import LIMIT_S, Patience, Stuck

MOST_STUCK = 3
"""Files of one drive that did not answer; from then on nothing more is asked of it."""
CHUNK = 1 << 20
LEASE_POLL_S = 0.05
LATE = "It did not come in time; is its drive away?"
SPECIAL = "It is no regular file"
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""With these, opening a pipe does not wait for its other end."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_STEPWISE = os.open in os.supports_dir_fd and bool(_NO_LINK)
"""Whether a path can be opened part by part; Windows cannot."""


class File(NamedTuple):
    path: Path
    name: str
    """Shown to readers: from its folder's name on, with `/`."""
    size: int
    modified_ns: int
    real: Path = Path()
    """Where it lies, without links."""
    below: Path | None = None
    """The folder, without links, that it was found in and must lie in; None: it was named itself."""
    forced: bool = False
    """It is read whatever it holds."""
    device: int = 0
    """The drive that it lies on, where the system says so."""


class Unfit(Exception):
    """This file cannot be read; the message is a sentence."""


async def read(
    files: Sequence[File], max_bytes: int, stuck: Counter[int], limit_s: float = LIMIT_S
) -> list[bytes | Unfit]:
    """Returns the bytes of each file, or why there are none. A drive that does not answer costs `MOST_STUCK` times
    `limit_s` seconds and nothing else: `stuck` counts, over a whole run, how often each drive did not.
    """
    found: list[bytes | Unfit] = []
    while len(found) < len(files):
        patience: Patience[int] = Patience(limit_s)
        fresh: list[bytes | Unfit] = []
        todo = files[len(found) :]
        try:
            await patience.run(_read_all, patience, todo, stuck, max_bytes, fresh)
            found += fresh
        except Stuck:
            at = patience.step or 0
            found += [*fresh[:at], Unfit(LATE)]
            stuck[todo[at].device] += 1
    return found


def _read_all(
    patience: Patience[int], files: Sequence[File], stuck: Counter[int], max_bytes: int, fresh: list[bytes | Unfit]
) -> None:
    for number, file in enumerate(files):
        patience.begin(number)
        try:
            if stuck[file.device] >= MOST_STUCK:
                raise Unfit("It was not asked for: its drive did not answer for other files.")
            fresh.append(contents(file.real if file.below else file.path, max_bytes, file.below))
        except Unfit as unfit:
            fresh.append(unfit)


def contents(path: Path, max_bytes: int | None = None, below: Path | None = None) -> bytes:
    """Returns the bytes of a regular file. With `below`, a path without links in that folder: a link that came
    meanwhile is not followed. Raises `Unfit`.
    """
    try:
        with opened(path, below) as stream:
            return _whole(stream, max_bytes)
    except OSError as error:
        raise Unfit(f"It cannot be read: {error.strerror or error}.") from None


def opened(path: Path, below: Path | None = None) -> FileIO:
    """Opens a regular file, to be read without waiting for other programs. `below` is as in `contents`, but `OSError`
    is raised as it is.
    """
    try:
        handle = _handle(path, below)
    except OSError as error:
        if below and error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise Unfit("It became a link while it was read; links are not followed out of a folder.") from None
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Unfit(f"{SPECIAL}.")
    return FileIO(handle, "rb")


def _whole(stream: FileIO, max_bytes: int | None) -> bytes:
    stated = os.fstat(stream.fileno()).st_size
    pieces: list[bytes] = []
    size = 0
    while piece := stream.read(CHUNK if size else stated + 1):
        pieces.append(piece)
        size += len(piece)
        if max_bytes is not None and size > max_bytes:
            raise Unfit(too_large(max_bytes))
        if not stated and not os.fstat(stream.fileno()).st_size:  # such as those in /proc: some never end
            raise Unfit(f"{SPECIAL}: it says that it is empty, and is not.")
    if piece is None:  # more would have to be waited for
        raise Unfit(f"{SPECIAL}.")
    return b"".join(pieces)


def too_large(max_bytes: int) -> str:
    return f"It is larger than {max_bytes / 1_048_576:g} MB (GATEWAY_MAX_UPLOAD_MB)."


def _handle(path: Path, below: Path | None) -> int:
    """Returns a handle. Where another program has a lease on the file, it waits until the lease is given back."""
    deadline = time.monotonic() + LIMIT_S
    while True:
        try:
            return _stepwise(below, path.relative_to(below).parts) if below and _STEPWISE else os.open(path, _FLAGS)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(LEASE_POLL_S)


def _stepwise(folder: Path, parts: Sequence[str]) -> int:
    """Opens folder by folder and no link, so that nothing swapped in between leads elsewhere."""
    here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | _NO_LINK, dir_fd=here)
            os.close(here)
            here = inner
        return os.open(parts[-1], _FLAGS | _NO_LINK, dir_fd=here)
    finally:
        os.close(here)
