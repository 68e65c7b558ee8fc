"""A model service on a random loopback port that does what a script says: answers, and every way of failing.

    async with FakeUpstream([status(429, retry_after=1), answer_json([(["E1"], "Yes.")])]) as up:
        settings.read(openai_base_url=up.url)

Each POST takes the next behaviour of the script; the last one repeats. `GET …/models` lists `models`, or does what
`listing` says. Plain asyncio streams, so that a frame can be cut at any byte and a connection reset at any moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import socket
import struct
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.loopback import LoopbackServer

Behaviour = Callable[["Exchange"], Awaitable[None]]
Paragraphs = Sequence[tuple[Sequence[str], str]]
LONGEST_STALL_S = 30.0


@dataclass(slots=True)
class Request:
    """What one request brought. `closed` is set once the client has dropped the connection before the end."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    closed: asyncio.Event = field(default_factory=asyncio.Event)


class Exchange:
    """One request being answered; behaviours speak through it."""

    def __init__(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.request = request
        self._reader, self._writer = reader, writer
        self._open = True
        self.keeps = False
        """Whether the connection may carry another request."""

    async def head(self, status: int = 200, headers: dict[str, str] | None = None) -> None:
        fields = {"content-type": "text/event-stream", "transfer-encoding": "chunked", **(headers or {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self._writer.write(f"HTTP/1.1 {status} Scripted\r\n{lines}\r\n".encode())
        await self._flush()

    async def send(self, data: bytes) -> None:
        """Body bytes, exactly these, as one chunk."""
        if data:
            self._writer.write(b"%x\r\n%b\r\n" % (len(data), data))
            await self._flush()

    async def frame(self, value: Any) -> None:
        data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        await self.send(f"data: {data}\n\n".encode())

    async def end(self) -> None:
        """A proper end of the body; the connection stays open for the next request."""
        self._writer.write(b"0\r\n\r\n")
        await self._flush()
        self.keeps = True

    def reset(self) -> None:
        """Drop the connection with a TCP reset."""
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def stall(self, ping_s: float | None = None, ping: bytes = b": ping\n\n") -> None:
        """Say nothing, or only `ping`, until the client leaves."""
        gone = asyncio.ensure_future(self._reader.read(1))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_STALL_S):
                while not gone.done():
                    await asyncio.wait([gone], timeout=ping_s)
                    if ping_s and not gone.done():
                        await self.send(ping)
        gone.cancel()
        self.request.closed.set()

    async def _flush(self) -> None:
        try:
            await self._writer.drain()
        except ConnectionError:
            self.request.closed.set()
            raise


class FakeUpstream(LoopbackServer):
    """The server. `url` ends in `/v1`; `requests` are the POSTs seen, oldest first."""

    def __init__(
        self, script: Sequence[Behaviour] | Callable[[Request], Behaviour] = (), models: Sequence[str] = ("scripted",)
    ) -> None:
        """`script`: behaviours in turn, or a function that chooses one for each request."""
        super().__init__(path="/v1")
        self.choose = script if callable(script) else None
        self.script = [] if callable(script) else list(script)
        listed = {"object": "list", "data": [{"id": name, "object": "model"} for name in models]}
        self.listing = body(json.dumps(listed).encode(), content_type="application/json")
        self.requests: list[Request] = []
        self.connections = 0

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while (request := await _read(reader)) is not None:
                exchange = Exchange(request, reader, writer)
                await self._behaviour(request)(exchange)
                if not exchange.keeps:
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _behaviour(self, request: Request) -> Behaviour:
        if request.method == "GET":
            return self.listing
        self.requests.append(request)
        if self.choose is not None:
            return self.choose(request)
        return self.script[min(len(self.requests), len(self.script)) - 1]


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    content = await reader.readexactly(int(headers.get("content-length", 0)))
    content = gzip.decompress(content) if headers.get("content-encoding") == "gzip" else content
    is_form = headers.get("content-type", "").startswith("multipart/")
    return Request(method, path, headers, content if is_form else json.loads(content) if content else None)


# Pieces of an answer ----------------------------------------------------------------------------------------------


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """One frame of a streamed chat completion."""
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return {"id": "scripted-1", "object": "chat.completion.chunk", "choices": [choice], **more}


def usage_chunk(prompt_tokens: int = 11, answer_tokens: int = 7) -> dict[str, Any]:
    total = prompt_tokens + answer_tokens
    return {
        "choices": [],
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": answer_tokens, "total_tokens": total},
    }


def paragraphs_json(paragraphs: Paragraphs) -> str:
    """What a well-behaved model writes: `[(["E1"], "text"), …]` as the answer's JSON."""
    listed = [{"citationIds": list(ids), "text": text} for ids, text in paragraphs]
    return json.dumps({"paragraphs": listed}, ensure_ascii=False, separators=(",", ":"))


def cut(content: str, size: int) -> list[str]:
    return [content[start : start + size] for start in range(0, len(content), size)]


# Behaviours -------------------------------------------------------------------------------------------------------


def text(
    content: str,
    chunk_size: int = 4,
    *,
    finish: str | None = "stop",
    usage: bool = True,
    done: bool = True,
    pause_s: float = 0.0,
    thought: str = "",
) -> Behaviour:
    """A streamed answer: role chunk, deltas of `chunk_size` characters, finish reason, usage, `[DONE]`."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head()
        await exchange.frame(chunk({"role": "assistant", "content": ""}))
        for piece in cut(thought, chunk_size):
            await exchange.frame(chunk({"reasoning_content": piece}))
        for piece in cut(content, chunk_size):
            await exchange.frame(chunk({"content": piece}))
            await asyncio.sleep(pause_s)
        if finish:
            await exchange.frame(chunk(finish=finish))
        if usage:
            await exchange.frame(usage_chunk())
        if done:
            await exchange.frame("[DONE]")
        await exchange.end()

    return behave


def answer_json(paragraphs: Paragraphs, chunk: int = 4, **more: Any) -> Behaviour:
    """A streamed answer with these paragraphs; `more` as for `text`."""
    return text(paragraphs_json(paragraphs), chunk, **more)


def reasoning(thought: str, then: str = "", chunk: int = 4, **more: Any) -> Behaviour:
    """Thoughts first, then `then` as the answer's text; `more` as for `text`."""
    return text(then, chunk, thought=thought, **more)


def status(code: int, detail: Any = None, *, retry_after: float | str | None = None, **headers: str) -> Behaviour:
    """An error answer; `detail` is the error object, a plain text, or absent."""
    error = detail if isinstance(detail, str) else json.dumps({"error": detail or {"message": "scripted failure"}})
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if retry_after is not None:
        fields["retry-after"] = str(retry_after)
    return body(error.encode(), code=code, content_type="application/json", headers=fields)


def redirect(to: str, code: int = 307) -> Behaviour:
    return status(code, "", location=to)


def body(
    content: bytes, *, code: int = 200, content_type: str = "text/event-stream", headers: dict[str, str] | None = None
) -> Behaviour:
    """These bytes as the whole body: HTML, an error object, a cut frame, nothing at all."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head(code, {"content-type": content_type, **(headers or {})})
        await exchange.send(content)
        await exchange.end()

    return behave


def html() -> Behaviour:
    return body(b"<!doctype html><title>Welcome</title><p>Not an API.", content_type="text/html")


def frames(values: Iterable[Any], *, then: Callable[[Exchange], Awaitable[None]] | None = None) -> Behaviour:
    """These values as frames (a str as it stands, anything else as JSON), then `then`, else a proper end."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head()
        for value in values:
            await exchange.frame(value)
        await (then(exchange) if then else exchange.end())

    return behave


def in_pieces(content: bytes, size: int = 1) -> Behaviour:
    """The body in network pieces of `size` bytes."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head()
        for start in range(0, len(content), size):
            await exchange.send(content[start : start + size])
            await asyncio.sleep(0)
        await exchange.end()

    return behave


def reset_after(pieces: int, content: str = "The connection breaks before this is said.") -> Behaviour:
    """A TCP reset after so many content deltas; 0 resets before the status line."""

    async def behave(exchange: Exchange) -> None:
        if pieces:
            await exchange.head()
            for piece in cut(content, 4)[:pieces]:
                await exchange.frame(chunk({"content": piece}))
        exchange.reset()

    return behave


def stall_after(
    pieces: int,
    content: str = "Silence comes before this is said.",
    *,
    ping_s: float | None = None,
    ping: bytes = b": ping\n\n",
) -> Behaviour:
    """Silence after so many content deltas (0: after the headers), or only `ping` every `ping_s` seconds."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head()
        for piece in cut(content, 4)[:pieces]:
            await exchange.frame(chunk({"content": piece}))
        await exchange.stall(ping_s, ping)

    return behave


def silence() -> Behaviour:
    """Not even a status line."""

    async def behave(exchange: Exchange) -> None:
        await exchange.stall()

    return behave
