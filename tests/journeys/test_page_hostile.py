"""Hostile documents in a real Chromium: their page, an answer about them and its open source run and fetch nothing."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.support import browser as chromium
from tests.support.hostile_documents import kinds, question_about
from tests.support.hostile_gateway import hostile_gateway, stored

KINDS = kinds()
PARTS = range(6)
"""The table is tried in parts, so that each has its own time limit."""
OTHERS = """() => [...document.querySelectorAll(
    "main :is(script, iframe, object, embed, base, meta, link, style, form[action], video, audio, [onload], [onerror])"
)].map((node) => node.outerHTML)"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.mark.parametrize("part", PARTS)
async def test_each_is_text_on_every_page_that_shows_it(database_url, browser, part):
    async with hostile_gateway(database_url) as (server, _), chromium.visit(browser, locale="en-US") as guest:
        page, opened = guest.page, []
        page.on("dialog", lambda dialog: opened.append(dialog.message))
        page.context.on("page", lambda other: opened.append(other.url))
        seen = cited = 0
        for number, kind in list(enumerate(KINDS))[part :: len(PARTS)]:
            identifier = await stored(server.client, kind, number)
            if identifier is None:
                continue
            address = f"{server.url}/sources/{identifier}"
            await page.goto(address)
            await expect(page.locator("#content :is(.part, .pdf-page)").first).to_be_visible()
            assert await page.evaluate(OTHERS) == [], kind.name
            assert page.url == address, kind.name

            await page.goto(server.url)
            field = page.get_by_role("textbox")
            await field.fill(question_about(kind, number))
            await field.press("Enter")
            await expect(page.get_by_role("group", name="This answer")).to_be_visible()
            if await (chip := page.locator("[data-citation-id]").first).count():  # else nothing fitted the question
                await chip.focus()
                await page.keyboard.press("Enter")
                await expect(page.get_by_role("region", name="Source: ")).to_be_visible()
                cited += 1
            assert await page.evaluate(OTHERS) == [], kind.name
            assert guest.complaints == [] == opened, kind.name
            foreign = [url for url in guest.requests if not url.startswith((server.url, "data:", "blob:"))]
            assert foreign == [], kind.name
            await page.goto("about:blank")  # the next upload may replace the document that is open
            seen += 1
        assert seen > 30 and cited > 20
