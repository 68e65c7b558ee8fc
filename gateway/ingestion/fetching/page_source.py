"""What was fetched as a source of a document: its kind, its name, its encoding, and the address it gives as its own."""

from __future__ import annotations

import codecs
import html
import re
from pathlib import PurePosixPath

from yarl import URL

from gateway.ingestion.fetching.fetcher import FetchedPage
from gateway.ingestion.fetching.permitted import Unfetchable, web_address
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.encodings import decoded, encoding_of
from gateway.knowledge.extraction import clean_title
from gateway.knowledge.format_table import HTML, MEDIA_TYPES, kind_of

XHTML = "application/xhtml+xml"
_SAYS_LITTLE = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream"})
"""Media types that servers give files whose kind they do not know; the name tells more."""
_HEAD = 100_000
"""Bytes in which a page names its own address."""
_LINK = re.compile(rb"<link\b[^<>]{0,3000}>", re.IGNORECASE)
_CANONICAL = re.compile(rb"\brel\s*+=\s*+[\"']?\s*+canonical\b", re.IGNORECASE)
_HREF = re.compile(rb"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE)


def source_of(page: FetchedPage, workspace: str) -> Source | None:
    """Returns the source; its id and its address are where the page was found. None: it is of a kind that is not read,
    such as a picture.
    """
    data = page.body or b""
    media_type = HTML if page.media_type == XHTML else page.media_type
    name = _name(page.address, media_type)
    if media_type in _SAYS_LITTLE and PurePosixPath(name).suffix.lower() in MEDIA_TYPES:
        media_type = ""
    if not kind_of(data, name, media_type) and media_type not in _SAYS_LITTLE and not media_type.startswith("text/"):
        return None
    return Source(
        _in_utf8(data, page.charset) if media_type.startswith("text/") else data,
        name,
        source=str(page.address),
        external_id=str(page.address),
        workspace=workspace,
        media_type=media_type or None,
        modified=page.last_modified,
    )


def canonical(page: FetchedPage) -> URL | None:
    """Returns the address that an HTML page gives as its own, where that is another one of the same site: no page
    speaks for other sites.
    """
    if page.media_type not in (HTML, XHTML):
        return None
    for link in _LINK.findall(_without_comments((page.body or b"")[:_HEAD])):
        if _CANONICAL.search(link) and (href := _HREF.search(link)):
            text = html.unescape((href[1] or href[2] or href[3] or b"").decode("utf-8", "replace"))
            try:
                address = web_address(text, page.address)
            except Unfetchable:
                return None
            return address if address.host == page.address.host and address != page.address else None
    return None


def _name(address: URL, media_type: str) -> str:
    """Returns what to call a page: its host and path, as a file would be called."""
    path = address.path.rstrip("/")
    if media_type == HTML and MEDIA_TYPES.get(PurePosixPath(path).suffix.lower()) != HTML:
        path += ".html" if path else "/index.html"
    return clean_title(f"{address.host}{path}")


def _in_utf8(data: bytes, charset: str) -> bytes:
    """Returns a text as UTF-8 if only the head of the response says how it is encoded."""
    encoding = encoding_of(data, charset) if charset else None
    if encoding is None or encoding.start or encoding.codec == "utf-8":
        return data
    return codecs.BOM_UTF8 + "".join(decoded(data, encoding)).encode("utf-8", "replace")


def _without_comments(data: bytes) -> bytes:
    """Returns HTML without its comments; takes a time that grows with its length alone, whatever stands in it."""
    first, *others = data.split(b"<!--")
    return b" ".join([first, *(part.partition(b"-->")[2] for part in others)])
