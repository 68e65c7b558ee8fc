"""The numbers that Word shows in front of paragraphs: counted as `numbering.xml` says, along the whole text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.numerals import numeral
from gateway.ingestion.readers.shared.symbols import telling_bullet
from gateway.ingestion.readers.shared.word.styles import Properties, Styles, is_on, properties_of
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local

_PLACE = re.compile(r"%([1-9])")
_PRIVATE = "\uf000"
_MOST_LEVELS, _LONGEST = 9, 100
"""Levels of a list, and characters of the pattern of a number."""
_DEEPEST = 10
"""Lists that refer to the list of a style."""


@dataclass(frozen=True, slots=True)
class ListLevel:
    """How paragraphs of one level of a list are numbered.

    text: the pattern with `%1` for the number of the first level.
    restart: the level, counted from 1, at which the numbers begin again; 0 for never.
    is_legal: whether the numbers of all levels are written in digits.
    """

    start: int = 1
    kind: str = "decimal"
    text: str = ""
    restart: int = 9
    is_legal: bool = False
    is_hidden: bool = False
    is_picture: bool = False
    suffix: str = "tab"
    style: str = ""
    font: str = ""


@dataclass(slots=True)
class _List:
    """A list of the text. `counted`: lists with the same definition continue each other's numbers."""

    levels: dict[int, ListLevel]
    starts: dict[int, int]
    counted: dict[int, int]
    begun: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class ListMarker:
    """What is in front of a paragraph; an empty text goes on with the item before it.

    is_bullet: the same sign is in front of each paragraph; `text` is a box or a tick, or empty.
    """

    text: str
    is_bullet: bool
    is_close: bool = False
    """Whether no space follows."""


class Numbering:
    """Counts the paragraphs of all lists."""

    def __init__(self, root: Element, styles: Styles) -> None:
        self._styles = styles
        self._defined = {attribute(node, "abstractNumId"): node for node in root if local(node) == "abstractNum"}
        self._nodes = {attribute(node, "numId"): node for node in root if local(node) == "num"}
        self._list = cache(self._made)
        self._counted: dict[str, dict[int, int]] = {}

    def of(self, own: Properties, of_style: Properties) -> tuple[str, int]:
        """Returns the list that a paragraph belongs to, empty for no list, and its level."""
        name = own.get("numId") or of_style.get("numId", "")
        level = own.get("ilvl") or ("" if "numId" in own else of_style.get("ilvl", ""))
        found = self._list(name)
        if found is None:
            return "", 0
        if level:
            return name, _number(level, 0)
        by_style = {level.style: depth for depth, level in found.levels.items() if level.style}
        return name, next((by_style[style] for style in of_style.get("styles", "").split("\n") if style in by_style), 0)

    def next(self, name: str, depth: int) -> ListMarker | None:
        """Counts a paragraph of a list and returns what is in front of it; None for a list that does not exist."""
        found = self._list(name)
        level = found.levels.get(depth) if found else None
        if found is None or level is None:
            return None
        counted = found.counted
        if depth in found.starts and depth not in found.begun:
            counted[depth] = found.starts[depth]
        else:
            counted[depth] = counted[depth] + 1 if depth in counted else level.start
        found.begun.add(depth)
        for deeper in [other for other in counted if other > depth]:
            if depth < found.levels.get(deeper, ListLevel()).restart:
                del counted[deeper]
        if level.is_hidden:
            return None
        if level.kind == "bullet" and (level.text.strip() or level.is_picture):
            return ListMarker(telling_bullet(level.font, level.text), is_bullet=True)
        written = _PLACE.sub(lambda match: self._number(found, int(match[1]) - 1, level), level.text)
        return ListMarker(" ".join(written.split()), is_bullet=False, is_close=level.suffix == "nothing")

    def _number(self, found: _List, depth: int, shown: ListLevel) -> str:
        level = found.levels.get(depth, ListLevel())
        kind = "decimal" if shown.is_legal and level.kind not in ("decimalZero", "none") else level.kind
        return numeral(found.counted.get(depth, level.start), kind)

    def _made(self, name: str) -> _List | None:
        node = self._nodes.get(name)
        if node is None:
            return None
        key = self._definition(node)
        levels = _levels(self._defined.get(key))
        starts: dict[int, int] = {}
        for override in (part for part in node if local(part) == "lvlOverride"):
            depth = _number(attribute(override, "ilvl"), 0)
            levels |= _levels(override)
            start = child(override, "startOverride")
            if start is not None:
                starts[depth] = _number(attribute(start, "val"), 1)
        return _List(levels, starts, self._counted.setdefault(key, {}))

    def _definition(self, node: Element) -> str:
        """Returns the id of the definition of a list; one that names a style of lists has the definition of that."""
        key = ""
        for _ in range(_DEEPEST):
            key = attribute(child(node, "abstractNumId"), "val")
            link = child(self._defined.get(key), "numStyleLink")
            linked = "" if link is None else self._styles.paragraph(attribute(link, "val")).get("numId", "")
            if linked not in self._nodes:
                break
            node = self._nodes[linked]
        return key


def _levels(node: Element | None) -> dict[int, ListLevel]:
    return {
        _number(attribute(part, "ilvl"), 0): _level(part)
        for part in (() if node is None else node)
        if local(part) == "lvl" and _number(attribute(part, "ilvl"), _MOST_LEVELS) < _MOST_LEVELS
    }


def _level(node: Element) -> ListLevel:
    values: dict[str, str] = {}
    for part in node.iter():  # a format of Word 2010 is wrapped in a choice, before the one for older programs
        values.setdefault(local(part), attribute(part, "format").partition(",")[0] or attribute(part, "val"))
    kind = values.get("numFmt", "decimal")
    properties = properties_of(child(node, "rPr"))
    return ListLevel(
        start=_number(values.get("start", ""), 1),
        kind="bullet" if "lvlPicBulletId" in values else kind,
        is_picture="lvlPicBulletId" in values,
        text=values.get("lvlText", "•" if kind == "bullet" else "")[:_LONGEST],
        restart=_number(values.get("lvlRestart", ""), 9),
        is_legal="isLgl" in values and values["isLgl"] not in ("0", "false", "off"),
        is_hidden=is_on(properties.get("vanish", "")),
        suffix=values.get("suff", "tab"),
        style=values.get("pStyle", ""),
        font=properties.get("font", ""),
    )


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default
