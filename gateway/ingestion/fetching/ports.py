"""What fetching needs of others, and the values that travel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class FetchedBefore(NamedTuple):
    """What is known of an address from an earlier run, and the document that it became."""

    external_id: str
    etag: str
    last_modified: str
    reader: str
    document_id: str
    title: str
    passages: int


class FetchedNow(NamedTuple):
    """What is to be remembered of an address: `etag` and `last_modified` as the server spelt them, empty for none."""

    address: str
    external_id: str
    etag: str
    last_modified: str
    reader: str


class ListedBefore(NamedTuple):
    """An address that a listing named in an earlier run, and its document."""

    address: str
    document_id: str
    source: str


class FetchedStore(Protocol):
    async def known(self, tenant: str, workspace: str, addresses: Sequence[str]) -> dict[str, FetchedBefore]: ...

    async def note(self, tenant: str, workspace: str, listing: str, fetched: Sequence[FetchedNow]) -> None: ...

    async def listed(self, tenant: str, workspace: str, listing: str) -> list[ListedBefore]: ...


class DocumentRemover(Protocol):
    async def delete_document(self, tenant: str, document_id: str) -> None: ...
