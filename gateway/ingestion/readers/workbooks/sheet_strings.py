"""Texts of workbooks: runs with superscripts, subscripts and struck-out words, and letters written as `_x000D_`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn
from xml.parsers.expat import ExpatError, ParserCreate

from gateway.ingestion.readers.shared.xml_trees import BrokenXml
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NO = ("0", "false", "none", "off")
Mark = Callable[[str], str]
MARKS: Mapping[str, Mark] = {"superscript": raised, "subscript": lowered, "strike": struck}


def unescaped(text: str) -> str:
    """Returns a text with the letters that XML cannot hold, or that look like an escape, in place of their escapes."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def mark_of(name: str, value: str | None) -> str:
    """Returns the key in `MARKS` for an element of a font, such as `<vertAlign val="superscript"/>`; empty if there is
    none."""
    if name == "vertAlign":
        return value if value and value in MARKS else ""
    return "strike" if name == "strike" and (value or "1") not in _NO else ""


def parse(data: bytes, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None], text: Any) -> None:
    """Parses a part of a workbook; the functions receive the names of elements without their prefix. Raises
    `BrokenXml`."""
    names: dict[str, str] = {}

    def local(name: str) -> str:
        return names.get(name) or names.setdefault(name, name.rpartition(":")[2])

    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: start(local(name), attributes)
    parser.EndElementHandler = lambda name: end(local(name))
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except (ExpatError, LookupError, ValueError):
        raise BrokenXml from None


class TextRuns:
    """Collects the text of an `<si>`, `<is>` or `<text>` element, whose elements it is told."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._marks: list[str] = []
        self._letters: list[str] | None = None
        self._is_reading = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "t":
            self._letters = None if self._is_reading else []
        elif name == "r":
            self._marks = []
        elif name == "rPh":
            self._is_reading = True
        elif mark := mark_of(name, attributes.get("val")):
            self._marks.append(mark)

    def end(self, name: str) -> None:
        if name == "t" and self._letters is not None:
            text = unescaped("".join(self._letters))
            for mark in self._marks:
                text = MARKS[mark](text)
            self._written.append(text)
            self._letters = None
        elif name == "r":
            self._marks = []
        elif name == "rPh":
            self._is_reading = False

    def letters(self, text: str) -> None:
        if self._letters is not None:
            self._letters.append(text)

    def taken(self) -> str:
        """Returns the text so far and begins another one."""
        text = "".join(self._written)
        self._written = []
        return text


def shared_strings(data: bytes) -> list[str]:
    """Returns the texts that cells refer to by their numbers. Raises `BrokenXml`."""
    runs, found = TextRuns(), list[str]()

    def end(name: str) -> None:
        runs.end(name)
        if name == "si":
            found.append(runs.taken())

    if data.strip():
        parse(data, runs.start, end, runs.letters)
    return found


def _refuse(*declared: object) -> NoReturn:
    raise BrokenXml
