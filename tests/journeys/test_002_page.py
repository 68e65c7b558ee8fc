"""The answer memory on the pages, in a real Chromium: what staff decide at `/staff/memory`, a reader of the console
sees."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.memories import QUESTION, RULES, library

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
HOSTILE = "What does <img src=x onerror=alert(1)> cost?"


async def ask(page, question):
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=false]")).to_have_count(1)


async def remembered(client, count):
    """Answers are remembered behind their end."""
    async with asyncio.timeout(20):
        while len((await client.get("/staff/memory/entries")).json()["entries"]) < count:
            await asyncio.sleep(0.01)


@pytest.mark.requirement("C26")
async def test_staff_validate_an_answer_and_the_console_says_that_it_is_remembered(browser):
    async with (
        postgres.fresh_database(_migrate) as url,
        library(url) as lib,
        chromium.visit(browser, locale="en-US", viewport=NARROW) as guest,
    ):
        page, client, home = guest.page, lib.server.client, lib.server.url
        for title, text in RULES.items():
            saved = await client.post("/v1/documents", json={"title": title, "text": text, "external_id": title})
            assert saved.status_code == 201, saved.text
        handed_in = {
            "caller": "summary",
            "message": {"type": "response", "content": "<b>Nothing</b>."},
            "context": {"history": [{"speaker": "user", "content": HOSTILE}]},
        }
        assert (await client.post("/memory/messages", json=handed_in)).status_code == 201
        await page.goto(home)
        await ask(page, QUESTION)
        await expect(page.locator("[data-memory]")).to_have_count(0)
        await remembered(client, 2)

        await page.goto(f"{home}/staff/memory")
        entries = page.locator(".entry")
        await expect(entries).to_have_count(2)
        await expect(page.get_by_role("button", name=HOSTILE)).to_be_visible()
        await page.get_by_label("Words in question or answer").fill("borrowed")
        await page.keyboard.press("Enter")
        await expect(entries).to_have_count(1)
        await page.get_by_role("button", name=QUESTION).press("Enter")
        await expect(page.locator(".entry-answer .paragraph .prose")).to_have_text(RULES["Loans"])
        await expect(page.locator(".entry-answer [data-citation-id]")).to_have_count(1)
        await expect(page.locator("[data-passage-of] mark")).to_have_text(RULES["Loans"])
        await expect(page.get_by_role("heading", name="Similar questions")).to_be_visible()
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Validate", exact=True).click()
        await expect(entries.first).to_have_attribute("data-status", "validated")
        await expect(page.get_by_role("button", name="Validate", exact=True)).to_be_disabled()

        await page.get_by_label("Question", exact=True).fill(QUESTION)
        await page.get_by_role("button", name="Try").click()
        await expect(page.locator("[data-decision=hit]")).to_contain_text("Served from memory")
        assert await page.locator("[data-step]").count() == 9
        assert await chromium.violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]

        await page.goto(home)
        await ask(page, QUESTION)
        await expect(page.locator("[data-memory]")).to_contain_text("From the answer memory, 100% alike, answered on")
        await page.get_by_role("button", name="Ask afresh").click()
        await expect(page.locator(".turn[data-running=false]")).to_have_count(2)
        await expect(page.locator(".turn").nth(1).locator("[data-citation-id]").first).to_be_visible()
        await expect(page.locator("[data-memory]")).to_have_count(1)

        await page.goto(f"{home}/staff/memory")
        await page.get_by_label("Status").select_option("validated")
        await expect(entries).to_have_count(2)
        await page.get_by_role("button", name=HOSTILE).click()
        await expect(page.locator(".entry-answer")).to_have_text("<b>Nothing</b>.")
        await page.get_by_role("button", name="Mark obsolete").click()
        await expect(page.locator(".entry[data-status=obsolete]")).to_have_count(1)
        await page.get_by_role("button", name="Delete", exact=True).click()
        await expect(entries).to_have_count(1)
        assert len((await client.get("/staff/memory/entries", params={"q": "onerror"})).json()["entries"]) == 0
        assert guest.complaints == []
        assert [address for address in guest.requests if not address.startswith(f"{home}/")] == []
