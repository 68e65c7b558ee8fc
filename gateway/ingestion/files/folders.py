"""What lies in the files and folders that somebody names: which files are read, which are left out and why."""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gateway.concurrency.blocking_work import LIMIT_S, Patience, Stuck
from gateway.ingestion.files import secret_files
from gateway.ingestion.files.local_files import File, too_large
from gateway.knowledge.extraction import visible
from gateway.knowledge.format_table import MEDIA_TYPES, is_code

NOT_DOCUMENTS = frozenset({"node_modules", "__pycache__"})
"""Folders of other people's files, which nobody means to ingest."""
GENERATED = (".min.js", ".min.css", "-lock.json", "-lock.yaml")
"""Ends of the names of files that a machine wrote for machines."""
LOCK = "~$"
"""How Word begins the name of the file that marks another one as open."""
MOST_STUCK = 3
"""Paths that did not answer; with one more, nothing of what was named is read."""
READ_ALREADY, LINK_TO_LEFT = "link to a file that is read", "link to what is left out"
MISSING = "There is no such file or folder."
SILENT = "It did not answer in time; is its drive away?"

Begin = Callable[[Path], object]
"""Called with what is looked at next."""


class Left(NamedTuple):
    """A file or folder that cannot be read, and the sentence why."""

    name: str
    why: str


