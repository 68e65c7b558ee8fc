"""Bodies that come compressed, unpacked with a bound: a few kilobytes of them can stand for gigabytes."""

from __future__ import annotations

import zlib

from gateway.ingestion.fetching.permitted import Unfetchable

GZIP = b"\x1f\x8b"
_EITHER = 32 + zlib.MAX_WBITS
"""gzip or zlib, as the data begins."""


class Unpacking:
    """Takes a body's pieces and gathers at most `most` bytes of what they stand for."""

    def __init__(self, encoding: str, most: int) -> None:
        """encoding: the header `Content-Encoding`. Raises `Unfetchable` for one that was not asked for."""
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetchable("It came in an encoding that was not asked for.")
        self._inflate = zlib.decompressobj(_EITHER) if encoding not in ("", "identity") else None
        self._most, self._body = most, bytearray()

    def add(self, piece: bytes) -> None:
        """Takes a piece. Raises `Unfetchable` as soon as the whole is too large, or is broken."""
        if self._inflate is None:
            self._body += piece
        else:
            try:
                self._body += self._inflate.decompress(piece, self._most + 1 - len(self._body))
            except zlib.error:
                raise Unfetchable("Its compression is broken.") from None
        if len(self._body) > self._most:
            raise Unfetchable(f"It is larger than {self._most / 1_048_576:g} MB.")

    def whole(self) -> bytes:
        """Returns the body. Raises `Unfetchable` where its end is missing."""
        if self._inflate is not None and self._body and not self._inflate.eof:
            raise Unfetchable("It broke off before its end.", passing=True)
        return bytes(self._body)


def gunzipped(data: bytes, most: int) -> bytes:
    """Returns what a file holds, which may be a gzip file. Raises `Unfetchable` as `Unpacking` does."""
    if not data.startswith(GZIP):
        return data
    unpacking = Unpacking("gzip", most)
    unpacking.add(data)
    return unpacking.whole()
