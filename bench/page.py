"""How fast the page is: what is sent, when its first screen stands, how late text is seen, whether anything blocks.

A real Chromium reads a real server of this process; a fake model writes. With 4× processor slow-down (as DevTools do
it) unless a line says otherwise. Slow 4G is 1.6 Mbit/s down, 0.75 up, 150 ms. An event is a piece of an answer's stream
that the page receives; it is seen when the frame is painted that was drawn after it. The long conversation has 500
paragraphs in three answers (the gateway ends one at 200). A long task takes 50 ms or more, by the clock, or of
processor time alone, which does not count what else the machine does. Goals: 50 kB, 1.2 s, 50 ms,
none, and less than 0.02.

    python bench/page.py [--rounds 5] [--slowdown 4]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.async_api import Browser, Page, expect

from bench.figures import figure
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.server import running

PHONE = {"width": 412, "height": 823}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
ANSWERS = (200, 200, 100)
"""Paragraphs."""
LONG_MS = 50
"""What makes a task a long one."""
PIECE, PAUSE_S = 40, 0.01
"""Characters of a piece of the model, and how long it waits after each."""
TEXT = "A borrowed book may stay at home for three weeks. A loan of a book can be renewed twice."
WORDS = "a borrowed book may stay at home for **three weeks**, and a loan of a book can be renewed twice."
WATCH = """
window.seen = []; window.tasks = []; window.shift = 0;
new PerformanceObserver(list => { for (const task of list.getEntries()) tasks.push(task.duration); })
    .observe({type: "longtask", buffered: true});
new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; })
    .observe({type: "layout-shift", buffered: true});
const painted = new MessageChannel(), waiting = [];
painted.port1.onmessage = () => { const now = performance.now(); for (const came of waiting.splice(0)) seen.push(now - came); };
const read = ReadableStreamDefaultReader.prototype.read;
ReadableStreamDefaultReader.prototype.read = function () {
    return read.call(this).then(got => {
        if (!got.done) {
            const came = performance.now();
            requestAnimationFrame(() => { waiting.push(came); painted.port2.postMessage(0); });
        }
        return got;
    });
};
"""
"""Notes when pieces came and were painted, long tasks, and how much moved without its reader."""
FIRST = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
SENT = """() => { const all = new Map();
    for (const {name, encodedBodySize} of [...performance.getEntriesByType("navigation"),
        ...performance.getEntriesByType("resource")]) if (!name.includes("/v1/")) all.set(name, encodedBodySize);
    return [...all.values()].reduce((one, other) => one + other, 0); }"""


class Model:
    """Writes as many paragraphs as the question says."""

    def __call__(self, request: Any) -> Any:
        asked = str(request.body["messages"][-1]["content"])
        count = int(re.findall(r"(\d+) paragraphs", asked)[-1])
        paragraphs = [(["E1"], f"Paragraph {number} says that {WORDS}") for number in range(1, count + 1)]
        return answer_json(paragraphs, PIECE, pause_s=PAUSE_S)


@contextlib.asynccontextmanager
async def library() -> AsyncIterator[str]:
    async with (
        FakeUpstream(Model()) as upstream,
        postgres.fresh_database(_migrate) as url,
        running(
            url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0.05,
            memory="off",
        ) as server,
    ):
        saved = await server.client.post("/v1/documents", json={"title": "Loans", "text": TEXT, "external_id": "l"})
        assert saved.status_code == 201, saved.text
        yield server.url


async def slowed(page: Page, slowdown: float, *, network: bool = False) -> None:
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    if network:
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", SLOW_4G)


async def ask(page: Page, paragraphs: int) -> None:
    field = page.get_by_role("textbox", name="Ask a question")
    await field.fill(f"How long may a borrowed book stay at home? Write {paragraphs} paragraphs.")
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(1)
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0, timeout=180_000)
    await expect(page.locator(".answer-row").last).to_be_visible(timeout=60_000)


async def first_screen(browser: Browser, url: str, slowdown: float) -> None:
    """Measures a visitor's first screen, on a phone over slow 4G."""
    async with chromium.visit(browser, locale="en-US", viewport=PHONE) as guest:
        await slowed(guest.page, slowdown, network=True)
        await guest.page.goto(url)
        await expect(guest.page.locator(".status a")).to_be_visible()
        say("first content on slow 4G", await guest.page.evaluate(FIRST), "ms")


