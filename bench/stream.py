"""Time to first text and pieces per second: the whole gateway against a plain Starlette relay of the same model.

Both stand in processes of their own before one fake model, which writes a structured answer in pieces of four
characters as fast as they are taken. The relay turns each piece into an event and no more; the gateway searches,
parses, checks evidence, numbers, commits every event and encodes it. CPU is the server process's own clock. Ratios hold
from machine to machine; absolutes do not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp

ME = Path(__file__).resolve()
ROOT = ME.parents[1]
sys.path.insert(0, str(ROOT))

from bench.database import data_directory  # noqa: E402

QUESTION = {"question": "What is a citation in an answer?"}
SENTENCE = "A citation is the link between one paragraph of an answer and the passage of a document that supports it. "
PARAGRAPHS = 12
PIECE = 4
ROUNDS = 3
BURSTS = 8
"""The process clock has steps of 10 ms: a burst is repeated until it is long beside one."""
FIRST_TEXT = {"gateway": re.compile(rb"id: \d+-\d+\ndata: "), "relay": re.compile(rb"data: ")}


def model_text() -> str:
    paragraphs = [{"citationIds": ["E1"], "text": (SENTENCE * 10).strip()}] * PARAGRAPHS
    return json.dumps({"paragraphs": paragraphs}, separators=(",", ":"))


def upstream_body() -> list[bytes]:
    """The model's answer as event-stream bytes, cut into writes of 40 pieces; the first piece goes alone."""
    text = model_text()
    frames = [
        b"data: %s\n\n" % json.dumps({"choices": [{"delta": {"content": text[at : at + PIECE]}}]}).encode()
        for at in range(0, len(text), PIECE)
    ]
    end = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    rest = [b"".join(frames[at : at + 40]) for at in range(1, len(frames), 40)]
    return [frames[0], *rest, end]


async def serve_upstream(port: int) -> None:
    """The fake model: any POST gets the same answer."""
    body = upstream_body()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head.lower())
                await reader.readexactly(int(length[1]) if length else 0)
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for part in body:
                    writer.write(b"%x\r\n%s\r\n" % (len(part), part))
                    await writer.drain()
                writer.write(b"0\r\n\r\n")
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", port)
    await server.serve_forever()


def serve_relay(port: int, upstream: str) -> None:
    """The yardstick: Starlette's own streaming response around aiohttp, one event out for one piece in."""
    import orjson
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse, StreamingResponse
    from starlette.routing import Route

    sessions: list[aiohttp.ClientSession] = []

    def event(frame: bytes) -> bytes:
        if frame == b"data: [DONE]":
            return b"event: [DONE]\n" + frame + b"\n\n"
        delta = orjson.loads(frame[6:])["choices"][0]["delta"]
        return b"data: %s\n\n" % delta.get("content", "").encode()

    async def passed_on() -> AsyncIterator[bytes]:
        if not sessions:
            sessions.append(aiohttp.ClientSession())
        async with sessions[0].post(upstream, json=QUESTION) as answer:
            rest = b""
            async for part in answer.content.iter_any():
                *frames, rest = (rest + part).split(b"\n\n")
                yield b"".join(map(event, frames))

    async def ask(request: Request) -> StreamingResponse:
        await request.body()
        return StreamingResponse(passed_on(), media_type="text/event-stream")

    async def ready(request: Request) -> PlainTextResponse:
        return PlainTextResponse("ready")

    app = Starlette(routes=[Route("/v1/answers", ask, methods=["POST"]), Route("/readyz", ready)])
    uvicorn.run(app, port=port, log_level="error", access_log=False)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def process(*command: object, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [sys.executable, *map(str, command)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield child
    finally:
        child.terminate()
        child.wait(20)


def cpu_s(child: subprocess.Popen[bytes]) -> float:
    """Processor time of a process so far, from its own clock (Linux)."""
    fields = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def until_ready(session: aiohttp.ClientSession, url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(aiohttp.ClientError):
            async with session.get(f"{url}/readyz") as answer:
                if answer.status == 200:
                    return
        await asyncio.sleep(0.1)
    raise SystemExit(f"{url} did not get ready")


async def ask_once(session: aiohttp.ClientSession, url: str, mark: re.Pattern[bytes]) -> tuple[float, bytes]:
    """(seconds to first text, everything received)."""
    begin, first, seen = time.perf_counter(), 0.0, bytearray()
    async with session.post(f"{url}/v1/answers", json=QUESTION) as answer:
        async for part in answer.content.iter_any():
            seen += part
            if not first and mark.search(seen):
                first = time.perf_counter() - begin
    return first, bytes(seen)


async def measure(name: str, url: str, child: subprocess.Popen[bytes], streams: int) -> tuple[float, float, float]:
    """(median ms to first text of single streams, pieces per second of a burst, CPU µs per piece of the burst)."""
    pieces = len(model_text()) / PIECE
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(120)) as session:
        await until_ready(session, url)
        firsts = []
        for _ in range(10):
            first, body = await ask_once(session, url, FIRST_TEXT[name])
            if not first or b"[ERROR]" in body:
                raise SystemExit(f"{name} gave no text: {body[-400:]!r}")
            firsts.append(first * 1000)
        busy, begin = cpu_s(child), time.perf_counter()
        for _ in range(BURSTS):
            await asyncio.gather(*(ask_once(session, url, FIRST_TEXT[name]) for _ in range(streams)))
        took, busy = time.perf_counter() - begin, cpu_s(child) - busy
    received = BURSTS * streams * pieces
    return statistics.median(firsts), received / took, busy / received * 1e6


async def compare() -> None:
    async with data_directory() as data:
        await compared(str(data))


async def compared(data: str) -> None:
    """`data`: the gateway's data directory."""
    upstream, relay, gateway = free_port(), free_port(), free_port()
    model = f"http://127.0.0.1:{upstream}/v1"
    with (
        process(ME, "upstream", upstream),
        process(ME, "relay", relay, f"{model}/chat/completions") as relay_process,
        process(
            "-m",
            "gateway",
            "serve",
            "--port",
            gateway,
            "--data-dir",
            data,
            OPENAI_BASE_URL=model,
            OPENAI_MODEL="bench",
            GATEWAY_PROVIDER="openai",
            GATEWAY_EMBEDDER="hash",
        ) as gateway_process,
    ):
        print(f"answer of {len(model_text()):,} characters in pieces of {PIECE}; medians of {ROUNDS} rounds")
        for streams in (1, 20):
            rows: dict[str, list[tuple[float, float, float]]] = {"relay": [], "gateway": []}
            for _ in range(ROUNDS):
                for name, port, child in (("relay", relay, relay_process), ("gateway", gateway, gateway_process)):
                    rows[name].append(await measure(name, f"http://127.0.0.1:{port}", child, streams))
            say(streams, *(tuple(map(statistics.median, zip(*rows[name], strict=True))) for name in rows))


def say(streams: int, relay: tuple[float, ...], gateway: tuple[float, ...]) -> None:
    print(f"{streams} stream{'s' if streams > 1 else ''} at once        relay    gateway   gateway/relay")
    for label, unit, column in (("first text", "ms", 0), ("pieces per second", "", 1), ("CPU per piece", "µs", 2)):
        ratio = gateway[column] / relay[column] if relay[column] else float("nan")
        print(f"  {label:<18}{relay[column]:>10,.1f} {gateway[column]:>10,.1f} {unit:<2} {ratio:>9.2f} x")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["upstream", port]:
            asyncio.run(serve_upstream(int(port)))
        case ["relay", port, upstream]:
            serve_relay(int(port), upstream)
        case _:
            asyncio.run(compare())
