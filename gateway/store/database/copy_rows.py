"""Rows of passages as `COPY … (format binary)` takes them, made where the words are counted.

PostgreSQL then reads neither SQL nor text, and the process that stores only passes bytes on. Tenant and document come
first in each row and are put before it when it is stored: only then is it known which document is replaced.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from gateway.ingestion.ports import Packed
from gateway.knowledge.search.index import IndexedDocument, IndexedPassage
from gateway.store.database.tsvector import passage_lexemes

PASSAGE = (
    *("tenant_id", "document_id", "passage_id", "position", "start_at", "end_at", "length"),
    *("page", "new_pages", "heading", "text", "chunk_hash", "language", "terms"),
)
ORIGINAL = ("tenant_id", "document_id", "part", "data")
SIGNATURE, END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
_NULL = b"\xff\xff\xff\xff"
_LENGTH, _ID, _NUMBER = struct.Struct(">i"), struct.Struct(">i16s"), struct.Struct(">ii")
_FIXED = struct.Struct(">i16s" + "ii" * 4)
"""Id, position, start, end and length, each after its size."""
_KEY_AT, _POSITION_AT = slice(4, 20), slice(24, 28)


def pack(indexed: IndexedDocument) -> Packed:
    """Returns the document with its rows, each without tenant and document."""
    document = indexed.document
    language = _text(document.language)
    return Packed(
        document,
        indexed.fingerprint,
        len(indexed.passages),
        [
            _passage(entry, language, terms)
            for entry, terms in zip(indexed.passages, passage_lexemes(indexed), strict=True)
        ],
        indexed.length,
        indexed.df,
    )


def head(tenant: str, document_id: str, columns: Sequence[str]) -> bytes:
    """Returns how a row of these columns begins: with their number, the tenant and the document."""
    return struct.pack(">h", len(columns)) + _text(tenant) + _ID.pack(16, UUID(document_id).bytes)


class PackedPassage(NamedTuple):
    """What a row of `PASSAGE` says, read back from it."""

    passage_id: str
    text: str
    chunk_hash: str


def read_back(row: bytes) -> PackedPassage:
    """Returns id, text and hash of a row without its head."""
    at, fields = _FIXED.size, list[bytes]()
    for _ in ("page", "new_pages", "heading", "text", "chunk_hash"):
        length = max(0, *_LENGTH.unpack_from(row, at))
        at += _LENGTH.size + length
        fields.append(row[at - length : at])
    return PackedPassage(str(UUID(bytes=row[_KEY_AT])), fields[3].decode(), fields[4].decode())


def renamed(row: bytes, ids: Mapping[str, str]) -> bytes:
    """Returns a row of a passage under the id that its own one stands for, if it stands for another."""
    own = str(UUID(bytes=row[_KEY_AT]))
    return row[: _KEY_AT.start] + _key(ids[own]) + row[_KEY_AT.stop :] if own in ids else row


def moved(row: bytes, by: int) -> bytes:
    """Returns the row of a passage whose position is greater by so much."""
    (position,) = _LENGTH.unpack(row[_POSITION_AT])
    return row[: _POSITION_AT.start] + _LENGTH.pack(position + by) + row[_POSITION_AT.stop :]


def part(number: int, data: bytes) -> bytes:
    """Returns a row of `ORIGINAL` without its head."""
    return _NUMBER.pack(4, number) + _field(data)


def vector_bytes(value: Sequence[float]) -> bytes:
    """Returns a vector as pgvector sends and receives it: two 16-bit numbers (length, 0), then 32-bit floats.

    This costs a twelfth of what text costs. In an array of vectors each must be given so, or asyncpg sees a table of
    numbers.
    """
    if isinstance(value, array) and value.typecode == "f" and sys.byteorder == "little":
        numbers = value[:]
        numbers.byteswap()
        return struct.pack(">HH", len(value), 0) + numbers.tobytes()
    return struct.pack(f">HH{len(value)}f", len(value), 0, *value)


def _passage(entry: IndexedPassage, language: bytes, lexemes: bytes) -> bytes:
    passage = entry.passage
    fixed = _FIXED.pack(
        16, _key(passage.passage_id), 4, passage.position, 4, passage.start, 4, passage.end, 4, entry.length
    )
    page = _NULL if passage.page is None else _NUMBER.pack(4, passage.page)
    new_pages = _field(b"\1" + json.dumps(passage.new_pages).encode()) if passage.new_pages else _NULL
    return b"".join(
        (
            fixed,
            page,
            new_pages,
            _text(passage.heading or ""),
            _text(passage.text),
            _text(passage.chunk_hash),
            language,
            _field(lexemes),
        )
    )


def _key(passage_id: str) -> bytes:
    return bytes.fromhex(passage_id.replace("-", ""))


def _text(text: str | None) -> bytes:
    return _NULL if text is None else _field(text.encode())


def _field(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data
