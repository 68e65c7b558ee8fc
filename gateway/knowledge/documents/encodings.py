"""Bytes to text piece by piece: which encoding a file is in, and its text in parts that together are never held twice.

A file of 50 MB is one `bytes`; as a text it can take four times as much, with every copy again. So it is looked through
and handed on in pieces.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

PIECE = 1 << 18
"""Bytes decoded at once."""
LOOKED_AT = 2048
"""Characters in which the script shows."""

_META_CHARSET = re.compile(rb"<meta[^<>]{1,1000}?charset\s{0,99}=\s{0,99}[\"']?\s{0,99}([\w\-]{1,99})", re.IGNORECASE)
_HIGH = bytes(range(128, 256))
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\v\x1b")
_FOREIGN_RUN = re.compile("[^\x00-\x7f\xa0]{2,}")
_CHINESE = re.compile("[\u4e00-\u9fff，。、；：？！「」（）]")
_GB_PAIRS = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+")


class Encoding(NamedTuple):
    """How bytes are read from `start` on. `errors`: what becomes of wrong ones."""

    codec: str
    start: int = 0
    errors: str = "strict"


class Look(NamedTuple):
    """What a first pass over a text has seen: characters, control characters, whether it is in an encoding of no script
    that we know."""

    length: int
    controls: int
    is_foreign: bool


def encoding_of(data: bytes) -> Encoding:
    """Returns the encoding of a text. It tries, in this order: byte order mark, UTF-8, declared charset (HTML), GB
    18030 when the text looks Chinese, Windows-1252, Big5, Latin-1.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Encoding("utf-16", errors="replace")
    if wide := _utf16_order(data[:4096]):
        return Encoding(wide, errors="replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return Encoding("utf-8", 3, "replace")
    return _without_mark(data)


def decoded(data: bytes, encoding: Encoding) -> Iterator[str]:
    """Yields the text in pieces."""
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    for start in range(encoding.start, len(data), PIECE):
        if piece := decoder.decode(data[start : start + PIECE], start + PIECE >= len(data)):
            yield piece


def look_at(data: bytes, encoding: Encoding) -> Look:
    """Goes through the whole text once."""
    length = controls = replaced = 0
    opening = ""
    for piece in decoded(data, encoding):
        opening = opening if len(opening) >= LOOKED_AT else opening + piece[:LOOKED_AT]
        length += len(piece)
        encoded = piece.encode("utf-8", "surrogatepass")
        controls += len(encoded) - len(encoded.translate(None, _CONTROLS))
        replaced += encoding.errors == "replace" and "\ufffd" in piece
    is_exact = encoding.codec == "utf-8" and not replaced
    return Look(length, controls, not is_exact and not _is_western(opening))


def _utf16_order(data: bytes) -> str | None:
    """Tells UTF-16 without a byte order mark: every other byte of a text in Latin letters is zero."""
    low, high = data[::2].count(0), data[1::2].count(0)
    if max(low, high) * 4 > len(data) > 3 and min(low, high) * 20 < len(data):
        return "utf-16-le" if high > low else "utf-16-be"
    return None


def _without_mark(data: bytes) -> Encoding:
    if _decodes(data, "utf-8"):
        return Encoding("utf-8")
    declared = _META_CHARSET.search(data[:2048])
    if declared:
        codec = declared.group(1).decode("ascii", "replace")
        if _is_text_codec(codec) and _decodes(data, codec):
            return Encoding(codec)
    lenient = Encoding("utf-8", errors="replace")
    lost = high = 0
    for piece in decoded(data, lenient):
        lost += piece.count("\ufffd")
        high += len(piece) - len(piece.encode("ascii", "ignore"))
    # One damaged byte in a UTF-8 file must not turn all its accents into others.
    if lost * 10 < high:
        return lenient
    high = len(data) - len(data.translate(None, _HIGH))
    if sum(match.end() - match.start() for match in _GB_PAIRS.finditer(data)) > 0.9 * high and _decodes(
        data, "gb18030"
    ):
        return Encoding("gb18030")
    western = Encoding("cp1252" if _decodes(data, "cp1252") else "latin-1")
    if not _is_western(data[:LOOKED_AT].decode(western.codec, "replace")) and _is_chinese(data):
        return Encoding("big5")
    return western


def _is_text_codec(name: str) -> bool:
    """Whether Python knows an encoding of this name; it has others that make no text."""
    try:
        b"a".decode(name)
        codecs.getincrementaldecoder(name)
    except (LookupError, UnicodeDecodeError):
        return False
    return True


def _decodes(data: bytes, codec: str) -> bool:
    try:
        for _ in decoded(data, Encoding(codec)):
            pass
    except UnicodeDecodeError:
        return False
    return True


def _is_chinese(data: bytes) -> bool:
    """Whether it is a text in Big5."""
    length = found = 0
    try:
        for piece in decoded(data, Encoding("big5")):
            length += len(piece)
            found += len(_CHINESE.findall(piece))
    except UnicodeDecodeError:
        return False
    return 2 * found > length


def _is_western(text: str) -> bool:
    """Returns False when most letters have accents and follow each other: that is another script, read as a western
    one.

    Signs that stand alone (£, °) and blanks occur in any text.
    """
    text = text[:LOOKED_AT]
    letters = sum(character.isalpha() or "\xa0" < character < "\u0100" for character in text)
    foreign = "".join(_FOREIGN_RUN.findall(text))
    return 2 * sum(character < "\u0100" for character in foreign) <= letters


def without_bare_returns(pieces: Iterable[str]) -> Iterator[str]:
    """Yields the same text in pieces none of which ends between CR and LF."""
    rest = ""
    for piece in pieces:
        piece = rest + piece
        rest = "\r" if piece.endswith("\r") else ""
        if piece := piece.removesuffix("\r"):
            yield piece
    if rest:
        yield rest
