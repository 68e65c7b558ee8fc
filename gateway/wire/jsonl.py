"""Dialect `jsonl`: one event per line, nothing lost. For programs, recordings and `jq`."""

from __future__ import annotations

from typing import Any, assert_never

from typing_extensions import TypedDict

from gateway.answer import events
from gateway.answer.events import TYPES, Numbered, data
from gateway.answer.json_types import Count
from gateway.wire.shared.frame import About, json_bytes

MEDIA_TYPE = "application/jsonl"
ROLLBACK = STATELESS = True


class Line(TypedDict):
    seq: Count
    epoch: Count
    t_ms: Count
    type: str
    data: dict[str, Any]


def named(numbered: Numbered) -> Line:
    """Returns what the line of an event says."""
    seq, epoch, t_ms, event = numbered
    return {"seq": seq, "epoch": epoch, "t_ms": t_ms, "type": TYPES[type(event)], "data": data(event)}


class Encoder:
    """`{"seq","epoch","t_ms","type","data"}`; `data` is the bracket dialect's JSON without `seq`."""

    def __init__(self, about: About) -> None:
        del about

    def encode(self, numbered: Numbered) -> bytes:
        event = numbered.event
        head = b'{"seq":%d,"epoch":%d,"t_ms":%d' % (numbered.seq, numbered.epoch, numbered.t_ms)
        match event:
            case events.TextAdded() | events.TextRolledBack() | events.Thinking() | events.AudioAdded():
                pass
            case events.ReferenceShown() | events.ParagraphFinished() | events.CitationsFinished():
                pass
            case events.Started() | events.StateChanged() | events.OutlineFound():
                pass
            case events.Finished() | events.Failed():
                pass
            case _:
                assert_never(event)
        return b'%s,"type":"%s","data":%s}\n' % (head, TYPES[type(event)].encode(), json_bytes(data(event)))
