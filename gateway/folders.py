"""What lies in the files and folders that somebody names: which files are read, which are left out and why."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gateway.knowledge.formats import MEDIA_TYPES, is_code, visible

NOT_DOCUMENTS = frozenset({"node_modules", "__pycache__"})
"""Folders of other people's files that no one means."""
GENERATED = (".min.js", ".min.css", "-lock.json", "-lock.yaml")
"""Ends of the names of files that a machine wrote for machines."""


LOCK = "~$"
"""How Word begins the name of a file that says somebody has another one open."""


class File(NamedTuple):
    path: Path
    name: str
    """Shown to readers: from its folder's name on, with `/`."""
    size: int
    modified_ns: int


class Left(NamedTuple):
    """A file or folder that cannot be read, and the sentence why."""

    name: str
    why: str


@dataclass(slots=True)
class Listing:
    """The files of one run, in the order of reading."""

    files: list[File] = field(default_factory=list)
    failed: list[Left] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    """Files of other kinds by suffix; `link to a folder`, `special file` and folders of other people's files by name."""
    roots: list[Path] = field(default_factory=list)
    """The folders that were named, absolute."""
    same: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of names with the same content, filled in while they are read."""

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(file.size for file in self.files)


def look(paths: Sequence[Path], max_bytes: int) -> Listing:
    """The files to read. The name of a file begins with the folder that was named (a single file's: with the folder it
    lies in), so that it stays the same wherever the command is run.
    """
    found = Listing()
    files: list[tuple[Path, Path]] = []
    missing: list[Left] = []
    for given in paths:
        root = Path(os.path.abspath(given))
        if root.is_dir():
            found.roots.append(root)
            files += [(file, root) for file in _walk(root, found) if _wanted(file, found)]
        elif root.is_file():
            files.append((root, root))
        else:
            missing.append(Left(visible(_text(given)), "There is no such file or folder."))
    seen: set[str] = set()
    # Files before links: what is named twice is read once, under its own name.
    for file, root in sorted(files, key=lambda one: one[0].is_symlink()):
        real = os.path.realpath(file)
        if real not in seen:
            seen.add(real)
            is_named = file == root
            base = root.parent.parent if is_named else root.parent
            _add(found, file, shown(file.relative_to(base)), max_bytes, is_named=is_named)
        elif file.is_symlink():
            found.skipped["link to a file that is read"] += 1
    found.failed += missing
    return found


def shown(path: Path) -> str:
    """A path as its reader sees it: with `/`, composed letters, nothing hidden, whatever its bytes are."""
    return visible(unicodedata.normalize("NFC", _text(path.as_posix())))


def place(path: Path) -> str:
    """What tells two files apart: where they lie."""
    return _text(path.resolve())


def batches(files: Sequence[File], most_bytes: int, most: int) -> Iterator[list[File]]:
    """Files that are read and stored together, in order: many small ones, or a large one alone."""
    batch: list[File] = []
    size = 0
    for file in files:
        if batch and (size + file.size > most_bytes or len(batch) == most):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch


def _text(path: Path | str) -> str:
    """A path whose bytes are no UTF-8 keeps the rest of its name."""
    return os.fsencode(path).decode("utf-8", "replace")


def _add(found: Listing, file: Path, name: str, max_bytes: int, *, is_named: bool) -> None:
    try:
        status = file.stat()
    except OSError as error:
        found.failed.append(Left(name, f"It cannot be read: {error.strerror or error}."))
        return
    if status.st_size > max_bytes:
        found.failed.append(Left(name, f"It is larger than {max_bytes / 1_048_576:g} MB (GATEWAY_MAX_UPLOAD_MB)."))
    elif not status.st_size and is_code(file.name) and not is_named:  # such as `__init__.py`: nothing is missing
        found.skipped["empty source file"] += 1
    else:
        found.files.append(File(file, name, status.st_size, status.st_mtime_ns))


def _walk(root: Path, found: Listing) -> Iterator[Path]:
    """Files below a folder, sorted, hidden ones left out. Links to folders are not followed: no circles."""

    def unreadable(error: OSError) -> None:
        name = shown(Path(error.filename).relative_to(root.parent))
        found.failed.append(Left(name, f"It cannot be read: {error.strerror}."))

    for folder, subfolders, names in os.walk(root, onerror=unreadable):
        kept = []
        for name in sorted(name for name in subfolders if not name.startswith(".")):
            if os.path.islink(os.path.join(folder, name)):
                found.skipped["link to a folder"] += 1
            elif name in NOT_DOCUMENTS:
                found.skipped[f"folder {name}"] += 1
            else:
                kept.append(name)
        subfolders[:] = kept
        for name in sorted(names):
            file = Path(folder, name)
            if not name.startswith(".") and _is_file(file, root, found):
                yield file


def _is_file(file: Path, root: Path, found: Listing) -> bool:
    """Whether it holds bytes to read; a link to nothing or to itself is said, a pipe or socket is counted."""
    try:
        mode = file.stat().st_mode
    except OSError as error:
        why = "It is a link that leads nowhere." if file.is_symlink() else f"It cannot be read: {error.strerror}."
        found.failed.append(Left(shown(file.relative_to(root.parent)), why))
        return False
    if not stat.S_ISREG(mode):
        found.skipped["special file"] += 1
    return stat.S_ISREG(mode)


def _wanted(file: Path, found: Listing) -> bool:
    suffix = file.suffix.lower()
    if file.name.startswith(LOCK):
        found.skipped["lock of an open file"] += 1
    elif file.name.endswith(GENERATED):
        found.skipped["generated"] += 1
    elif suffix not in MEDIA_TYPES:
        found.skipped[visible(_text(suffix))[:20] or "without suffix"] += 1
    else:
        return True
    return False
