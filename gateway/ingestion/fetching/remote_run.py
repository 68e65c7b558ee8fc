"""One run over pages or objects: what arrives is ingested, and remembered so that another run is cheap."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from gateway.errors import NotFound
from gateway.ingestion.fetching.ports import (
    DocumentRemover,
    FetchedBefore,
    FetchedNow,
    FetchedStore,
    ListedBefore,
)
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.ingest_result import IngestResult
from gateway.ingestion.source_file import Source
from gateway.knowledge.format_table import VERSIONS

BATCH, BATCH_BYTES = 32, 4_000_000
"""Sources and bytes that are ingested together."""


class RemoteRun:
    """What became of one run. `left`: how many were left out, by reason."""

    def __init__(
        self, ingestor: Ingestor, store: FetchedStore, remover: DocumentRemover, tenant: str, workspace: str
    ) -> None:
        self._ingestor, self._store, self._remover = ingestor, store, remover
        self.tenant, self.workspace = tenant, workspace
        self.results: list[IngestResult] = []
        self.left: Counter[str] = Counter()
        self.gone: list[str] = []
        """What is not there any more, whose documents are."""
        self.removed: list[str] = []
        self.received = 0
        """Bytes."""
        self._sources: list[Source] = []
        self._rows: dict[str, list[FetchedNow]] = defaultdict(list)
        self._unread: set[str] = set()
        """The ids of what came in this run and could not be read."""
        self._storing = asyncio.Lock()

    async def known(self, addresses: Sequence[str]) -> dict[str, FetchedBefore]:
        """Returns what earlier runs know, by the keys of addresses (`key`), of what is read as it was then."""
        found = await self._store.known(self.tenant, self.workspace, [key(address) for address in addresses])
        return {name: before for name, before in found.items() if before.reader == _reader(before.reader)}

    def failed(self, address: str, why: str) -> None:
        """Notes that an address could not be fetched."""
        self.results.append(IngestResult(address, "failed", title=address, error=why))

    def unchanged(self, address: str, before: FetchedBefore) -> None:
        """Notes that nothing of a page or object has changed."""
        self.results.append(IngestResult(address, "unchanged", before.document_id, before.title, before.passages))

    def remember(self, listing: str, address: str, external_id: str, marks: tuple[str, str], reader: str) -> None:
        """Has an address remembered once its document is stored. marks: ETag and time of change."""
        self._rows[listing].append(FetchedNow(key(address), external_id, *marks, reader))

    async def add(self, source: Source) -> None:
        """Takes a source that has arrived; it is stored now or together with the next ones."""
        self._sources.append(source)
        size = sum(len(waiting.content) for waiting in self._sources)
        if len(self._sources) >= BATCH or size >= BATCH_BYTES:
            await self.flush()

    async def flush(self) -> None:
        """Stores what waits. What fails is not remembered, so that it is fetched again."""
        async with self._storing:
            sources, self._sources = self._sources, []
            rows, self._rows = self._rows, defaultdict(list)
            results = await self._ingestor.sources(self.tenant, sources) if sources else []
            pairs = zip(sources, results, strict=True)
            self._unread |= {source.identity for source, result in pairs if result.status == "failed"}
            self.results += results
            for listing, fetched in rows.items():
                fine = {row.address: row for row in fetched if row.external_id not in self._unread}
                await self._store.note(self.tenant, self.workspace, listing, list(fine.values()))

    async def settle(self, listing: str, names: Collection[str], *, remove: bool) -> None:
        """Finds what a listing named before and does not name now, by the keys of addresses; `remove` deletes its
        documents.
        """
        before = await self._store.listed(self.tenant, self.workspace, listing)
        present = {entry.document_id for entry in before if entry.address in names}
        missing = {entry.document_id: entry for entry in before if entry.document_id not in present}
        await self.bid_farewell(list(missing.values()), remove=remove)

    async def bid_farewell(self, entries: Sequence[ListedBefore], *, remove: bool) -> None:
        """Notes what is gone, or deletes its documents."""
        for entry in entries:
            if not remove:
                self.gone.append(entry.source)
                continue
            try:
                await self._remover.delete_document(self.tenant, entry.document_id)
            except NotFound:  # two pages that are gone were one document
                continue
            self.removed.append(entry.source)


def key(address: str) -> str:
    """Returns what an address is stored under: as an external id, whose length has a bound."""
    return Source("", external_id=address).identity


def reader_of(source: Source) -> str:
    """Returns how a source is read: its kind, and the version of what reads it."""
    return _reader(source.kind)


def _reader(kind: str) -> str:
    kind = kind.partition(" ")[0]
    return f"{kind} {VERSIONS.get(kind, 0)}"
