"""One text or file that was sent, and the document that becomes of it: reading, splitting, counting.

Needs neither the database nor a service; processes of their own run it when there is much of it.
"""

from __future__ import annotations

import itertools
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from gateway.ingestion.ports import Packed
from gateway.knowledge.documents.corpus import Document, Passage, below_title, bytes_hash, pages, text_hash
from gateway.knowledge.documents.omissions import Omissions, sentence
from gateway.knowledge.documents.origin import StatedOrigin, filed
from gateway.knowledge.extraction import (
    Opened,
    Unreadable,
    clean_title,
    opened,
    opened_text,
)
from gateway.knowledge.format_table import VERSIONS, kind_of
from gateway.knowledge.search.index import IndexedDocument, fingerprint, index
from gateway.knowledge.splitting.splitter import split_pieces
from gateway.knowledge.workspaces import DEFAULT_WORKSPACE

Pack = Callable[[IndexedDocument], Packed]
LONGEST_ID = 400
"""Characters of an external id: an index row has room for no more."""
SMALL = 1 << 18
"""Bytes of a text that the worker reads, splits and counts: at most some 60 MB of memory, whatever it holds. A longer
one has a process of its own."""
FEW = 2000
"""Passages of such a text; one that is cut into more has a process of its own, too."""


class TooMany(Exception):
    """This text is cut into more than `FEW` passages."""


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
    is_text: bool = False
    """`content` is a text that was sent, in UTF-8, and no file."""
    read_hidden: bool = False
    """Text that its author hid is read too (GATEWAY_READ_HIDDEN)."""
    modified: str = ""
    """When the file was last changed, as its folder, bucket or server says; no part of the fingerprint."""

    @property
    def sent(self) -> bytes:
        """The bytes that were sent; of a text, those that it has in UTF-8."""
        return self.content if isinstance(self.content, bytes) else self.content.encode("utf-8", "surrogatepass")

    @property
    def is_file(self) -> bool:
        return isinstance(self.content, bytes) and not self.is_text

    @property
    def kind(self) -> str:
        """The media type to read a file by; empty for a text that was sent."""
        return kind_of(self.sent, self.name, self.media_type) if self.is_file else ""

    @property
    def content_hash(self) -> str:
        return bytes_hash(self.content) if isinstance(self.content, bytes) else text_hash(self.content)

    @property
    def identity(self) -> str:
        """The external id: the one given, else the source, else the content."""
        identity = self.external_id or self.source or f"sha256:{self.content_hash}"
        return identity if len(identity) <= LONGEST_ID else f"sha256:{text_hash(identity)}"

    def fingerprint(self, embedder: str) -> str:
        return self.fingerprint_as(embedder, self.content_hash, VERSIONS.get(self.kind), hidden=self.read_hidden)

    def fingerprint_as(self, embedder: str, content_hash: str, version: int | None, *, hidden: bool) -> str:
        """Returns the fingerprint that a version of its format gives it."""
        return fingerprint(
            embedder,
            content_hash,
            not self.is_file,
            self.name,
            self.title,
            self.source,
            self.source_app,
            self.language,
            self.media_type,
            dict(self.metadata),
            *filter(None, [version, hidden and "hidden"]),
        )

    @property
    def label(self) -> str:
        """What to call the source in a sentence."""
        return self.name or self.source or clean_title(self.title or "") or "The text"


def count(tenant: str, source: Source, identity: str, mark: str, embedder: str) -> IndexedDocument:
    """Reads, cuts and counts a source, for which neither the database nor a service is needed; worker processes call
    it. Raises `Unreadable` and `TooMany`.
    """
    found = open_source(source)
    text = "".join(found.pieces())
    document = document_of(source, identity, found, text)
    passages = list(islice(cut(document, found.pieces()), FEW + 1))
    if len(passages) > FEW:
        raise TooMany
    if not passages:
        raise Unreadable(f"{source.label} holds no text.")
    return index(tenant, document, passages, embedder, mark)


