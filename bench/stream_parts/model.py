"""A model that writes at a given pace, and remembers when it wrote what.

`POST …/chat/completions` streams the planned answer; `POST /plan` sets the plan; `GET /times` returns, for each stream,
when it was asked for and when each piece was written, in monotonic seconds of this machine. A stream is known by
`(stream 17)` in its question; with `(pieces 300)` it has so many pieces, whatever the plan says.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from dataclasses import asdict, dataclass, field
from typing import cast

from gateway.concurrency import event_loop

SENTENCE = "A citation is the link between one paragraph of an answer and the passage of a document that supports it. "
PIECE = 4
"""Characters of a piece: about a token."""
GOLDEN = 0.618034
"""Streams that begin together are spread evenly over a pause: people's streams are not in step, and a server that could
read all of them in one go would be measured on what it never meets."""
PARAGRAPH = 12 * len(SENTENCE)
STREAM, LENGTH = re.compile(rb"\(stream (\d+)\)"), re.compile(rb"\(pieces (\d+)\)")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
FRAME = (
    b'data: {"id":"chatcmpl-5f2b","object":"chat.completion.chunk","created":1790000000,"model":"bench",'
    b'"choices":[{"index":0,"delta":{"content":%s},"logprobs":null,"finish_reason":null}]}\n\n'
)
END = b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


@dataclass(frozen=True, slots=True)
class Plan:
    """How the model answers: so many pieces, so many ms between two; 0: as fast as they are taken."""

    pieces: int = 1000
    pause_ms: float = 0.0

    @property
    def text(self) -> str:
        """The structured answer."""
        paragraphs, room = [], self.pieces * PIECE
        while room > 0:
            text = (SENTENCE * 12)[: min(room, PARAGRAPH)].strip()
            paragraphs.append({"citationIds": ["E1"], "text": text})
            room -= len(text) + 32
        return json.dumps({"paragraphs": paragraphs}, separators=(",", ":"))

    def written(self) -> list[str]:
        """The pieces."""
        text = self.text
        return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


@dataclass(frozen=True, slots=True)
class Times:
    """Of one stream, in monotonic seconds of this machine."""

    asked: float
    """When the request for it was there."""
    written: list[float] = field(default_factory=list)
    """When each piece was written."""


class _Model:
    def __init__(self) -> None:
        self.times: dict[int, Times] = {}
        self.set(Plan())

    def set(self, plan: Plan) -> None:
        self.plan = plan
        self._frames: dict[int, list[bytes]] = {}
        self.times.clear()

    def frames(self, body: bytes) -> list[bytes]:
        """Returns the frames of the answer that a request asks for."""
        asked = LENGTH.findall(body)
        pieces = int(asked[-1]) if asked else self.plan.pieces
        if pieces not in self._frames:
            self._frames[pieces] = [FRAME % json.dumps(piece).encode() for piece in Plan(pieces).written()]
        return self._frames[pieces]


class _Connection(asyncio.Protocol):
    def __init__(self, model: _Model) -> None:
        self._model, self._seen = model, b""
        self._writable = asyncio.Event()
        self._writable.set()
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._task is not None:
            self._task.cancel()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        self._seen += data
        head, found, body = self._seen.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        size = int(length[1]) if length else 0
        if not found or len(body) < size:
            return
        self._seen = body[size:]
        if head.startswith(b"GET"):
            self._reply(json.dumps({number: asdict(times) for number, times in self._model.times.items()}).encode())
        elif b"/plan " in head.split(b"\r\n")[0]:
            self._model.set(Plan(**json.loads(body[:size])))
            self._reply(b"{}")
        else:
            self._task = asyncio.ensure_future(self._answer(body[:size]))

    def _reply(self, body: bytes) -> None:
        self._transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    async def _answer(self, body: bytes) -> None:
        named, now = STREAM.findall(body), asyncio.get_running_loop().time
        number = int(named[-1]) if named else 0
        times = self._model.times[number] = Times(now())
        pause_s = self._model.plan.pause_ms / 1000
        due, write = times.asked + pause_s * (number * GOLDEN % 1), self._transport.write
        write(HEAD)
        for frame in self._model.frames(body):
            if pause_s:
                due += pause_s
                if (early := due - now()) > 0:
                    await asyncio.sleep(early)
            await self._writable.wait()
            times.written.append(now())
            write(b"%x\r\n%s\r\n" % (len(frame), frame))
        write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(END), END))


async def serve(port: int) -> None:
    model = _Model()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Connection(model), "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


def main(port: int) -> None:
    event_loop.run(serve(port))


def as_json(plan: Plan) -> dict[str, float]:
    return asdict(plan)


if __name__ == "__main__":
    main(int(sys.argv[1]))