@dataclass(slots=True)
class FileListing:
    """The files of one run, in the order of reading."""

    files: list[File] = field(default_factory=list)
    failed: list[Left] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    """Files of other kinds by suffix; hidden ones, `link to a folder`, `special file` and folders of other people's
    files by name.
    """
    withheld: dict[Path, str] = field(default_factory=dict)
    """Paths without links of the files and folders that are left out, and the reason (`ingestion.secret_files`)."""
    roots: list[Path] = field(default_factory=list)
    """The folders that were named, absolute."""
    same: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of names with the same content, filled in while they are read."""
    stuck: Counter[int] = field(default_factory=Counter)
    """How often each drive did not answer, filled in while files are read."""

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def reasons(self) -> list[str]:
        """Why files and folders are left out for safety, with their numbers, the most frequent first."""
        return [f"{count} {reason}" for reason, count in Counter(self.withheld.values()).most_common()]

    def shown(self, path: Path) -> str:
        """Returns the path of a file that is left out as a report says it: from the folder on that was named."""
        for root in self.roots:
            real = Path(os.path.realpath(root))
            if path.is_relative_to(real):
                return shown(root.name / path.relative_to(real))
        return shown(path)

    def is_withheld(self, path: Path) -> bool:
        """Tells whether a file, or a folder that it lies or lay in, is left out."""
        return not self.withheld.keys().isdisjoint((path, *path.parents))


async def listed(
    paths: Sequence[Path], max_bytes: int, *, force: bool = False, limit_s: float = LIMIT_S
) -> FileListing:
    """Does what `look` does with a limit in seconds for each step: what does not answer is left out with a sentence."""
    silent: set[Path] = set()
    while len(silent) <= MOST_STUCK:
        patience: Patience[Path] = Patience(limit_s)
        try:
            return await patience.run(look, paths, max_bytes, force, frozenset(silent), patience.begin)
        except Stuck:
            silent.add(patience.step or Path())
    return FileListing(failed=[Left(visible(_text(path)), SILENT) for path in paths])


def look(
    paths: Sequence[Path],
    max_bytes: int,
    force: bool = False,
    silent: Collection[Path] = (),
    begin: Begin = lambda path: None,
) -> FileListing:
    """Returns the files to read. The name of a file begins with the folder that was named (a single file's: with the
    folder it lies in), so that it stays the same wherever the command is run.

    `force`: what is named is read even where it is one of those that are withheld, and of folders what only its owner
    may read. `silent`: what did not answer before and is not touched.
    """
    return _Look(max_bytes, force, silent, begin).at(paths)


class _Entry(NamedTuple):
    """A file that may be read. `root` is the folder that was named, with and without links; None: the file was."""

    path: Path
    real: Path
    is_link: bool
    root: tuple[Path, Path] | None = None


class _Look:
    """One look. Files are gathered first, then judged, links last: what one leads to may be read already."""

    def __init__(self, max_bytes: int, force: bool, silent: Collection[Path], begin: Begin) -> None:
        self._max_bytes, self._force, self._silent, self._begin = max_bytes, force, silent, begin
        self.found = FileListing()
        self._seen: set[Path] = set()

    def at(self, paths: Sequence[Path]) -> FileListing:
        entries: list[_Entry] = []
        missing: list[Left] = []
        for given in paths:
            path, name = Path(os.path.abspath(given)), visible(_text(given))
            if not self._answers(path, name):
                continue
            try:
                kind = stat.S_IFMT(path.stat().st_mode)
            except OSError as error:
                gone = isinstance(error, (FileNotFoundError, NotADirectoryError))
                missing.append(Left(name, MISSING if gone else f"It cannot be read: {error.strerror}."))
                continue
            if kind == stat.S_IFDIR:
                self.found.roots.append(path)
                entries += self._walk(path, name)
            elif kind == stat.S_IFREG:
                entries.append(_Entry(path, Path(os.path.realpath(path)), path.is_symlink()))
            else:
                missing.append(Left(name, "It is no regular file."))
        # Files before links: what is named twice is read once, under its own name.
        for entry in sorted(entries, key=lambda entry: entry.is_link):
            self._judge(entry)
        self.found.failed += missing
        return self.found

    def _answers(self, path: Path, name: str) -> bool:
        if path in self._silent:
            self.found.failed.append(Left(name, SILENT))
            return False
        self._begin(path)
        return True

    def _walk(self, root: Path, given: str) -> Iterator[_Entry]:
        """Yields the files below a folder, sorted. Links to folders are not followed, so that there are no circles."""
        start = Path(os.path.realpath(root))
        if why := self._refused_folder(start):
            self.found.failed.append(Left(given, why))
            return
        waiting = [start]
        while waiting:
            folder = waiting.pop()
            shape = root / folder.relative_to(start)
            try:
                if not self._answers(shape, _name(shape, root)):
                    continue
                with os.scandir(folder) as scan:
                    entries = sorted(scan, key=lambda entry: entry.name)
            except OSError as error:
                self.found.failed.append(Left(_name(shape, root), f"It cannot be read: {error.strerror}."))
                if folder == start:  # it went this moment: nothing can be said of its files
                    self.found.roots.remove(root)
                continue
            if folder != start and (
                reason := secret_files.folder(folder, {entry.name for entry in entries}.__contains__)
            ):
                self.found.withheld[folder] = reason
                continue
            folders, files = _parted(entries)
            waiting += [folder / entry.name for entry in reversed(folders) if self._is_entered(folder, entry)]
            for entry in files:
                if self._is_wanted(folder, entry, root, shape):
                    yield _Entry(shape / entry.name, folder / entry.name, entry.is_symlink(), (root, start))

    def _refused_folder(self, real: Path) -> str:
        """Returns why a folder that was named is not entered; a database never is, even with `force`."""
        own = secret_files.folder(real, lambda name: os.path.lexists(real / name))
        if own in (secret_files.DATA, secret_files.CLUSTER):
            return f"It is a {own}, where passwords are kept, and is not read."
        reason, at = secret_files.around(real)
        if self._force or not (own or reason):
            return ""
        return secret_files.refusal(reason or own, at if reason else None)

    def _is_entered(self, folder: Path, entry: os.DirEntry[str]) -> bool:
        name = entry.name
        if reason := secret_files.folder_name(name):
            self.found.withheld[folder / name] = reason
        elif name.startswith("."):
            self.found.skipped["hidden folder"] += 1
        elif name in NOT_DOCUMENTS:
            self.found.skipped[f"folder {name}"] += 1
        elif _is_junction(entry):
            self.found.skipped["link to a folder"] += 1
        else:
            return True
        return False

    def _is_wanted(self, folder: Path, entry: os.DirEntry[str], root: Path, shape: Path) -> bool:
        """Tells whether an entry holds bytes to read, by its name and by what it is. A link to nothing or to itself is
        reported, a pipe or socket is counted.
        """
        path, name = shape / entry.name, entry.name
        if reason := secret_files.file(name):
            if reason == secret_files.HIDDEN:
                self.found.skipped[reason] += 1
            else:
                self.found.withheld[folder / name] = reason
            return False
        try:
            if not self._answers(path, _name(path, root)):
                return False
            kind = stat.S_IFMT(entry.stat().st_mode)
        except OSError as error:
            why = "It is a link that leads nowhere." if entry.is_symlink() else f"It cannot be read: {error.strerror}."
            self.found.failed.append(Left(_name(path, root), why))
            return False
        if kind != stat.S_IFREG:
            self.found.skipped["link to a folder" if kind == stat.S_IFDIR else "special file"] += 1
        elif other := _other_kind(path):
            self.found.skipped[other] += 1
        else:
            return True
        return False

    def _judge(self, entry: _Entry) -> None:
        found, path = self.found, entry.path
        self._begin(path)
        base = entry.root[0].parent if entry.root else path.parent.parent
        name = shown(path.relative_to(base))
        real = Path(os.path.realpath(path)) if entry.is_link else entry.real
        if real in self._seen:
            if entry.is_link:
                found.skipped[READ_ALREADY] += 1
            return
        if entry.root and entry.is_link and (reason := self._refused_link(real, entry.root[1])):
            found.withheld[entry.real] = reason
            return
        try:
            status = real.stat()
        except OSError as error:
            found.failed.append(Left(name, f"It cannot be read: {error.strerror or error}."))
            return
        if not self._force and entry.root and (reason := secret_files.mode(status.st_mode)):
            found.withheld[entry.real] = reason
            return
        if not self._force and not entry.root and (why := secret_files.named(path)):
            found.failed.append(Left(name, why))
            return
        self._seen.add(real)
        if status.st_size > self._max_bytes:
            found.failed.append(Left(name, too_large(self._max_bytes)))
        elif not status.st_size and is_code(path.name) and entry.root:  # such as `__init__.py`: nothing is missing
            found.skipped["empty source file"] += 1
        else:
            below, forced = (entry.root[1], False) if entry.root else (None, self._force)
            size, at = status.st_size, status.st_mtime_ns
            found.files.append(File(path, name, size, at, real, below, forced, status.st_dev))

    def _refused_link(self, real: Path, root: Path) -> str:
        """Returns why a link in a folder is not followed: it leads out of the folder, or to what is left out there."""
        if not real.is_relative_to(root):
            return secret_files.LINK
        inner = real.relative_to(root).parts
        hidden = any(part.startswith(".") or part in NOT_DOCUMENTS for part in inner)
        return LINK_TO_LEFT if hidden or secret_files.file(real.name) or self.found.is_withheld(real) else ""


def _parted(entries: Sequence[os.DirEntry[str]]) -> tuple[list[os.DirEntry[str]], list[os.DirEntry[str]]]:
    """Returns the folders and the other entries; links are among the others."""
    parts: tuple[list[os.DirEntry[str]], list[os.DirEntry[str]]] = ([], [])
    for entry in entries:
        parts[not entry.is_dir(follow_symlinks=False)].append(entry)
    return parts


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Tells whether an entry is a junction, which on Windows is another kind of link to a folder."""
    if sys.platform != "win32":
        return False
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return bool(tag) and tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)


