"""Readers of many streams at a time, and what they notice: first text, and how much later than the model each piece."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import aiohttp
import orjson

QUESTION = "What is a citation in an answer (stream %d)?"
"""One question, in one sentence: of several, each is looked for by itself."""


@dataclass(slots=True)
class Read:
    """One answer as its reader got it."""

    first_s: float = 0.0
    """From the question to the first text."""
    took_s: float = 0.0
    arrivals: list[tuple[float, int]] = field(default_factory=list)
    """When how many characters of text were there, line ends not counted."""
    ended: bool = False
    error: str = ""
    """Why it has no end."""


class _Frames:
    """Counts the characters of text in event frames, as each server writes it."""

    def __init__(self, read: Read) -> None:
        self._read, self._rest, self._size = read, b"", 0

    def receive(self, data: bytes) -> None:
        *frames, self._rest = (self._rest + data).replace(b"\r\n", b"\n").split(b"\n\n")
        before = self._size
        for frame in frames:
            if frame == b"data: [DONE]":
                self._read.ended = True
            elif b"event:" not in frame:
                self._size += sum(_size(line[6:]) for line in frame.split(b"\n") if line.startswith(b"data: "))
            elif b"event: [DONE]" in frame:
                self._read.ended = True
            elif b"event: [ERROR]" in frame:
                self._read.error = frame[:300].decode(errors="replace")
        if self._size > before:
            self._read.arrivals.append((time.monotonic(), self._size))


def _size(data: bytes) -> int:
    """Characters of one piece: as they stand, in a JSON string, in an object with `text`, or in a chunk of OpenAI's."""
    if data[:1] == b'"' and data[-1:] == b'"':
        return len(orjson.loads(data))
    if data[:9] == b'{"text":"':
        return len(orjson.loads(data)["text"])
    if data[:6] == b'{"id":':
        choices = orjson.loads(data)["choices"]
        return len((choices[0]["delta"].get("content") or "") if choices else "")
    return len(data)


def request(url: str, number: int, *, chat: bool) -> tuple[str, dict[str, object]]:
    """Returns address and body of a question; `chat`: as OpenAI's API has it."""
    question = QUESTION % number
    if not chat:
        return f"{url}/v1/answers", {"question": question}
    messages = [{"role": "user", "content": question}]
    return f"{url}/v1/chat/completions", {"model": "bench", "stream": True, "messages": messages}


async def read(session: aiohttp.ClientSession, url: str, number: int, *, chat: bool = False) -> Read:
    """Reads one answer; one that does not come to its end has an `error`."""
    address, body = request(url, number, chat=chat)
    begin, found = time.monotonic(), Read()
    frames = _Frames(found)
    async with session.post(address, json=body) as answer:
        async for part in answer.content.iter_any():
            frames.receive(part)
    if found.error or not found.ended or not found.arrivals:
        found.error = found.error or f"{url} did not finish a stream"
        return found
    found.took_s, found.first_s = time.monotonic() - begin, found.arrivals[0][0] - begin
    return found


async def read_all(url: str, first: int, streams: int, *, chat: bool = False, spread_s: float = 0.0) -> list[Read]:
    """Reads so many answers on connections of their own, which come all at once or spread over so many seconds."""

    async def come(number: int) -> Read:
        await asyncio.sleep(spread_s * number / streams)
        return await read(session, url, first + number, chat=chat)

    timeout = aiohttp.ClientTimeout(300)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        found = await asyncio.gather(*map(come, range(streams)))
    if all(one.error for one in found):
        raise SystemExit(f"no stream came to its end: {found[0].error}")
    return found


def delays_ms(found: Read, written: list[float], texts: list[int]) -> list[float]:
    """Returns how much later than the model wrote it each piece with text was there: all of it but its last character,
    which the protocol lets wait for what follows (no piece may begin with a newline).

    written: when the model wrote each piece. texts: characters of text up to each piece, its own included.
    """
    delays, arrivals = [], iter(found.arrivals)
    at, size = next(arrivals)
    for wrote, sizes in zip(written, zip([0, *texts], texts, strict=False), strict=False):
        if sizes[0] == sizes[1]:
            continue
        while size < max(sizes[0] + 1, sizes[1] - 1):
            following = next(arrivals, None)
            if following is None:
                return delays
            at, size = following
        delays.append((at - wrote) * 1000)
    return delays


def text_sizes(pieces: list[str], parsed: bool) -> list[int]:
    """Returns how many characters a reader has up to each piece: of what stands in "text" for a server that parses
    the structured answer, else of everything."""
    sizes, size, whole, end = [], 0, "".join(pieces), 0
    inside = _inside(whole) if parsed else b"\1" * len(whole)
    for piece in pieces:
        size += sum(inside[end : end + len(piece)])
        end += len(piece)
        sizes.append(size)
    return sizes


def _inside(whole: str) -> bytes:
    """Marks the characters of `whole` that stand in a "text"."""
    marks, at = bytearray(len(whole)), 0
    while (begin := whole.find('"text":"', at)) >= 0:
        at = whole.index('"', begin + 8)
        marks[begin + 8 : at] = b"\1" * (at - begin - 8)
    return bytes(marks)


def quantiles(values: list[float]) -> Mapping[str, float]:
    ordered = sorted(values)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]}
