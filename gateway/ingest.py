"""Files, folders and texts into the knowledge base: read, split, count, embed, store.

What has not changed is recognised by a hash before it is parsed. Parsing and counting run in a thread, of a large
folder in processes; a batch is stored while the next one is parsed. One bad file is a result with a sentence, and the rest goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Literal, Protocol

from gateway.errors import NotFound, Refusal, Unavailable
from gateway.folders import File, Listing, batches, look, place
from gateway.knowledge.document import Document, Passage, below_title, boxes, bytes_hash, text_hash
from gateway.knowledge.formats import (
    READINGS,
    Content,
    Extracted,
    Unreadable,
    clean_text,
    clean_title,
    extract,
    finished,
    kind_of,
)
from gateway.knowledge.index import (
    DEFAULT_WORKSPACE,
    IndexedDocument,
    Known,
    Packed,
    Stored,
    Unread,
    fingerprint,
    index,
    with_vectors,
)
from gateway.knowledge.passages import PassageDraft, split
from gateway.ports import Embedder
from gateway.readers.apart import READERS, Apart
from gateway.words import guess_language
from gateway.workers import Workers

log = logging.getLogger(__name__)

MARKDOWN = "text/markdown"
LONGEST_ID = 400
"""Characters of an external id: an index row has room for no more."""
EMBEDDED_AT_ONCE = 64
"""Passages; between two groups everything else gets its turn."""
BATCH_BYTES, BATCH_FILES = 8_000_000, 256
"""Stored in one transaction: the update of the statistics is most of a small document's work. Three batches are in memory
at most, some 200 MB."""
PROCESSES_FROM = 4_000_000
"""Bytes of a run that are worth starting processes for, which takes about half a second."""

OfTerms = Callable[[Iterable[str]], Sequence[float]]
Pack = Callable[[IndexedDocument], Packed]

Report = Callable[[int, int, str], object]
"""Called with files done, files in all, and the name of the latest."""


class Library(Protocol):
    @property
    def pack(self) -> Pack: ...

    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, Known]: ...

    async def unread(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, Unread]: ...

    async def keep_unread(self, tenant: str, workspace: str, external_id: str, unread: Unread) -> None: ...

    async def replace(self, tenant: str, entries: Sequence[Packed]) -> list[Stored]: ...

    async def settle(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Source:
    """What was sent. Fields left out are found in the content or stay empty; `name` is a file name or path."""

    content: bytes | str
    name: str = ""
    title: str | None = None
    source: str = ""
    external_id: str | None = None
    workspace: str = DEFAULT_WORKSPACE
    source_app: str | None = None
    language: str | None = None
    media_type: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    read: Content | None = None
    """What a reader found in `content` already."""

    @property
    def content_hash(self) -> str:
        return bytes_hash(self.content) if isinstance(self.content, bytes) else text_hash(self.content)

    @property
    def identity(self) -> str:
        """The external id: the one given, else the source, else the content."""
        identity = self.external_id or self.source or f"sha256:{self.content_hash}"
        return identity if len(identity) <= LONGEST_ID else f"sha256:{text_hash(identity)}"

    def fingerprint(self, embedder: str) -> str:
        kind = kind_of(self.content, self.name, self.media_type) if isinstance(self.content, bytes) else ""
        return fingerprint(
            embedder, self.content_hash, isinstance(self.content, str), self.name, self.title, self.source,
            self.source_app, self.language, self.media_type, dict(self.metadata), *filter(None, [READINGS.get(kind)]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one text or file. `passages` is their number; `error` a sentence when it failed, `note` one when
    part of it could not be read.
    """

    path: str
    status: Literal["ready", "unchanged", "failed"]
    document_id: str | None = None
    title: str = ""
    passages: int = 0
    error: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Prepared:
    source: Source
    packed: Packed

    def result(self, stored: Stored) -> Result:
        title, passages = self.packed.document.title, len(self.packed.passages)
        note = self.source.read.note if self.source.read else ""
        return Result(_label(self.source), stored.status, stored.document_id, title, passages, note=note)


