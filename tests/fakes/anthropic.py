"""What a service with Anthropic's Messages API sends, as its public documentation describes it: named events, text in
content blocks, citations as deltas of their block."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.fakes.upstream import Behaviour, Paragraphs, body, cut, paragraphs_json
from tests.fakes.wires import PIECE, Frame, Wire, event

START = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [],
    "model": "only",
    "stop_reason": None,
    "stop_sequence": None,
    "usage": {"input_tokens": 4, "cache_creation_input_tokens": 2, "cache_read_input_tokens": 5, "output_tokens": 1},
}


def named(kind: str, **fields: Any) -> bytes:
    """One event."""
    return event({"type": kind, **fields}, kind)


BEGIN = named("message_start", message=START)
PING = named("ping")


def delta(index: int, **fields: Any) -> bytes:
    return named("content_block_delta", index=index, delta=fields)


def location(document: int, first: int = 0, last: int = 1, **more: Any) -> dict[str, Any]:
    """A citation of sentences of a document."""
    return {
        "type": "content_block_location",
        "cited_text": "as it stands there",
        "document_index": document,
        "document_title": "A title",
        "start_block_index": first,
        "end_block_index": last,
        "file_id": None,
        **more,
    }


def block(index: int, text: str, citations: Sequence[dict[str, Any]] = (), before: bool = False) -> list[Frame]:
    """A content block; its citations come behind its text, or `before` it."""
    cited = [Frame(delta(index, type="citations_delta", citation=citation)) for citation in citations]
    said = [Frame(delta(index, type="text_delta", text=piece), piece) for piece in cut(text, PIECE)]
    opened = Frame(named("content_block_start", index=index, content_block={"type": "text", "text": ""}))
    closed = Frame(named("content_block_stop", index=index))
    return [opened, *(cited + said if before else said + cited), closed]


def thought(text: str, index: int = 0) -> list[Frame]:
    """A block of reasoning, with the signature that ends it."""
    opened = named("content_block_start", index=index, content_block={"type": "thinking", "thinking": ""})
    signed = delta(index, type="signature_delta", signature="c2lnbmVk")
    pieces = [Frame(delta(index, type="thinking_delta", thinking=piece)) for piece in cut(text, PIECE)]
    return [Frame(opened), *pieces, Frame(signed), Frame(named("content_block_stop", index=index))]


def said(paragraphs: Paragraphs) -> list[Frame]:
    """An answer: a block for each paragraph with its citations, and one for each blank line, which has none."""
    frames: list[Frame] = []
    for number, (ids, text) in enumerate(paragraphs):
        if number:
            frames += block(2 * number - 1, "\n\n")
        frames += block(2 * number, text, [location(int(each[1:]) - 1) for each in ids])
    return frames


def ends(reason: str, **more: Any) -> list[Frame]:
    """The end of a message."""
    told = {"stop_reason": reason, "stop_sequence": None, **more}
    return [
        Frame(named("message_delta", delta=told, usage={"output_tokens": 7})),
        Frame(named("message_stop")),
    ]


def message(frames: Sequence[Frame], reason: str = "end_turn") -> list[Frame]:
    """A whole stream around these blocks."""
    return [Frame(BEGIN), *frames, *ends(reason)]


def sends(frames: Sequence[Frame | bytes]) -> Behaviour:
    """Sends these frames, and ends properly."""
    return WIRE.sends(frames)


def answer_json(paragraphs: Paragraphs) -> Behaviour:
    """An answer as a model writes it that is asked for JSON and has no documents."""
    return sends(message(block(0, paragraphs_json(paragraphs))))


def models(*names: str) -> Behaviour:
    """The list of models."""
    listed = {"data": [{"type": "model", "id": name} for name in names], "has_more": False}
    return body(json.dumps(listed).encode(), content_type="application/json")


def error(kind: str, message: str = "Overloaded") -> bytes:
    return named("error", error={"type": kind, "message": message})


def wire(settings: Callable[[str], dict[str, Any]]) -> Wire:
    return Wire(
        settings=settings,
        begins=[Frame(BEGIN), Frame(PING)],
        said=said,
        ends={
            "stop": ends("end_turn"),
            "length": ends("max_tokens"),
            "refusal": [
                *block(0, "I cannot help."),
                *ends("refusal", stop_details={"type": "refusal", "category": None, "explanation": None}),
            ],
        },
        thought=lambda text: delta(0, type="thinking_delta", thinking=text),
        error=error("overloaded_error"),
        tool=named(
            "content_block_start", index=9, content_block={"type": "tool_use", "id": "x", "name": "rm", "input": {}}
        ),
        ping=PING,
    )


WIRE = wire(lambda url: {"anthropic_base_url": url, "anthropic_api_key": "key", "anthropic_model": "only"})
