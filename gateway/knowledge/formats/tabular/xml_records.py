"""XML as records: repeated elements with fields inside, such as exports and feeds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn
from xml.parsers.expat import ExpatError, ParserCreate

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import StatedOrigin, instant, origin, stated_date
from gateway.knowledge.formats.tabular.records import LONGEST, records_content

_DEEPEST = 50
_FEEDS = ("rss", "feed", "RDF", "urlset")
"""Roots of feeds, which may have a single entry."""
_ENTRIES = ("item", "entry", "url")
_DATES, _AUTHORS = (
    ("updated", "lastBuildDate", "pubDate", "published", "date", "lastmod"),
    ("author", "creator", "managingEditor"),
)
_SETTINGS = re.compile(
    r"project|config(?:uration)?|settings|beans|web-app|manifest|schema|stylesheet|transform|definitions|resources|build"
    r"|plist|packages|module|component|assembly|persistence|server|context|mapper|ruleset|databasechangelog"
    r"|hibernate-mapping|faces-config|ivy-module|suppressions|log4j|workbook|worksheet|html|svg|book|article|tei|topic",
    re.IGNORECASE,
)
"""Roots of settings, programs and texts."""
_MOST_MIXED = 0.02
"""Share of elements with text beside elements, from which on a file is a text."""


class _NotRecords(Exception):
    """The XML is broken, too deep, or declares entities."""


class _Element:
    """An element while it is read."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.fields: dict[str, list[Any]] = {
            _local(key): [value] for key, value in attributes.items() if key != "xmlns" and not key.startswith("xmlns:")
        }
        self.letters: list[str] = []
        self.has_elements = False


def xml_records(source: str) -> Content | None:
    """Returns the records of an XML text; None if it has none, such as a file of settings or a text."""
    if len(source) > LONGEST:
        return None
    reader = _Reader()
    try:
        reader.read(source)
    except _NotRecords:
        return None
    if reader.root is None or reader.mixed > _MOST_MIXED * reader.count:
        return None
    content = records_content(reader.listed(), len(source), fewest=1 if reader.is_feed else 2)
    return replace(content, origin=_origin(reader.root)) if content and reader.is_feed else content


def read_feed(source: str, omissions: Omissions) -> Content:
    """Returns the entries of a feed; the text itself if it has none."""
    return xml_records(source) or Content(None, source)


def _origin(root: Mapping[str, Any]) -> StatedOrigin:
    """Returns what a feed states about itself, else the newest date of its entries."""
    channel = root.get("channel")
    head = channel if isinstance(channel, dict) else root
    dates = [value for name in _DATES for value in _each(head.get(name))]
    entries = (entry for part in (head, root) for name in _ENTRIES for entry in _each(part.get(name)))
    of_entries = (entry.get(name) for entry in entries if isinstance(entry, dict) for name in _DATES)
    newest = max(filter(None, map(stated_date, of_entries)), key=instant, default="")
    return origin("feed", [*dates, newest], next((head[name] for name in _AUTHORS if name in head), ""))


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class _Reader:
    """Turns XML into objects and lists. `mixed`: elements with text beside elements."""

    def __init__(self) -> None:
        self.root: dict[str, Any] | None = None
        self.is_feed = False
        self._name = ""
        self.mixed = self.count = 0
        self._open: list[_Element] = []
        self._repeated: set[tuple[str, str]] = set()
        """Names of elements that are several in one element of a name."""

    def read(self, source: str) -> None:
        """Raises `_NotRecords`."""
        parser = ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = _refuse
        try:
            parser.Parse(source.encode("utf-8", "replace"), True)
        except (ExpatError, ValueError):
            raise _NotRecords from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        element = _Element(_local(name), attributes)
        self.count += 1
        if not self._open:
            self.is_feed = element.name in _FEEDS
        is_settings = not self._open and (_SETTINGS.fullmatch(element.name) or _namespace(name, attributes))
        if is_settings or len(self._open) > _DEEPEST:
            raise _NotRecords
        if self._open:
            self._open[-1].has_elements = True
        self._open.append(element)

    def _text(self, text: str) -> None:
        self._open[-1].letters.append(text)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        text = "".join(element.letters).strip()
        self.mixed += bool(text) and element.has_elements
        fields: dict[str, Any] = {}
        for key, values in element.fields.items():
            fields[key] = values if len(values) > 1 else values[0]
            if len(values) > 1 or (self.is_feed and key in _ENTRIES):
                self._repeated.add((element.name, key))
        value: Any = fields | ({"": text} if text else {}) if fields else text
        if self._open:
            self._open[-1].fields.setdefault(element.name, []).append(value)
        else:
            self.root, self._name = fields, element.name

    def listed(self) -> Any:
        """Returns the root; an element that is repeated in one place is a list in all of them."""
        return self._listed(self.root, self._name)

    def _listed(self, value: Any, name: str) -> Any:
        if isinstance(value, list):
            return [self._listed(each, name) for each in value]
        if not isinstance(value, dict):
            return value
        found = {key: self._listed(inner, key) for key, inner in value.items()}
        return {
            key: [inner] if (name, key) in self._repeated and not isinstance(inner, list) else inner
            for key, inner in found.items()
        }


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _namespace(name: str, attributes: dict[str, str]) -> bool:
    """Tells whether the namespace of the root is that of a program's settings, or of a schema."""
    prefix = name.rpartition(":")[0]
    used = attributes.get(f"xmlns:{prefix}" if prefix else "xmlns", "").lower()
    return any(word in used for word in ("schema", "maven", "spring", "android", "wsdl", "xsl", "docbook", "xhtml"))


def _refuse(*declared: object) -> NoReturn:
    raise _NotRecords
