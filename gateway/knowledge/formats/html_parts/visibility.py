"""Does a reader of the page see this text, at once or by a control of the page?

Text for screen readers (`visually-hidden`, `sr-only`) counts as seen: its readers hear it, and it often names an icon.
Text that is invisible because an animation has not begun counts as seen, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from gateway.knowledge.formats.html_parts.controls import OPENS, Controls, beside, is_control
from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes, Style

HEARD = re.compile(
    r"visually-?hidden|hidden-visually|(?<![a-z])sr-only|screen-?reader|screen-only|off-?screen|a11y", re.IGNORECASE
)
_ANIMATED = re.compile(r"(?<![a-z])(?:fade|reveal|animat|aos|wow)", re.IGNORECASE)
_MOVES = ("transform", "transition", "animation", "animation-name")
_NOTE = re.compile(r"(?:foot|end|rear)note")
_LENGTH = re.compile(r"(-?\d*\.?\d++)\s*(px|pt|em|rem|vw|vh|%)?")
_FAR = {"p": 500.0, "e": 50.0, "r": 50.0, "v": 100.0}
"""Lengths by which text is moved off the page, by the first letter of their unit."""
_CLIPPED = re.compile(r"rect\((?:0,++0,++0,++0|1,++1,++1,++1),*+\)")
_TINY_PX = 0.67
"""Letters of a smaller height cannot be read: half a point."""
_COLOURS = {
    "white": "ffffff",
    "black": "000000",
    "red": "ff0000",
    "transparent": "-",
    "silver": "c0c0c0",
    "gray": "808080",
    "grey": "808080",
    "yellow": "ffff00",
    "blue": "0000ff",
    "green": "008000",
}
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]{1,6}%?))?\s*\)")
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})")
_COLOUR_OF = re.compile(r"color\s{0,9}:\s{0,9}([^;\"'}<>]{1,80})")
_BACKGROUND_OF = re.compile(r"background\s{0,9}:\s{0,9}([^;\"'}<>]{1,80})")
_MOST_COLOURS = 300
"""Of a page whose similar colours are compared, too."""
_CLOSE = 9
"""Steps of 255 by which two colours may differ in red, green and blue and look the same."""


def opens(node: LexborNode, attributes: Attributes, controls: Controls) -> bool:
    """Tells whether a control of the page shows a hidden element."""
    if attributes.get("hidden") == "until-found" or attributes.get("role") == "tabpanel" or node.tag == "details":
        return True
    if controls.refer_to(attributes) or OPENS.search(attributes.get("class") or ""):
        return True
    if _NOTE.search(f"{attributes.get('epub:type') or ''} {attributes.get('role') or ''}"):
        return True  # a mark in another file of the book may show it
    before = beside(node, "prev")
    return before is not None and (controls.has_box(before) if before.tag == "label" else is_control(before))


def hides(style: Style, attributes: Attributes) -> str:
    """Returns the kind of omission if an element with all its parts is hidden; else an empty text."""
    names = attributes.get("class") or ""
    kind = "preheader" if "preheader" in names.lower() else "hidden_text"
    if "hidden" in attributes or style.get("display") == "none" or style.get("mso-hide") == "all":
        return kind
    if not style or HEARD.search(names):
        return ""
    is_animated = any(name in style for name in _MOVES) or _ANIMATED.search(names) or "data-w-id" in attributes
    if _is_zero(style.get("opacity")) and not is_animated:
        return "hidden_text"
    is_cut = "hidden" in (style.get("overflow"), style.get("overflow-y")) and "transition" not in style
    if is_cut and (_is_zero(style.get("max-height")) or _is_zero(style.get("height"))):
        return kind
    is_placed = style.get("position") in ("absolute", "fixed", "relative")
    if _far(style, "text-indent") or (is_placed and (_far(style, "left") or _far(style, "top"))):
        return "off_page_text"
    clip = style.get("clip", "").replace(" ", ",").replace("px", "")
    is_clipped = _CLIPPED.fullmatch(clip) or "inset(50%" in style.get("clip-path", "")
    return "hidden_text" if is_clipped and style.get("position") in ("absolute", "fixed") else ""


@dataclass(slots=True)
class Ink:
    """How letters are written at a place of the page. Each element has it of its parent, except for what it declares.

    hidden: the kind of omission, if the letters cannot be seen.
    left_out: whether the reader leaves them out; empty until the first letter. Elements inside have the same list.
    background: red, green and blue in hexadecimal digits; empty if unknown.
    """

    visibility: str = ""
    is_tiny: bool = False
    colour: str = "000000"
    background: str = ""
    hidden: str = ""
    left_out: list[bool] = field(default_factory=list)

    def changed(self, style: Style, attributes: Attributes, tag: str) -> Ink:
        """Returns the ink of an element in an element with this ink."""
        visibility = style.get("visibility", self.visibility)
        size = style.get("font-size", "")
        colour = _colour(style.get("color") or (attributes.get("color") or "" if tag == "font" else "")) or self.colour
        background = self.background
        if declared := style.get("background-color") or style.get("background") or attributes.get("bgcolor"):
            found = _colour(declared)
            background = background if found == "-" else found
        if style.get("background-image", "none") != "none" or "clip" in style.get("background-clip", ""):
            background = ""
        is_tiny = _is_tiny(size) if size and not size.endswith(("em", "%")) else self.is_tiny or _is_zero(size)
        hidden = _hidden(visibility, is_tiny, colour, background)
        is_painted = "text" in (style.get("background-clip"), style.get("-webkit-background-clip"))
        hidden = "" if is_painted and hidden == "invisible_text" else hidden
        left_out = self.left_out if hidden == self.hidden else []
        return Ink(visibility, is_tiny, colour, background, hidden, left_out)


def _hidden(visibility: str, is_tiny: bool, colour: str, background: str) -> str:
    if visibility in ("hidden", "collapse"):
        return "hidden_text"
    if is_tiny:
        return "tiny_text"
    if colour == "-":
        return "invisible_text"
    return "white_text" if background and _looks_same(colour, background) else ""


def may_clash(source: str, background: str) -> bool:
    """Tells whether letters of a page may have the colour of their background. `source`: what it declares, in small
    letters."""
    letters, backgrounds = {"000000"}, {background}
    values = {(source[match.start() - 1] == "-", match[1]) for match in _COLOUR_OF.finditer(source)}
    values.update((True, value) for value in _BACKGROUND_OF.findall(source))
    for is_background, value in values:
        (backgrounds if is_background else letters).add(_colour(value))
    letters.discard("")
    backgrounds.discard("")
    if "-" in letters or letters & backgrounds:
        return True
    return len(values) <= _MOST_COLOURS and any(
        _looks_same(colour, other) for colour in letters for other in backgrounds - {"-"}
    )


def _looks_same(colour: str, other: str) -> bool:
    return colour == other or all(
        abs(int(colour[at : at + 2], 16) - int(other[at : at + 2], 16)) <= _CLOSE for at in (0, 2, 4)
    )


def _colour(value: str) -> str:
    """Returns six hexadecimal digits, `-` for no colour, and an empty text for a colour that we do not know."""
    value = value.strip().lower()
    if value in _COLOURS:
        return _COLOURS[value]
    if match := _HEX.fullmatch(value):
        return match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
    if match := _RGB.match(value):
        if match[4] and _is_zero(match[4]):
            return "-"
        return "".join(f"{min(255, int(part)):02x}" for part in match.group(1, 2, 3))
    return next((_COLOURS[word] for word in value.split() if word in _COLOURS), "") if "url" not in value else ""


def _is_zero(value: str | None) -> bool:
    if not value:
        return False
    match = _LENGTH.match(value)
    return match is not None and float(match[1]) == 0


def _is_tiny(size: str) -> bool:
    """Tells whether letters are less than half a point high."""
    match = _LENGTH.match(size)
    return match is not None and float(match[1]) * (1 if match[2] == "px" else 4 / 3) < _TINY_PX


def _far(style: Style, name: str) -> bool:
    match = _LENGTH.match(style.get(name, ""))
    return match is not None and float(match[1]) <= -_FAR.get((match[2] or "")[:1], 1e9)
