"""Where a reader opens what an answer cites: the page of the document, at the passage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

OURS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
"""The id of a document of this gateway. A remote retriever gives its documents names of its own."""
PLAIN = re.compile(r"[A-Za-z0-9._~-]+", re.ASCII)
"""What stands in an address as it is (RFC 3986, section 2.3)."""
WEB = re.compile(r"https?://[^\s<>]+", re.IGNORECASE)


def of_document(document_id: str, base: str, passage_id: str | None = None) -> str:
    """Returns the address of the page of a document of ours, at a passage where one is named. It is relative where the
    public address of the gateway is not known (`base` is empty)."""
    at = f"#{passage_id}" if passage_id and PLAIN.fullmatch(passage_id) else ""
    return f"{base}/sources/{document_id}{at}"


def of_cited(document_id: str | None, passage_id: str | None, source: str | None, base: str) -> str | None:
    """Returns the address that opens a cited passage: the page of our own document, else the web address that the
    knowledge source gave, else None."""
    if document_id and OURS.fullmatch(document_id):
        return of_document(document_id, base, passage_id)
    return source if source and WEB.fullmatch(source) else None


def place(title: str | None, position: Mapping[str, Any]) -> str:
    """Returns title, heading and pages, such as `Rules › Loans, p. 3–4`."""
    names = [" ".join(str(name).split()) for name in (title, position.get("heading")) if name]
    first, last = position.get("page"), position.get("pageEnd", position.get("page_end"))
    pages = "" if first is None else f"p. {first}" if last in (None, first) else f"p. {first}–{last}"
    return ", ".join(filter(None, [" › ".join(names), pages]))
