"""The event stream in JSON Schema: each event by its name, META, and the lines of `jsonl` (protocol sections 2.1, 2.2).

`itemSchema` of OpenAPI 3.2 describes one event as `{"event"?, "data", "id"?, "retry"?}`; data that is JSON has a schema
of its own in `contentSchema`.
"""

from __future__ import annotations

from typing import Any, get_args

from gateway.answer.answer import CitationMode, Reason, ReferenceType, Status
from gateway.answer.events import TYPES
from gateway.conversation.followups.resolve import RefType

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
UUID: Schema = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
CITATION_ID: Schema = {"type": "string", "pattern": "^[EG][1-9][0-9]*$"}
EVENT_ID: Schema = {"type": "string", "pattern": "^[0-9]{1,9}-[0-9]{1,9}$", "examples": ["1-42"]}
FLAG: Schema = {"type": "boolean"}
TIME: Schema = {"type": "string", "format": "date-time"}
STATES = (
    "question_analysing", "memory_searching", "knowledge_searching", "responding", "repairing", "provider_switching",
    "resuming",
)  # fmt: skip
FAILURES = ("upstream_error", "upstream_timeout", "upstream_refused", "unavailable", "internal", "unauthorized")
SOURCES = ("model", "memory", "gate", "clarification")
MOST_NAMED = ("[START]", "[STATE_CHANGED]", "[THINKING]", "[DONE]", "[ERROR]")


def record(fields: Schema, *, optional: tuple[str, ...] = (), description: str = "") -> Schema:
    """An object with these fields, all required but the optional ones. More fields may come with a later version."""
    required = [name for name in fields if name not in optional]
    said: Schema = {"type": "object", "properties": fields, **({"required": required} if required else {})}
    return {**said, **({"description": description} if description else {})}


