"""Texts and original files in PostgreSQL, in parts: every process can serve them, and a backup of the database has
them.

`document.text` is the first part of a text, and in most documents the only one. An original that the text gives back
exactly (most Markdown and plain text) is not stored a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from gateway.knowledge.documents.corpus import Document
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("documents/originals.sql")
PART_BYTES = PART_CHARACTERS = 128 * 1024
"""Bytes of one part of an original, and characters of one part of a text: one reader has one part in memory."""


@dataclass(frozen=True, slots=True)
class Original:
    """What was sent for one document. `content_hash` is its SHA-256 in hex."""

    document_id: str
    file_name: str
    """The name that the file came under; empty for a text that came as JSON."""
    title: str
    media_type: str
    content_hash: str
    version: int
    """Of the document."""
    is_text: bool
    """The stored text in UTF-8 is the original."""
    parts: tuple[int, ...]
    """The bytes of each part."""

    @property
    def size(self) -> int:
        return sum(self.parts)


async def write(
    connection: TenantConnection, tenant: str, replaced: Sequence[str], changed: Iterable[tuple[str, Document]]
) -> None:
    """Takes old parts out and puts new parts in, within the transaction that stores these documents."""
    if replaced:
        await connection.execute(SQL["forget_originals"], tenant, list(replaced))
    for document_id, document in changed:
        parts = chain(_parts(document.original or b""), _more(document.text))
        if document.original is not None or len(document.text) > PART_CHARACTERS:
            rows = ((tenant, document_id, number, data) for number, data in parts)
            await connection.executemany(SQL["insert_part"], rows, columns=4)


def text_parts(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yields a text, given in pieces of any length, in its parts."""
    return (
        piece[at : at + PART_CHARACTERS].encode() for piece in pieces for at in range(0, len(piece), PART_CHARACTERS)
    )


def first(text: str) -> str:
    """Returns the part of a text that is in the row of its document."""
    return text[:PART_CHARACTERS]


def text_part(number: int) -> int:
    """Returns the number under which a part of a text is stored among those of the original; 0 is in the document."""
    return -1 - number


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields numbered parts, cut as they are sent: all parts at once are the file a second time."""
    return ((at // PART_BYTES, data[at : at + PART_BYTES]) for at in range(0, len(data), PART_BYTES))


def _more(text: str) -> Iterator[tuple[int, bytes]]:
    """Yields what `first` leaves of a text."""
    return ((text_part(number), data) for number, data in enumerate(text_parts([text])) if number)