async def short_answer(browser: Browser, url: str, slowdown: float) -> None:
    """Measures an answer of 20 paragraphs: what was sent until it stood, and how late its text was seen."""
    async with chromium.visit(browser, locale="en-US", viewport=PHONE) as guest:
        await guest.page.add_init_script(WATCH)
        await slowed(guest.page, slowdown)
        await guest.page.goto(url)
        await ask(guest.page, 20)
        say("sent with all that loads later", await guest.page.evaluate(SENT) / 1000, "kB")
        late(
            await guest.page.evaluate("seen"),
            f"event to paint, {slowdown:g}× slower" if slowdown > 1 else "event to paint",
        )


async def long_conversation(browser: Browser, url: str, slowdown: float) -> None:
    """Measures 500 paragraphs while they are written, and a reload in their midst."""
    async with chromium.visit(browser, locale="en-US", viewport=PHONE, reduced_motion="reduce") as guest:
        page = guest.page
        await page.add_init_script(WATCH)
        await slowed(page, slowdown)
        await page.goto(url)
        await expect(page.locator(".status a")).to_be_visible()
        await page.evaluate("tasks.length = 0")
        *before, newest = ANSWERS
        for count in before:
            await ask(page, count)
        await page.evaluate("seen.length = 0")
        busiest = await busy(browser, page, ask(page, newest))
        tasks("500 paragraphs written, processor time", [took for took in busiest if took >= LONG_MS])
        late(await page.evaluate("seen"), "event to paint, 500 paragraphs")
        tasks("500 paragraphs written", await page.evaluate("tasks"))
        middle = await page.evaluate("Math.round(document.documentElement.scrollHeight / 2)")
        await chromium.scroll_to(page, middle)
        busiest = await busy(browser, page, back(page))
        tasks("reload, processor time", [took for took in busiest if took >= LONG_MS])
        say("reload: moved from its place", abs(await page.evaluate("scrollY") - middle), "px")
        say("reload: CLS", await page.evaluate("shift"), "")
        tasks("reload", await page.evaluate("tasks"))


async def back(page: Page) -> None:
    await page.reload()
    await expect(page.locator("[data-paragraph-index]")).to_have_count(sum(ANSWERS))
    await page.evaluate("new Promise(done => setTimeout(done, 2000))")


async def busy(browser: Browser, page: Page, work: Awaitable[object]) -> list[float]:
    """Returns how many milliseconds of processor time each task of the page's thread took meanwhile: what else the
    machine does is not in them, the slow-down is."""
    await browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    await work
    events = [event for event in json.loads(await browser.stop_tracing())["traceEvents"] if event.get("ph") == "X"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "UpdateLayoutTree")
    ((drawing, _),) = threads.most_common(1)
    return [
        event.get("tdur", 0) / 1000
        for event in events
        if (event["pid"], event["tid"]) == drawing and event["name"] == "ThreadControllerImpl::RunTask"
    ]


def late(milliseconds: Sequence[float], what: str) -> None:
    ordered = sorted(milliseconds)
    for share in (50, 95):
        say(f"{what}, p{share}", ordered[len(ordered) * share // 100], "ms")


def tasks(what: str, durations: Sequence[float]) -> None:
    say(f"{what}: long tasks", len(durations), "")
    say(f"{what}: longest task", max(durations, default=0.0), "ms")


FOUND: dict[tuple[str, str], list[float]] = {}


def say(name: str, value: float, unit: str) -> None:
    FOUND.setdefault((name, unit), []).append(value)
    figure(name, value, unit)


async def measure(options: argparse.Namespace) -> None:
    async with library() as url, chromium.chromium() as browser:
        for _ in range(options.rounds):
            await first_screen(browser, url, options.slowdown)
            await short_answer(browser, url, 1.0)
            await short_answer(browser, url, options.slowdown)
            await long_conversation(browser, url, options.slowdown)
    for (name, unit), values in FOUND.items():
        middle = statistics.median(values)
        print(f"{name:40} {middle:9.3f} {unit:3} ({min(values):.3f} to {max(values):.3f})")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--slowdown", type=float, default=4.0)
    asyncio.run(measure(options.parse_args()))


if __name__ == "__main__":
    main()
