"""Texts of workbooks: runs with superscripts, subscripts and struck-out words, and letters written as `_x000D_`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import child, local
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NO = ("0", "false", "none", "off")
Mark = Callable[[str], str]
_MARKS: Mapping[str, Mark] = {"superscript": raised, "subscript": lowered}


def unescaped(text: str) -> str:
    """Returns a text with the letters that XML cannot hold, or that look like an escape, in place of their escapes."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def marks_of(font: Element | None) -> list[Mark]:
    """Returns the marks of text with a font, such as the one of `<vertAlign val="superscript"/>`."""
    found = []
    for part in () if font is None else font:
        value = part.get("val", "")
        if local(part) == "vertAlign" and value in _MARKS:
            found.append(_MARKS[value])
        elif local(part) == "strike" and value not in _NO:
            found.append(struck)
    return found


def marked(text: str, marks: Iterable[Mark]) -> str:
    for mark in marks:
        text = mark(text)
    return text


def text_of(node: Element | None) -> str:
    """Returns the text of an `<si>`, `<is>`, `<text>` or `<r>` element, without how it is pronounced."""
    written = ""
    for part in () if node is None else node:
        if local(part) == "t":
            written += unescaped(part.text or "")
        elif local(part) == "r":
            written += marked(text_of(part), marks_of(child(part, "rPr")))
    return written
