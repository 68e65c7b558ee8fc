"""Word files (.docx): headings, numbered lists, tables, notes and comments, as HTML for our own reader of HTML."""

from __future__ import annotations

import email
import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from email.policy import default
from itertools import groupby

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.word.lines import HtmlBlocks, Markdown
from gateway.ingestion.readers.shared.word.text import MOST_QUOTED, WordText
from gateway.ingestion.readers.shared.xml_trees import attribute
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, opened
from gateway.knowledge.format_table import DOCX, HTML, READERS, kind_of
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

_TEXT = "word/document.xml"
_DEEPEST = 3
"""Word files inside each other."""
_MAIL = re.compile(rb"\s{0,20}(?:MIME-Version|Content-Type|From|Subject):", re.IGNORECASE)
_FAILS = (ModuleNotFoundError, ValueError, LookupError, AttributeError, TypeError)
"""What libraries raise for files that they cannot read."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures. Raises `Unreadable`."""
    try:
        return _read(data, omissions, _DEEPEST)
    except RecursionError:
        raise Unreadable("is nested too deeply to be read.") from None


def _read(data: bytes, omissions: Omissions, levels: int) -> Content:
    package = Package(data, "a Word file", _TEXT, "the old .doc format; save it as .docx")

    def embedded(name: str, content: bytes) -> str | None:
        with suppress(Unreadable, *_FAILS):
            return _embedded(name, content, omissions, levels)
        return None

    text, blocks = WordText(package, omissions, embedded), HtmlBlocks()
    for node in package.elements(package.main, 2):
        text.add(node, blocks)
    if not blocks.is_begun:
        raise package.damaged()
    text.finish(blocks)
    blocks.add(text.notes_html())
    found = [_markdown(is_ready, list(parts), omissions) for is_ready, parts in groupby(blocks.parts, _is_markdown)]
    found += [Content(None, comment) for comment in _comments(package, text, omissions)]
    written = "\n\n".join(content.text for content in found if content.text)
    title = _property(package, "core", "title")
    names = [_property(package, "app", name) for name in ("Application", "Template")]
    programs = [name.rpartition(".")[0] or name for name in names]
    first = next((content.title for content in found if content.title), None)
    return Content(title if telling(title, written, *programs) else first, written, origin=package.origin())


def _is_markdown(part: str) -> bool:
    return isinstance(part, Markdown)


def _markdown(is_ready: bool, parts: list[str], omissions: Omissions) -> Content:
    return Content(None, "\n\n".join(parts)) if is_ready else read_html(f"<body>{''.join(parts)}</body>", omissions)


def _comments(package: Package, text: WordText, omissions: Omissions) -> Iterator[str]:
    """Yields what reviewers noted, each below its author and the text that it is about."""
    part = text.part("comments")
    for node in package.elements(part, 1) if part in package else ():
        written = read_html(f"<body>{text.blocks(node).html()}</body>", omissions).text
        quoted = " ".join(text.quotes.get(attribute(node, "id"), "").split())
        shown = quoted if len(quoted) <= MOST_QUOTED else f"{quoted[:MOST_QUOTED]}…"
        heading = f"## Comment by {' '.join(attribute(node, 'author').split()) or 'a reviewer'}"
        if written:
            yield "\n\n".join(filter(None, [heading, shown and f"> {shown}", written]))


def _embedded(name: str, data: bytes, omissions: Omissions, levels: int) -> str | None:
    """Returns the text of a file that is part of the document; None for a format that no reader knows."""
    if _MAIL.match(data):  # a page with its pictures, as one file
        page = email.message_from_bytes(data, policy=default).get_body(("html", "plain"))
        return None if page is None else opened(str(page.get_content()).encode(), "page", HTML, omissions).text
    kind = kind_of(data, name)
    if kind == DOCX:
        return _read(data, omissions, levels - 1).text if levels else None
    if reader := READERS.get(kind):
        found: Content = importlib.import_module(f"gateway.ingestion.readers.{reader}").read(data, omissions)
        return found.text
    return opened(data, name, kind, omissions).text


def _property(package: Package, part: str, name: str) -> str:
    """Returns a property that `docProps/core.xml` or `docProps/app.xml` states; empty without it."""
    with suppress(Unreadable):
        return package.first_words(f"docProps/{part}.xml", name)
    return ""
