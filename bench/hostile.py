"""What a hostile file costs: memory of the server and of its readers, and how long `/healthz` waits meanwhile.

Run: `python bench/hostile.py [MB] [name …]` (50 MB of each). A server of its own gets each file as an upload, one after
the other. A line for each: how much the server's resident memory grew at most (VmHWM, from just before the upload), the
most that one reader's process held (VmHWM, interpreter and libraries included), the sum of both, the longest and the
median wait for `/healthz`, asked 50 times a second, the seconds, and what was said. Goals: sum at most 300 MB,
`/healthz` at most 250 ms on an idle machine. Needs Linux (/proc). The text as JSON is the same by the other door.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from database import data_directory  # noqa: E402

from bench.figures import figure  # noqa: E402
from gateway.serve.server import bind  # noqa: E402
from gateway.store.bundled.embedded import acquire  # noqa: E402
from tests.support import processes  # noqa: E402
from tests.support.files import docx  # noqa: E402
from tests.support.memory_watch import EVERY_S, IS_POSSIBLE, MB, MemoryWatch  # noqa: E402

SENTENCE = "The cellar of the library holds wine number %d from many countries, and its keeper counts the bottles. "
BOUNDARY = "a-line-of-the-bench"


def repeated(piece: bytes, size: int, before: bytes = b"", after: bytes = b"") -> bytes:
    return before + piece * (size // len(piece)) + after


def numbered(pattern: bytes, size: int, before: bytes = b"", after: bytes = b"") -> bytes:
    """Copies of a pattern with `%d` for their number."""
    return before + b"".join(pattern % number for number in range(size // (len(pattern) + 4))) + after


def chinese(size: int) -> bytes:
    rng = random.Random(3)
    return "".join("。" if n % 40 == 0 else chr(rng.randrange(0x4E00, 0x9FFF)) for n in range(size // 3)).encode()


def words(size: int) -> bytes:
    rng = random.Random(3)
    return b" ".join(b"%x.%x" % (rng.randrange(1 << 24), number) for number in range(size // 13))


FILES: dict[str, Callable[[int], bytes]] = {
    "sections.md": lambda size: b"".join(b"## s%d\n\nx%d\n\n" % (n, n) for n in range(size // 93)),
    "headings.md": lambda size: repeated(b"# x\n", size * 2 // 5),
    "prose.md": lambda size: numbered(b"## Part\n\n" + SENTENCE.encode() * 1 + b"\n\n", size),
    "list.md": lambda size: repeated(b"- x\n", size),
    "fence.md": lambda size: repeated(b"x = 1\n", size, b"```\n"),
    "line.txt": lambda size: repeated(b"a", size),
    "newlines.txt": lambda size: repeated(b"\n", size, after=b"x"),
    "emoji.txt": lambda size: repeated(b"word and ", size, "😀 ".encode()),
    "chinese.txt": chinese,
    "words.txt": words,
    "table.csv": lambda size: numbered(b"wine %d,12,red and dry\n", size, b"name,price,note\n"),
    "wide.csv": lambda size: repeated(b"a\n", size, b"," * 500 + b"a\n"),
    "quote.csv": lambda size: repeated(b"x,y\n", size, b'a,b\n1,"'),
    "prose.html": lambda size: numbered(b"<p>" + SENTENCE.encode() + b"</p>\n", size, b"<title>T</title>"),
    "nested.html": lambda size: repeated(b"<div>", size // 2) + b"x" + repeated(b"</div>", size // 2),
    "table.html": lambda size: repeated(b"<tr><td>a<td>b</tr>", size, b"<table>"),
    "data.json": lambda size: numbered(b'{"id": %d, "tags": ["a", "b"], "name": "n"},\n', size, b"[", b"{}]"),
    "brackets.json": lambda size: repeated(b"[", size),
    "newlines.py": lambda size: repeated(b"\n", size, after=b"x = 1\n"),
    "paragraphs.docx": lambda size: docx("<w:p/>" * (size // 125) + "<w:p><w:r><w:t>x</w:t></w:r></w:p>"),
    "the text as JSON": lambda size: json.dumps({"title": "T", "text": "😀 " + "word and " * (size // 9)}).encode(),
}


class HealthWatch:
    """Asks for `/healthz` while `running` lasts, and knows how long each answer took."""

    def __init__(self, port: int) -> None:
        self._port, self._over = port, threading.Event()
        self.waits: list[float] = []
        """Milliseconds."""

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        thread = threading.Thread(target=self._ask)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _ask(self) -> None:
        while not (self.waits and self._over.wait(EVERY_S)):
            begin = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            connection.request("GET", "/healthz")
            assert connection.getresponse().read() is not None
            connection.close()
            self.waits.append((time.perf_counter() - begin) * 1000)


def sent(port: int, name: str, data: bytes) -> str:
    """Uploads a file and returns what the server answers."""
    kind = "application/json"
    if "." in name:
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        data = head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3600)
    connection.request("POST", "/v1/documents", data, {"Content-Type": kind})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    found = answer.get("documents", [answer])[0]
    return str(found.get("error") or found.get("detail") or f"{found.get('passages'):,} passages")


def measured(pid: int, port: int, name: str, data: bytes) -> None:
    memory, health = MemoryWatch(pid), HealthWatch(port)
    begin = time.perf_counter()
    with memory.running(), health.running():
        outcome = sent(port, name, data)
    took, growth, reader = time.perf_counter() - begin, memory.growth, memory.children
    longest, middle = max(health.waits), statistics.median(health.waits)
    print(
        f"{name:<17}{len(data) / MB:>7.1f}{growth:>8}{reader:>8}{growth + reader:>7}{longest:>9.0f}{middle:>8.1f}"
        f"{took:>8.1f}  {outcome[:90]}",
        flush=True,
    )
    figure(f"{name}: memory", growth + reader, "MB")
    figure(f"{name}: longest wait for /healthz", longest, "ms")
    figure(f"{name}: taken in", took, "s")


async def main() -> None:
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 50.0
    chosen = [name for name in FILES if name in sys.argv[2:] or len(sys.argv) < 3]
    print(
        f"{'':<17}{'MB of memory':>30}{'/healthz ms':>17}\n{'file':<17}{'MB':>7}{'server':>8}{'reader':>8}{'sum':>7}{'most':>9}{'median':>8}{'s':>8}"
    )
    async with data_directory() as data_dir:
        embedded = await acquire(data_dir)
        listener = bind("127.0.0.1", 0)
        port = listener.getsockname()[1]
        listener.close()
        started = processes.command("serve", "--port", str(port), "--no-sample")
        environment = processes.environment(DATABASE_URL=embedded.url, GATEWAY_MAX_UPLOAD_MB="64")
        server = await asyncio.create_subprocess_exec(
            *started, cwd=data_dir, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            for name in ("a small text.md", *chosen):
                data = FILES[name](int(size * MB)) if name in FILES else b"# Small\n\nBooks come back."
                await asyncio.to_thread(wait_for, port)
                await asyncio.to_thread(measured, server.pid, port, name, data)
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.terminate()
            await server.wait()
            embedded.release()


def wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the server does not come up")


if __name__ == "__main__":
    if not IS_POSSIBLE:
        raise SystemExit("This bench reads /proc, which only Linux has.")
    asyncio.run(main())
