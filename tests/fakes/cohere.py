"""What a service with Cohere's chat API, version 2, sends, as its public documentation describes it: events with a
type, citations as spans of the text with the ids of documents, right behind their span or all behind the text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.fakes.upstream import Behaviour, Paragraphs, body, cut, paragraphs_json
from tests.fakes.wires import PIECE, Frame, Wire, event


def typed(kind: str, **fields: Any) -> bytes:
    """One event."""
    return event({"type": kind, **fields}, kind)


def message_delta(kind: str, index: int = 0, **fields: Any) -> bytes:
    return typed(kind, index=index, delta={"message": fields})


BEGIN = typed(
    "message-start",
    id="d93f187e",
    delta={"message": {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": [], "citations": []}},
)
TEXT_BEGINS = message_delta("content-start", content={"type": "text", "text": ""})
TEXT_ENDS = typed("content-end", index=0)


def text(content: str, index: int = 0) -> list[Frame]:
    pieces = cut(content, PIECE)
    return [Frame(message_delta("content-delta", index, content={"text": piece}), piece) for piece in pieces]


def thought(content: str) -> list[Frame]:
    """A content block of reasoning."""
    opened = message_delta("content-start", content={"type": "thinking", "thinking": ""})
    said = [Frame(message_delta("content-delta", content={"thinking": piece})) for piece in cut(content, PIECE)]
    return [Frame(opened), *said, Frame(typed("content-end", index=0))]


def citation(number: int, start: int, end: int, words: str, ids: Sequence[str], **more: Any) -> list[Frame]:
    """A citation of a span of the text."""
    sources = [{"type": "document", "id": each, "document": {"id": each, "title": "A title"}} for each in ids]
    told = {"start": start, "end": end, "text": words, "sources": sources, "type": "TEXT_CONTENT", **more}
    return [
        Frame(message_delta("citation-start", number, citations=told)),
        Frame(typed("citation-end", index=number)),
    ]


def said(paragraphs: Paragraphs, *, behind: bool = False) -> list[Frame]:
    """An answer: the citations of each paragraph right behind it, or all of them `behind` the text."""
    frames, late, at = [Frame(TEXT_BEGINS)], list[Frame](), 0
    for number, (ids, content) in enumerate(paragraphs):
        if number:
            frames += text("\n\n")
            at += 2
        frames += text(content)
        cited = citation(number, at, at + len(content), content, ids) if ids else []
        at += len(content)
        (late if behind else frames).extend(cited)
    return [*frames, *late, Frame(TEXT_ENDS)]


def ends(reason: str, **more: Any) -> list[Frame]:
    """The end of a message."""
    usage = {"billed_units": {"input_tokens": 3.0, "output_tokens": 5.0}}
    usage["tokens"] = {"input_tokens": 11.0, "output_tokens": 7.0}
    return [Frame(typed("message-end", delta={"finish_reason": reason, "usage": usage, **more}))]


def message(frames: Sequence[Frame], reason: str = "COMPLETE") -> list[Frame]:
    """A whole stream around these events."""
    return [Frame(BEGIN), *frames, *ends(reason)]


def sends(frames: Sequence[Frame | bytes]) -> Behaviour:
    """Sends these frames, and ends properly."""
    return WIRE.sends(frames)


def answer_json(paragraphs: Paragraphs) -> Behaviour:
    """An answer as a model writes it that is asked for JSON and has no documents."""
    return sends(message([Frame(TEXT_BEGINS), *text(paragraphs_json(paragraphs)), Frame(TEXT_ENDS)]))


def models(*names: str) -> Behaviour:
    """The list of chat models."""
    listed = {"models": [{"name": name, "endpoints": ["chat"]} for name in names], "next_page_token": None}
    return body(json.dumps(listed).encode(), content_type="application/json")


def wire(settings: Callable[[str], dict[str, Any]]) -> Wire:
    return Wire(
        settings=settings,
        begins=[Frame(BEGIN)],
        said=said,
        ends={"stop": ends("COMPLETE"), "length": ends("MAX_TOKENS")},
        thought=lambda content: message_delta("content-delta", content={"thinking": content}),
        error=ends("ERROR", error="internal error")[0].data,
        tool=message_delta(
            "tool-call-start",
            tool_calls={"id": "x", "type": "function", "function": {"name": "rm", "arguments": ""}},
        ),
        ping=message_delta("content-delta", content={"text": ""}),
    )


WIRE = wire(lambda url: {"cohere_base_url": url, "cohere_api_key": "key", "cohere_model": "only"})