class Ingestor:
    """Puts documents into a library. All that can go wrong with one is a `Result`.

    Raises `errors.Unavailable` when the database is away and `errors.NotFound` for an unknown tenant.
    """

    def __init__(
        self,
        library: Library,
        embedder: Embedder,
        *,
        max_bytes: int = 50 * 1024 * 1024,
        processes_from: int = PROCESSES_FROM,
    ) -> None:
        self._library, self._embedder = library, embedder
        self.max_bytes, self._processes_from = max_bytes, processes_from
        self._thread, self._apart = Workers(), Apart()

    async def text(self, tenant: str, text: str, *, title: str, **fields: Any) -> Result:
        """Ingest one Markdown or plain text. `fields` are those of `Source`."""
        return (await self.sources(tenant, [Source(text, title=title, **{"media_type": MARKDOWN, **fields})]))[0]

    async def file(self, tenant: str, name: str, data: bytes, **fields: Any) -> Result:
        """Ingest one file of a kind in `MEDIA_TYPES`. Its name is its source unless `fields` say otherwise."""
        return (await self.sources(tenant, [Source(data, name, **{"source": name, **fields})]))[0]

    async def sources(self, tenant: str, sources: Sequence[Source]) -> list[Result]:
        """Ingest sources of one workspace; each has its own result, in the order given."""
        return await self._store(tenant, await self._prepare(tenant, sources, self._thread))

    async def paths(
        self,
        tenant: str,
        paths: Sequence[Path | str],
        workspace: str = DEFAULT_WORKSPACE,
        report: Report = lambda done, total, name: None,
    ) -> list[Result]:
        """Ingest files and, in sorted order, all that folders hold; hidden files and unknown formats are left out."""
        found = await asyncio.to_thread(look, [Path(path) for path in paths], self.max_bytes)
        if found.skipped:
            kinds = ", ".join(f"{count} {kind}" for kind, count in found.skipped.most_common(8))
            log.info("files of other kinds left out: %d (%s)", found.skipped.total(), kinds)
        return await self.files(tenant, found, workspace, report)

    async def files(
        self,
        tenant: str,
        found: Listing,
        workspace: str = DEFAULT_WORKSPACE,
        report: Report = lambda done, total, name: None,
    ) -> list[Result]:
        """Ingest the files of a listing; its `same` is filled in."""
        total = len(found.files) + len(found.failed)
        results = [Result(name, "failed", error=why) for name, why in found.failed]
        names: dict[str, str] = {}
        report(len(results), total, "")
        much = sum(file.size for file in found.files) >= self._processes_from
        workers = Workers.of_the_machine() if much else Workers()
        storing: asyncio.Task[list[Result]] | None = None
        try:
            for batch in batches(found.files, BATCH_BYTES, BATCH_FILES):
                sources, unread = await asyncio.to_thread(_read, batch, workspace)
                found.same += await asyncio.to_thread(_same, sources, names)
                prepared = await self._prepare(tenant, sources, workers)
                results += unread
                # While PostgreSQL stores one batch, the next is parsed; two in memory are enough.
                if storing is not None:
                    results += await storing
                    report(len(results), total, results[-1].path)
                storing = asyncio.create_task(self._store(tenant, prepared))
            if storing is not None:
                results += await storing
                await self._library.settle()
        finally:
            workers.close()
            if storing is not None and not storing.done():
                storing.cancel()
        report(total, total, "")
        return results

    async def _prepare(self, tenant: str, sources: Sequence[Source], workers: Workers) -> list[Result | _Prepared]:
        """Everything but storing. Sources that the library holds unchanged are results already, and so are bad ones."""
        if not sources:
            return []
        marked = await asyncio.to_thread(
            lambda: [(source, source.identity, source.fingerprint(self._embedder.name)) for source in sources]
        )
        identities = [identity for _, identity, _ in marked]
        known = await self._library.known(tenant, sources[0].workspace, identities)
        unread = await self._library.unread(tenant, sources[0].workspace, identities)
        taken: set[str] = set()
        room = asyncio.Semaphore(workers.width)

        async def prepared(source: Source, identity: str, mark: str, repeated: bool) -> Result | _Prepared:
            stored = known.get(identity)
            if repeated:
                return _failed(source, "Another file of the same name came with it; use another workspace.")
            if stored is not None and stored.fingerprint == mark:
                title, passages = stored.title, stored.passages
                return Result(_label(source), "unchanged", stored.document_id, title, passages)
            if identity in unread and unread[identity].fingerprint == mark:
                return _failed(source, unread[identity].reason)
            async with room:
                return await self._parse(tenant, source, identity, mark, workers)

        async with asyncio.TaskGroup() as group:
            tasks = []
            for source, identity, mark in marked:
                tasks.append(group.create_task(prepared(source, identity, mark, identity in taken)))
                taken.add(identity)
        return [task.result() for task in tasks]

    async def _parse(
        self, tenant: str, source: Source, identity: str, mark: str, workers: Workers
    ) -> Result | _Prepared:
        embedder = self._embedder
        of_terms: OfTerms | None = getattr(embedder, "of_terms", None)
        try:
            source = await self._read_apart(tenant, source, identity, mark)
            counting = tenant, source, identity, mark, embedder.name
            if of_terms is not None or not embedder.dimensions:
                return _Prepared(source, await workers.run(_packed, self._library.pack, of_terms, *counting))
            indexed = await workers.run(_count, None, *counting)
            vectors = await self._vectors([entry.passage.text for entry in indexed.passages])
            return _Prepared(source, await workers.run(self._library.pack, with_vectors(indexed, vectors)))
        except Unreadable as error:
            return _failed(source, str(error))
        except Refusal as error:
            return _failed(source, error.detail)
        except Exception as error:  # a bug in a parser is one failed file, not a stopped folder
            log.exception("reading %s failed", _label(source))
            return _failed(source, f"It could not be read ({type(error).__name__}).")

    async def _read_apart(self, tenant: str, source: Source, identity: str, mark: str) -> Source:
        """With its text, when its format needs a process of its own. What it costs to fail there is paid once."""
        if isinstance(source.content, bytes):
            kind = kind_of(source.content, source.name, source.media_type)
            if kind in READERS:
                try:
                    read = await self._apart.read(source.content, _label(source), kind)
                except Unreadable as error:
                    if error.lasting:
                        unread = Unread(mark, str(error))
                        await self._library.keep_unread(tenant, source.workspace, identity, unread)
                    raise
                return replace(source, read=read, media_type=kind)
        return source

    async def _vectors(self, texts: Sequence[str]) -> list[list[float]]:
        vectors: list[list[float]] = []
        for start in range(0, len(texts), EMBEDDED_AT_ONCE):
            vectors += await self._embedder.embed(texts[start : start + EMBEDDED_AT_ONCE])
            await asyncio.sleep(0)
        return vectors

    async def _store(self, tenant: str, prepared: Sequence[Result | _Prepared]) -> list[Result]:
        """Store together; when that fails, one by one, so that each failure has its own result."""
        fresh = [one for one in prepared if isinstance(one, _Prepared)]
        if not fresh:
            return [one for one in prepared if isinstance(one, Result)]
        try:
            stored = iter(await self._library.replace(tenant, [one.packed for one in fresh]))
        except (Unavailable, NotFound):
            raise
        except Exception as error:
            if len(fresh) > 1:
                return [result for one in prepared for result in await self._store(tenant, [one])]
            log.exception("storing %s failed", _label(fresh[0].source))
            failed = _failed(fresh[0].source, f"It could not be stored ({type(error).__name__}).")
            return [one if isinstance(one, Result) else failed for one in prepared]
        return [one if isinstance(one, Result) else one.result(next(stored)) for one in prepared]


