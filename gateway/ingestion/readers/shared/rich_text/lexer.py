"""Tokens of RTF: braces, control words with their values, signs, and bytes of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\(?:(?P<word>[A-Za-z]{1,40})(?P<value>-?\d{1,11})?\d*+ ?|'(?P<hex>[0-9A-Fa-f]{2})|(?P<sign>\r\n|[^A-Za-z']))"
    rb"|(?P<brace>[{}])|(?P<text>[^\\{}]++)|(?P<stray>\\.?)",
    re.DOTALL,
)
_LINE_ENDS = b"\r\n\0"


class RtfToken(NamedTuple):
    """`kind`: `word`, `hex`, `sign`, `brace` or `text`; `value` is that of a control word, or the bytes of text."""

    kind: str
    name: str
    value: int | None
    data: bytes


def tokens(data: bytes) -> Iterator[RtfToken]:
    """Yields the tokens of a file; bytes of a picture (`\\bin`) are passed over."""
    at = 0
    while match := _TOKEN.match(data, at):
        at = match.end()
        kind = match.lastgroup or ""
        if kind == "text":
            yield RtfToken("text", "", None, match["text"].translate(None, _LINE_ENDS))
        elif match["word"]:
            value = int(match["value"]) if match["value"] else None
            if match["word"] == b"bin":
                at += max(0, value or 0)
            else:
                yield RtfToken("word", match["word"].decode("ascii"), value, b"")
        elif kind == "hex":
            yield RtfToken("hex", "", None, bytes.fromhex(match["hex"].decode("ascii")))
        elif kind == "brace":
            yield RtfToken("brace", match["brace"].decode("ascii"), None, b"")
        elif kind == "sign":
            yield RtfToken("sign", match["sign"].decode("latin-1"), None, b"")
