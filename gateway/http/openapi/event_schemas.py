"""The event stream in JSON Schema: each event by its name, META, and the lines of `jsonl` (protocol sections 2.1, 2.2).

`itemSchema` of OpenAPI 3.2 describes one event as `{"event"?, "data", "id"?, "retry"?}`; data that is JSON has a schema
of its own in `contentSchema`.
"""

from __future__ import annotations

import re
from typing import get_args

from gateway.answer import events
from gateway.answer.answer import Status
from gateway.http.openapi.shapes import KINDS, Schema, shape, shapes

DATA = shapes(
    """
    range: {start: count, end: count, page?: count}
        -- A range of code points in the reference's text, and the page on which it begins.
    citation: {
        citationId: citation_id, status: citation_status, score: number | null, evidence: range[],
        originalId?: citation_id
    }
    started: {
        answerUuid: uuid, questionUuid: uuid, language: text, threadId?: text, sessionId?: text,
        rollback?: true
    }
    state_changed: {
        state: 'question_analysing' | 'memory_searching' | 'knowledge_searching' | 'responding' | 'repairing'
            | 'provider_switching' | 'resuming',
        remark: text
    }
    thinking: {text: text}
    text_added: {text: text}
    reference_shown: {citationId: citation_id, type: reference_type, payload: Payload}
    paragraph_finished: {
        paragraphIndex: count, revision: count, text: text, citationIds: citation_id[], citations: citation[],
        degraded: reason
    }
    text_rolled_back: {textOffset: count, paragraphIndex: count}
    outline_found: {sections: {id: text, title: text, paragraphs: count[]}[]}
    offer: {
        citationId: citation_id, type: reference_type, title: text, heading: text, documentId?: text, passageId?: text
    } -- Something that the model was given, without its text.
    citations_finished: {
        paragraphCount: count, refCount: count,
        offered?: offer[] -- Everything that the model was given.
    }
    audio_added: {frame: base64, paragraphIndex: count}
    finished: Meta,
    failed: {
        code: 'upstream_error' | 'upstream_timeout' | 'upstream_refused' | 'content_filter' | 'unavailable' | 'internal'
            | 'unauthorized',
        message: text, retryable: flag
    }
    """
)
"""The JSON of each event, without `seq`, by its type in `jsonl` (`answer.events.data`), and its words."""

FACTS = shapes(
    """
    vertex: {id: text, label: text, name: text, description: text, metadata: object}
    edge: {
        id: text, label: text, weight: number, description: text, metadata: object, startId: text, sourceName: text,
        endId: text, targetName: text
    }
    graph: {entitiesFromQuestion: text[], vertices: vertex[], edges: edge[]}
    Confidence: {
        level: 'confident' | 'doubtful' | 'nothing', -- `doubtful`: the passages may not hold the answer.
        value: number -- 0 to 1.
    } -- What the confidence gate said.
    Meta: {
        question: {tokens: count, uuid: uuid},
        answer: {
            tokens: count, uuid: uuid, isRefEmbedding: flag, isRefGraph: flag, citationMode: citation_mode,
            paragraphCount: count, refCount: count, hasCitationError: flag, degradedReason: reason, complete: flag,
            source: 'model' | 'memory' | 'gate' | 'clarification' | 'about', citationStatus: counts,
            confidence: Confidence | null,
            lateVerdicts?: {paragraphIndex: count, citationId: citation_id, status: 'ok' | 'weak' | 'dropped'}[]
                -- What a verifier said of citations when their paragraph was out.
        },
        audioInfo?: {path?: text, uuid?: text, url?: text, mediaType?: text, duration?: number},
            -- Where the sound of the answer is, and how many seconds it lasts.
        warnings?: text[],
        thread?: {threadId: text, outline?: {id: text, title: text}[]},
        followup?: {resolved: flag, sectionIds: text[], refType: pointer_type, question?: text},
            -- What the question pointed at, and as what it was understood; absent where it stands by itself.
        session?: {sessionId: text, round: count, sessionFull: flag, notice?: text},
        memory?: {score: number, responseId: count, createdAt: time},
        model: {provider: text, name: text},
        models?: {provider: text, name: text}[],
        timings: {firstTextMs?: count, totalMs: count}
    } -- The facts behind `[DONE]`. Absent rather than null outside `answer`.
    Payload: PassageReference | GraphReference,
    PassageReference: {
        embeddingId: text, documentId: text, title: text, source: text, mediaType?: text, text: text, score: number,
        rank: count,
        position: {
            page?: count, pageEnd?: count, pages?: {page: count, start: count}[], heading?: text, start: count,
            end: count
        }
    } -- A passage as it was when it was cited. Later changes of the document do not change it.
    GraphReference: {...graph, score?: number, rank?: count}
        -- A result of the knowledge graph; both ends of every edge are present.
    """,
    counts=shape(f"{{{', '.join(f'{status}: count' for status in (*get_args(Status), 'dropped'))}}}"),
)