def _read(entries: Sequence[File], workspace: str) -> tuple[list[Source], list[Result]]:
    sources, failed = [], []
    for entry in entries:
        try:
            data = entry.path.read_bytes()
        except OSError as error:
            failed.append(Result(entry.name, "failed", error=f"It cannot be read: {error.strerror or error}."))
        else:
            # Two folders may share a name; where a file lies tells them apart.
            sources.append(
                Source(data, entry.name, source=entry.name, external_id=place(entry.path), workspace=workspace)
            )
    return sources, failed


def _same(sources: Sequence[Source], names: dict[str, str]) -> list[tuple[str, str]]:
    """Pairs of names with the same content; `names` remembers by its hash where each was first."""
    found = []
    for source in sources:
        first = names.setdefault(source.content_hash, source.name)
        if first != source.name and source.content:
            found.append((first, source.name))
    return found


def _count(
    of_terms: OfTerms | None, tenant: str, source: Source, identity: str, mark: str, embedder: str
) -> IndexedDocument:
    """All that needs neither the database nor a service; a function of its own for the processes. Raises `Unreadable`."""
    document, passages = _parse(source, identity)
    return index(tenant, document, passages, None, embedder, mark, of_terms)


def _packed(pack: Pack, of_terms: OfTerms | None, *counting: *tuple[str, Source, str, str, str]) -> Packed:
    """Counted and packed in one process: texts and vectors are not handed on as objects."""
    return pack(_count(of_terms, *counting))


