"""What was recorded of an answer: the recording as JSON lines, and its deletion."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gateway.errors import NotFound
from gateway.http.endpoint import EVERYBODY, QA, HttpEndpoint
from gateway.http.openapi.operation import no_content, response
from gateway.http.openapi.shapes import shape
from gateway.http.replies import NO_STORE
from gateway.http.stored_answers import about_answer, changeable, known
from gateway.http.turns import about, stop_and_wait
from gateway.services import services
from gateway.wire.jsonl import MEDIA_TYPE

LINE = "{kind: 'request' | 'candidates' | 'upstream' | 'piece' | 'decision' | 'event'}"


async def recording(request: Request) -> Response:
    """Streams request, candidates, what the model sent, decisions and events, one JSON object per line."""
    tenant, answer_uuid, stored = await known(request)
    lines = services(request).recordings.lines(tenant, about(stored))
    disposition = f'inline; filename="{answer_uuid}.jsonl"'
    headers = {**NO_STORE, "Content-Disposition": disposition}
    return StreamingResponse(lines, media_type=MEDIA_TYPE, headers=headers)


async def delete(request: Request) -> Response:
    """Removes an answer and all that was made with it. An answer that runs is stopped first."""
    tenant, answer_uuid, stored = await changeable(request)
    if stored.running:
        await stop_and_wait(request, answer_uuid)
    if not await services(request).recordings.delete(tenant, answer_uuid):
        raise NotFound(f"There is no answer {answer_uuid}.")
    return Response(status_code=204)


READ = about_answer(
    "readRecording: Read the recording of an answer. Request, candidates, what the model sent, decisions and events, "
    "for `citestream replay`.",
    {"200": response("One JSON object per line.", {MEDIA_TYPE: {"itemSchema": shape(LINE)}})},
)
DELETE = about_answer(
    "deleteAnswer: Delete an answer. With all that was made with it; one that runs is stopped first.",
    no_content("It is gone."),
)
ENDPOINTS = [
    HttpEndpoint("GET", "/v1/answers/{uuid}/recording", recording, roles=QA, operation=READ),
    HttpEndpoint("DELETE", "/v1/answers/{uuid}", delete, roles=EVERYBODY, operation=DELETE),
]
