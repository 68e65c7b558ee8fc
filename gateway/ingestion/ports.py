"""The types that ingestion and the store exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gateway.answer.references import DateFrom
from gateway.knowledge.documents.corpus import Document
from gateway.knowledge.documents.omissions import LeftOut

Status = Literal["ready", "unchanged"]


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """What is stored of a document, under the names of the columns of `document`. The text, its layout and what the
    database sets itself are not part of it."""

    document_id: str
    external_id: str
    workspace: str
    source_app: str | None
    title: str
    source: str
    file_name: str
    """The name it came under; empty for a text that was sent."""
    language: str | None
    media_type: str
    content_hash: str
    fingerprint: str
    passages: int
    """Their number."""
    metadata: Mapping[str, Any]
    reading: str
    """How it was read (`source_file.reading_of`); empty: by version 0.1.0."""
    note: str
    """A sentence on what of the file could not be read."""
    left_out: Sequence[LeftOut]
    date_text: str
    """When it was last changed (`origin.StatedOrigin`); empty: when it was loaded."""
    date_from: DateFrom
    author: str

    def columns(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in DocumentRow.__dataclass_fields__}
        return values | {"metadata": dict(self.metadata)}


@dataclass(frozen=True, slots=True)
class Packed:
    """A document whose passages are rows in the store's own form; a long one has its text and its rows in a
    file (`spool.Spool`). `count`: the number of its passages; `df`: term to the number of passages that hold it.

    It consists of few objects, so that it is quick to hand from process to process.
    """

    document: Document
    fingerprint: str
    count: int
    passages: Sequence[bytes] = ()
    length: int = 0
    df: Mapping[str, int] = field(default_factory=dict)

    @property
    def external_id(self) -> str:
        return self.document.external_id or self.document.document_id

    @property
    def row(self) -> DocumentRow:
        own: dict[str, Any] = {"external_id": self.external_id, "fingerprint": self.fingerprint, "passages": self.count}
        names = DocumentRow.__dataclass_fields__.keys() - own.keys()
        return DocumentRow(**{name: getattr(self.document, name) for name in names}, **own)


class UnreadPassage(NamedTuple):
    """A passage that no model has read for entities yet."""

    passage_id: str
    title: str
    heading: str
    text: str
    language: str


class UnreadSource(NamedTuple):
    """What could not be read, by the fingerprint that it would have, and the sentence why."""

    fingerprint: str
    reason: str


class Stored(NamedTuple):
    """What became of a document that was handed to the store."""

    document_id: str
    status: Status