def many(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def one_of(*values: Any) -> Schema:
    return {"enum": list(values)}


def named(schema: str) -> Schema:
    return {"$ref": f"#/components/schemas/{schema}"}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


REASON = or_null(one_of(*get_args(Reason)))
RANGE = record(
    {"start": COUNT, "end": COUNT, "page": COUNT}, optional=("page",),
    description="A range of code points in the reference's text, and the page on which it begins.",
)  # fmt: skip
SECTION = record({"id": TEXT, "title": TEXT, "paragraphs": many(COUNT)})


def citation(spelled: dict[str, str]) -> Schema:
    """A citation; `spelled` gives the names of its two long fields in this document's spelling."""
    fields = {
        spelled["citationId"]: CITATION_ID,
        "status": one_of(*get_args(Status)),
        "score": or_null({"type": "number"}),
        "evidence": many(RANGE),
        spelled["originalId"]: CITATION_ID,
    }
    return record(fields, optional=(spelled["originalId"],))


DATA: dict[str, Schema] = {
    "started": record(
        {
            "answerUuid": UUID, "questionUuid": UUID, "language": one_of("en", "fr", "zh"),
            "threadId": TEXT, "sessionId": TEXT, "rollback": {"const": True},
        },
        optional=("threadId", "sessionId", "rollback"),
    ),
    "state_changed": record({"state": one_of(*STATES), "remark": TEXT}),
    "thinking": record({"text": TEXT}),
    "text_added": record({"text": TEXT}),
    "reference_shown": record(
        {"citationId": CITATION_ID, "type": one_of(*get_args(ReferenceType)), "payload": named("Payload")}
    ),
    "paragraph_finished": record(
        {
            "paragraphIndex": COUNT, "revision": COUNT, "text": TEXT, "citationIds": many(CITATION_ID),
            "citations": many(citation({"citationId": "citationId", "originalId": "originalId"})), "degraded": REASON,
        }
    ),
    "text_rolled_back": record({"textOffset": COUNT, "paragraphIndex": COUNT}),
    "outline_found": record({"sections": many(SECTION)}),
    "citations_finished": record({"paragraphCount": COUNT, "refCount": COUNT}),
    "audio_added": record({"frame": {"type": "string", "contentEncoding": "base64"}}),
    "finished": named("Meta"),
    "failed": record({"code": one_of(*FAILURES), "message": TEXT, "retryable": FLAG}),
}  # fmt: skip
"""The JSON of each event, without `seq`, by its type in `jsonl` (`answer.events.data`)."""

META = record(
    {
        "question": record({"tokens": COUNT, "uuid": UUID}),
        "answer": record(
            {
                "tokens": COUNT, "uuid": UUID, "isRefEmbedding": FLAG, "isRefGraph": FLAG,
                "citationMode": one_of(*get_args(CitationMode)), "paragraphCount": COUNT, "refCount": COUNT,
                "hasCitationError": FLAG, "degradedReason": REASON, "complete": FLAG, "source": one_of(*SOURCES),
                "citationStatus": record(dict.fromkeys((*get_args(Status), "dropped"), COUNT)),
            }
        ),
        "audioInfo": record(
            {"path": TEXT, "uuid": TEXT, "url": TEXT, "duration": {"type": "number"}},
            optional=("path", "uuid", "url", "duration"),
        ),
        "warnings": many(TEXT),
        "thread": record({"threadId": TEXT, "outline": many(record({"id": TEXT, "title": TEXT}))}, optional=("outline",)),
        "followup": record(
            {"resolved": FLAG, "sectionIds": many(TEXT), "refType": one_of(*get_args(RefType))},
            description="What the question pointed at; absent where it pointed at nothing.",
        ),
        "session": record(
            {"sessionId": TEXT, "round": COUNT, "sessionFull": FLAG, "notice": TEXT}, optional=("notice",)
        ),
        "memory": record(
            {"score": {"type": "number"}, "responseId": COUNT, "createdAt": TIME},
        ),
        "model": record({"provider": TEXT, "name": TEXT}),
        "models": many(record({"provider": TEXT, "name": TEXT})),
        "timings": record({"firstTextMs": COUNT, "totalMs": COUNT}, optional=("firstTextMs",)),
    },
    optional=("audioInfo", "warnings", "thread", "followup", "session", "memory", "models"),
    description="The facts behind `[DONE]`. Absent rather than null outside `answer`.",
)  # fmt: skip
PASSAGE = record(
    {
        "embeddingId": TEXT, "documentId": TEXT, "title": TEXT, "source": TEXT, "mediaType": TEXT, "text": TEXT,
        "score": {"type": "number"}, "rank": COUNT,
        "position": record(
            {
                "page": COUNT, "pageEnd": COUNT, "pages": many(record({"page": COUNT, "start": COUNT})), "heading": TEXT,
                "start": COUNT, "end": COUNT,
            },
            optional=("page", "pageEnd", "pages", "heading"),
        ),
    },
    optional=("mediaType",),
    description="A passage as it was when it was cited. Later changes of the document do not change it.",
)  # fmt: skip
VERTEX = record(
    {"id": TEXT, "label": TEXT, "name": TEXT, "description": TEXT, "metadata": {"type": "object"}},
)
EDGE = record(
    {
        "id": TEXT, "label": TEXT, "weight": {"type": "number"}, "description": TEXT, "metadata": {"type": "object"},
        "startId": TEXT, "sourceName": TEXT, "endId": TEXT, "targetName": TEXT,
    }
)  # fmt: skip
GRAPH = record(
    {
        "entitiesFromQuestion": many(TEXT), "vertices": many(VERTEX), "edges": many(EDGE),
        "score": {"type": "number"}, "rank": COUNT,
    },
    optional=("score", "rank"),
    description="A result of the knowledge graph; both ends of every edge are present.",
)  # fmt: skip


def _event(name: str | None, data: Schema, description: str) -> Schema:
    """One event by name; text has none, which readers take for `message`."""
    base: Schema = {"type": "object", "description": description}
    fields: Schema = {"event": {"const": name or "message"}, "data": data, "id": TEXT, "retry": COUNT}
    return {**base, "properties": fields, "required": ["event", "data"] if name else ["data"]}


def json_text(schema: Schema) -> Schema:
    """A string that holds JSON."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}


def _with_seq(kind: str) -> Schema:
    data = DATA[kind]
    seq = {"type": "integer", "minimum": 1, "description": "The event's place in the answer: the cursor."}
    return json_text({**data, "properties": {"seq": seq, **data["properties"]}, "required": ["seq", *data["required"]]})


PREFIXED_META: Schema = {
    "type": "string",
    "pattern": r"^\[META\]\{",
    "description": "`[META]`, and behind it META on one line (schema `Meta`).",
}
END_DESCRIPTION = "The end of an answer that showed text."
EVENTS = [
    _event("[START]", _with_seq("started"), "First, before anything is searched."),
    _event("[STATE_CHANGED]", _with_seq("state_changed"), "What is being done; `remark` is its label for people."),
    _event("[THINKING]", TEXT, "A piece of the model's reasoning."),
    _event(None, TEXT, "A piece of answer text. All pieces joined are the answer."),
    _event("[CITATION_REF]", _with_seq("reference_shown"), "A source, once, directly before the paragraph citing it."),
    _event("[CITATION_PARAGRAPH]", _with_seq("paragraph_finished"), "A checked paragraph with its citations."),
    _event("[ROLLBACK]", _with_seq("text_rolled_back"), "Text from this code point on is withdrawn (`rollback` only)."),
    _event("[OUTLINE]", _with_seq("outline_found"), "The sections of a report or summary."),
    _event("[CITATION_DONE]", _with_seq("citations_finished"), "All paragraphs and references have been sent."),
    _event("[AUDIO]", {"type": "string", "contentEncoding": "base64"}, "One audio frame."),
    _event("[DONE]", PREFIXED_META, END_DESCRIPTION),
    _event("[ERROR]", _with_seq("failed"), "The end of a turn that showed no text."),
]
LEGACY_EVENTS = [
    _event("[START]", {"const": ""}, "First."),
    _event("[STATE_CHANGED]", json_text(DATA["state_changed"]), "The label of what is being done."),
    _event("[THINKING]", TEXT, "A piece of the model's reasoning."),
    _event(None, TEXT, "A piece of answer text without newlines; `-_wrap_-` stands for one."),
    *(event for event in EVENTS if event["properties"]["event"] in (
        {"const": "[CITATION_REF]"}, {"const": "[CITATION_PARAGRAPH]"}, {"const": "[CITATION_DONE]"}, {"const": "[OUTLINE]"}
    )),
    _event("[AUDIO]", {"type": "string", "contentEncoding": "base64"}, "One audio frame."),
    _event("[DONE]", PREFIXED_META, END_DESCRIPTION),
    _event("[ERROR]", {"type": "string", "pattern": r"^([^{]|$)"}, "A sentence that replaces the shown answer."),
]  # fmt: skip
LINES = [
    record({"seq": {"type": "integer", "minimum": 1}, "epoch": COUNT, "t_ms": COUNT, "type": {"const": kind}, "data": DATA[kind]})
    for kind in TYPES.values()
]  # fmt: skip


def _stream_item(events: list[Schema], description: str) -> Schema:
    fields = {"event": TEXT, "data": TEXT, "id": TEXT, "retry": COUNT}
    return {"type": "object", "description": description, "properties": fields, "anyOf": events}


SCHEMAS: dict[str, Schema] = {
    "Event": _stream_item(
        EVENTS, "One event of the dialect `bracket`. A comment (`:`) every 15 s keeps the line open."
    ),
    "LegacyEvent": _stream_item(LEGACY_EVENTS, "One event as the older system's page reads it."),
    "DialectEvent": {
        "description": "`bracket` and `legacy` name their events; `openai`, `ai-sdk` and `ag-ui` send JSON without names.",
        "anyOf": [named("Event"), named("LegacyEvent")],
    },
    "Line": {"description": "One line of the dialect `jsonl`.", "oneOf": LINES},
    "Meta": META,
    "Payload": {"anyOf": [named("PassageReference"), named("GraphReference")]},
    "PassageReference": PASSAGE,
    "GraphReference": GRAPH,
}
