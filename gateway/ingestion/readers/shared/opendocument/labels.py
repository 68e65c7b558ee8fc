"""Numbers of lists and headings of OpenDocument, as the program shows them."""

from __future__ import annotations

import re
from functools import cache
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import BULLET
from gateway.ingestion.readers.shared.numerals import numeral
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles
from gateway.ingestion.readers.shared.xml_trees import attribute, local, whole_number
from gateway.knowledge.formats.html_parts.list_markers import counted

_DEEPEST = 10
_KINDS = {
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
    **{numeral(1, kind): kind for kind in ("decimalEnclosedCircle", "chineseCounting", "russianLower", "russianUpper")},
}
"""Kinds of numbers by what OpenDocument calls them: their first ones."""
_PLACE = re.compile(r"%(\d{1,2})%")


ListCounts = list[int]
"""The counters of one list, by level from 1."""


class Labels:
    """Counts the items of all lists of a text."""

    def __init__(self, styles: DocumentStyles) -> None:
        self._styles = styles
        self._by_style: dict[str, ListCounts] = {}
        self._by_id: dict[str, ListCounts] = {}
        self._level = cache(self._found)
        self._outline = [0] * (_DEEPEST + 1)

    def begun(self, node: Element, style: str, *, joins: bool = False) -> ListCounts:
        """Returns the counters of a list that begins: new ones, or those of the list that it continues."""
        counts = self._by_id.get(attribute(node, "continue-list"))
        if counts is None and (joins or attribute(node, "continue-numbering") == "true"):
            counts = self._by_style.get(style)
        counts = counts or [0] * (_DEEPEST + 1)
        self._by_style[style] = counts
        if name := attribute(node, "id"):
            self._by_id[name] = counts
        return counts

    def item(self, counts: ListCounts, style: str, level: int, item: Element) -> str:
        """Counts an item and returns its label: a number, `-` for a bullet, or nothing."""
        level = min(level, _DEEPEST)
        found = self._level(style, level)
        if found is None or not local(found).endswith(("style-number", "level-style")):
            return BULLET
        following = counts[level] + 1 if counts[level] else whole_number(found, "start-value")
        counts[level] = whole_number(item, "start-value", following)
        counts[level + 1 :] = [0] * (_DEEPEST - level)
        return self._written(style, level, found, counts)

    def heading(self, node: Element, level: int) -> str:
        """Counts a heading and returns its number; empty without one."""
        if self._level("Outline", level) is None:
            return ""
        label = self.item(self._outline, "Outline", level, node)
        return "" if label == BULLET else label

    def _found(self, style: str, level: int) -> Element | None:
        nodes = self._styles.lists.get(style)
        return (
            next((node for node in nodes if attribute(node, "level") == str(level)), None)
            if nodes is not None
            else None
        )

    def _written(self, style: str, level: int, found: Element, counts: ListCounts) -> str:
        def number(at: int) -> str:
            node = self._level(style, at)
            if node is None or not attribute(node, "num-format"):
                return ""
            return _number(counts[at] or whole_number(node, "start-value"), node)

        pattern = attribute(found, "num-list-format")
        if pattern:
            label = _PLACE.sub(lambda match: number(min(int(match[1]), _DEEPEST)), pattern)
            return label.strip() if attribute(found, "num-format") or not _PLACE.search(pattern) else ""
        shown = min(whole_number(found, "display-levels"), level)
        numbers = [number(at) for at in range(level - shown + 1, level + 1)] if attribute(found, "num-format") else []
        inner = ".".join(filter(None, numbers))
        return f"{attribute(found, 'num-prefix')}{inner}{attribute(found, 'num-suffix')}".strip()


def _number(number: int, level: Element) -> str:
    form = attribute(level, "num-format")
    if form in ("a", "A") and attribute(level, "num-letter-sync") != "true":
        return counted(number, "upper-alpha" if form == "A" else "lower-alpha")
    if form[:1] == "0":
        return f"{number:0{form.partition(',')[0].count('0') + 1}}"
    return numeral(number, _KINDS.get(form.partition(",")[0], "decimal"))
