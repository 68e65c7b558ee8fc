"""Two more endpoints for the same answers, for consoles and for applications that want a document and a stream only
on request.

`POST /api/query` may repeat the sections of a summary as the `SUIVI` block that such applications read. The block is
rendered from the outline for this one response: it is part of no event, no stored text and no replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import StrictBool
from starlette.responses import Response

from gateway.answer.answer import Section
from gateway.answer.events import Answer, Numbered, OutlineFound
from gateway.answer.outline import block
from gateway.http.asking import audio
from gateway.http.asking.answers import ASK, LOCATION, answered
from gateway.http.asking.questions import AskRequest
from gateway.http.asking.streams import Dialect, wants_stream
from gateway.http.door.bodies import OrAbsent, read_json
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import TOLD
from gateway.http.openapi.json_schema import named
from gateway.http.openapi.operation import JSON, SSE, body, ok_in
from gateway.http.openapi.tags import ANSWERS
from gateway.wire import bracket, document
from gateway.wire.shared.frame import About, frame


class QueryRequest(AskRequest):
    """The body of `POST /query` and of `POST /api/query`."""

    stream: OrAbsent[StrictBool] = None
    """`true`: the event stream, `false`: the document; absent: as `Accept` says."""


async def query(visit: Visit) -> Response:
    """Returns the document of the answer, or its event stream."""
    return await _answered(visit, with_block=False)


async def api_query(visit: Visit) -> Response:
    """Returns the same, with the sections in the text unless the setting says otherwise."""
    return await _answered(visit, with_block=visit.services.settings.suivi_in_text == "keep")


async def _answered(visit: Visit, *, with_block: bool) -> Response:
    given = await read_json(visit)
    asked = await audio.asked(visit, given, QueryRequest)
    streams = wants_stream(visit) if asked.stream is None else asked.stream
    spoken = Dialect.named("bracket" if streams else "document")
    if with_block:
        spoken = replace(spoken, encoder=BlockInStream if streams else BlockInDocument)
    return await answered(visit, given, asked, spoken)


class BlockInStream(bracket.Encoder):
    """Sends the block as a piece of text without an id, directly before the outline. Who resumes does not get it
    again."""

    def encode(self, numbered: Numbered) -> bytes:
        encoded = super().encode(numbered)
        if isinstance(numbered.event, OutlineFound):
            return frame(_behind_text(numbered.event.sections).encode()) + encoded
        return encoded


class BlockInDocument(document.Encoder):
    """Puts the block at the end of `answer`."""

    def body(self, answer: Answer, about: About) -> document.Answer:
        whole = super().body(answer, about)
        return {**whole, "answer": whole["answer"] + _behind_text(answer.outline)}


def _behind_text(sections: Sequence[Section]) -> str:
    return f"\n\n{block(sections)}" if sections else ""


DOCUMENT_OR_EVENTS = {JSON: {"schema": named("Answer")}, SSE: {"itemSchema": named("Event")}}
SHARED = replace(
    ASK,
    parameters=ASK.parameters[1:],  # without the dialect
    other_names=TOLD,
    responses=ok_in(DOCUMENT_OR_EVENTS, "The document of the answer, or its events.", LOCATION),
)
BEFORE = [
    {"role": "user", "content": "What topics are there?"},
    {"role": "assistant", "content": "1. Loans\n2. Films"},
]
QUERY = replace(
    SHARED,
    text="query: Ask in a console. `POST /v1/answers` that gives the document, and the event stream only when asked "
    "for it. The console sends the conversation along each time; nothing of it is kept.",
    body=body(QueryRequest, {"question": "What is so great about #1?", "conversation_history": BEFORE}),
)
API_QUERY = replace(
    SHARED,
    text="apiQuery: Ask from an application. The same. A summary's sections are said once more behind the text as a "
    "`SUIVI` block, in the stream as an event without id before `[OUTLINE]` (`GATEWAY_SUIVI_IN_TEXT`).",
    body=body(QueryRequest, {"query": "Détaille S2", "caller_app": "intranet", "thread_id": "thread-123"}),
)
ENDPOINTS = endpoints_of(
    ANSWERS,
    ("POST", "/query", EVERYBODY, query, QUERY),
    ("POST", "/api/query", EVERYBODY, api_query, API_QUERY),
    asks=True,
)
