"""Letters of RTF: the code page of each font, and the signs of fonts that have no letters."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

from gateway.ingestion.readers.shared.word.symbols import shown_in

_HEAD = 4096
"""Bytes in which the code page is said."""
_ENCODINGS = {b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
_MAC_PAGES = {10000: "mac_roman", 10006: "mac_greek", 10007: "mac_cyrillic", 10029: "mac_latin2", 10081: "mac_turkish"}
_CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    78: "cp932",
    79: "cp949",
    80: "cp936",
    81: "cp950",
    85: "mac_greek",
    86: "mac_turkish",
    88: "mac_latin2",
    89: "mac_cyrillic",
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


def font_encoding(name: str, charset: int | None, fallback: str) -> str:
    """Returns the encoding of a font by its name and its character set."""
    plain = name.strip(" ;").lower()
    if charset == _SYMBOL_CHARSET or plain == "symbol" or plain.startswith("wingdings"):
        return _SYMBOL + plain
    return fallback if charset is None else _CHARSETS.get(charset, fallback)


def signs(text: str, encoding: str) -> str:
    """Returns text of a symbol font as the signs that it shows, and other text as it is."""
    return shown_in(encoding.removeprefix(_SYMBOL), text) if encoding.startswith(_SYMBOL) else text


def decoded(data: bytes, encoding: str) -> str:
    """Returns bytes as text; those of a symbol font as the signs that it shows."""
    if encoding.startswith(_SYMBOL):
        return signs(data.decode("latin-1"), encoding)
    return data.decode(encoding, "replace")
