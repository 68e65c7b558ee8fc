"""RTF: headings, lists, tables, notes, comments, text boxes, the stated title."""

from __future__ import annotations

import re

from gateway.ingestion.readers.shared.review_comments import with_comments
from gateway.ingestion.readers.shared.rich_text.interpreter import Interpreter
from gateway.ingestion.readers.shared.rich_text.letters import encoding_of
from gateway.ingestion.readers.shared.rich_text.machine import SizeLimits
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import StatedOrigin, author_of
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

MOST_BYTES = 60 * 1024 * 1024
"""Of text and formatting, without pictures that are written as bytes."""
MOST_CHARACTERS = 10_000_000
_STYLE = re.compile(rb"{\\s(\d{1,9})\b(?=[^{}]*\\outlinelevel([0-8])\b|[^{}]*?heading ([1-9]);)", re.IGNORECASE)


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures, heads and feet. Raises `Unreadable`."""
    begin = data.find(b"{\\rtf")
    if begin < 0:
        raise Unreadable("is damaged: it cannot be opened as an RTF file.")
    data = data[begin:]
    styles = {int(style): int(level) + 1 if level else int(named) for style, level, named in _STYLE.findall(data)}
    interpreter = Interpreter(omissions, encoding_of(data), styles, SizeLimits(MOST_BYTES, MOST_CHARACTERS))
    body = interpreter.read(data)
    found = read_html(f"<body>{body}</body>", omissions)
    text = with_comments(found.text, interpreter.comments, omissions, interpreter.notes)
    title = " ".join(interpreter.stated.get("title", "").split())
    author = author_of(interpreter.stated.get("author", ""))
    return Content(title if telling(title, text) else found.title, text, origin=StatedOrigin(author=author))
