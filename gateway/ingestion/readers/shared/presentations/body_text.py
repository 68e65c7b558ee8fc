"""Text of a shape of PowerPoint: paragraphs with their numbers and boxes, runs with their look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import BULLET, HtmlBlocks
from gateway.ingestion.readers.shared.numerals import numeral
from gateway.ingestion.readers.shared.presentations.slide_shapes import Theme, chosen
from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html, shift_of
from gateway.ingestion.readers.shared.symbols import shown_in, telling_bullet
from gateway.ingestion.readers.shared.word.office_math import linear
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local, whole_number
from gateway.knowledge.documents.omissions import Omissions

_KIND = re.compile(r"(alpha|roman|arabic|circleNum|ea1Ch|ea1Jpn|)(Lc|Uc|)\w*?(ParenBoth|ParenR|Period|Minus|Plain|)")
_NUMERALS = {
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
    "circleNum": "decimalEnclosedCircle",
    "ea1Ch": "chineseCounting",
    "ea1Jpn": "japaneseCounting",
}
_DEEPEST = 8


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
        blocks = HtmlBlocks()
        for level, bullet, number, html in found:
            marker = number or _marker(bullet, has_points=has_points)
            written = f"{bullet.sign} {html}" if bullet and bullet.sign else html
            if marker:
                blocks.item(level, marker, written)
            else:
                blocks.add(f"<p>{written}</p>")
        return blocks.html()

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
            properties = child(node, "pPr")
            level = min(whole_number(properties, "lvl", 0), _DEEPEST)
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
                look = child(node, "rPr")
                text = "".join(part.text or "" for part in node if local(part) == "t")
                shift = shift_of(attribute(look, "baseline"))
                is_white = not shaded and self._theme.is_white(look)
                struck = attribute(look, "strike") in ("sngStrike", "dblStrike")
                yield StyledRun(_lettered(text, look), shift, struck, "white_text" if is_white else "")
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


def _bullet(properties: Element | None, own: Sequence[Element], styles: Sequence[Element], level: int) -> Bullet | None:
    """Returns the bullet that a paragraph states, else that of its level in the nearest list style."""
    levels = [child(style, f"lvl{level + 1}pPr") for style in (*own, *styles)]
    for at, stated in enumerate([properties, *levels]):
        if found := _stated(stated, is_own=at <= len(own)):
            return found
    return None


def _stated(properties: Element | None, *, is_own: bool) -> Bullet | None:
    font = attribute(child(properties, "buFont"), "typeface")
    for node in () if properties is None else properties:
        name, sign = local(node), attribute(node, "char")
        if name == "buNone":
            return Bullet("none", is_own=is_own)
        if name == "buAutoNum":
            return Bullet(attribute(node, "type"), whole_number(node, "startAt"), is_own=is_own)
        if name in ("buChar", "buBlip"):
            return Bullet("sign", sign=telling_bullet(font, sign) if is_own else "", is_own=is_own)
    return None


def _lettered(text: str, look: Element | None) -> str:
    """Returns text as its font shows it, if it is a font of signs."""
    text = shown_in(attribute(child(look, "latin"), "typeface"), text)
    font = attribute(child(look, "sym"), "typeface")
    return "".join(sign if sign.isascii() else shown_in(font, sign) for sign in text) if font else text
