"""Bytes to the frames of an event stream, as the HTML standard describes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Frame(NamedTuple):
    """`id` and `name` are empty where the frame had none. `data` has its lines joined by newlines."""

    id: str
    name: str
    data: str


class FrameReader:
    """Takes bytes as they come, cut anywhere. A frame counts once its empty line has come."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: list[tuple[str, str]] = []

    def take(self, data: bytes) -> Iterator[Frame]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            line = raw.removesuffix(b"\r").decode("utf-8", "replace")
            if line:
                name, _, value = line.partition(":")
                self._fields.append((name, value.removeprefix(" ")))
            elif self._fields:
                yield self._frame()
                self._fields = []

    def _frame(self) -> Frame:
        named = dict(self._fields)
        data = "\n".join(value for name, value in self._fields if name == "data")
        return Frame(named.get("id", ""), named.get("event", ""), data)
