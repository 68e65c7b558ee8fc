"""Word files (.docx): headings, numbered lists, tables, notes and comments, as HTML for our own reader of HTML."""

from __future__ import annotations

import email
import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from email.policy import default
from itertools import groupby
from operator import attrgetter

from gateway.ingestion.readers.shared.html_blocks import HtmlBlock
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import ReviewComment, with_comments
from gateway.ingestion.readers.shared.word.lines import WordBlocks
from gateway.ingestion.readers.shared.word.text import WordText
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

    text, blocks = WordText(package, omissions, embedded), WordBlocks()
    for node in package.elements(package.main, 2):
        text.add(node, blocks)
    if not blocks.is_begun:
        raise package.damaged()
    text.finish(blocks)
    blocks.add(text.notes_html())
    found = [
        _content(is_ready, list(parts), omissions)
        for is_ready, parts in groupby(blocks.parts, attrgetter("is_markdown"))
    ]
    written = "\n\n".join(content.text for content in found if content.text)
    written = with_comments(written, _comments(package, text), omissions)
    title = package.first_words("docProps/core.xml", "title")
    names = [package.first_words("docProps/app.xml", name) for name in ("Application", "Template")]
    programs = [name.rpartition(".")[0] or name for name in names]
    first = next((content.title for content in found if content.title), None)
    return Content(title if telling(title, written, *programs) else first, written, origin=package.origin())


def _content(is_ready: bool, parts: list[HtmlBlock], omissions: Omissions) -> Content:
    texts = [part.text for part in parts]
    return Content(None, "\n\n".join(texts)) if is_ready else read_html(f"<body>{''.join(texts)}</body>", omissions)


def _comments(package: Package, text: WordText) -> Iterator[ReviewComment]:
    part = text.part("comments")
    for node in package.elements(part, 1) if part in package else ():
        quoted = text.quotes.get(attribute(node, "id"), "")
        yield ReviewComment(attribute(node, "author"), text.blocks(node).html(inside=True), quoted)


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
