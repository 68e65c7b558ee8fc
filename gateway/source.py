"""One text or file that was sent, and the document that becomes of it: reading, splitting, counting.

Needs neither the database nor a service; processes of their own run it when there is much of it.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from gateway.knowledge.document import Document, Passage, below_title, bytes_hash, pages, text_hash
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
from gateway.knowledge.index import DEFAULT_WORKSPACE, IndexedDocument, Packed, fingerprint, index
from gateway.knowledge.passages import split
from gateway.words import guess_language

OfTerms = Callable[[Iterable[str]], Sequence[float]]
Pack = Callable[[IndexedDocument], Packed]

MARKDOWN = "text/markdown"
LONGEST_ID = 400
"""Characters of an external id: an index row has room for no more."""


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

    @property
    def label(self) -> str:
        """What to call it in a sentence."""
        return self.name or self.source or clean_title(self.title or "") or "The text"


def count(
    of_terms: OfTerms | None, tenant: str, source: Source, identity: str, mark: str, embedder: str
) -> IndexedDocument:
    """All that needs neither the database nor a service; a function of its own for the processes. Raises `Unreadable`."""
    document, passages = _read(source, identity)
    return index(tenant, document, passages, None, embedder, mark, of_terms)


def packed(pack: Pack, of_terms: OfTerms | None, *counting: *tuple[str, Source, str, str, str]) -> Packed:
    """Counted and packed in one process: texts and vectors are not handed on as objects."""
    return pack(count(of_terms, *counting))


def _read(source: Source, identity: str) -> tuple[Document, list[Passage]]:
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
        raise Unreadable(f"{source.label} holds no text.")
    return document, passages


def cut(document: Document) -> list[Passage]:
    """The passages of a document, under new ids."""
    drafts = split(document.text, document.media_type)
    placed = [pages(document.layout, draft.start, draft.end, len(draft.text)) for draft in drafts]
    return [
        Passage(
            passage_id, document.document_id, draft.position, below_title(draft.heading, document.title), page,
            draft.start, draft.end, draft.text, text_hash(draft.text), new_pages=new_pages,
        )
        for passage_id, draft, (page, new_pages) in zip(_ids(len(drafts)), drafts, placed, strict=True)
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


def _extract(source: Source) -> Extracted:
    if source.read is not None and source.media_type:
        return finished(source.read, source.label, source.media_type)
    if isinstance(source.content, bytes):
        return extract(source.content, source.name, source.media_type)
    text = clean_text(source.content)
    if not text.strip():
        raise Unreadable(f"{source.label} holds no text.")
    return Extracted(clean_title(source.title or "") or "Untitled", text, MARKDOWN, guess_language(text))
