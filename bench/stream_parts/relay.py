"""The least that can be done: a raw ASGI application that passes each piece on, with aiohttp towards the model."""

from __future__ import annotations

import aiohttp
import orjson
import uvicorn
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope

HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]


class Relay:
    """One event out for one piece in."""

    def __init__(self, model: str) -> None:
        self._model = f"{model}/chat/completions"
        self._session: aiohttp.ClientSession | None = None

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http":
            return
        body = b""
        if scope["method"] == "POST":
            more = True
            while more:
                message = await receive()
                body += message.get("body", b"")  # type: ignore[call-overload]
                more = message.get("more_body", False)  # type: ignore[call-overload]
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS, "trailers": False})
        if body:
            await self._pass_on(body, send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pass_on(self, body: bytes, send: ASGISendCallable) -> None:
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        async with self._session.post(self._model, data=body) as answer:
            rest = b""
            async for part in answer.content.iter_any():
                *frames, rest = (rest + part).split(b"\n\n")
                out = b"".join(map(_event, frames))
                await send({"type": "http.response.body", "body": out, "more_body": True})


def _event(frame: bytes) -> bytes:
    if frame == b"data: [DONE]":
        return b"event: [DONE]\ndata: {}\n\n"
    return b"data: %s\n\n" % orjson.dumps(orjson.loads(frame[6:])["choices"][0]["delta"].get("content", ""))


def main(port: int, model: str) -> None:
    uvicorn.run(Relay(model), host="127.0.0.1", port=port, log_level="error", access_log=False, backlog=2048)