def json_text(schema: Schema) -> Schema:
    """Returns a string that holds JSON."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}


def _with_seq(data: Schema) -> Schema:
    seq = {"type": "integer", "minimum": 1, "description": "The event's place in the answer: the cursor."}
    return json_text({**data, "properties": {"seq": seq, **data["properties"]}, "required": ["seq", *data["required"]]})


EVENT_DATA: dict[str, Schema] = {
    **KINDS,
    **{kind: _with_seq(data) for kind, data in DATA.items() if "$ref" not in data},
    "nothing": {"const": ""},
    "label": json_text(DATA["state_changed"]),
    "sentence": shape("/^([^{]|$)/"),
    "meta": shape(r"/^\[META\]\{/", "`[META]`, and behind it META on one line (schema `Meta`)."),
}
EVENTS = """
    bracket [START] started -- First, before anything is searched.
    legacy [START] nothing -- First.
    bracket [STATE_CHANGED] state_changed -- What is being done; `remark` is its label for people.
    legacy [STATE_CHANGED] label -- The label of what is being done.
    both [THINKING] text -- A piece of the model's reasoning.
    bracket message text -- A piece of answer text. All pieces joined are the answer.
    legacy message text -- A piece of answer text without newlines; `-_wrap_-` stands for one.
    both [CITATION_REF] reference_shown -- A source, once, before the paragraph citing it, or after the text.
    both [CITATION_PARAGRAPH] paragraph_finished -- A checked paragraph with its citations.
    bracket [ROLLBACK] text_rolled_back -- Text from this code point on is withdrawn (`rollback` only).
    both [OUTLINE] outline_found -- The sections of a report or summary.
    both [CITATION_DONE] citations_finished -- All paragraphs and references have been sent.
    both [AUDIO] base64 -- One audio frame.
    both [DONE] meta -- The end of an answer that showed text.
    bracket [ERROR] failed -- The end of a turn that showed no text.
    legacy [ERROR] sentence -- A sentence that replaces the shown answer.
"""
"""The events of the dialects `bracket` and `legacy`: name, kind of data in `EVENT_DATA`, description."""
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
"""The events that `DATA` describes. mypy compares them with `Event` where `LINES` calls `_line`."""


def _line(event: type[Described]) -> Schema:
    kind = events.TYPES[event]
    line = "{seq: positive, epoch: count, t_ms: count, type: type, data: data}"
    return shape(line, type={"const": kind}, data=DATA[kind])


LINES = [_line(event) for event in events.TYPES]


def _stream_item(dialect: str, description: str) -> Schema:
    told = re.findall(rf"(?:{dialect}|both) (\S+) (\w+) -- (.+)", EVENTS)
    item = shape("{event?: text, data?: text, id?: text, retry?: count}", description)
    return {**item, "anyOf": [_event(name, EVENT_DATA[kind], text) for name, kind, text in told]}


def _event(name: str, data: Schema, description: str) -> Schema:
    """Returns one event by name; text has none, which readers take for `message`."""
    schema = shape("{event: name, data: data, id?: text, retry?: count}", name={"const": name}, data=data)
    return {**schema, "description": description, "required": ["data"] if name == "message" else ["event", "data"]}


SCHEMAS: dict[str, Schema] = {
    **FACTS,
    "Event": _stream_item(
        "bracket", "One event of the dialect `bracket`. A comment (`:`) every 15 s keeps the line open."
    ),
    "LegacyEvent": _stream_item("legacy", "One event as the older system's page reads it."),
    "DialectEvent": shape(
        "Event | LegacyEvent | ResponseEvent",
        "`bracket`, `legacy` and `openai-responses` name their events; the streams of other dialects are JSON without "
        "names.",
    ),
    "Line": {"description": "One line of the dialect `jsonl`.", "oneOf": LINES},
}
