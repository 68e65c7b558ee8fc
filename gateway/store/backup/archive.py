"""The file of a backup: a zip archive whose last bytes are the checksum of all before them.

    table/<name>     the rows of one table, as PostgreSQL's COPY writes them in its text format
    manifest.json    what the archive holds, and of which version
    comment          a mark, then the SHA-256 of every byte before its own 64 digits

The checksum tells damage, not forgery. Everything is streamed: a table may be larger than the memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Literal

from pydantic import BaseModel, ValidationError

from gateway.errors import WrongUse

MARK = b"citestream backup, sha256 "
DIGITS = 64
CHUNK = 1 << 20
LEVEL = 3
"""The level of compression: twice as fast as zlib's default, for a tenth more bytes."""
MANIFEST = "manifest.json"


class TableDump(BaseModel):
    """One table. Tables stand in an order in which every row finds the rows it refers to."""

    name: str
    columns: list[str]
    rows: int
    needs_vectors: bool
    """Whether it can be left out where pgvector is missing: vectors are made anew from the stored text."""


class Sequence(BaseModel):
    """The number from which an identity column goes on."""

    table: str
    column: str
    last: int
    called: bool


class Manifest(BaseModel):
    """What an archive holds."""

    format: Literal[1] = 1
    citestream: str
    postgres: str
    created_at: str
    migrations: dict[str, str]
    """The SHA-256 of every migration that the database had, by name and in the order of the names."""
    tables: list[TableDump]
    sequences: list[Sequence]


class ArchiveWriter:
    """An archive in the making, beside its place, which it takes once it is whole. Only its owner may read it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        except OSError as error:
            raise WrongUse(f"{path} cannot be written ({error.strerror or error}).") from None
        self._temporary, self._file = Path(name), os.fdopen(handle, "w+b")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)

    @contextlib.contextmanager
    def table(self, name: str) -> Iterator[IO[bytes]]:
        """Lends what the rows of a table are written to."""
        with self._zip.open(f"table/{name}", "w", force_zip64=True) as member:
            yield member

    def finish(self, manifest: Manifest) -> int:
        """Puts the whole archive into its place, where it replaces what was there. Returns its size in bytes."""
        self._zip.writestr(MANIFEST, manifest.model_dump_json(indent=1))
        self._zip.comment = MARK + b"0" * DIGITS
        self._zip.close()
        digest = _digest(self._file, lambda _bytes: None)
        self._file.seek(-DIGITS, os.SEEK_END)
        self._file.write(digest)
        self._file.flush()
        os.fsync(self._file.fileno())
        size = self._file.tell()
        self._file.close()
        os.replace(self._temporary, self._path)
        return size

    def discard(self) -> None:
        """Leaves nothing behind. After `finish` there is nothing to do."""
        with contextlib.suppress(OSError, ValueError):  # a full disk; closed already
            self._zip.close()
        self._file.close()
        self._temporary.unlink(missing_ok=True)


class ArchiveReader:
    """An archive that was found whole. The file stays open, so that what is read is what was checked."""

    def __init__(self, file: IO[bytes], archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._file, self._zip, self.manifest = file, archive, manifest

    @classmethod
    def open(cls, path: Path, report: Callable[[int], object] = lambda _bytes: None) -> ArchiveReader:
        """Reads all of it once; `report` is told the bytes read. Raises `WrongUse` for anything but a whole backup."""
        try:
            file = path.open("rb")
        except OSError as error:
            raise WrongUse(f"{path} cannot be read ({error.strerror or error}).") from None
        try:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - len(MARK) - DIGITS))
            tail = file.read()
            if not tail.startswith(MARK):
                raise WrongUse(f"{path} is not a backup made by `citestream backup`, or its end is missing.")
            if _digest(file, report) != tail.removeprefix(MARK):
                raise WrongUse(f"{path} was damaged or altered: its checksum does not fit. Nothing was restored.")
            archive = zipfile.ZipFile(file)
            return cls(file, archive, Manifest.model_validate_json(archive.read(MANIFEST)))
        except (ValidationError, zipfile.BadZipFile, KeyError):
            file.close()
            raise WrongUse(f"{path} was made by a newer Citestream; install that version.") from None
        except BaseException:
            file.close()
            raise

    def chunks(self, table: str) -> Iterator[bytes]:
        """Yields the rows of a table, in pieces of at most a megabyte."""
        with self._zip.open(f"table/{table}") as member:
            while chunk := member.read(CHUNK):
                yield chunk

    def close(self) -> None:
        self._zip.close()
        self._file.close()


def _digest(file: IO[bytes], report: Callable[[int], object]) -> bytes:
    """Returns the SHA-256, in hexadecimal, of all but the last 64 bytes."""
    left = file.seek(0, os.SEEK_END) - DIGITS
    file.seek(0)
    digest = hashlib.sha256()
    while left and (chunk := file.read(min(CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
        report(len(chunk))
    return digest.hexdigest().encode()
