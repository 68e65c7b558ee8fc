"""Files, folders and texts into the knowledge base: read, split, count, embed, store.

What has not changed is recognised by a hash before it is parsed. Parsing and counting run in a thread, of a large
folder in processes; a batch is stored while the next one is parsed. One bad file is a result with a sentence, and the rest goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import unicodedata
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from gateway.errors import NotFound, Refusal, Unavailable
from gateway.knowledge.document import Document, Passage, below_title, bytes_hash, text_hash
from gateway.knowledge.formats import MEDIA_TYPES, Extracted, Unreadable, clean_text, clean_title, extract
from gateway.knowledge.index import (
    DEFAULT_WORKSPACE,
    IndexedDocument,
    Known,
    Stored,
    fingerprint,
    index,
    with_vectors,
)
from gateway.knowledge.passages import split
from gateway.ports import Embedder
from gateway.words import guess_language
from gateway.workers import Workers

log = logging.getLogger(__name__)

MARKDOWN = "text/markdown"
LONGEST_ID = 400
"""Characters of an external id: an index row has room for no more."""
EMBEDDED_AT_ONCE = 64
"""Passages; between two groups everything else gets its turn."""
BATCH_BYTES, BATCH_FILES = 3_000_000, 256
"""Stored in one transaction: the update of the statistics is most of a small document's work. Three batches are in memory
at most, some 100 MB of Chinese, less of other languages."""
PROCESSES_FROM = 4_000_000
"""Bytes of a run that are worth starting processes for, which takes about half a second."""

LocalVectors = Callable[[Sequence[str]], list[list[float]]]

Report = Callable[[int, int, str], object]
"""Called with files done, files in all, and the name of the latest."""


class Library(Protocol):
    async def known(self, tenant: str, workspace: str, external_ids: Sequence[str]) -> dict[str, Known]: ...

    async def replace(self, tenant: str, documents: Sequence[IndexedDocument]) -> list[Stored]: ...

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

    @property
    def content_hash(self) -> str:
        return bytes_hash(self.content) if isinstance(self.content, bytes) else text_hash(self.content)

    @property
    def identity(self) -> str:
        """The external id: the one given, else the source, else the content."""
        identity = self.external_id or self.source or f"sha256:{self.content_hash}"
        return identity if len(identity) <= LONGEST_ID else f"sha256:{text_hash(identity)}"

    def fingerprint(self, embedder: str) -> str:
        return fingerprint(
            embedder, self.content_hash, isinstance(self.content, str), self.name, self.title, self.source,
            self.source_app, self.language, self.media_type, dict(self.metadata),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one text or file. `passages` is their number; `error` a sentence when it failed."""

    path: str
    status: Literal["ready", "unchanged", "failed"]
    document_id: str | None = None
    title: str = ""
    passages: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True)
class _Prepared:
    source: Source
    indexed: IndexedDocument

    def result(self, stored: Stored) -> Result:
        title, passages = self.indexed.document.title, len(self.indexed.passages)
        return Result(_label(self.source), stored.status, stored.document_id, title, passages)


class _File(NamedTuple):
    path: Path
    name: str
    """Shown to readers: from its folder's name on, with `/`."""
    size: int


@dataclass(slots=True)
class _Listing:
    files: list[_File] = field(default_factory=list)
    failed: list[Result] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    """Kinds of files left out, by suffix."""


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
        self._thread = Workers()

    async def text(self, tenant: str, text: str, *, title: str, **fields: Any) -> Result:
        """Ingest one Markdown or plain text. `fields` are those of `Source`."""
        return (await self.sources(tenant, [Source(text, title=title, **{"media_type": MARKDOWN, **fields})]))[0]

    async def file(self, tenant: str, name: str, data: bytes, **fields: Any) -> Result:
        """Ingest one file: Markdown, text or HTML. Its name is its source unless `fields` say otherwise."""
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
        found = await asyncio.to_thread(_listing, [Path(path) for path in paths], self.max_bytes)
        if found.skipped:
            kinds = ", ".join(f"{count} {suffix or 'without suffix'}" for suffix, count in found.skipped.most_common(8))
            log.info("files of other kinds left out: %d (%s)", found.skipped.total(), kinds)
        total = len(found.files) + len(found.failed)
        results = list(found.failed)
        report(len(results), total, "")
        much = sum(file.size for file in found.files) >= self._processes_from
        workers = Workers.of_the_machine() if much else Workers()
        storing: asyncio.Task[list[Result]] | None = None
        try:
            for batch in _batches(found.files):
                sources, unread = await asyncio.to_thread(_read, batch, workspace)
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
        taken: set[str] = set()
        room = asyncio.Semaphore(workers.width)

        async def prepared(source: Source, identity: str, mark: str, repeated: bool) -> Result | _Prepared:
            stored = known.get(identity)
            if repeated:
                return _failed(source, "Another file of the same name came with it; use another workspace.")
            if stored is not None and stored.fingerprint == mark:
                title, passages = stored.title, stored.passages
                return Result(_label(source), "unchanged", stored.document_id, title, passages)
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
        local: LocalVectors | None = getattr(embedder, "local", None)
        try:
            indexed = await workers.run(_count, tenant, source, identity, mark, embedder.name, local)
            if local is None:
                indexed = with_vectors(indexed, await self._vectors([entry.passage.text for entry in indexed.passages]))
            return _Prepared(source, indexed)
        except Unreadable as error:
            return _failed(source, str(error))
        except Refusal as error:
            return _failed(source, error.detail)
        except Exception as error:  # a bug in a parser is one failed file, not a stopped folder
            log.exception("reading %s failed", _label(source))
            return _failed(source, f"It could not be read ({type(error).__name__}).")

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
            stored = iter(await self._library.replace(tenant, [one.indexed for one in fresh]))
        except (Unavailable, NotFound):
            raise
        except Exception as error:
            if len(fresh) > 1:
                return [result for one in prepared for result in await self._store(tenant, [one])]
            log.exception("storing %s failed", _label(fresh[0].source))
            failed = _failed(fresh[0].source, f"It could not be stored ({type(error).__name__}).")
            return [one if isinstance(one, Result) else failed for one in prepared]
        return [one if isinstance(one, Result) else one.result(next(stored)) for one in prepared]


