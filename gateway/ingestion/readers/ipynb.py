"""Jupyter notebooks: cells of text as they are, code between fences, and what it wrote as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import origin_of_fields
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.plain_lines import fenced
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.splitting.splitter import title_of

LONGEST_OUTPUT = 5000
"""Characters of what one cell wrote."""
_PICTURE = re.compile(r"!\[[^\]\n]{0,400}\]\((?:data|attachment):[^()\s]*+\)")
_OBJECT = re.compile(r"<[\w.]{1,200} object(?: at 0x[0-9a-f]{1,16})?>|<Figure size [^<>]{1,80}>")
"""What Python writes for an object that has no text."""
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_NAME = re.compile(r"[A-Za-z0-9+#-]{1,30}")


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns a notebook (format 3 or 4) as Markdown, without pictures. Raises `Unreadable`."""
    try:
        book = json.loads(data)
    except ValueError:
        raise Unreadable("is damaged: it cannot be opened as a notebook (.ipynb).") from None
    cells = _cells(book)
    if cells is None:
        raise Unreadable("is a JSON file, but not a notebook.")
    about = _table(book.get("metadata"))
    language = _table(about.get("kernelspec")).get("language") or _table(about.get("language_info")).get("name") or ""
    language = language if isinstance(language, str) and _NAME.fullmatch(language) else ""
    parts = (part for cell in cells if isinstance(cell, dict) for part in _written(cell, language, omissions))
    text = "\n\n".join(parts)
    title = about.get("title")
    own = title if isinstance(title, str) and telling(title, text) else title_of(text)
    return Content(own, text, origin=origin_of_fields("properties", about))


def _cells(book: Any) -> list[Any] | None:
    """Returns the cells; None where there is no list of them."""
    if not isinstance(book, dict):
        return None
    if isinstance(book.get("worksheets"), list):
        sheets = [sheet for sheet in book["worksheets"] if isinstance(sheet, dict)]
        return [cell for sheet in sheets if isinstance(sheet.get("cells"), list) for cell in sheet["cells"]]
    cells = book.get("cells")
    return cells if isinstance(cells, list) else None


def _written(cell: dict[str, Any], language: str, omissions: Omissions) -> Iterator[str]:
    kind, source = cell.get("cell_type"), _text(cell.get("source", cell.get("input"))).strip("\n")
    if kind == "heading":
        level = cell.get("level")
        yield f"{'#' * (level if isinstance(level, int) and 1 <= level <= 6 else 1)} {source}"
    elif kind in ("markdown", "raw"):
        text, pictures = _PICTURE.subn("", source)
        if pictures:
            omissions.lost("picture", count=pictures)
        if text.strip():
            yield text.strip()
    elif kind == "code":
        if source.strip():
            yield "\n".join(fenced([source], language))
        outputs = cell.get("outputs")
        yield from _outputs(outputs if isinstance(outputs, list) else [], omissions)


def _outputs(outputs: list[Any], omissions: Omissions) -> Iterator[str]:
    """Yields what a cell wrote: text between fences, each output on lines of its own; Markdown and pages as text."""
    shown = ""
    for output in map(_table, outputs):
        data = _table(output.get("data"))
        text = _text(output.get("text")) or _text(data.get("text/plain"))
        if output.get("output_type") in ("error", "pyerr"):
            text = f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"
        if _OBJECT.fullmatch(text.strip()) or not text:
            if rich := _rich(data, omissions):
                yield from _fenced_output(shown)
                shown = ""
                yield rich
                continue
            if any(kind.startswith("image/") for kind in data):
                omissions.lost("picture")
                continue
        text = _COLOUR.sub("", text)
        shown += text if text.endswith("\n") or not text else f"{text}\n"
    yield from _fenced_output(shown)


def _fenced_output(shown: str) -> Iterator[str]:
    shown = shown.strip("\n")
    if shown.strip():
        shown = shown if len(shown) <= LONGEST_OUTPUT else f"{shown[:LONGEST_OUTPUT]}…"
        yield "\n".join(fenced([shown], "output"))


def _rich(data: dict[str, Any], omissions: Omissions) -> str:
    """Returns an output that has a form for readers only: Markdown, TeX or a page."""
    text = _text(data.get("text/markdown")) or _text(data.get("text/latex"))
    text = text or read_html(_text(data.get("text/html")), omissions).text
    return text.strip()[:LONGEST_OUTPUT]


def _text(value: Any) -> str:
    """Returns a text that may be a list of lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
