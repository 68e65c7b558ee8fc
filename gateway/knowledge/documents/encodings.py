"""Bytes to text piece by piece: which encoding a file is in, and its text in pieces.

A file of 50 MB is one `bytes`; as a text it can take four times as much. So no function here makes the whole text.
Labels mean what browsers take them to mean (WHATWG Encoding, `webencodings`).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import webencodings  # type: ignore[import-untyped]

from gateway.knowledge.documents.guessed_encoding import OF_PAIRS, guessed, wide

PIECE = 1 << 18
"""Bytes decoded at once."""
_DECLARES_WITHIN = 4096
_DECLARED = re.compile(
    rb"<meta[^<>]{1,1000}?charset\s{0,99}=\s{0,99}[\"']?\s{0,99}([\w\-:.]{1,99})"
    rb"|\A\s{0,99}+<\?xml\s[^<>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([\w\-:.]{1,99})[\"']",
    re.IGNORECASE,
)
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\v\x1b")
_WIDER = {"gbk": "gb18030"}
"""Encodings that Python decodes as they were before the standard."""
_OLD_MAILS = {"iso-2022-kr": "iso2022_kr", "hz-gb-2312": "hz"}
_SEVEN_BITS = ("utf-7", *_OLD_MAILS)
"""Labels of texts that look like UTF-8, for they have ASCII alone."""
_LENIENT = {"euc_jp": "jis", "iso2022_jp": "jis"}
"""Encodings whose later signs, such as ①, Python knows in CP932 alone."""


_PLAIN = rb"a\x41-"
"""Any encoding of a text leaves these bytes as they are; others that Python knows do not."""


class Encoding(NamedTuple):
    """How bytes are read from `start` on. `errors`: how wrong bytes are decoded."""

    codec: str
    start: int = 0
    errors: str = "strict"


def encoding_of(data: bytes, label: str = "") -> Encoding | None:
    """Returns the encoding of a text; None if nothing tells it.

    It tries, in this order: byte order mark, UTF-8, the label that came with the text, the one inside it (HTML, XML),
    UTF-8 with a few wrong bytes, and what the letters look like.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return Encoding(codec, len(mark), "replace")
    if b"\0" in data[:_DECLARES_WITHIN] and (unmarked := wide(data[:_DECLARES_WITHIN])):
        return Encoding(unmarked, errors="replace")
    utf8 = Encoding("utf-8")
    is_utf8 = _decodes(data, utf8)
    if is_utf8 and b"\x1b$" not in data and label.strip().lower() not in _SEVEN_BITS:
        return utf8
    within = _DECLARED.search(data[:_DECLARES_WITHIN])
    named = (within[1] or within[2]).decode("ascii", "replace") if within else ""
    for declared in filter(None, map(_declared, (label, named))):
        if _decodes(data, declared):
            return declared
        if _is_damaged_little(data, lenient := declared._replace(errors="replace")):
            return lenient
    lenient = utf8._replace(errors="replace")
    # One damaged byte in a UTF-8 file must not turn all its accents into others.
    if _is_damaged_little(data, lenient):
        return lenient
    likely = (Encoding(codec) for codec in guessed(data))
    return next((encoding for encoding in likely if _decodes(data, encoding)), utf8 if is_utf8 else None)


def decoded(data: bytes, encoding: Encoding) -> Iterator[str]:
    """Yields the text in pieces."""
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    for start in range(encoding.start, len(data), PIECE):
        if piece := decoder.decode(data[start : start + PIECE], start + PIECE >= len(data)):
            yield piece


def text_of(data: bytes, label: str = "") -> str:
    """Returns a short text, such as a file name. A label of pairs of bytes comes first, for two bytes are soon UTF-8;
    Windows-1252 comes last."""
    declared = _declared(label) if label else None
    if declared is None or declared.codec not in OF_PAIRS or not _decodes(data, declared):
        declared = encoding_of(data, label) or Encoding("cp1252", errors="replace")
    return "".join(decoded(data, declared))


def look_at(data: bytes, encoding: Encoding) -> tuple[int, int]:
    """Goes through the whole text once; returns the number of its characters and of its control characters."""
    length = controls = 0
    for piece in decoded(data, encoding):
        length += len(piece)
        encoded = piece.encode("utf-8", "surrogatepass")
        controls += len(encoded) - len(encoded.translate(None, _CONTROLS))
    return length, controls


@lru_cache(maxsize=64)
def _declared(label: str) -> Encoding | None:
    """Returns the encoding that a label means: by the standard, else by Python, which knows those of DOS too."""
    known = webencodings.lookup(label)
    if known and known.name in ("replacement", "x-user-defined"):
        codec = _OLD_MAILS.get(label.strip().lower())  # browsers refuse these, for scripts could hide in them
        return Encoding(codec) if codec else None
    try:
        codec = codecs.lookup(known.codec_info.name if known else label).name
        if not known and codecs.getincrementaldecoder(codec)("replace").decode(_PLAIN, True) != _PLAIN.decode():
            return None
    except (LookupError, UnicodeError, ValueError, TypeError):
        return None
    return Encoding(_WIDER.get(codec, codec), errors=_LENIENT.get(codec, "strict"))


def _decodes(data: bytes, encoding: Encoding) -> bool:
    try:
        for _ in decoded(data, encoding):
            pass
    except UnicodeDecodeError:
        return False
    return True


def _is_damaged_little(data: bytes, lenient: Encoding) -> bool:
    lost = high = 0
    for piece in decoded(data, lenient):
        lost += piece.count("\ufffd")
        high += len(piece) - len(piece.encode("ascii", "ignore"))
    return lost * 10 < high


def _later_sign(error: UnicodeError) -> tuple[str, int]:
    """Returns a sign of a Japanese text that Python's codec lacks (JIS rows 13 and 89 to 92), decoded by CP932."""
    assert isinstance(error, UnicodeDecodeError)
    row, cell = (byte & 0x7F for byte in (*error.object[error.start : error.start + 2], 0, 0)[:2])
    if min(row, cell) < 0x21 or max(row, cell) > 0x7E:
        raise error
    lead = (row + 1) // 2 + (0x70 if row < 0x5F else 0xB0)
    trail = cell + (0x7E if row % 2 == 0 else 0x1F + (cell > 0x5F))
    return bytes((lead, trail)).decode("cp932"), error.start + 2


codecs.register_error("jis", _later_sign)


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
