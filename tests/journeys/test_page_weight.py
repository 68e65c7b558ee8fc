"""What the page weighs: the bytes that a browser receives of it, compressed, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
MOST = 45_000
"""Bytes of pages, scripts and styles before the first answer stands: a fifth of a second on 4G, a second on slow 4G."""
ANSWERED = """new MutationObserver((_, observer) => {
    if (document.querySelector(".sources") === null) return;
    observer.disconnect();
    window.answered = performance.now();
}).observe(document, {childList: true, subtree: true});"""
"""Notes when the first answer stands: what is asked for after it comes while it is read."""
SENT = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .filter(({name, startTime}) => !name.includes("/v1/") && startTime <= window.answered)
    .map(({name, encodedBodySize}) => [encodedBodySize, name])"""


async def test_little_is_sent_before_the_first_answer_and_what_draws_formulas_is_not_among_it(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        await guest.page.add_init_script(ANSWERED)
        await guest.page.goto(sample.url)
        await guest.page.locator(".suggestion").first.click()
        await expect(guest.page.locator(".sources")).to_be_visible()
        sent = await guest.page.evaluate(SENT)
    sent = list({name: (size, name) for size, name in sent}.values())  # a script is taken from the cache once more
    total = sum(size for size, _ in sent)
    assert 20_000 < total <= MOST, "\n".join(f"{size:7} {name}" for size, name in sorted(sent, reverse=True))
