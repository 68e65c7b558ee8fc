"""A stored document read again from its original, because its format is read otherwise than it was.

Every step is one transaction; until it commits, searches find the old text. A document that cannot be read any more
keeps its text and gets a note.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from gateway.errors import NotFound, Unavailable
from gateway.ingestion.ports import Packed
from gateway.ingestion.processes import document_frames
from gateway.ingestion.processes.document_frames import ReadingTask, Task
from gateway.ingestion.processes.isolation import S_PER_MB, Apart, Bounds
from gateway.ingestion.processes.spool import ROWS, TEXT, Spool
from gateway.ingestion.processes.workers import Stopped, one_worker
from gateway.ingestion.sent_fields import KEPT, as_sent
from gateway.ingestion.source_file import SMALL, Source, TooMany, document_read_apart, packed, reading_of
from gateway.knowledge.documents.corpus import Document
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import PDF, READERS, VERSIONS
from gateway.knowledge.search.index import recipe_of
from gateway.store.database.copy_rows import pack
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.documents import originals
from gateway.store.documents.exchange.passage_exchange import NewRows, exchange
from gateway.store.documents.lengthy_documents import write_text
from gateway.store.documents.library import Library
from gateway.store.documents.stored_documents import StoredDocument
from gateway.store.graph import graph_rows

log = logging.getLogger(__name__)

SQL = {**load("documents/library.sql"), **load("documents/rereading/stored_reading.sql")}


MOST_TRIES = 3
"""Attempts at a document whose text the database does not store, though it gives its original."""
WITHOUT_OCR = 0.9
"""Share of its old text below which a PDF with pictures has lost what a program for text recognition read in them."""


class _Outline(NamedTuple):
    """Hash and bytes of a text."""

    digest: bytes
    size: int


@dataclass(frozen=True, slots=True)
class _Before:
    """A stored document, and whether its original is stored beside its text."""

    document: StoredDocument
    has_original: bool


class StoredReading:
    """Reads stored originals again. Raises `errors.Unavailable` if the database is unavailable."""

    def __init__(self, library: Library, apart: Apart, bounds: Bounds) -> None:
        self._library, self._apart, self._bounds = library, apart, bounds
        self._tried: Counter[tuple[str, str]] = Counter()

    @property
    def readings(self) -> tuple[dict[str, str], str]:
        """How documents of each media type are read now, and those of all others (`source_file.reading_of`)."""
        hidden = self._bounds.read_hidden
        return {kind: reading_of(kind, read_hidden=hidden) for kind in VERSIONS}, reading_of("", read_hidden=hidden)

    async def read(self, tenant: str, document_id: str) -> None:
        """Reads a document again. Whatever goes wrong with it, it then counts as read and is not tried for ever."""
        try:
            stored = await self._library.documents.by_id(tenant, document_id, text=False)
        except NotFound:
            return
        try:
            await self._read_original(tenant, stored)
            return
        except Unavailable as error:
            self._tried[tenant, document_id] += 1
            if self._tried[tenant, document_id] < MOST_TRIES:
                raise
            reason = str(error)
        except (Unreadable, NotFound) as error:  # not found: it was replaced meanwhile, or a part is lost
            reason = str(error)
        except Exception:
            log.exception("document %s was not read again", document_id)
            reason = ""
        await self._keep(tenant, stored, reason)

    async def _read_original(self, tenant: str, stored: StoredDocument) -> None:
        original = await self._library.parts.describe(tenant, stored.document_id)
        data = bytearray()
        async for part in self._library.parts.original(tenant, original):
            data += part
        hidden = self._bounds.read_hidden
        source = await asyncio.to_thread(lambda: as_sent(stored, bytes(data), read_hidden=hidden))
        data.clear()
        await self._read(tenant, _Before(stored, has_original=not original.is_text), source)

    async def _read(self, tenant: str, before: _Before, source: Source) -> None:
        stored = before.document
        mark = recipe_of(stored.fingerprint)
        kind = source.kind
        reader = READERS.get(kind, "")
        if not reader and len(source.content) <= SMALL:
            with suppress(TooMany, Stopped):  # a process of its own can do it, or says why not
                given = tenant, source, stored.external_id, mark, ""
                entry = await one_worker().run(packed, pack, *given)
                is_same = _outline([entry.document.text.encode()]) == await self._old_text(tenant, stored)
                await self._store(tenant, before, entry, None, is_same)
                return
        task = Task(tenant, "", pack, self._bounds.passages)
        reading = ReadingTask(
            task,
            replace(source, content=b"", is_text=not source.is_file),
            reader,
            kind,
            self._bounds.ocr,
        )
        waits_s = reading.ocr.seconds if reading.ocr and kind == PDF else 0
        s_per_mb = 0 if reader else S_PER_MB
        apart = self._apart.run(document_frames.read, source.sent, reading, source.label, s_per_mb, waits_s)
        async with apart as (spool, end):
            document = await asyncio.to_thread(lambda: document_read_apart(source, stored.external_id, spool.head, end))
            new, old = await asyncio.to_thread(_outline, spool.contents(TEXT)), await self._old_text(tenant, stored)
            if kind == PDF and reading.ocr is None and document.note and new.size < WITHOUT_OCR * old.size:
                raise Unreadable(
                    "Its pictures were read by text recognition (OCR), which is off (GATEWAY_OCR_COMMAND)."
                )
            await self._store(tenant, before, Packed(document, mark, end["passages"]), spool, new == old)

    async def _store(self, tenant: str, before: _Before, entry: Packed, spool: Spool | None, is_same: bool) -> None:
        """Stores what was read now. `is_same`: the text is the old one; its layout stays, too."""
        stored, key = before.document, before.document.document_id
        document = replace(entry.document, document_id=key)
        has_same_rows = (
            is_same
            and stored.fingerprint.startswith(recipe_of())
            and all(getattr(document, name) == getattr(stored, name) for name in ("title", "language", "media_type"))
        )
        mark = entry.fingerprint if has_same_rows else recipe_of(entry.fingerprint, vectors=False)
        row = replace(entry, document=document, fingerprint=mark).row.columns()
        async with self._library.database.transaction(tenant) as connection:
            await graph_rows.share(connection, tenant)
            if not await connection.fetchval(SQL["lock_version"], tenant, key, stored.version, stored.fingerprint):
                return
            await connection.execute(SQL["reread_document"], tenant, key, row)
            if not is_same:
                await _store_text(connection, tenant, document, before.has_original, spool)
            if not has_same_rows:
                rows = iter([list(entry.passages)]) if spool is None else spool.rows(ROWS)
                new, has_vectors = NewRows(rows, entry.count), self._library.database.has_vectors
                await exchange(connection, tenant, document, new, has_vectors=has_vectors)
                await connection.execute(SQL["forget_answers"], tenant, key)

    async def _keep(self, tenant: str, stored: StoredDocument, reason: str) -> None:
        """Keeps the text of a document that cannot be read again, unless it was replaced meanwhile."""
        reading = reading_of(stored.media_type, read_hidden=self._bounds.read_hidden)
        note = f"{stored.file_name or stored.title} {KEPT}. {reason}".strip()
        log.warning("document %s was not read again: %s", stored.document_id, reason or "a fault in the reader")
        async with self._library.database.connection(tenant) as connection:
            await connection.execute(SQL["note_reading"], tenant, stored.document_id, stored.fingerprint, reading, note)

    async def _old_text(self, tenant: str, stored: StoredDocument) -> _Outline:
        found, size = hashlib.sha256(), 0
        async for part in self._library.parts.text(tenant, stored):
            encoded = part.encode()
            found.update(encoded)
            size += len(encoded)
        return _Outline(found.digest(), size)


async def _store_text(
    connection: TenantConnection, tenant: str, document: Document, has_original: bool, spool: Spool | None
) -> None:
    """Stores another text of a document; its original stays if it is there."""
    key, stays = document.document_id, has_original and document.original is not None
    await connection.execute(SQL["reread_text"], tenant, key, originals.first(document.text))
    await connection.execute(SQL["forget_parts"], tenant, key, not stays)
    written = replace(document, original=None) if stays else document
    await originals.write(connection, tenant, [], [(key, written)])
    if spool is not None:
        await write_text(connection, tenant, key, spool)


def _outline(parts: Iterable[bytes]) -> _Outline:
    found, size = hashlib.sha256(), 0
    for part in parts:
        found.update(part)
        size += len(part)
    return _Outline(found.digest(), size)
