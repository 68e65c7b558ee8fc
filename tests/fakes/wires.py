"""What a provider's service sends, as frames: one answer, and everything that may stand in its place.

Every provider has a `WIRE` in `tests/support/providers/<name>.py`; what is tested of all providers is written against
it. Behaviours of `tests.fakes.upstream` send the frames.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gateway.settings import Settings
from tests.fakes.upstream import (
    Behaviour,
    Exchange,
    FakeUpstream,
    Paragraphs,
    chunk,
    cut,
    paragraphs_json,
    status,
    usage_chunk,
)

SSE = "text/event-stream"
PIECE = 24
"""Characters that one frame brings."""


class Frame(NamedTuple):
    """Bytes that belong together, and the text that they bring."""

    data: bytes
    text: str = ""


@dataclass(frozen=True)
class Wire:
    """How one provider's service spells a stream."""

    settings: Callable[[str], dict[str, Any]]
    """Settings that reach the stand-in, from its address without a path."""
    said: Callable[[Paragraphs], list[Frame]]
    """An answer with these paragraphs, up to its end. Joined, the texts are what the provider yields."""
    ends: Mapping[str, list[Frame]]
    """A proper end, by the finish reason that the provider tells: `stop`, `length`, and `content_filter` and `refusal`
    where the service knows them. Its first frame decides; what follows is no longer needed."""
    error: bytes
    """A failure that may pass, told within the stream."""
    tool: bytes
    """A call of a tool that nobody offered."""
    thought: Callable[[str], bytes] | None = None
    """The frame of a thought; None: the service has none."""
    begins: list[Frame] = field(default_factory=list)
    """What comes before the first text."""
    ping: bytes = b": ping\n\n"
    """A sign of life that is no text."""
    media_type: str = SSE
    says_it_is_over: bool = True
    """Whether an end says that nothing follows; else only the end of the body does."""
    later: Callable[[float], Behaviour] = lambda seconds: status(429, retry_after=seconds)
    """A refusal that says when to come again, in seconds."""

    def reached(self, upstream: FakeUpstream, **changed: Any) -> Settings:
        """Returns settings that reach this stand-in, with those that are changed."""
        return Settings(**{**self.settings(upstream.url.removesuffix("/v1")), **changed}, _env_file=None)

    def answer(self, paragraphs: Paragraphs, end: str = "stop") -> list[Frame]:
        """Returns all frames of an answer."""
        return [*self.begins, *self.said(paragraphs), *self.ends[end]]

    def sends(
        self, frames: Sequence[Frame | bytes], then: Callable[[Exchange], Awaitable[None]] | None = None
    ) -> Behaviour:
        """Sends these frames, each as a read of its own, then does `then`, else ends properly."""

        async def behave(exchange: Exchange) -> None:
            await exchange.head(headers={"content-type": self.media_type})
            for frame in frames:
                await exchange.send(frame.data if isinstance(frame, Frame) else frame)
            await (then(exchange) if then else exchange.end())

        return behave

    def drips(self, frames: Sequence[Frame], every_s: float) -> Behaviour:
        """Sends these frames, one by one, for ever so slowly."""

        async def behave(exchange: Exchange) -> None:
            await exchange.head(headers={"content-type": self.media_type})
            for frame in frames:
                await exchange.send(frame.data)
                await asyncio.sleep(every_s)
            await exchange.end()

        return behave


async def resets(exchange: Exchange) -> None:
    """Resets the connection, once the client has had time to read what was sent."""
    await asyncio.sleep(0.1)
    exchange.reset()


async def closes(exchange: Exchange) -> None:
    """Closes the connection in the middle of the body."""


async def stalls(exchange: Exchange) -> None:
    """Says nothing more until the client leaves."""
    await exchange.stall()


def event(value: Any, name: str = "") -> bytes:
    """Returns a server-sent event."""
    data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return (f"event: {name}\n" if name else "").encode() + f"data: {data}\n\n".encode()


def as_json(spelled: Callable[[str], bytes]) -> Callable[[Paragraphs], list[Frame]]:
    """Returns how the answer's JSON is said by a service that spells each piece so."""

    def said(paragraphs: Paragraphs) -> list[Frame]:
        return [Frame(spelled(piece), piece) for piece in cut(paragraphs_json(paragraphs), PIECE)]

    return said


def chat_completions(settings: Callable[[str], dict[str, Any]]) -> Wire:
    """Returns the wire of chat completions, as OpenAI and many others speak it."""

    def end(reason: str) -> list[Frame]:
        return [Frame(event(chunk(finish=reason))), Frame(event(usage_chunk())), Frame(event("[DONE]"))]

    refusal = Frame(event(chunk({"refusal": "I cannot help."})), "I cannot help.")
    return Wire(
        settings=settings,
        begins=[Frame(event(chunk({"role": "assistant", "content": ""})))],
        said=as_json(lambda piece: event(chunk({"content": piece}))),
        ends={reason: end(reason) for reason in ("stop", "length", "content_filter")}
        | {"refusal": [refusal, *end("stop")]},
        thought=lambda thought: event(chunk({"reasoning_content": thought})),
        error=event({"error": {"message": "overloaded", "code": 503}}),
        tool=event(chunk({"tool_calls": [{"index": 0, "id": "x", "function": {"name": "rm", "arguments": "{}"}}]})),
    )