def packed(pack: Pack, *given: *tuple[str, Source, str, str, str]) -> Packed:
    """Counts and packs in one process, so that texts are not handed on as objects."""
    return pack(count(*given))


def open_source(source: Source) -> Opened:
    """Returns the text of a source, of a file that needs no library. Raises `Unreadable`."""
    omissions = Omissions(read_hidden=source.read_hidden)
    if source.is_file:
        return opened(source.sent, source.name, source.media_type, omissions)
    return opened_text(source.sent, source.label, omissions)


def document_of(source: Source, identity: str, found: Opened, text: str = "") -> Document:
    """Returns the document that becomes of a source, under a new id."""
    stated = filed(found.origin, source.modified)
    return Document(
        document_id=str(uuid.uuid4()),
        title=clean_title(source.title or "") or found.title,
        text=text,
        source=source.source,
        language=source.language or found.language,
        media_type=found.media_type,
        content_hash=source.content_hash,
        external_id=identity,
        workspace=source.workspace,
        source_app=source.source_app,
        metadata={**found.metadata, **source.metadata},
        file_name=PurePosixPath(source.name).name,
        original=_original(source, text),
        layout=found.lines,
        reading=reading_of(found.media_type, read_hidden=source.read_hidden),
        note=sentence(source.label, found.note, found.omissions.left_out),
        left_out=found.omissions.left_out,
        date_text=stated.date,
        date_from=stated.date_from,
        author=stated.author,
    )


def document_read_apart(source: Source, identity: str, head: Mapping[str, Any], end: Mapping[str, Any]) -> Document:
    """Returns the document that a process has read, without its text, by the first and the last of its frames."""
    stated = StatedOrigin(*head["origin"])
    found = Opened(head["title"], head["media_type"], head["language"], (), lambda: iter(()), head["metadata"], stated)
    document = document_of(source, identity, found)
    note = sentence(source.label, head["note"], end["left_out"])
    original = None if end["is_same"] else document.original
    return replace(document, left_out=end["left_out"], note=note, original=original)


def reading_of(media_type: str, *, read_hidden: bool) -> str:
    """Returns how files of a format are read now: the version of the format, and whether hidden text is read."""
    return f"{VERSIONS.get(media_type, 0)}{' hidden' * read_hidden}"


def cut(document: Document, pieces: Iterable[str]) -> Iterator[Passage]:
    """Yields the passages of a document whose text comes in pieces, under new ids."""
    for passage_id, draft in zip(_ids(), split_pieces(pieces, document.media_type), strict=False):
        page, new_pages = pages(document.layout, draft.start, draft.end, len(draft.text))
        yield Passage(
            passage_id,
            document.document_id,
            draft.position,
            below_title(draft.heading, document.title),
            page,
            draft.start,
            draft.end,
            draft.text,
            text_hash(draft.text),
            new_pages=new_pages,
        )


def split_anew(pack: Pack, tenant: str, document: Document) -> Packed:
    """Returns the rows of a document whose text is known, with passages under new ids."""
    return pack(index(tenant, document, list(cut(document, [document.text])), "", "-"))


def _ids() -> Iterator[str]:
    """Yields UUIDs of version 7 (RFC 9562) in order: passages written together stand together in every index, too."""
    milliseconds = time.time_ns() // 1_000_000
    for number in itertools.count():
        later, low = divmod(number, 1 << 12)
        tail = int.from_bytes(os.urandom(8)) >> 2
        digits = f"{milliseconds + later << 80 | 0x7 << 76 | low << 64 | 0b10 << 62 | tail:032x}"
        yield f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _original(source: Source, text: str) -> bytes | None:
    """Returns what was sent, or None where the stored text gives it back."""
    data = source.sent if isinstance(source.content, bytes) else source.content.encode("utf-8", "replace")
    return None if data == text.encode() else data
