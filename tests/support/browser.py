"""A real Chromium for the journeys through the page: an installed one, else the one that comes as an npm package."""

from __future__ import annotations

import contextlib
import os
import platform
import runpy
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, Request, async_playwright, expect

WEB = Path(__file__).resolve().parent.parent.parent / "web"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--no-zygote",
    "--disable-site-isolation-trials",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Visit:
    """A page and what went wrong or left it while it was open."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._sent)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _sent(self, request: Request) -> None:
        self.requests.append(request.url)


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path, environment = find()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS, env=environment)
        try:
            yield browser
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def visit(browser: Browser, **context: object) -> AsyncIterator[Visit]:
    """A page of a reader of its own: no storage, no cache of another."""
    reader = await browser.new_context(**context)
    reader.set_default_timeout(PATIENCE_MS)
    try:
        guest = Visit(await reader.new_page())
        guest.watch()
        yield guest
    finally:
        await reader.close()


def find() -> tuple[str, dict[str, str]]:
    """The browser and the environment to start it with: `CHROMIUM`, one on the path, or the packaged one."""
    for named in (os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)):
        if named and Path(named).is_file():
            return named, dict(os.environ)
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        pytest.skip("no Chromium is installed, and the packaged one is for Linux on x86-64; set CHROMIUM to its path")
    browser, libraries = packaged()
    return browser, dict(os.environ) if is_complete(browser) else {**os.environ, "LD_LIBRARY_PATH": libraries}


def packaged() -> list[str]:
    """Path and library folder of the Chromium of `web/browser`, fetched and unpacked on first use."""
    folder = WEB / "browser"
    with alone(folder):
        fetched("@sparticuz/chromium")
        node = runpy.run_path(str(WEB / "build.py"))["node"]()[0]
        done = subprocess.run([node, "path.mjs"], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.split("\n")[:2]


def fetched(package: str) -> Path:
    """The folder of a package of `web/browser`; all of them are fetched when one is missing."""
    folder = WEB / "browser"
    found = folder / "node_modules" / package
    if not found.is_dir():
        node, npm = runpy.run_path(str(WEB / "build.py"))["node"]()
        # As in web/build.py: a company's own certificate authority is in the system's store.
        environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ}
        fetch = [node, npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000"]
        got = subprocess.run(fetch, cwd=folder, env=environment, check=False, capture_output=True, text=True)
        assert got.returncode == 0, f"What the journeys need could not be fetched: {got.stderr[-2000:]}"
    return found


def is_complete(browser: str) -> bool:
    """Whether the machine has every system library the browser links to."""
    linked = subprocess.run(["ldd", browser], check=False, capture_output=True, text=True)
    return "not found" not in linked.stdout


async def scroll_to(page: Page, top: int) -> None:
    """Scrolls the page and waits until it knows that it was scrolled."""
    await page.evaluate(
        """top => new Promise(done => {
            addEventListener("scroll", done, {once: true});
            scrollTo({top, behavior: "instant"});
        })""",
        top,
    )


async def violations(page: Page) -> list[str]:
    """What axe finds wrong on the open page, best practices included: rule, what it says, and where."""
    if not await page.evaluate("'axe' in window"):
        with alone(WEB / "browser"):
            source = (fetched("axe-core") / "axe.min.js").read_text(encoding="utf-8")
        await page.evaluate(source)
    found = await page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{rule['id']}: {rule['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time; the tests may run in several."""
    import fcntl  # not on Windows, where the packaged browser is not used

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
