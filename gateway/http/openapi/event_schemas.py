"""The event stream in JSON Schema: each event by its name, META, and the lines of `jsonl` (protocol sections 2.1, 2.2).

`itemSchema` of OpenAPI 3.2 describes one event as `{"event"?, "data", "id"?, "retry"?}`. Data that is JSON has its own
schema in `contentSchema`.
"""

from __future__ import annotations

from typing import Any

from gateway.answer import event_data, events
from gateway.answer.json_types import Base64, Count, PositiveCount
from gateway.answer.references import GraphReference, PassageReference
from gateway.http.openapi.json_schema import Schema, component, named, object_of, schema_of, with_schemas

for published in (event_data.Meta, event_data.ConfidenceJson, PassageReference, GraphReference):
    component(published)
component(event_data.Payload)
Described = (
    events.Started
    | events.StateChanged
    | events.Thinking
    | events.TextAdded
    | events.ReferenceShown
    | events.ParagraphFinished
    | events.TextRolledBack
    | events.OutlineFound
    | events.CitationsFinished
    | events.AudioAdded
    | events.Finished
    | events.Failed
)
"""The events that `DATA` describes. mypy compares them with `Event` where `DATA` calls `_type`."""


def _type(event: type[Described]) -> Any:
    return getattr(event_data, f"{event.__name__}Json")


DATA: dict[str, Any] = {kind: _type(event) for event, kind in events.TYPES.items()}
"""The type of each event's JSON, without `seq`, by its name in `jsonl`."""


def json_text(data: Any) -> Schema:
    """Returns a string that contains JSON."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": data}


BRACKET, LEGACY = ("bracket",), ("legacy",)
BOTH = BRACKET + LEGACY
META = {"type": "string", "pattern": r"^\[META\]\{", "description": "`[META]`, then META on one line (schema `Meta`)."}
EVENTS: tuple[tuple[tuple[str, ...], str, Any, str], ...] = (
    (BRACKET, "[START]", "started", "First, before anything is searched."),
    (LEGACY, "[START]", {"const": ""}, "First."),
    (BRACKET, "[STATE_CHANGED]", "state_changed", "What is being done; `remark` is its label for people."),
    (LEGACY, "[STATE_CHANGED]", json_text(event_data.StateChangedJson), "The label of what is being done."),
    (BOTH, "[THINKING]", str, "A piece of the model's reasoning."),
    (BRACKET, "message", str, "A piece of answer text. All pieces joined are the answer."),
    (LEGACY, "message", str, "A piece of answer text without newlines; `-_wrap_-` stands for one."),
    (BOTH, "[CITATION_REF]", "reference_shown", "A source, once, before the paragraph citing it, or after the text."),
    (BOTH, "[CITATION_PARAGRAPH]", "paragraph_finished", "A checked paragraph with its citations."),
    (BRACKET, "[ROLLBACK]", "text_rolled_back", "Text from this code point on is withdrawn (`rollback` only)."),
    (BOTH, "[OUTLINE]", "outline_found", "The sections of a report or summary."),
    (BOTH, "[CITATION_DONE]", "citations_finished", "All paragraphs and references have been sent."),
    (BOTH, "[AUDIO]", Base64, "One audio frame."),
    (BOTH, "[DONE]", META, "The end of an answer that showed text."),
    (BRACKET, "[ERROR]", "failed", "The end of a turn that showed no text."),
    (LEGACY, "[ERROR]", {"type": "string", "pattern": "^([^{]|$)"}, "A sentence that replaces the shown answer."),
)
"""The events of the dialects `bracket` and `legacy`: name, data (an event's JSON by its type in `jsonl`, or anything
else as a type or a schema), description."""


def _data(kind: Any) -> Any:
    """Returns the schema of an event's data: of its JSON with `seq`, if it is an event's type in `jsonl`."""
    if not isinstance(kind, str):
        return kind
    seq = {"type": "integer", "minimum": 1, "description": "The event's place in the answer: the cursor."}
    data = schema_of(DATA[kind])
    return json_text({**data, "properties": {"seq": seq, **data["properties"]}, "required": ["seq", *data["required"]]})


def _event(name: str, kind: Any, description: str) -> Schema:
    """Returns one event by name; text has none, which readers take for `message`."""
    optional = {"id", "retry", *({"event"} if name == "message" else ())}
    event = object_of({"event": {"const": name}, "data": _data(kind), "id": str, "retry": Count}, optional)
    return {**event, "description": description}


def _stream_item(dialect: str, description: str) -> Schema:
    item = object_of({"event": str, "data": str, "id": str, "retry": Count}, {"event", "data", "id", "retry"})
    events = [_event(name, kind, text) for dialects, name, kind, text in EVENTS if dialect in dialects]
    return {**item, "description": description, "anyOf": events}


def schemas() -> dict[str, Schema]:
    """Returns the components that describe streams, by name."""
    lines = [
        object_of({"seq": PositiveCount, "epoch": Count, "t_ms": Count, "type": {"const": kind}, "data": data})
        for kind, data in DATA.items()
    ]
    made: dict[str, Schema] = with_schemas(
        {
            "Event": _stream_item(
                "bracket", "One event of the dialect `bracket`. A comment (`:`) every 15 s keeps the line open."
            ),
            "LegacyEvent": _stream_item("legacy", "One event as the older system's page reads it."),
            "DialectEvent": {
                "anyOf": [named("Event"), named("LegacyEvent"), named("ResponseEvent")],
                "description": "`bracket`, `legacy` and `openai-responses` name their events; the streams of other "
                "dialects are JSON without names.",
            },
            "Line": {"description": "One line of the dialect `jsonl`.", "oneOf": lines},
        }
    )
    return made
