"""Dialect `legacy`: the bytes that the web page of the older system reads. The page is strict, and prints what it does
not know.

Its library ends a message at every blank line, drops empty lines at the head of a message, and decodes line by line,
without the space behind the colon. So: one message per piece of a line, one protective space, and every newline a
message of its own that holds a marker. Events of citations are left out unless they were asked for, because the page
would print them into the answer. There are no ids: the page never reconnects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import orjson

from gateway.answer import events
from gateway.answer.events import Event, Numbered, data
from gateway.wire.shared.frame import EVENT_STREAM, About, json_bytes, json_with_seq
from gateway.wire.shared.settled import Settled
from gateway.words.languages.tables import listed

MEDIA_TYPE = EVENT_STREAM
MARKER = "-_wrap_-"
"""What a message holds that stands for a newline."""
MERGED = listed(
    """
    remark children loading thinking state error contentType createTime audioUuid attachmentUrls inversion
    audioPlayState
    """
)
"""Fields of the page's own message objects, into which it merges META's `question` and `answer`."""
LATER = frozenset({"citationReason"})
"""Members of META that came after the bytes of this dialect were fixed."""
BOM = "\ufeff"


class Encoder:
    """`marker=False` is the later spelling of the same dialect: a piece with newlines is one message of several lines.

    It relies on pieces that never begin with a newline, which is how the core cuts them.
    """

    def __init__(self, about: About, *, citation_events: bool = False, marker: bool = True) -> None:
        del about
        self._citation_events, self._marker = citation_events, marker
        self._settled = Settled() if marker else None
        """The page takes nothing back; a turn that may withdraw text can still be replayed to it."""
        self._carried = False
        """A CR ended the last piece; an LF that begins the next one belongs to it."""

    def encode(self, numbered: Numbered) -> bytes:
        events = self._settled.take(numbered.event) if self._settled else [numbered.event]
        return b"".join(self._messages(numbered.seq, event) for event in events)

    def _messages(self, seq: int, event: Event) -> bytes:
        match event:
            case events.Started():
                return _named("[START]")
            case events.StateChanged():
                return _named("[STATE_CHANGED]", orjson.dumps({"state": event.state, "remark": event.remark}))
            case events.Thinking():
                return b"event:[THINKING]\n" + _message(event.text.replace("\r\n", "\n").replace("\r", "\n"))
            case events.TextAdded():
                return self._text(event.text)
            case events.AudioAdded():
                return _named("[AUDIO]", event.frame.encode())
            case events.Finished():
                return self._rest() + _named("[DONE]", b" [META]" + json_bytes(meta(event.meta)))
            case events.Failed():
                return error(event.message)
            case events.ReferenceShown():
                return self._about_sources("[CITATION_REF]", seq, event)
            case events.ParagraphFinished():
                return self._about_sources("[CITATION_PARAGRAPH]", seq, event)
            case events.OutlineFound():
                return self._about_sources("[OUTLINE]", seq, event)
            case events.CitationsFinished():
                return self._about_sources("[CITATION_DONE]", seq, event)
            case events.TextRolledBack():
                return b""
            case _:
                assert_never(event)

    def _about_sources(self, name: str, seq: int, event: Event) -> bytes:
        return _named(name, json_with_seq(seq, data(event))) if self._citation_events else b""

    def _text(self, piece: str) -> bytes:
        text = "\r" + piece if self._carried else piece
        self._carried = text.endswith("\r")
        if self._carried:
            text = text[:-1]
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not self._marker:
            return _piece(text)
        newline = b"data:" + MARKER.encode() + b"\n\n"
        return newline.join(_piece(part) for part in text.split("\n"))

    def _rest(self) -> bytes:
        """Returns what was left over from the last piece."""
        rest = self._text("\n") if self._carried else b""
        self._carried = False
        return rest


def meta(full: Mapping[str, Any]) -> dict[str, Any]:
    """Returns META without nulls, and without names that would overwrite the page's own state."""
    named = {name: _present(value) if isinstance(value, Mapping) else value for name, value in full.items()}
    for part in ("question", "answer"):
        named[part] = {name: value for name, value in named.get(part, {}).items() if name not in (*MERGED, *LATER)}
    if "audioInfo" in named:
        named["audioInfo"] = {**named["audioInfo"], "path": ""}  # a path of the server concerns no client
    return named


def error(message: str, *, started: bool = False) -> bytes:
    """Returns an end without text, whose message replaces everything that the page shows.

    started: `[START]` comes first.
    """
    return (_named("[START]") if started else b"") + _named("[ERROR]", " ".join(message.split()).encode())


def _present(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in value.items() if part is not None}


def _named(name: str, data: bytes = b"") -> bytes:
    """Returns one named event whose data is one line."""
    return b"event:%b\ndata:%b\n\n" % (name.encode(), data)


def _piece(text: str) -> bytes:
    """Returns a piece of text; one that looks like a marker is cut behind its first character."""
    if not text:
        return b""
    if text.startswith(MARKER):
        return _message(text[0]) + _message(text[1:])
    return _message(text)


def _message(text: str) -> bytes:
    """Returns one message, a line of data for each line. A byte order mark at the head of a line is doubled, as the
    page swallows one.
    """
    lines = (f"data: {BOM if line.startswith(BOM) else ''}{line}\n" for line in text.split("\n"))
    return "".join(lines).encode() + b"\n"
