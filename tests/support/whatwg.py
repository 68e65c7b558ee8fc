"""The event-stream parser of the HTML standard, section 9.2.6, byte pieces in: line by line what the standard says."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Dispatched:
    type: str
    data: str
    last_event_id: str


class EventSource:
    """Feed bytes in any pieces; events come out as they are dispatched."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._first = True
        self._line = ""
        self._after_cr = False
        self._data = self._type = self._id_buffer = ""
        self.last_event_id = ""

    def feed(self, piece: bytes) -> Iterator[Dispatched]:
        text = self._decoder.decode(piece)
        if self._first and text:
            self._first = False
            text = text.removeprefix("\ufeff")
        for character in text:
            if character == "\n" and self._after_cr:
                self._after_cr = False
                continue
            self._after_cr = character == "\r"
            if character in "\r\n":
                line, self._line = self._line, ""
                yield from self._process(line)
            else:
                self._line += character

    def _process(self, line: str) -> Iterator[Dispatched]:
        if line == "":
            yield from self._dispatch()
        elif not line.startswith(":"):
            field, colon, value = line.partition(":")
            self._field(field, value.removeprefix(" ") if colon else "")

    def _field(self, name: str, value: str) -> None:
        match name:
            case "event":
                self._type = value
            case "data":
                self._data += value + "\n"
            case "id" if "\0" not in value:
                self._id_buffer = value

    def _dispatch(self) -> Iterator[Dispatched]:
        self.last_event_id = self._id_buffer
        data, kind = self._data, self._type
        self._data = self._type = ""
        if data:
            yield Dispatched(kind or "message", data.removesuffix("\n"), self.last_event_id)


def read(pieces: Iterable[bytes]) -> list[Dispatched]:
    source = EventSource()
    return [event for piece in pieces for event in source.feed(piece)]
