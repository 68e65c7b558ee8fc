"""Paths of OpenAI's API that the gateway does not have. Every method gets a 404 in OpenAI's shape, so that its
libraries raise `NotFoundError` with a sentence."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from gateway.http.door.endpoint import EVERYBODY, HttpEndpoint, RefusalStyle
from gateway.http.door.visit import VISIT, Visit
from gateway.http.openai.openai_door import refusing
from gateway.http.openapi.client_names import names
from gateway.http.replies import canonical
from gateway.wire.openai import error

ALONE = ("completions", "embeddings", "moderations")
WITH_MORE = names(
    """
    assistants audio/speech audio/transcriptions audio/translations batches chat chatkit containers
    conversations evals files fine_tuning images organization realtime responses skills uploads vector_stores
    videos
    """
)
"""Paths below `/v1` as OpenAI's description of its API lists them; the second ones have others below them."""
WORKING = "/v1/chat/completions, /v1/responses and /v1/models"


class MissingPath:
    """A path that answers every method in the same way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit: Visit = scope[VISIT]
        message = f"This gateway has no {visit.method} {visit.url.path}. Of OpenAI's API it has {WORKING}."
        refused = canonical({"error": error("unknown_url", message, kind="invalid_request_error")}, 404)
        await refused(scope, receive, send)


ENDPOINTS = [
    HttpEndpoint(
        "GET", f"/v1/{path}", MissingPath(), roles=EVERYBODY, operation=None, style=RefusalStyle(refusing("messages"))
    )
    for path in (*ALONE, *WITH_MORE, *(f"{path}/{{rest:path}}" for path in WITH_MORE))
]
"""They come after the paths that exist."""
