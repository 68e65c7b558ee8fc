"""Two more doors to the same answers, for consoles and for applications that want a document: a stream only on request.

`POST /api/query` may say the sections of a summary once more as the `SUIVI` block that such applications read. The block
is rendered from the outline for this one response: it is part of no event, no stored text and no replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, Field, StrictBool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.answer.answer import Section
from gateway.answer.events import Answer, Numbered, OutlineFound
from gateway.answer.outline import block
from gateway.http.answers import answered, understood
from gateway.http.bodies import Absent, checked, read_json
from gateway.http.streams import Dialect, wants_stream
from gateway.services import services
from gateway.wire import bracket, document
from gateway.wire.shared.frame import About, frame


class Wanted(BaseModel):
    """How the answer is to be sent; absent: as `Accept` says."""

    stream: Annotated[
        StrictBool | None,
        Absent(),
        Field(description="`true`: the event stream, `false`: the document; absent: as `Accept` says."),
    ] = None


async def query(request: Request) -> Response:
    """The document of the answer, or its event stream."""
    return await _answered(request, with_block=False)


async def api_query(request: Request) -> Response:
    """The same, with the sections in the text unless the setting says otherwise."""
    return await _answered(request, with_block=services(request).settings.suivi_in_text == "keep")


async def _answered(request: Request, *, with_block: bool) -> Response:
    given = await read_json(request)
    asked = understood(given)
    stream = checked(Wanted, {"stream": given.get("stream")}).stream
    streams = wants_stream(request) if stream is None else stream
    spoken = Dialect.named("bracket" if streams else "document")
    if with_block:
        spoken = replace(spoken, encoder=BlockInStream if streams else BlockInDocument)
    return await answered(request, given, asked, spoken)


class BlockInStream(bracket.Encoder):
    """The block is a piece of text without an id, directly before the outline: who resumes does not get it again."""

    def encode(self, numbered: Numbered) -> bytes:
        said = super().encode(numbered)
        if isinstance(numbered.event, OutlineFound):
            return frame(_behind_text(numbered.event.sections).encode()) + said
        return said


class BlockInDocument(document.Encoder):
    """The block stands at the end of `answer`."""

    def body(self, answer: Answer, about: About) -> dict[str, Any]:
        whole = super().body(answer, about)
        return {**whole, "answer": whole["answer"] + _behind_text(answer.outline)}


def _behind_text(sections: Sequence[Section]) -> str:
    return f"\n\n{block(sections)}" if sections else ""


ROUTES = [
    Route("/query", query, methods=["POST"]),
    Route("/api/query", api_query, methods=["POST"]),
]