def _name(path: Path, root: Path) -> str:
    return shown(path.relative_to(root.parent))


def shown(path: Path) -> str:
    """Returns a path as its reader sees it: with `/`, composed letters, nothing hidden, whatever its bytes are."""
    return visible(unicodedata.normalize("NFC", _text(path.as_posix())))


def identity(real: Path) -> str:
    """Returns what tells two files apart: their paths without links."""
    return _text(real)


def batches(files: Sequence[File], least_bytes: int, most_bytes: int, most: int) -> Iterator[list[File]]:
    """Yields the files that are read and stored together, in order: many small ones, or a large one alone. Each time it
    is half of what is left, within the limits."""
    batch: list[File] = []
    size, left = 0, sum(file.size for file in files)
    for file in files:
        room = min(most_bytes, max(least_bytes, left // 2))
        if batch and (size + file.size > room or len(batch) == most):
            yield batch
            batch, size, left = [], 0, left - size
        batch.append(file)
        size += file.size
    if batch:
        yield batch


def _text(path: Path | str) -> str:
    """Returns a path as text; one whose bytes are no UTF-8 keeps the rest of its name."""
    return os.fsencode(path).decode("utf-8", "replace")


def _other_kind(file: Path) -> str:
    """Returns what a file is that is no document; empty for a document."""
    suffix = file.suffix.lower()
    if file.name.startswith(LOCK):
        return "lock of an open file"
    if file.name.endswith(GENERATED):
        return "generated"
    return "" if suffix in MEDIA_TYPES else visible(_text(suffix))[:20] or "without suffix"
