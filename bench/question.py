"""What a long question costs: the event loop's longest standstill and its work, from the request to the end of the
answer.

Run: `python bench/question.py`. A server with the sample documents, no model and the answer memory is asked questions
of 8,000 characters, the longest there are, in several scripts and shapes, each beside a short one of the same kind. A
standstill is the processor time of one callback of the server's loop; the best of several new questions is printed,
since machines are loaded. Goal: none over 20 ms.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import threading
import time
import urllib.request
from asyncio import events
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.database import data_directory
from bench.figures import figure
from gateway import slots
from gateway.conversation.question import LONGEST_QUESTION
from gateway.store.bundled.embedded import acquire
from gateway.store.database.migrations import migrate
from tests.support.server import running

RUNS = 5
SHORT = 80
"""Characters of a usual question."""
rng = random.Random(13)
EXAMPLES = Path(__file__).parents[1] / "examples"


def prose(language: str) -> str:
    return " ".join(path.read_text(encoding="utf-8") for path in sorted((EXAMPLES / language).glob("*.md")))


def han() -> str:
    """Chinese characters by chance: no pair comes twice, as in no text that people write."""
    return "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(LONGEST_QUESTION))


def drawn(alphabet: str) -> str:
    return "".join(rng.choice(alphabet) for _ in range(LONGEST_QUESTION))


def words_drawn() -> str:
    return " ".join(
        "".join(rng.choice("abcdefghijklmnopqrst") for _ in range(rng.randrange(2, 9))) for _ in range(3000)
    )


SHAPES: dict[str, Callable[[], str]] = {
    "English": lambda: prose("en"),
    "French": lambda: prose("fr"),
    "Chinese": lambda: prose("zh"),
    "Han by chance": han,
    "Japanese": lambda: drawn("あいうえおかきくけこさしすせそカキクケコ図書館本借返日時間。"),
    "Thai": lambda: drawn("กขคงจฉชซญดตถทธนบปผพฟมยรลวศสหอะาิีุูเแโใไ"),
    "Hindi": lambda: drawn("कखगघचछजझटठडढतथदधनपफबभमयरलवशसह ािीुूेैोौं।"),
    "Arabic": lambda: drawn("ابتثجحخدذرزسشصضطظعغفقكلمنهوي "),
    "words by chance": words_drawn,
    "one word": lambda: drawn("abcdefghijklmnopqrstuvwxyz"),
    "one word, accents": lambda: drawn("éèêàùçôîûœëï"),
    "digits": lambda: drawn("0123456789"),
    "grouped digits": lambda: drawn("0123456789,."),
    "punctuation": lambda: drawn("!?.,;:'\"()[]{}<>-_/\\|@#$%^&*~`"),
    "spaces": lambda: f"What is{' ' * (LONGEST_QUESTION - 10)}it?",
    "spaces between words": lambda: ("and" + " " * 400) * 19 + "what is it?",
    "ideographic spaces": lambda: "What is" + "\u3000" * (LONGEST_QUESTION - 10) + "it?",
    "brackets": lambda: "[[" * (LONGEST_QUESTION // 2),
    "opened tags": lambda: "<" + " " * (LONGEST_QUESTION - 2) + "x",
    "words that go on": lambda: "y " * (LONGEST_QUESTION // 2),
    "dots": lambda: "." * LONGEST_QUESTION,
    "apostrophes": lambda: drawn("l'd’ "),
    "hyphens": lambda: drawn("ab-_."),
    "lines": lambda: drawn("a\n|-# "),
    "combining marks": lambda: drawn("a\u0301\u0302e"),
    "emoji": lambda: drawn("😀😁😂🤣👩‍🔬"),
    "references": lambda: "Detail S2, the second point and #3. " * 300,
    "references, zh": lambda: "详细说说第二点和S2。" * 800,
    "deliverable": lambda: "Write a report on loans and the fees, then " * 300,
    "not": lambda: "not without no never " * 400,
    "codes": lambda: " ".join(f"X-{rng.randrange(10**6)}" for _ in range(2000)),
    "one letter": lambda: "a " * LONGEST_QUESTION,
    "ideographic numbers": lambda: drawn("一二三四五六七八九十百千万亿年月日"),
}


class Watched:
    """The processor seconds of each callback of this thread's loop."""

    def __init__(self) -> None:
        self.steps: list[float] = []
        self._thread, self._run = threading.get_ident(), events.Handle._run

    def __enter__(self) -> Watched:
        watched, run = self, self._run

        def timed(handle: events.Handle) -> None:
            if threading.get_ident() != watched._thread:
                run(handle)
                return
            begin = time.thread_time()
            run(handle)
            watched.steps.append(time.thread_time() - begin)

        events.Handle._run = timed  # type: ignore[method-assign]
        return self

    def __exit__(self, *error: object) -> None:
        events.Handle._run = self._run  # type: ignore[method-assign]


def ask(url: str, question: str) -> None:
    """In a thread: the client is no work of the server's loop."""
    body = json.dumps({"question": question}).encode()
    request = urllib.request.Request(f"{url}/v1/answers", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        answer.read()


async def cost(url: str, question: Callable[[int], str]) -> tuple[float, float]:
    """The longest standstill and all work of the loop, in milliseconds: the least of several new questions."""
    longest, whole = [], []
    for run in range(RUNS):
        with Watched() as watched:
            await asyncio.to_thread(ask, url, question(run))
        longest.append(max(watched.steps))
        whole.append(sum(watched.steps))
    return min(longest) * 1000, min(whole) * 1000


async def main() -> None:
    only = sys.argv[1:]
    async with data_directory() as data:
        embedded = await acquire(data)
        try:
            await migrate(embedded.url, slots.resource("migrations"))
            async with running(embedded.url, sample=True, recording_days=0) as server:
                print(
                    f"{'question':>20}{'standstill, ms':>16}{'short':>8}{'ratio':>7}{'work, ms':>10}{'short':>8}{'ratio':>7}"
                )
                for name, shape in SHAPES.items():
                    if only and name not in only:
                        continue
                    text = (shape() * 2)[: LONGEST_QUESTION + RUNS]
                    while len(text) < LONGEST_QUESTION + RUNS:
                        text += text
                    long = await cost(server.url, lambda run, text=text: text[run:][:LONGEST_QUESTION])
                    short = await cost(server.url, lambda run, text=text: text[run:][:SHORT])
                    figures = "".join(
                        f"{long_ms:>{width}.1f}{short_ms:>8.1f}{long_ms / short_ms:>7.1f}"
                        for width, long_ms, short_ms in zip((16, 10), long, short, strict=True)
                    )
                    print(f"{name:>20}{figures}", flush=True)
                    for size, (standstill_ms, work_ms) in (("long", long), ("short", short)):
                        figure(f"{name}, {size}: standstill", standstill_ms, "ms")
                        figure(f"{name}, {size}: work", work_ms, "ms")
        finally:
            embedded.release()


if __name__ == "__main__":
    asyncio.run(main())
