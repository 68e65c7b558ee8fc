"""The numbers in front of the items of a list, as a browser shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase

from gateway.words.languages.tables import listed

Attributes = Mapping[str, str | None]

_STYLE_OF_TYPE = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_STYLE_OF_CLASS = {
    f"{case}{name}": f"{case}-{name}" for case in ("lower", "upper") for name in ("alpha", "roman", "greek")
}
"""Classes that Sphinx and Asciidoctor give to lists."""
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_GREEK = "".join(map(chr, [*range(0x3B1, 0x3C2), *range(0x3C3, 0x3CA)]))
_HIGHEST_ROMAN = 3999
_BULLETS = listed("disc circle square none disclosure-open disclosure-closed")
_WHOLE_NUMBER = re.compile(r"\s*([+-]?\d{1,9})")
_OF_MARKDOWN = re.compile(r"(?:\d{1,9}[.)]|-) ")


class ListMarkers:
    """Counts the items of one list.

    style: the `list-style-type` of its CSS, if any.
    items: the number of its items, from which a reversed list counts down.
    """

    def __init__(self, tag: str, attributes: Attributes, style: str, items: int) -> None:
        named = (_STYLE_OF_CLASS[name] for name in (attributes.get("class") or "").split() if name in _STYLE_OF_CLASS)
        usual = next(named, "decimal" if tag == "ol" else "disc")
        self._style = style or _STYLE_OF_TYPE.get(attributes.get("type") or "", usual)
        self._step = -1 if "reversed" in attributes and tag == "ol" else 1
        start = whole_number(attributes.get("start")) if tag == "ol" else None
        self._next = start if start is not None else items if self._step < 0 else 1

    def marker(self, attributes: Attributes, style: str = "") -> str:
        """Returns what stands in front of the next item, with a space; empty if the item has no marker."""
        value = whole_number(attributes.get("value"))
        number = self._next if value is None else value
        self._next = number + self._step
        given = attributes.get("data-marker")
        if given is not None:
            return written(given)
        style = style or _STYLE_OF_TYPE.get(attributes.get("type") or "", "") or self._style
        return "- " if style in _BULLETS else f"{counted(number, style)}. "


def written(marker: str) -> str:
    """Returns a marker that a reader has computed; a bullet of any form is the one of Markdown."""
    marker = " ".join(marker.split())
    if not marker:
        return ""
    return f"{marker} " if any(map(str.isalnum, marker)) else "- "


def is_of_markdown(marker: str) -> bool:
    """Tells whether Markdown knows a marker, so that what follows it is indented."""
    return _OF_MARKDOWN.fullmatch(marker) is not None


def counted(number: int, style: str) -> str:
    """Returns a number in a counter style of CSS; in digits if the style is unknown or has no such number."""
    style = style.lower()
    if style == "decimal-leading-zero":
        return f"{number:03d}" if number < 0 else f"{number:02d}"
    letters = ""
    if style.endswith(("-alpha", "-latin")):
        letters = _letters(number, ascii_lowercase)
    elif style.endswith("-roman") and 0 < number <= _HIGHEST_ROMAN:
        letters = roman(number)
    elif style == "lower-greek":
        letters = _letters(number, _GREEK)
    return (letters.upper() if style.startswith("upper") else letters) or str(number)


def whole_number(value: str | None) -> int | None:
    """Returns the number that an attribute begins with; None without one."""
    match = _WHOLE_NUMBER.match(value or "")
    return int(match[1]) if match else None


def _letters(number: int, alphabet: str) -> str:
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, len(alphabet))
        letters = alphabet[rest] + letters
    return letters


def roman(number: int) -> str:
    """Returns a number in small Roman letters."""
    letters = ""
    for value, letter in _ROMAN:
        count, number = divmod(number, value)
        letters += letter * count
    return letters
