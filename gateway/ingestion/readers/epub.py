"""Books (EPUB 2 and 3): the chapters in the order of reading, each by our own reader of HTML."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package, inside
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import origin_of_fields
from gateway.knowledge.extraction import Unreadable, opened
from gateway.knowledge.format_table import HTML
from gateway.knowledge.formats.html_parts.styles.style_sheets import essential
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
_SHEET = re.compile(rb"""<link\b[^<>]{0,500}?href=["']([^"'<>]{1,300}\.css)["']""", re.IGNORECASE)
_HEAD = re.compile(rb"<head\b[^<>]{0,500}>", re.IGNORECASE)
_MOST_SHEETS, _LONGEST_SHEET = 5, 200_000
"""Style sheets of a page, and bytes of one."""
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
        title if telling(title, text) else None,
        text,
        language if language in ANSWERED else None,
        metadata=metadata,
        origin=origin_of_fields("properties", metadata),
    )


def _chapters(package: Package, book: Element, folder: str, omissions: Omissions) -> Iterator[str]:
    """Yields the texts of the spine in its order; of one that cannot be read, an empty one. Several entries may name
    parts of one file, which is read once."""
    items = {attribute(node, "id"): node for node in _all(book, "item")}
    labels = _labels(package, items.values(), folder)
    sheets: dict[str, bytes] = {}
    spine = (items.get(attribute(reference, "idref")) for reference in _all(book, "itemref"))
    names = (_name(folder, item) for item in spine if item is not None and _is_chapter(item))
    for name in dict.fromkeys(names):
        page, text = _CLOSED.sub(rb"<\1\2></\1>", package.read(name)), ""
        with suppress(Unreadable):  # a page of pictures
            rules = _styles(package, page, name, sheets)
            head = _HEAD.search(page)
            page = page[: head.end()] + rules + page[head.end() :] if head else page
            text = opened(page, name, HTML, omissions).text
        label = labels.get(name, "")
        yield f"# {label}\n\n{text}" if text and label and not text.startswith("#") else text


def _name(folder: str, item: Element) -> str:
    return inside(folder, attribute(item, "href"))


def _is_chapter(item: Element) -> bool:
    return attribute(item, "media-type") in _PAGES and not _is_contents(item)


def _styles(package: Package, page: bytes, name: str, known: dict[str, bytes]) -> bytes:
    """Returns the rules of the style sheets that a page names, as far as they change its text."""
    folder, found = posixpath.dirname(name), b""
    for link in _SHEET.findall(page)[:_MOST_SHEETS]:
        sheet = inside(folder, link.decode("utf-8", "replace"))
        if sheet not in known:
            known[sheet] = essential(package.read(sheet)[:_LONGEST_SHEET].decode("utf-8", "replace")).encode()
        found += known[sheet]
    return b"<style>" + found.replace(b"</", b"") + b"</style>" if found else b""


def _labels(package: Package, items: Iterable[Element], folder: str) -> dict[str, str]:
    """Returns what the table of contents calls each file, by its name in the archive."""
    found: dict[str, str] = {}
    for item in items:
        name = _name(folder, item)
        for target, node in _links(package, item, name):
            if label := " ".join("".join(node.itertext()).split()):
                found.setdefault(inside(posixpath.dirname(name), target), label)
    return found


def _links(package: Package, item: Element, name: str) -> Iterator[tuple[str, Element]]:
    """Yields targets and labels of a file that is a table of contents; of a broken one and any other, none."""
    with suppress(Unreadable):
        if _is_contents(item):
            root = package.tree(name)
            tables = [node for node in _all(root, "nav") if attribute(node, "type") in ("toc", "")]
            for table in tables or [root]:
                yield from ((attribute(node, "href"), node) for node in _all(table, "a"))
        elif attribute(item, "media-type") == "application/x-dtbncx+xml":
            for point in _all(package.tree(name), "navPoint"):
                label = next((node for node in point if local(node) == "navLabel"), None)
                source = next((node for node in point if local(node) == "content"), None)
                if label is not None and source is not None:
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
