"""`citestream ingest --watch`: folders are looked at again and again, and the knowledge base follows them.

A new or changed file is read when two looks in a row find it the same, so that nothing half-written is ingested.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from gateway.errors import NotFound, Unavailable
from gateway.folders import File, Left, Listing, look, place, shown
from gateway.ingest import Ingestor
from gateway.knowledge.index import Known
from gateway.tally import counted, sentence

log = logging.getLogger(__name__)

EVERY_S = 1.0

Say = Callable[[str], object]
_State = tuple[int, int]
"""Size and time of change: what tells a changed file."""


class Library(Protocol):
    async def documents_below(self, tenant: str, workspace: str, folder: str) -> dict[str, Known]: ...

    async def delete_document(self, tenant: str, document_id: str) -> None: ...


class Watch:
    """Keeps one workspace like some folders. `say` is given a line per change."""

    def __init__(
        self, ingestor: Ingestor, library: Library, tenant: str, workspace: str, paths: Sequence[Path], say: Say
    ) -> None:
        self._ingestor, self._library, self._say = ingestor, library, say
        self._tenant, self._workspace = tenant, workspace
        self._paths = list(paths)
        self._read: dict[Path, _State] = {}
        """Files as they were when they were last read."""
        self._seen: dict[Path, _State] = {}
        """Files as the last look found them."""
        self._left: set[Left] = set()
        """What the last look could not read."""
        self._away = False
        """The last look found no database."""

    async def run(self, first: Listing, stop: asyncio.Event, every_s: float = EVERY_S) -> None:
        """Follow the folders until `stop`. `first` is the listing whose files have just been read."""
        self._read, self._seen, self._left = _states(first), _states(first), set(first.failed)
        await self._forget_missing(first)
        while not stop.is_set():
            try:
                async with asyncio.timeout(every_s):
                    await stop.wait()
            except TimeoutError:
                await self.look()

    async def look(self) -> None:
        """One look: read what is new or changed and has come to rest, remove what is gone."""
        found = await asyncio.to_thread(look, self._paths, self._ingestor.max_bytes)
        now = _states(found)
        settled = [file for file in found.files if self._is_due(file)]
        gone = [path for path in self._read if path not in now and _is_gone(path, found)]
        for name, why in dict.fromkeys(found.failed):
            if Left(name, why) not in self._left:
                self._say(f"failed   {name}: {why}")
        self._seen, self._left = now, set(found.failed)
        try:
            if settled:
                await self._ingest(settled)
            for path in gone:
                await self._remove(path, found)
        except Unavailable as error:
            if not self._away:
                self._say(f"{error.detail} Trying again.")
            self._away = True
        else:
            self._away = False  # its return is in the log

    def _is_due(self, file: File) -> bool:
        state = _state(file)
        return self._seen.get(file.path) == state and self._read.get(file.path) != state

    async def _ingest(self, files: list[File]) -> None:
        results = await self._ingestor.files(self._tenant, Listing(files), self._workspace)
        known = {file.name: file.path in self._read for file in files}
        for result in results:
            if result.status == "failed":
                self._say(f"failed   {sentence(result)}")
            elif result.status == "ready":
                word = "changed" if known.get(result.path) else "added"
                self._say(f"{word:8} {result.path} ({counted(result.passages, 'passage')})")
            if result.note:
                self._say(f"partly   {sentence(result)}")
        self._read |= {file.path: _state(file) for file in files}

    async def _remove(self, path: Path, found: Listing) -> None:
        known = await self._library.documents_below(self._tenant, self._workspace, place(path.parent))
        entry = known.get(place(path))
        if entry is not None:
            await self._delete(entry, _name(path, found))
        self._read.pop(path, None)

    async def _forget_missing(self, found: Listing) -> None:
        """What was read from these folders at another time and is not there any more."""
        held = {place(file.path) for file in found.files}
        for root in found.roots:
            known = await self._library.documents_below(self._tenant, self._workspace, place(root))
            for at, entry in known.items():
                if at not in held and _is_gone(Path(at), found):
                    await self._delete(entry, _name(Path(at), found))

    async def _delete(self, entry: Known, name: str) -> None:
        try:
            await self._library.delete_document(self._tenant, entry.document_id)
        except NotFound:
            return
        self._say(f"removed  {name}")


def _states(found: Listing) -> dict[Path, _State]:
    return {file.path: _state(file) for file in found.files}


def _state(file: File) -> _State:
    return file.size, file.modified_ns


def _is_gone(path: Path, found: Listing) -> bool:
    """Not there, while the folder that was named still is: a drive that was taken out has not lost its files."""
    return _root(path, found) is not None and not path.exists() and not path.is_symlink()


def _name(path: Path, found: Listing) -> str:
    """As in the listing: from the name of its folder on."""
    root = _root(path, found)
    return shown(path.relative_to(root.parent) if root else path)


def _root(path: Path, found: Listing) -> Path | None:
    """The named folder that a file lies or lay in."""
    roots = (given for root in found.roots for given in (root, root.resolve()))
    return next((root for root in roots if root in path.parents), None)
