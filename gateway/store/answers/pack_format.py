"""Events and recordings of an ended answer, made small and exact again.

Both are deflated JSON in which pieces of text that follow each other are one text and the lengths of its pieces, so
that the text is compressed as a text and comes back cut as it was. The text of the answer, which its row has, is the
dictionary that both are deflated with: most of what they say stands there already.

    events      {"first": seq, "epochs": [[epoch, how many], …], "times": [t_ms, then differences, …], "events": […]}
                an event: [type, data]; pieces: [type, [length, …], text]; a reference whose payload is that of its
                candidate: [type, {"citationId": …, "type": …}]
    recording   a list; a line as it is: text; lines of pieces: [epoch, request, [t_ms, then differences, …], [length,
    …], text],
                the text with JSON's escapes, as it stands in the lines

Lengths count code points.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, pairwise
from typing import Any, NamedTuple

import orjson

LEVEL = 9
PIECES = b"\x01"
"""The first byte of every recording: the number of the format above."""
PIECE = re.compile(
    r'{"kind":"piece","epoch":(0|[1-9]\d*),"t_ms":(0|[1-9]\d*),"request":(0|[1-9]\d*),"text":"([^"\\]*(?:\\.[^"\\]*)*)"}\n'
)
"""A recorded piece that has nothing but text (`gateway.turn.recording`)."""
LINE = re.compile(r"[^\n]*\n|[^\n]+")
Payloads = Mapping[str, Any]
"""Payloads of candidates, by citation id."""


class EventRow(NamedTuple):
    """An event as `stream_event` has it."""

    seq: int
    epoch: int
    t_ms: int
    type: str
    data: dict[str, Any]


# Events --------------------------------------------------------------------------------------------------------------


def pack_events(rows: Sequence[EventRow], payloads: Payloads, text: str) -> bytes:
    """Packs events, of which there is at least one, with numbers without gaps. `text`: of the answer."""
    events: list[list[Any]] = []
    for pieces, same in groupby(rows, lambda row: row.type if row.data.keys() == {"text"} else ""):
        if pieces:
            texts = [row.data["text"] for row in same]
            events.append([pieces, list(map(len, texts)), "".join(texts)])
        else:
            events.extend([row.type, _without(row.data, payloads)] for row in same)
    epochs = [[epoch, len(list(same))] for epoch, same in groupby(row.epoch for row in rows)]
    packed = {"first": rows[0].seq, "epochs": epochs, "times": _steps(row.t_ms for row in rows), "events": events}
    return _deflated(packed, text)


def unpack_events(packed: bytes, payloads: Payloads, text: str) -> list[EventRow]:
    """Returns what was packed with the same text. Raises KeyError where the candidate of a reference is missing."""
    found = _inflated(packed, text)
    epochs = chain.from_iterable([epoch] * many for epoch, many in found["epochs"])
    events = chain.from_iterable(_apart(event, payloads) for event in found["events"])
    each = zip(epochs, accumulate(found["times"]), events, strict=True)
    return [EventRow(seq, epoch, t_ms, *event) for seq, (epoch, t_ms, event) in enumerate(each, found["first"])]


def packed_thoughts(packed: bytes, text: str) -> str:
    """Returns the model's thoughts among the events that were packed."""
    return "".join(event[2] for event in _inflated(packed, text)["events"] if event[0] == "thinking")


def _without(data: dict[str, Any], payloads: Payloads) -> dict[str, Any]:
    """Returns a reference without its payload, where its candidate has the very same; all else as it is."""
    if "payload" not in data or data.get("citationId") not in payloads:
        return data
    # By their bytes: to Python, 1 and 1.0 and True are equal.
    if orjson.dumps(data["payload"]) != orjson.dumps(payloads[data["citationId"]]):
        return data
    return {name: value for name, value in data.items() if name != "payload"}


def _apart(event: list[Any], payloads: Payloads) -> Iterator[tuple[str, dict[str, Any]]]:
    if len(event) == 3:
        type, lengths, text = event
        yield from ((type, {"text": piece}) for piece in _cut(text, lengths))
    elif event[0] == "reference_shown" and "payload" not in event[1]:
        yield event[0], {**event[1], "payload": payloads[event[1]["citationId"]]}
    else:
        yield event[0], event[1]


# Recordings ----------------------------------------------------------------------------------------------------------


def pack_lines(lines: bytes, text: str) -> bytes:
    """Packs whole lines, each with its end. `text`: of the answer."""
    entries: list[Any] = []
    for request, same in groupby(map(_piece, LINE.findall(lines.decode())), lambda piece: piece[0]):
        if request is None:
            entries.extend(raw for _, _, raw in same)
        else:
            times, texts = zip(*((t_ms, piece) for _, t_ms, piece in same), strict=True)
            entries.append([*request, _steps(times), list(map(len, texts)), "".join(texts)])
    return PIECES + _deflated(entries, text)


def unpack_lines(packed: bytes, text: str) -> bytes:
    """Returns the lines that were packed with the same text, to the byte."""
    return "".join(chain.from_iterable(map(_lines, _inflated(packed[1:], text)))).encode()


def _piece(raw: str) -> tuple[tuple[int, int] | None, int, str]:
    """Returns ((epoch, request), t_ms, text) of a piece, else (None, 0, the line)."""
    found = PIECE.fullmatch(raw)
    return ((int(found[1]), int(found[3])), int(found[2]), found[4]) if found else (None, 0, raw)


def _lines(entry: str | list[Any]) -> Iterable[str]:
    if isinstance(entry, str):
        return (entry,)
    epoch, request, times, lengths, text = entry
    return (
        f'{{"kind":"piece","epoch":{epoch},"t_ms":{t_ms},"request":{request},"text":"{piece}"}}\n'
        for t_ms, piece in zip(accumulate(times), _cut(text, lengths), strict=True)
    )


# Both ----------------------------------------------------------------------------------------------------------------


def _deflated(value: Any, text: str) -> bytes:
    deflate = zlib.compressobj(LEVEL, zdict=text.encode())
    return deflate.compress(orjson.dumps(value)) + deflate.flush()


def _inflated(packed: bytes, text: str) -> Any:
    return orjson.loads(zlib.decompressobj(zdict=text.encode()).decompress(packed))


def _steps(numbers: Iterable[int]) -> list[int]:
    """Returns the first number, then what each adds to the one before."""
    return [later - earlier for earlier, later in pairwise(chain((0,), numbers))]


def _cut(text: str, lengths: Sequence[int]) -> Iterator[str]:
    return (text[start:end] for start, end in pairwise(accumulate(lengths, initial=0)))
