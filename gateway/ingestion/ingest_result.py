"""What became of one text or file that was ingested."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gateway.ingestion.ports import DocumentRow, Stored
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.corpus import Document
from gateway.knowledge.documents.omissions import LeftOut


@dataclass(frozen=True, slots=True)
class IngestResult:
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
    left_out: list[LeftOut] = field(default_factory=list)


def result_of(source: Source, stored: Stored, document: Document | DocumentRow, passages: int) -> IngestResult:
    """Returns the result of a document that was stored, or had not changed."""
    return IngestResult(
        source.label,
        stored.status,
        stored.document_id,
        document.title,
        passages,
        note=document.note,
        left_out=list(document.left_out),
    )
