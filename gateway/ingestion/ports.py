"""The types that ingestion and the store exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gateway.knowledge.documents.corpus import Document

Status = Literal["ready", "unchanged"]


@dataclass(frozen=True, slots=True)
class Packed:
    """An `IndexedDocument` whose passages and vectors are rows in the store's own form.

    It consists of few objects, so that it is quick to hand from process to process.
    """

    document: Document
    fingerprint: str
    embedder: str
    passages: Sequence[bytes]
    vectors: Sequence[bytes]
    length: int
    df: Mapping[str, int]


class Known(NamedTuple):
    """What the store holds under an external id."""

    document_id: str
    title: str
    fingerprint: str
    passages: int


class UnreadSource(NamedTuple):
    """What could not be read, by the fingerprint that it would have, and the sentence why."""

    fingerprint: str
    reason: str


class Stored(NamedTuple):
    """What became of a document that was handed to the store."""

    document_id: str
    status: Status
