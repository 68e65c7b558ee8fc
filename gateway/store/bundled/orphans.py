"""Clusters that root made and whose data directory was deleted: listed, and removed.

The cluster of a normal user is inside its data directory and is deleted with it; root's is not
(`gateway.store.bundled.cluster`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gateway.errors import WrongUse
from gateway.store.bundled import cluster, launcher
from gateway.store.bundled.supervisor import IN_USE, FileLock


@dataclass(frozen=True, slots=True)
class Orphan:
    """A cluster without its data directory: `home` contains it, `data` is the path of the deleted directory."""

    home: Path
    data: Path
    size: int
    """Bytes on the disk."""
    written_at: datetime

    @property
    def name(self) -> str:
        return self.home.name


def found() -> list[Orphan]:
    """Returns all clusters whose data directory was deleted, in the order of its path. Only root has such clusters."""
    if not cluster.is_root():
        return []
    notes = sorted(cluster.SHARED.glob(f"*/{cluster.NOTE}"))
    homes = [(note.parent, Path(os.fsdecode(note.read_bytes()))) for note in notes]
    orphans = [_orphan(home, data) for home, data in homes if not _is_used(home, data)]
    return sorted(orphans, key=lambda orphan: (orphan.data, orphan.written_at))


def remove(name: str) -> Orphan:
    """Deletes the cluster of this name. Raises `WrongUse` if there is none, or if it is in use."""
    orphan = next((orphan for orphan in found() if orphan.name == name), None)
    if orphan is None:
        raise WrongUse(_why_not(name))
    lock = FileLock(orphan.home / IN_USE)
    try:
        if not lock.take(shared=False) or _runs(orphan.home):
            raise WrongUse(
                f"The database {name} of {orphan.data} is still running. It stops within seconds of its last user; "
                "stop the commands that use it, then try again."
            )
        _delete(orphan.home)
    finally:
        lock.release()
    return orphan


def _is_used(home: Path, data: Path) -> bool:
    return data.is_dir() and cluster.home_of(data)[0] == home


def _orphan(home: Path, data: Path) -> Orphan:
    files = list(_files(home))
    newest = max((file.st_mtime for file in files), default=0.0)
    return Orphan(home, data, sum(file.st_size for file in files), datetime.fromtimestamp(newest, UTC))


def _files(home: Path) -> Iterator[os.stat_result]:
    """Yields what the system says of each file. A server that is just stopping may delete some meanwhile."""
    for folder, _, names in os.walk(home):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                yield os.lstat(os.path.join(folder, name))


def _why_not(name: str) -> str:
    note = cluster.SHARED / name / cluster.NOTE
    if "/" not in name and note.exists():
        data = os.fsdecode(note.read_bytes())
        return f"The database {name} belongs to {data}, which exists. Delete that directory first."
    return f"There is no database {name!r} without a data directory; `citestream database list` shows them."


def _runs(home: Path) -> bool:
    """Tells whether a server of this cluster runs. If the system lists no processes, the server's own file decides."""
    found = launcher.processes(cluster.Cluster(home, Path(), None, "", 0, ""))
    return (home / "cluster" / "postmaster.pid").exists() if found is None else bool(found)


def _delete(home: Path) -> None:
    """Deletes the note last: a removal that was interrupted is listed and can be repeated."""
    for path in sorted(home.iterdir(), key=lambda path: path.name == cluster.NOTE):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    home.rmdir()
