"""Books (EPUB 2 and 3): the chapters in the order of reading, each by our own reader of HTML."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package, inside
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, opened
from gateway.knowledge.format_table import HTML
from gateway.knowledge.formats.titles import telling
from gateway.words.languages import ANSWERED

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_OF_FONTS = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
"""Encryption that only hides fonts."""
_PAGES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml"}
_CLOSED = re.compile(
    rb"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)[\s/])([A-Za-z][\w:-]*)(\s[^<>]*)?/>"
)
"""An element without content, as XML writes it; in HTML it would go on to its end."""
_STATED = {"creator": "author", "publisher": "publisher", "date": "date", "identifier": "identifier"}


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the book as Markdown; chapters without a heading have that of the table of contents. Raises
    `Unreadable`."""
    package = Package(data, "a book (EPUB)", _CONTAINER)
    if any(
        attribute(node, "Algorithm") not in _OF_FONTS for node in _all(package.tree(_ENCRYPTION), "EncryptionMethod")
    ):
        raise Unreadable("is protected against copying (DRM); only its reading program can open it.")
    name = next((attribute(node, "full-path") for node in _all(package.tree(_CONTAINER), "rootfile")), "")
    book = package.tree(name)
    chapters = list(_chapters(package, book, posixpath.dirname(name), omissions))
    if not chapters:
        raise package.damaged()
    text = "\n\n".join(filter(None, chapters))
    title = next(_words(book, "title"), "")
    language = next(_words(book, "language"), "").lower()[:2]
    stated = {ours: list(_words(book, theirs)) for theirs, ours in _STATED.items()}
    metadata = {ours: values[0] if len(values) == 1 else values for ours, values in stated.items() if values}
    return Content(
        title if telling(title, text) else None, text, language if language in ANSWERED else None, metadata=metadata
    )


def _chapters(package: Package, book: Element, folder: str, omissions: Omissions) -> Iterator[str]:
    """Yields the texts of the spine in its order; of one that cannot be read, an empty one."""
    items = {attribute(node, "id"): node for node in _all(book, "item")}
    labels = _labels(package, book, items, folder)
    for named in dict.fromkeys(attribute(reference, "idref") for reference in _all(book, "itemref")):
        item = items.get(named)
        if item is None or attribute(item, "media-type") not in _PAGES or _is_contents(item):
            continue
        name = inside(folder, attribute(item, "href"))
        page, text = _CLOSED.sub(rb"<\1\2></\1>", package.read(name)), ""
        with suppress(Unreadable):  # a page of pictures
            text = opened(page, name, HTML, omissions).text
        label = labels.get(name, "")
        yield f"# {label}\n\n{text}" if text and label and not text.startswith("#") else text


def _labels(package: Package, book: Element, items: dict[str, Element], folder: str) -> dict[str, str]:
    """Returns what the table of contents calls each file, by its name in the archive."""
    found: dict[str, str] = {}
    for item in items.values():
        name = inside(folder, attribute(item, "href"))
        for target, node in _links(package, item, name):
            if label := " ".join("".join(node.itertext()).split()):
                found.setdefault(inside(posixpath.dirname(name), target), label)
    return found


def _links(package: Package, item: Element, name: str) -> Iterator[tuple[str, Element]]:
    """Yields targets and labels of a file that is a table of contents; of a broken one and any other, none."""
    with suppress(Unreadable):
        if _is_contents(item):
            yield from ((attribute(node, "href"), node) for node in _all(package.tree(name), "a"))
        elif attribute(item, "media-type") == "application/x-dtbncx+xml":
            for point in _all(package.tree(name), "navPoint"):
                for source, label in zip(_all(point, "content"), _all(point, "navLabel"), strict=False):
                    yield attribute(source, "src"), label


def _is_contents(item: Element) -> bool:
    return "nav" in attribute(item, "properties").split()


def _words(book: Element, name: str) -> Iterator[str]:
    """Yields what the book states about itself under a name of Dublin Core."""
    for node in _all(book, name):
        if "purl.org/dc" in node.tag and (words := " ".join("".join(node.itertext()).split())):
            yield words


def _all(root: Element, name: str) -> Iterator[Element]:
    return (node for node in root.iter() if local(node) == name)