def _parse(source: Source, identity: str) -> tuple[Document, list[Passage]]:
    """Text, title, language and passages of a source. Raises `Unreadable`."""
    extracted = _extract(source)
    document = Document(
        document_id=str(uuid.uuid4()), title=clean_title(source.title or "") or extracted.title, text=extracted.text,
        source=source.source, language=source.language or extracted.language, media_type=extracted.media_type,
        content_hash=source.content_hash, external_id=identity, workspace=source.workspace,
        source_app=source.source_app, metadata=source.metadata, file_name=PurePosixPath(source.name).name,
        original=_original(source, extracted.text), layout=extracted.lines,
    )  # fmt: skip
    passages = cut(document)
    if not passages:
        raise Unreadable(f"{_label(source)} holds no text.")
    return document, passages


def cut(document: Document) -> list[Passage]:
    """The passages of a document, under new ids."""
    drafts = split(document.text, document.media_type)
    return [
        Passage(
            passage_id, document.document_id, draft.position, below_title(draft.heading, document.title),
            _page(document, draft),
            draft.start, draft.end, draft.text, text_hash(draft.text),
        )
        for passage_id, draft in zip(_ids(len(drafts)), drafts, strict=True)
    ]  # fmt: skip


def _ids(count: int) -> Iterator[str]:
    """UUIDs of version 7 (RFC 9562) in order: passages written together stand together in every index, too."""
    milliseconds, drawn = time.time_ns() // 1_000_000, os.urandom(8 * count)
    for number in range(count):
        late, place = divmod(number, 1 << 12)
        tail = int.from_bytes(drawn[8 * number : 8 * number + 8]) >> 2
        yield str(uuid.UUID(int=milliseconds + late << 80 | 0x7 << 76 | place << 64 | 0b10 << 62 | tail))


def _original(source: Source, text: str) -> bytes | None:
    """What was sent, unless the stored text gives it back."""
    data = source.content if isinstance(source.content, bytes) else source.content.encode("utf-8", "replace")
    return None if data == text.encode() else data


def _page(document: Document, draft: PassageDraft) -> int | None:
    lines = boxes(document.layout, draft.start, draft.end)
    return lines[0].page if lines else None


def _extract(source: Source) -> Extracted:
    if source.read is not None and source.media_type:
        return finished(source.read, _label(source), source.media_type)
    if isinstance(source.content, bytes):
        return extract(source.content, source.name, source.media_type)
    text = clean_text(source.content)
    if not text.strip():
        raise Unreadable(f"{_label(source)} holds no text.")
    return Extracted(clean_title(source.title or "") or "Untitled", text, MARKDOWN, guess_language(text))


def _label(source: Source) -> str:
    return source.name or source.source or clean_title(source.title or "") or "The text"


def _failed(source: Source, sentence: str) -> Result:
    return Result(_label(source), "failed", title=clean_title(source.title or "") or _label(source), error=sentence)
