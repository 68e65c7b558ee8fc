"""Text of a shape of PowerPoint: paragraphs with their numbers and boxes, runs with their look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.marked_lists import BULLET, MarkedItem, as_lists
from gateway.ingestion.readers.shared.numerals import numeral
from gateway.ingestion.readers.shared.presentations.slide_shapes import chosen
from gateway.ingestion.readers.shared.presentations.themes import Theme
from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html
from gateway.ingestion.readers.shared.word.office_math import linear
from gateway.ingestion.readers.shared.word.symbols import shown_in
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import box

_KIND = re.compile(
    r"(alpha|roman|arabicDb|arabic|circleNum|ea1Ch|ea1Jpn|hebrew2|thaiNum|hindiNum|thaiAlpha|)(Lc|Uc|)\w*?"
    r"(ParenBoth|ParenR|Period|Minus|Plain|)"
)
_NUMERALS = {
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
    "arabicDb": "decimalFullWidth",
    "circleNum": "decimalEnclosedCircle",
    "ea1Ch": "chineseCounting",
    "ea1Jpn": "japaneseCounting",
    "hebrew2": "hebrew1",
    "thaiNum": "thaiNumbers",
    "thaiAlpha": "thaiLetters",
    "hindiNum": "hindiNumbers",
}
_DEEPEST, _MOST = 8, 32767
_BOXES = {
    "☐": box(False),
    "□": box(False),
    "☑": box(True),
    "☒": box(True),
    "✓": "✓",
    "✔": "✓",
    "✗": "✗",
    "✘": "✗",
    box(True): box(True),
    box(False): box(False),
}
"""Signs in front of an item that are part of what it says."""


class Bullet(NamedTuple):
    """What is in front of a paragraph. `kind`: `none`, `sign`, or the type of its numbers; `sign`: a box or a tick;
    `is_own`: whether the shape states it, and not its layout."""

    kind: str
    first: int = 1
    sign: str = ""
    is_own: bool = True


class BodyText:
    """Writes the text of shapes as HTML.

    styles: the list styles that apply to a shape after its own, from the layout and the master.
    shaded: whether something that is not white may be behind the text.
    """

    def __init__(self, omissions: Omissions, theme: Theme) -> None:
        self._omissions, self._theme = omissions, theme

    def blocks(self, shape: Element, styles: Sequence[Element], *, is_list: bool, shaded: bool) -> str:
        """Returns the paragraphs of a shape; several ones in a place for points are a list."""
        found = list(self._paragraphs(shape, styles, shaded=shaded))
        has_points = is_list and len(found) > 1
        parts: list[str] = []
        items: list[MarkedItem] = []
        for level, bullet, number, html in found:
            marker = number or _marker(bullet, has_points=has_points)
            sign = f"{bullet.sign} " if bullet and bullet.sign else ""
            if marker:
                items.append(MarkedItem(level, marker, sign + html))
                continue
            parts += [as_lists(items), f"<p>{sign}{html}</p>"]
            items = []
        return "".join([*parts, as_lists(items)])

    def lines(self, shape: Element, *, shaded: bool) -> list[str]:
        """Returns the paragraphs as lines of inline HTML, numbers included."""
        found = self._paragraphs(shape, (), shaded=shaded)
        return [f"{number} {html}" if number else html for _, _, number, html in found]

    def _paragraphs(
        self, shape: Element, styles: Sequence[Element], *, shaded: bool
    ) -> Iterator[tuple[int, Bullet | None, str, str]]:
        """Yields level, bullet, number and inline HTML of each paragraph with text."""
        own = [node for part in shape for node in part if local(node) == "lstStyle"]
        counts: dict[int, tuple[Bullet, int]] = {}
        for node in shape.iter():
            if local(node) != "p" or "drawingml" not in node.tag:
                continue
            html = as_html(self._runs(node, shaded=shaded), self._omissions).strip()
            if not html.replace("<br>", "").strip():
                continue
            properties = next((part for part in node if local(part) == "pPr"), Element(""))
            stated = attribute(properties, "lvl")
            level = min(int(stated), _DEEPEST) if stated.isdecimal() else 0
            bullet = _bullet(properties, own, styles, level)
            counts = {at: known for at, known in counts.items() if at <= level}
            number = ""
            if bullet is None or bullet.kind in ("none", "sign"):
                counts.pop(level, None)
            else:
                before, at = counts.get(level, (bullet, bullet.first - 1))
                at = at + 1 if before == bullet else bullet.first
                counts[level] = bullet, at
                number = numbered(at, bullet.kind)
            yield level, bullet, number, html

    def _runs(self, paragraph: Element, *, shaded: bool) -> Iterator[StyledRun]:
        for node in paragraph:
            name = local(node)
            if name in ("r", "fld"):
                look = next((part for part in node if local(part) == "rPr"), Element(""))
                text = "".join(part.text or "" for part in node if local(part) == "t")
                shift = attribute(look, "baseline")
                digits = shift.lstrip("-").removesuffix("%")
                moved = 0 if not digits.isdecimal() or not int(digits[:9]) else -1 if shift.startswith("-") else 1
                is_white = not shaded and self._theme.is_white(look)
                struck = attribute(look, "strike") in ("sngStrike", "dblStrike")
                yield StyledRun(_lettered(text, look), moved, struck, "white_text" if is_white else "")
            elif name == "br":
                yield StyledRun("\n")
            elif name == "AlternateContent":
                yield from self._runs(chosen(node), shaded=shaded)
            elif name == "m":
                yield StyledRun(linear(node).strip())


def numbered(number: int, kind: str) -> str:
    """Returns a number as a type of PowerPoint writes it: `alphaLcParenR` is `b)`."""
    match = _KIND.fullmatch(kind)
    form, case, ending = match.groups() if match else ("arabic", "", "Period")
    written = numeral(number, _NUMERALS.get(form + case, "decimal"))
    if ending == "ParenBoth":
        return f"({written})"
    signs = {"ParenR": ")", "Minus": "-", "Plain": ""}
    return written + ("" if form == "circleNum" else signs.get(ending, "."))


def _marker(bullet: Bullet | None, *, has_points: bool) -> str:
    if bullet is not None and (bullet.is_own or bullet.kind == "none"):
        return "" if bullet.kind == "none" else BULLET
    return BULLET if has_points else ""


def _bullet(properties: Element, own: Sequence[Element], styles: Sequence[Element], level: int) -> Bullet | None:
    """Returns the bullet that a paragraph states, else that of its level in the nearest list style."""
    if found := _stated(properties, is_own=True):
        return found
    for at, style in enumerate([*own, *styles]):
        for part in style:
            if local(part) == f"lvl{level + 1}pPr" and (found := _stated(part, is_own=at < len(own))):
                return found
    return None


def _stated(properties: Element, *, is_own: bool) -> Bullet | None:
    font = next((attribute(node, "typeface") for node in properties if local(node) == "buFont"), "")
    for node in properties:
        name = local(node)
        if name == "buNone":
            return Bullet("none", is_own=is_own)
        if name == "buAutoNum":
            first = attribute(node, "startAt")
            return Bullet(
                attribute(node, "type"), min(int(first[:6]), _MOST) if first.isdecimal() else 1, is_own=is_own
            )
        if name in ("buChar", "buBlip"):
            sign = attribute(node, "char")
            return Bullet("sign", sign=_BOXES.get(shown_in(font, sign), "") if is_own else "", is_own=is_own)
    return None


def _lettered(text: str, look: Element) -> str:
    """Returns text as its font shows it, if it is a font of signs."""
    for part in look:
        if local(part) == "latin":
            text = shown_in(attribute(part, "typeface"), text)
        elif local(part) == "sym":
            font = attribute(part, "typeface")
            text = "".join(sign if sign.isascii() else shown_in(font, sign) for sign in text)
    return text
