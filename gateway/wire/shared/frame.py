"""What every dialect is made of: the facts about an answer, one JSON spelling, one event-stream frame.

A dialect is one file with a `MEDIA_TYPE` and a class `Encoder(about)` whose `encode(event)` gives the bytes to send for
one numbered event (possibly none). Encoders are pure; the same events always give the same bytes, live or replayed.
Three more names say what is not the rule:

- `HEADERS`: response headers that the dialect's clients look for;
- `ROLLBACK = True`: it can say that text is withdrawn. Turns asked for in any other dialect never withdraw text;
- `STATELESS = True`: its encoder may begin anywhere. Any other sees the events before a reader's cursor too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from gateway.answer.events import Numbered

EVENT_STREAM = "text/event-stream"
KEEP_ALIVE = b":\n"
"""A comment without a blank line: keeps proxies awake and no client takes it for a message."""


@dataclass(frozen=True, slots=True)
class About:
    """The facts of an answer that stand outside its events. `created_at`: RFC 3339, UTC; `model`: as the caller named
    it; `base`: the public address of this gateway without a slash at its end, empty where it is not known.
    """

    answer_uuid: str
    question: str
    created_at: str
    model: str | None = None
    base: str = ""


class Encoder(Protocol):
    def __init__(self, about: About) -> None: ...

    def encode(self, numbered: Numbered) -> bytes: ...


LINE_ENDS = {"\x85".encode(): b"\\u0085", "\u2028".encode(): b"\\u2028", "\u2029".encode(): b"\\u2029"}
"""What some line readers, Python's `splitlines` among them, take for the end of a line; in JSON they can be escaped."""


def json_bytes(value: Mapping[str, Any]) -> bytes:
    """Returns compact JSON on one line, with sorted keys, so that a value that went through the database has the same
    spelling.
    """
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    for character, escape in LINE_ENDS.items():
        if character in text:
            text = text.replace(character, escape)
    return text


def json_with_seq(seq: int, value: Mapping[str, Any]) -> bytes:
    """Returns the JSON of a value with `seq` as its first field."""
    body = json_bytes(value)
    return b'{"seq":%d%s%s' % (seq, b"" if body == b"{}" else b",", body[1:])


def frame(data: bytes, *, id: str = "", event: str = "") -> bytes:
    """Returns one event of an event stream, with LF line ends. Data with newlines becomes one `data:` line per line."""
    head = f"id: {id}\n" if id else ""
    if event:
        head += f"event: {event}\n"
    return head.encode() + b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n\n"


def text_frame(text: str, *, id: str) -> bytes:
    """Returns the frame of a piece of text, which is nearly all that is sent: `frame(text.encode(), id=id)`, in one
    step."""
    data = text.replace("\n", "\ndata: ") if "\n" in text else text
    return f"id: {id}\ndata: {data}\n\n".encode()


def frames(bodies: Sequence[bytes], *, id: str) -> bytes:
    """Returns the frames of one numbered event. The last frame has its id, so a reader that misses it gets all of them
    again.
    """
    if not bodies:
        return b""
    *first, last = bodies
    return b"".join(map(frame, first)) + frame(last, id=id)