def _listing(paths: Sequence[Path], max_bytes: int) -> _Listing:
    """The files to read. The name of a file begins with the folder named on the command line (a single file's: with
    the folder it lies in), so that it stays the same wherever the command is run.
    """
    found = _Listing()
    seen: set[str] = set()
    for given in paths:
        root = Path(os.path.abspath(given))
        if root.is_dir():
            files = [file for file in _walk(root, found) if _wanted(file, found)]
        elif root.is_file():
            files = [root]
        else:
            found.failed.append(Result(str(given), "failed", error="There is no such file or folder."))
            continue
        base = root.parent if root.is_dir() else root.parent.parent
        for file in files:
            name = unicodedata.normalize(
                "NFC", os.fsencode(file.relative_to(base).as_posix()).decode("utf-8", "replace")
            )
            if os.fspath(file) in seen:
                continue
            seen.add(os.fspath(file))
            size = file.stat().st_size
            if size > max_bytes:
                limit = f"{max_bytes / 1_048_576:g} MB (GATEWAY_MAX_UPLOAD_MB)"
                found.failed.append(Result(name, "failed", error=f"It is larger than {limit}."))
            else:
                found.files.append(_File(file, name, size))
    return found


def _walk(root: Path, found: _Listing) -> Iterator[Path]:
    """Regular files below a folder, sorted, hidden ones left out. Links to folders are not followed: no circles."""

    def unreadable(error: OSError) -> None:
        found.failed.append(Result(str(error.filename), "failed", error=f"It cannot be read: {error.strerror}."))

    for folder, subfolders, names in os.walk(root, onerror=unreadable):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        for name in sorted(names):
            file = Path(folder, name)
            if not name.startswith(".") and file.is_file():
                yield file


def _wanted(file: Path, found: _Listing) -> bool:
    suffix = file.suffix.lower()
    if suffix not in MEDIA_TYPES:
        found.skipped[suffix] += 1
    return suffix in MEDIA_TYPES


def _batches(files: Sequence[_File]) -> Iterator[list[_File]]:
    """Files that are stored in one transaction: many small ones, or a large one alone."""
    batch: list[_File] = []
    size = 0
    for file in files:
        if batch and (size + file.size > BATCH_BYTES or len(batch) == BATCH_FILES):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch


def _read(entries: Sequence[_File], workspace: str) -> tuple[list[Source], list[Result]]:
    sources, failed = [], []
    for entry in entries:
        try:
            data = entry.path.read_bytes()
        except OSError as error:
            failed.append(Result(entry.name, "failed", error=f"It cannot be read: {error.strerror or error}."))
        else:
            # Two folders may share a name; where a file lies tells them apart.
            place = os.fsencode(entry.path.resolve()).decode("utf-8", "replace")
            sources.append(Source(data, entry.name, source=entry.name, external_id=place, workspace=workspace))
    return sources, failed


def _count(
    tenant: str, source: Source, identity: str, mark: str, embedder: str, local: LocalVectors | None
) -> IndexedDocument:
    """All that needs neither the database nor a service; a function of its own for the processes. Raises `Unreadable`."""
    document, passages = _parse(source, identity)
    indexed = index(tenant, document, passages, None, embedder, mark)
    return with_vectors(indexed, local([passage.text for passage in passages])) if local else indexed


def _parse(source: Source, identity: str) -> tuple[Document, list[Passage]]:
    """Text, title, language and passages of a source. Raises `Unreadable`."""
    extracted = _extract(source)
    document = Document(
        document_id=str(uuid.uuid4()), title=clean_title(source.title or "") or extracted.title, text=extracted.text,
        source=source.source, language=source.language or extracted.language, media_type=extracted.media_type,
        content_hash=source.content_hash, external_id=identity, workspace=source.workspace,
        source_app=source.source_app, metadata=source.metadata,
    )  # fmt: skip
    passages = [
        Passage(
            str(uuid.uuid4()), document.document_id, draft.position, below_title(draft.heading, document.title), None,
            draft.start, draft.end, draft.text, text_hash(draft.text),
        )
        for draft in split(document.text, document.media_type)
    ]  # fmt: skip
    if not passages:
        raise Unreadable(f"{_label(source)} holds no text.")
    return document, passages


def _extract(source: Source) -> Extracted:
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
