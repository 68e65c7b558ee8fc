"""The nouns of the knowledge base."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Document:
    """One source text, replaced as a whole when its `content_hash` changes.

    `text` is the source text for Markdown and plain text, the extracted text for every other media type; the offsets
    of its passages point into it.
    """

    document_id: str
    title: str
    text: str
    source: str
    """Where it came from: a path or an address, shown to the reader."""
    language: str | None = None
    """`en`, `fr`, `zh`, or None when it could not be told."""
    media_type: str = "text/plain"
    content_hash: str = ""
    external_id: str | None = None
    workspace: str | None = None
    source_app: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """One citable piece of a document: `text == document.text[start:end]`, offsets in code points."""

    passage_id: str
    document_id: str
    position: int
    """0, 1, 2, … in reading order."""
    heading: str | None
    """Path of the headings above it: `Guide › Install`."""
    page: int | None
    start: int
    end: int
    text: str
    chunk_hash: str


def text_hash(text: str) -> str:
    """SHA-256 of a text, in hex; the `chunk_hash` of a passage."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def bytes_hash(data: bytes) -> str:
    """SHA-256 of a file, in hex; the `content_hash` of a document."""
    return hashlib.sha256(data).hexdigest()


def below_title(heading: str | None, title: str) -> str | None:
    """A heading path without the document's own title at its head: the title stands beside it wherever it is shown."""
    if heading is None or heading == title:
        return None
    return heading.removeprefix(f"{title} › ")
