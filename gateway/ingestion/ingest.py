"""Files, folders and texts into the knowledge base: read, split, count, store. Vectors are computed in the background
(`ingestion.reindex`), so that a document can be found by its words immediately.

What has not changed is recognised by a hash before it is parsed. Parsing and counting run in another process, of a
large folder in several; batches are stored while the next one is parsed. One bad file is a result with a sentence, and
the rest goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from gateway.errors import LimitReached, NotFound, Refusal, Unavailable
from gateway.ingestion.files import secret_files
from gateway.ingestion.files.folders import FileListing, batches, identity, listed
from gateway.ingestion.files.local_files import File, Unfit, read
from gateway.ingestion.ingest_result import IngestResult, result_of
from gateway.ingestion.ingestion_report import ingesting
from gateway.ingestion.ports import DocumentRow, Packed, Stored, UnreadSource
from gateway.ingestion.processes import document_frames
from gateway.ingestion.processes.document_frames import ReadingTask, Task
from gateway.ingestion.processes.isolation import AT_ONCE, S_PER_MB, USUAL, Apart, Bounds
from gateway.ingestion.processes.spool import Spool
from gateway.ingestion.processes.workers import Stopped, Workers, one_worker
from gateway.ingestion.sent_fields import is_stored
from gateway.ingestion.source_file import SMALL, Pack, Source, TooMany, document_read_apart, packed
from gateway.knowledge.documents.origin import moment
from gateway.knowledge.extraction import Unreadable, clean_title
from gateway.knowledge.format_table import MARKDOWN, PDF, READERS
from gateway.knowledge.workspaces import DEFAULT_WORKSPACE
from gateway.models.ports import Embedder

log = logging.getLogger(__name__)

BATCH_BYTES, LEAST_BYTES, BATCH_FILES = 8_000_000, 2_000_000, 256
"""Stored in one transaction: the update of the statistics is most of a small document's work. It is half of what is
left each time, so that little is stored when nothing is read beside it. Three batches are in memory at most, some
200 MB.
"""
STORED_AT_ONCE = 2
"""Transactions: one connection of PostgreSQL is slower than the processes that count."""
PROCESSES_FROM = 4_000_000
"""Bytes of a run that are worth starting processes for, which takes about half a second."""

POOLED = 1 << 20
"""Bytes of a text that a process of a run counts; a longer one has a process of its own."""

Report = Callable[[int, int, str], object]
"""Called with files done, files in all, and the name of the latest."""


class LengthyStore(Protocol):
    async def replace(self, tenant: str, entry: Packed, spool: Spool) -> Stored: ...


class FailureStore(Protocol):
    async def unread(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, UnreadSource]: ...

    async def keep_unread(self, tenant: str, workspace: str, external_id: str, unread: UnreadSource) -> None: ...

    async def note(
        self, tenant: str, outcomes: Sequence[tuple[Source, str | None]], *, with_content: bool = False
    ) -> None: ...


class DocumentStore(Protocol):
    @property
    def pack(self) -> Pack: ...

    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, DocumentRow]: ...

    async def replace(self, tenant: str, entries: Sequence[Packed]) -> list[Stored]: ...

    @property
    def lengthy(self) -> LengthyStore: ...

    @property
    def failures(self) -> FailureStore: ...

    async def settle(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Prepared:
    source: Source
    packed: Packed

    def result(self, stored: Stored) -> IngestResult:
        return result_of(self.source, stored, self.packed.document, self.packed.count)


class Ingestor:
    """Puts documents into a library. Whatever goes wrong with one of them is an `IngestResult`.

    Raises `errors.Unavailable` when the database is away and `errors.NotFound` for an unknown tenant.
    """

    def __init__(
        self,
        library: DocumentStore,
        embedder: Embedder,
        *,
        max_bytes: int = 50 * 1024 * 1024,
        processes_from: int = PROCESSES_FROM,
        bounds: Bounds = USUAL,
    ) -> None:
        self._library = library
        self._made_by = embedder.name if embedder.name == "none" else ""
        """The embedder in fingerprints of new documents; empty: their vectors are still to be computed."""
        self.max_bytes, self._processes_from, self._bounds = max_bytes, processes_from, bounds
        self.large = asyncio.Semaphore(AT_ONCE)
        """Large files of requests that are in memory at the same time."""
        self.apart = Apart(bounds.seconds, bounds.memory_mb)

    async def text(self, tenant: str, text: str, *, title: str, **fields: Any) -> IngestResult:
        """Ingests one Markdown or plain text. `fields` are those of `Source`."""
        return (await self.sources(tenant, [Source(text, title=title, **{"media_type": MARKDOWN, **fields})]))[0]

    async def file(self, tenant: str, name: str, data: bytes, **fields: Any) -> IngestResult:
        """Ingests one file of a kind in `MEDIA_TYPES`. Its name is its source unless `fields` say otherwise."""
        return (await self.sources(tenant, [Source(data, name, **{"source": name, **fields})]))[0]

    async def sources(self, tenant: str, sources: Sequence[Source]) -> list[IngestResult]:
        """Ingests sources of one workspace; each has its own result, in the order given."""
        with ingesting() as done:
            results = await self._store(tenant, await self._prepare(tenant, sources, one_worker()))
            await self._note(tenant, sources, results, with_content=True)
            done((result.status, result.passages) for result in results)
        return results

    async def paths(
        self,
        tenant: str,
        paths: Sequence[Path | str],
        workspace: str = DEFAULT_WORKSPACE,
        report: Report = lambda done, total, name: None,
        *,
        force: bool = False,
    ) -> list[IngestResult]:
        """Ingests files and, in sorted order, all that folders hold; hidden and private files and unknown formats are
        left out. `force` as in `folders.look`.
        """
        found = await listed([Path(path) for path in paths], self.max_bytes, force=force)
        if found.withheld:
            log.warning("for safety left out: %s", ", ".join(found.reasons))
        if found.skipped:
            kinds = ", ".join(f"{count} {kind}" for kind, count in found.skipped.most_common(8))
            log.info("files of other kinds left out: %d (%s)", found.skipped.total(), kinds)
        return await self.files(tenant, found, workspace, report)

    async def files(
        self,
        tenant: str,
        found: FileListing,
        workspace: str = DEFAULT_WORKSPACE,
        report: Report = lambda done, total, name: None,
    ) -> list[IngestResult]:
        """Ingests the files of a listing; its `same` is filled in."""
        with ingesting() as done:
            results = await self._files(tenant, found, workspace, report)
            done((result.status, result.passages) for result in results)
        return results

    async def _files(self, tenant: str, found: FileListing, workspace: str, report: Report) -> list[IngestResult]:
        total = len(found.files) + len(found.failed)
        results = [IngestResult(name, "failed", error=why) for name, why in found.failed]
        names: dict[str, str] = {}
        report(len(results), total, "")
        size = sum(file.size for file in found.files)
        workers = Workers.of_the_machine() if size >= self._processes_from else one_worker()
        storing: deque[asyncio.Task[list[IngestResult]]] = deque()
        try:
            for batch in batches(found.files, LEAST_BYTES, BATCH_BYTES, BATCH_FILES):
                sources, unread = await _read(batch, workspace, self.max_bytes, found)
                found.same += await asyncio.to_thread(_same, sources, names)
                prepared = await self._prepare(tenant, sources, workers)
                results += unread
                if len(storing) == STORED_AT_ONCE:
                    results += await storing.popleft()
                    report(len(results), total, results[-1].path if results else "")
                storing.append(asyncio.create_task(self._store_noted(tenant, sources, prepared)))
            while storing:
                results += await storing.popleft()
                report(len(results), total, results[-1].path if results else "")
            await self._library.settle()
        finally:
            if workers is not one_worker():
                workers.close()
            for task in storing:
                task.cancel()
        report(total, total, "")
        return results

    async def _prepare(
        self, tenant: str, sources: Sequence[Source], workers: Workers
    ) -> list[IngestResult | _Prepared]:
        """Does everything but storing. Sources that the library has unchanged are results already; so are bad ones."""
        if not sources:
            return []
        if self._bounds.read_hidden:
            sources = [replace(source, read_hidden=True) for source in sources]
        marked = await asyncio.to_thread(
            lambda: [(source, source.identity, source.fingerprint(self._made_by)) for source in sources]
        )
        identities = [identity for _, identity, _ in marked]
        known = await self._library.known(tenant, sources[0].workspace, identities)
        unread = await self._library.failures.unread(tenant, sources[0].workspace, identities)
        taken: set[str] = set()
        room = asyncio.Semaphore(workers.width)

        async def prepared(source: Source, identity: str, mark: str, repeated: bool) -> IngestResult | _Prepared:
            stored = known.get(identity)
            if repeated:
                return _failed(source, "Another file of the same name came with it; use another workspace.")
            if stored is not None and is_stored(stored, source, mark, self._made_by):
                return result_of(source, Stored(stored.document_id, "unchanged"), stored, stored.passages)
            if identity in unread and unread[identity].fingerprint == self._limited(mark):
                return _failed(source, unread[identity].reason)
            async with room:
                return await self._parse(tenant, source, identity, mark, workers)

        tasks = []
        try:
            async with asyncio.TaskGroup() as group:
                for source, identity, mark in marked:
                    tasks.append(group.create_task(prepared(source, identity, mark, identity in taken)))
                    taken.add(identity)
        except ExceptionGroup as errors:  # the database is away, for all of them
            raise errors.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _parse(
        self, tenant: str, source: Source, identity: str, mark: str, workers: Workers
    ) -> IngestResult | _Prepared:
        try:
            reader = READERS.get(source.kind, "")
            if not reader and len(source.content) <= (POOLED if workers.width > 1 else SMALL):
                with contextlib.suppress(TooMany, Stopped):  # a process of its own can do it, or says why not
                    return await self._count(tenant, source, identity, mark, workers)
            return await self._read_apart(tenant, source, identity, mark)
        except (Unavailable, NotFound, LimitReached):
            raise
        except Unreadable as error:
            return _failed(source, str(error))
        except Refusal as error:
            return _failed(source, error.detail)
        except Exception as error:  # a bug in a parser is one failed file, not a stopped folder
            log.exception("reading %s failed", source.label)
            return _failed(source, f"It could not be read ({type(error).__name__}).")

    async def _count(self, tenant: str, source: Source, identity: str, mark: str, workers: Workers) -> _Prepared:
        given = tenant, source, identity, mark, self._made_by
        return _Prepared(source, await workers.run(packed, self._library.pack, *given))

    async def _read_apart(self, tenant: str, source: Source, identity: str, mark: str) -> IngestResult:
        """Reads a source in a process of its own and stores what that has written. A failure there is remembered, so
        that its cost is paid once.
        """
        kind = source.kind
        task = Task(tenant, self._made_by, self._library.pack, self._bounds.passages)
        reading = ReadingTask(
            task,
            replace(source, content=b"", is_text=not source.is_file),
            READERS.get(kind, ""),
            kind,
            self._bounds.ocr,
        )
        data = await asyncio.to_thread(lambda: source.sent)
        try:
            s_per_mb = 0 if reading.reader else S_PER_MB
            waits_s = reading.ocr.seconds if reading.ocr and kind == PDF else 0
            reader = self.apart.run(document_frames.read, data, reading, source.label, s_per_mb, waits_s)
            async with reader as (spool, end):
                return await self._store_apart(tenant, source, identity, mark, spool, end)
        except Unreadable as error:
            if error.lasting:
                unread = UnreadSource(self._limited(mark), str(error))
                await self._library.failures.keep_unread(tenant, source.workspace, identity, unread)
            raise

    async def _store_apart(
        self, tenant: str, source: Source, identity: str, mark: str, spool: Spool, end: Mapping[str, Any]
    ) -> IngestResult:
        document = await asyncio.to_thread(lambda: document_read_apart(source, identity, spool.head, end))
        packed_document = Packed(document, mark, end["passages"])
        stored = await self._library.lengthy.replace(tenant, packed_document, spool)
        return result_of(source, stored, document, end["passages"])

    def _limited(self, mark: str) -> str:
        """Returns the fingerprint of what could not be read within our limits; with others it is tried again."""
        limits = f"{mark} {self._bounds.passages} {self._bounds.memory_mb}"
        return f"{limits} {self._bounds.ocr}" if self._bounds.ocr else limits

    async def _store(self, tenant: str, prepared: Sequence[IngestResult | _Prepared]) -> list[IngestResult]:
        """Stores what is prepared together; when that fails, one by one, so that each failure has its own result."""
        fresh = [item for item in prepared if isinstance(item, _Prepared)]
        if not fresh:
            return [item for item in prepared if isinstance(item, IngestResult)]
        try:
            stored = iter(await self._library.replace(tenant, [item.packed for item in fresh]))
        except (Unavailable, NotFound, LimitReached):
            raise
        except Exception as error:
            if len(fresh) > 1:
                return [result for item in prepared for result in await self._store(tenant, [item])]
            log.exception("storing %s failed", fresh[0].source.label)
            failed = _failed(fresh[0].source, f"It could not be stored ({type(error).__name__}).")
            return [item if isinstance(item, IngestResult) else failed for item in prepared]
        return [item if isinstance(item, IngestResult) else item.result(next(stored)) for item in prepared]

    async def _store_noted(
        self, tenant: str, sources: Sequence[Source], prepared: Sequence[IngestResult | _Prepared]
    ) -> list[IngestResult]:
        """Stores files, whose failures are remembered without their content: they lie where they were found."""
        results = await self._store(tenant, prepared)
        await self._note(tenant, sources, results)
        return results

    async def _note(
        self, tenant: str, sources: Sequence[Source], results: Sequence[IngestResult], *, with_content: bool = False
    ) -> None:
        outcomes = [(source, result.error) for source, result in zip(sources, results, strict=True)]
        if outcomes:
            await self._library.failures.note(tenant, outcomes, with_content=with_content)


async def _read(
    entries: Sequence[File], workspace: str, max_bytes: int, found: FileListing
) -> tuple[list[Source], list[IngestResult]]:
    """Returns the sources, and results for what cannot be read. A private key that was found in a folder is left out,
    as a file named like one would be.
    """
    sources, failed = [], []
    for entry, data in zip(entries, await read(entries, max_bytes, found.stuck), strict=True):
        if isinstance(data, Unfit):
            failed.append(IngestResult(entry.name, "failed", error=str(data)))
        elif not entry.forced and (reason := secret_files.content(data, entry.name)):
            if entry.below:
                found.withheld[entry.real] = reason
            else:
                failed.append(IngestResult(entry.name, "failed", error=secret_files.refusal(reason)))
        else:
            # Two folders may share a name; where a file lies tells them apart.
            sources.append(
                Source(
                    data,
                    entry.name,
                    source=entry.name,
                    external_id=identity(entry.real),
                    workspace=workspace,
                    modified=moment(entry.modified_ns / 1e9),
                )
            )
    return sources, failed


def _same(sources: Sequence[Source], names: dict[str, str]) -> list[tuple[str, str]]:
    """Returns pairs of names with the same content; `names` remembers by its hash where each was first."""
    found = []
    for source in sources:
        first = names.setdefault(source.content_hash, source.name)
        if first != source.name and source.content:
            found.append((first, source.name))
    return found


def _failed(source: Source, sentence: str) -> IngestResult:
    return IngestResult(source.label, "failed", title=clean_title(source.title or "") or source.label, error=sentence)
