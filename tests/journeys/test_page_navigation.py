"""The way from page to page, by what a role may use, in a real Chromium: by pointer and by keyboard."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support.keyed import keyed

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}


async def shown(page: Page) -> list[str]:
    await expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
    return await page.locator(".pages a").all_inner_texts()


async def test_each_role_is_led_to_what_it_may_use(browser):
    everybodys = ["Console", "Sources"]
    async with keyed() as made:
        for role, more in (("user", []), ("staff", ["Memory"])):
            async with chromium.visit(browser, locale="en-US", viewport=WIDE) as guest:
                page = guest.page
                await page.goto(made.server.url)
                await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
                await expect(page.locator(".pages")).to_have_count(0)
                await page.get_by_label("Access key").fill(made.keys[role])
                await page.keyboard.press("Enter")
                assert (await shown(page))[: len(everybodys + more)] == everybodys + more
                await page.get_by_role("link", name="Sources", exact=True).click()
                await expect(page).to_have_title("Documents · Citestream")
                await expect(page.locator(".pages [aria-current=page]")).to_have_text("Sources")
                assert ("Memory" in await shown(page)) == (role == "staff")


async def test_on_a_phone_the_pages_are_a_list_that_opens_and_closes_by_keyboard(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, reduced_motion="reduce") as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(f"{sample.url}/staff/memory")
        button = page.get_by_role("button", name="Pages")
        await button.focus()
        await keys.press("Enter")
        console = page.get_by_role("link", name="Console", exact=True)
        await expect(console).to_be_visible()
        assert await chromium.violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        await keys.press("Escape")
        await expect(console).to_be_hidden()
        await expect(button).to_be_focused()
        await keys.press("Enter")
        await keys.press("Tab")
        await expect(console).to_be_focused()
        await keys.press("Enter")
        await expect(page.get_by_role("textbox")).to_be_focused()
        top = await page.locator(".top").bounding_box()
        await expect(page.get_by_role("button", name="Pages")).to_be_visible()
        assert top is not None and await page.locator(".top").bounding_box() == top
        assert guest.complaints == []
