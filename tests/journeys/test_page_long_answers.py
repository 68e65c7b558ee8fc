"""Reading a long answer while it is being written, in a real Chromium: the page stays where its reader is."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from playwright.async_api import Page, expect

from tests.fakes.upstream import chunk, cut, frames, paragraphs_json, usage_chunk
from tests.support import browser as chromium
from tests.support.library import loans

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
ASKED = "How long may a borrowed book stay at home?"
WORDS = "A borrowed book may stay at home for three weeks, and nobody asks for it before. " * 3
PARAGRAPHS = [(["E1"], f"{number}. {WORDS}".strip()) for number in range(1, 25)]
SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(sum), 500);
})"""
NARROW = {"width": 360, "height": 740}


class Model:
    """Writes half of a long answer, and the rest when it may."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    def __call__(self, request):
        pieces = [chunk({"content": piece}) for piece in cut(paragraphs_json(PARAGRAPHS), 40)]
        half = len(pieces) // 2

        async def rest(exchange) -> None:
            await self.go.wait()
            for frame in (*pieces[half:], chunk(finish="stop"), usage_chunk(), "[DONE]"):
                await exchange.frame(frame)
            await exchange.end()

        return frames(pieces[:half], then=rest)


@pytest.fixture(scope="module")
async def library():
    model = Model()
    async with loans(model) as server:
        yield SimpleNamespace(url=server.url, model=model)


async def half_an_answer(page: Page, library) -> None:
    library.model.go.clear()
    await page.goto(library.url)
    field = page.get_by_role("textbox")
    await field.fill(ASKED)
    await field.press("Enter")
    await expect(page.locator("[data-paragraph-index='10']")).to_be_attached()


async def test_new_text_below_is_told_and_reached_and_never_moves_the_page(library, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, reduced_motion="reduce") as guest:
        page = guest.page
        await half_an_answer(page, library)
        below = page.get_by_role("button", name="New text below")
        await expect(below).to_be_visible()
        before = await page.evaluate("scrollY")
        assert await chromium.violations(page) == []
        await below.focus()
        await page.keyboard.press("Enter")
        await expect(below).to_have_count(0)
        assert await page.evaluate("scrollY") > before
        assert await page.evaluate("document.activeElement.closest('.turn') !== null")
        await page.evaluate("scrollTo({top: 120, behavior: 'instant'})")
        library.model.go.set()
        await expect(page.locator(".turn[data-running=false]")).to_have_count(1)
        await expect(below).to_be_visible()
        assert await page.evaluate("scrollY") == 120
        await page.emulate_media(color_scheme="dark")
        assert await chromium.violations(page) == []
        await page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
        await expect(below).to_have_count(0)
        await page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        await expect(below).to_have_count(0)
        assert guest.complaints == []


async def test_a_long_conversation_is_back_at_its_place_after_a_reload_and_moves_nothing(library, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, reduced_motion="reduce") as guest:
        page = guest.page
        await half_an_answer(page, library)
        library.model.go.set()
        await expect(page.locator(".turn[data-running=false]")).to_have_count(1)
        await expect(page.locator(".answer-row")).to_be_visible()
        await chromium.scroll_to(page, 3000)
        first = "() => [...document.querySelectorAll('.paragraph')].find(e => e.getBoundingClientRect().bottom > 90).textContent"
        before = await page.evaluate(first)
        await page.reload()
        await expect(page.locator("[data-paragraph-index]")).to_have_count(len(PARAGRAPHS))
        await page.wait_for_function("scrollY === 3000")
        assert await page.evaluate(SHIFT) < 0.02
        assert await page.evaluate(first) == before
        await expect(page.get_by_role("button", name="New text below")).to_have_count(0)
        assert await page.locator(".paragraphs").get_attribute("aria-live") == "off"
        assert guest.complaints == []
