"""`citestream ingest --watch`: folders are looked at again and again, and the knowledge base follows them.

A new or changed file is read when two looks in a row find it the same, so that nothing half-written is ingested.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from gateway.concurrency.blocking_work import Patience, Stuck
from gateway.errors import NotFound, Unavailable
from gateway.ingestion.files.folders import FileListing, Left, identity, listed, shown
from gateway.ingestion.files.local_files import File
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.ingest_report import counted, sentence
from gateway.ingestion.ports import DocumentRow

log = logging.getLogger(__name__)

EVERY_S = 1.0
ENDING_S = 5.0
"""How long a look that is under way may take when it is told to stop."""

Say = Callable[[str], object]
_State = tuple[int, int]
"""Size and time of change: what tells a changed file."""


class WatchedLibrary(Protocol):
    async def documents_below(self, tenant: str, workspace: str, folder: str) -> dict[str, DocumentRow]: ...

    async def delete_document(self, tenant: str, document_id: str) -> None: ...


class Watch:
    """Keeps one workspace like some folders. `say` is given a line per change; `force` as in `folders.look`."""

    def __init__(
        self,
        ingestor: Ingestor,
        library: WatchedLibrary,
        tenant: str,
        workspace: str,
        paths: Sequence[Path],
        say: Say,
        *,
        force: bool = False,
    ) -> None:
        self._ingestor, self._library, self._say, self._force = ingestor, library, say, force
        self._tenant, self._workspace = tenant, workspace
        self._paths = list(paths)
        self._read: dict[Path, _State] = {}
        """Files as they were when they were last read."""
        self._real_paths: dict[Path, Path] = {}
        """Their paths without links."""
        self._seen: dict[Path, _State] = {}
        """Files as the last look found them."""
        self._left: set[Left] = set()
        """What the last look could not read."""
        self._withheld: set[Path] = set()
        """What was left out for safety, and has been reported."""
        self._away = False
        """The last look found no database."""

    async def run(self, first: FileListing, stop: asyncio.Event, every_s: float = EVERY_S) -> None:
        """Follows the folders until `stop`. `first` is the listing whose files have just been read."""
        self._read, self._seen, self._left = _states(first), _states(first), set(first.failed)
        self._real_paths, self._withheld = _real_paths(first.files), set(first.withheld)
        await self._forget_missing(first)
        stopping = asyncio.create_task(stop.wait())
        while not (await asyncio.wait([stopping], timeout=every_s))[0]:
            look = asyncio.create_task(self.look())
            await asyncio.wait([look, stopping], return_when=asyncio.FIRST_COMPLETED)
            if not look.done():  # it may store something, or wait for a drive that is away
                await asyncio.wait([look], timeout=ENDING_S)
                look.cancel()
            if look.done():
                look.result()

    async def look(self) -> None:
        """Looks once: reads what is new or changed and has come to rest, and removes what is gone or is to be left out
        now.
        """
        found = await listed(self._paths, self._ingestor.max_bytes, force=self._force)
        now = _states(found)
        settled = [file for file in found.files if self._is_due(file)]
        gone = await _gone([path for path in self._read if path not in now], found)
        for name, why in dict.fromkeys(found.failed):
            if Left(name, why) not in self._left:
                self._say(f"failed   {name}: {why}")
        self._say_withheld(found, found)
        self._seen, self._left = now, set(found.failed)
        try:
            if settled:
                await self._ingest(settled, found)
            for path in gone:
                await self._remove(path, found)
        except Unavailable as error:
            if not self._away:
                self._say(f"{error.detail} Trying again.")
            self._away = True
        else:
            self._away = False  # its return is in the log

    def _say_withheld(self, run: FileListing, found: FileListing) -> None:
        for path, reason in run.withheld.items():
            if path not in self._withheld:
                self._withheld.add(path)
                self._say(f"left out {_name(path, found)} ({reason})")

    def _is_due(self, file: File) -> bool:
        state = _state(file)
        return self._seen.get(file.path) == state and self._read.get(file.path) != state

    async def _ingest(self, files: list[File], found: FileListing) -> None:
        run = FileListing(files)
        results = await self._ingestor.files(self._tenant, run, self._workspace)
        known = {file.name: file.path in self._read for file in files}
        for result in results:
            if result.status == "failed":
                self._say(f"failed   {sentence(result)}")
            elif result.status == "ready":
                word = "changed" if known.get(result.path) else "added"
                self._say(f"{word:8} {result.path} ({counted(result.passages, 'passage')})")
            if result.note:
                self._say(f"partly   {sentence(result)}")
        self._real_paths |= _real_paths(files)
        self._say_withheld(run, found)
        for file in files:
            if file.real in run.withheld:
                await self._remove(file.path, found)
        self._read |= {file.path: _state(file) for file in files}

    async def _remove(self, path: Path, found: FileListing) -> None:
        at = self._real_paths[path]
        known = await self._library.documents_below(self._tenant, self._workspace, identity(at.parent))
        entry = known.get(identity(at))
        if entry is not None and all(file.real != at for file in found.files if file.path != path):
            await self._delete(entry, _name(path, found))
        self._read.pop(path, None)

    async def _forget_missing(self, found: FileListing) -> None:
        """Removes what was read from these folders at another time and is gone, or is to be left out now."""
        present = {identity(file.real) for file in found.files}
        for root in found.roots:
            known = await self._library.documents_below(self._tenant, self._workspace, identity(root.resolve()))
            missing = {Path(at): entry for at, entry in known.items() if at not in present}
            for path in await _gone(list(missing), found):
                await self._delete(missing[path], _name(path, found))

    async def _delete(self, entry: DocumentRow, name: str) -> None:
        try:
            await self._library.delete_document(self._tenant, entry.document_id)
        except NotFound:
            return
        self._say(f"removed  {name}")


def _states(found: FileListing) -> dict[Path, _State]:
    return {file.path: _state(file) for file in found.files}


def _state(file: File) -> _State:
    return file.size, file.modified_ns


def _real_paths(files: Sequence[File]) -> dict[Path, Path]:
    return {file.path: file.real for file in files}


async def _gone(paths: Sequence[Path], found: FileListing) -> list[Path]:
    """Returns the files that are to be removed; none when a drive does not answer."""
    patience: Patience[Path] = Patience()

    def search() -> list[Path]:
        gone = []
        for path in paths:
            patience.begin(path)
            if _is_gone(path, found):
                gone.append(path)
        return gone

    try:
        return await patience.run(search)
    except Stuck:
        return []


def _is_gone(path: Path, found: FileListing) -> bool:
    """Tells whether a file is not there, or left out now, while the folder that was named is still there: a drive that
    was taken out has not lost its files.
    """
    root = _root(path, found)
    if root is None:
        return False
    return found.is_withheld(root.resolve() / path.relative_to(root)) or not os.path.lexists(path)


def _name(path: Path, found: FileListing) -> str:
    """Returns a file's name as in the listing: from the name of its folder on."""
    root = _root(path, found)
    return shown(path.relative_to(root.parent) if root else path)


def _root(path: Path, found: FileListing) -> Path | None:
    """Returns the named folder that a file lies or lay in."""
    roots = (given for root in found.roots for given in (root, root.resolve()))
    return next((root for root in roots if root in path.parents), None)
