"""The bytes that the server sends before the first answer: every part of the page, as shipped, whatever loads first."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, Request, Route, expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
MOST = 50_000
"""Bytes of bodies before the first answer, `/v1/status` included: a quarter of a second on 4G."""
IDLE = "new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done())))"
LINKED = re.compile(r'(?:href|src)="(/[^"]+)"')
"""Files that the document names; a browser without a window does not fetch the icon."""


class Requests:
    """The addresses that a page requested, and the requests that are still running; a held answer is in neither."""

    def __init__(self, page: Page) -> None:
        self.addresses: set[str] = set()
        self._running: set[Request] = set()
        self._page = page
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    async def complete(self) -> None:
        """Waits until the page is idle and nothing it requested is under way."""
        before = -1
        while self._running or before != len(self.addresses):
            before = len(self.addresses)
            await self._page.evaluate(IDLE)

    def _started(self, request: Request) -> None:
        if request.method == "GET":
            self.addresses.add(request.url)
            self._running.add(request)

    def _ended(self, request: Request) -> None:
        self._running.discard(request)


async def test_little_is_sent_before_the_first_answer_and_what_draws_formulas_is_not_among_it(sample, browser):
    answer = asyncio.Event()

    async def held(route: Route) -> None:
        await answer.wait()
        await route.continue_()

    async with chromium.visit(browser, locale="en-US") as guest:
        await guest.page.route("**/v1/answers", held)
        requests = Requests(guest.page)
        await guest.page.goto(sample.url)
        await guest.page.get_by_role("textbox").first.fill("How often is a sourdough starter fed?")
        await requests.complete()  # with the part that keeps drafts
        await guest.page.keyboard.press("Enter")
        await expect(guest.page.locator(".question").first).to_be_visible()
        await requests.complete()
        answer.set()
        before = set(requests.addresses)
        await expect(guest.page.locator(".sources")).to_be_visible()
    linked = {sample.url + path for path in LINKED.findall((await sample.client.get("/")).text)}
    sent = {address: await weight(sample, address) for address in before | linked}
    assert any("/v1/status" in address for address in sent)
    total = sum(sent.values())
    assert 20_000 < total <= MOST, "\n".join(f"{size:7} {name}" for name, size in sorted(sent.items()))


async def weight(sample, address: str) -> int:
    """Bytes of a body as the server sends it to a browser."""
    async with sample.client.stream("GET", address, headers={"Accept-Encoding": "br, gzip"}) as response:
        return sum([len(part) async for part in response.aiter_raw()])
