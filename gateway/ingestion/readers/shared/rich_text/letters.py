"""Letters of RTF: the code page of each font, and the signs of fonts that have no letters."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from itertools import islice

from gateway.ingestion.readers.shared.symbols import shown_in

_HEAD = 4096
"""Bytes in which the code page is said."""
_ENCODINGS = {b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
_MAC_PAGES = {10000: "mac_roman", 10006: "mac_greek", 10007: "mac_cyrillic", 10029: "mac_latin2"}
_CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_FONT = re.compile(
    rb"\\f(\d{1,9})\s?(?=\\f(?:nil|roman|swiss|modern|script|decor|tech|bidi|charset))((?:[^;{}]|\{[^{}]{0,1000}\}){0,1000}+)"
)
"""An entry of the table of fonts: its number, and what it states before its semicolon."""
_PAGE, _CHARSET = re.compile(rb"\\cpg(\d{1,5})"), re.compile(rb"\\fcharset(\d{1,5})")
_NO_NAME = re.compile(rb"\{[^{}]*+\}|\\[a-z]++-?\d*+ ?")
_MOST_FONTS = 5000
_SYMBOL_CHARSET = 2
_SYMBOL = "font:"
"""In front of the name of a font whose letters are signs, in the place of an encoding."""


def encoding_of(data: bytes) -> str:
    """Returns the code page that the head of a file names, for text whose font names none."""
    head = data[:_HEAD]
    page = re.search(rb"\\ansicpg(\d{1,5})", head)
    if page and (encoding := page_encoding(int(page[1]))):
        return encoding
    older = re.search(rb"\\(mac|pca?)\b", head)
    return _ENCODINGS[older[1]] if older else "cp1252"


@lru_cache(maxsize=256)
def page_encoding(page: int) -> str | None:
    """Returns the name of a code page; None for an unknown one."""
    try:
        return codecs.lookup(_MAC_PAGES.get(page, f"cp{page}")).name
    except LookupError:
        return None


def fonts_of(data: bytes, fallback: str) -> dict[int, str]:
    """Returns the encodings of the fonts of a file by their numbers."""
    found: dict[int, str] = {}
    for font in islice(_FONT.finditer(data), _MOST_FONTS):
        page, charset = (word.search(font[2]) for word in (_PAGE, _CHARSET))
        name = _NO_NAME.sub(b"", font[2]).decode("latin-1").strip(" ;").lower()
        if (charset and int(charset[1]) == _SYMBOL_CHARSET) or name == "symbol" or name.startswith("wingdings"):
            encoding = _SYMBOL + name
        else:
            encoding = _CHARSETS.get(int(charset[1]), fallback) if charset else fallback
        found.setdefault(int(font[1]), (page and page_encoding(int(page[1]))) or encoding)
    return found


def signs(text: str, encoding: str) -> str:
    """Returns text of a symbol font as the signs that it shows, and other text as it is."""
    return shown_in(encoding.removeprefix(_SYMBOL), text) if encoding.startswith(_SYMBOL) else text


def decoded(data: bytes, encoding: str) -> str:
    """Returns bytes as text; those of a symbol font as the signs that it shows."""
    if encoding.startswith(_SYMBOL):
        return signs(data.decode("latin-1"), encoding)
    return data.decode(encoding, "replace")
