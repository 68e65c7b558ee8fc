"""Sitemaps (sitemaps.org) and lists of addresses: which pages they name, as XML, compressed or one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from gateway.ingestion.fetching.permitted import Unfetchable

MOST_ADDRESSES = 50_000
"""Of one file, as its rule says."""
ROOTS = frozenset({"urlset", "sitemapindex"})


@dataclass(slots=True)
class Sitemap:
    """What one file names: pages, or further sitemaps."""

    pages: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)


def is_sitemap(data: bytes) -> bool:
    """Tells whether a page is a sitemap in XML."""
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and any(b"<" + root.encode() in start for root in ROOTS)


def read(data: bytes) -> Sitemap:
    """Returns what a sitemap names. A file that does not begin as XML is read as a list of addresses.

    Raises `Unfetchable` for broken XML, and for XML that declares a document type, which a sitemap never does: that is
    where entities are made that grow without end or name other files.
    """
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Sitemap(pages=list(_bounded(addresses(data.decode("utf-8", "replace")))))
    reader = _Names()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise Unfetchable("It is no sitemap: its XML is broken.") from None
    return reader.found


def addresses(text: str) -> Iterator[str]:
    """Yields the addresses of a list: one a line; empty lines and those that begin with `#` say nothing."""
    for line in text.lstrip("\ufeff").splitlines():
        if (line := line.strip()) and not line.startswith("#"):
            yield line


class _Names:
    """Gathers what stands in `<loc>`, right below `<url>` and `<sitemap>`."""

    def __init__(self) -> None:
        self.found = Sitemap()
        self._path: list[str] = []
        self._text: list[str] = []

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name.rpartition(" ")[2])
        if len(self._path) == 1 and self._path[0] not in ROOTS:
            raise Unfetchable("It is no sitemap: its XML is of another kind.")
        self._text = []

    def text(self, text: str) -> None:
        if self._path[-1] == "loc":
            self._text.append(text)

    def end(self, name: str) -> None:
        match self._path:
            case ["urlset", "url", "loc"]:
                self._add(self.found.pages)
            case ["sitemapindex", "sitemap", "loc"]:
                self._add(self.found.sitemaps)
        self._path.pop()

    def _add(self, to: list[str]) -> None:
        if len(to) == MOST_ADDRESSES:
            raise Unfetchable(f"It names more than {MOST_ADDRESSES} addresses.")
        if address := "".join(self._text).strip():
            to.append(address)


def _bounded(found: Iterator[str]) -> Sequence[str]:
    most = [address for _, address in zip(range(MOST_ADDRESSES + 1), found, strict=False)]
    if len(most) > MOST_ADDRESSES:
        raise Unfetchable(f"It names more than {MOST_ADDRESSES} addresses.")
    return most


def _refuse(*declaration: object) -> None:
    raise Unfetchable("It is no sitemap: it declares a document type.")
