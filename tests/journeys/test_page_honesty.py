"""What the page says about the worth of an answer, in a real Chromium over a real server with a scripted model."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from playwright.async_api import Page, expect

from tests.fakes.upstream import Exchange, chunk, cut, frames, text
from tests.support import browser as chromium
from tests.support.keyed import QUESTION, keyed
from tests.support.library import loans

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
ASKED = "How long may a borrowed book stay at home?"
SOUND = {"text": "A borrowed book may stay at home for three weeks.", "citationIds": ["E1"]}
BARE = {"text": "Books like to be read in the shade of a tree.", "citationIds": []}
UNSUPPORTED = {"text": "Elephants weigh six tonnes and drink through their trunks.", "citationIds": ["E1"]}
CODE = {"text": "```\nx = y + 1\n```", "citationIds": ["E1"]}


class Model:
    """Says what it is told to; with `stalls` it never comes to an end."""

    def __init__(self) -> None:
        self.paragraphs: list[dict[str, object]] = []
        self.stalls = False

    def __call__(self, request):
        said = json.dumps({"paragraphs": self.paragraphs})
        if not self.stalls:
            return text(said)
        return frames([chunk({"content": piece}) for piece in cut(said[:-3], 8)], then=Exchange.stall)


@pytest.fixture(scope="module")
async def library():
    model = Model()
    async with loans(model) as server:
        yield SimpleNamespace(url=server.url, model=model)


async def ask(page: Page, question: str = ASKED) -> None:
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator(".turn[data-running=false]").last).to_be_visible()


async def test_paragraphs_without_a_source_say_so_and_left_out_citations_are_counted(library, browser):
    library.model.paragraphs = [SOUND, BARE, UNSUPPORTED, CODE]
    rights = ["clipboard-write"]
    async with chromium.visit(browser, locale="en-US", permissions=rights, reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page)
        paragraphs = page.locator("[data-paragraph-index]")
        await expect(paragraphs).to_have_count(4)
        await expect(page.locator("[data-no-source]")).to_have_count(2)
        for bare in (1, 2):
            await expect(paragraphs.nth(bare).locator("[data-no-source]")).to_have_text("no source")
        await expect(page.locator(".warnings")).to_contain_text("1 citation was left out")
        code = paragraphs.nth(3)
        await code.get_by_role("button", name="Copy code").click()
        await expect(code.get_by_role("status")).to_have_text("Copied")
        unchecked = paragraphs.nth(3).locator("[data-status=unchecked]")
        await unchecked.click()
        await expect(page.locator(".source-note")).to_contain_text("could not be checked")
        await expect(page.locator("[data-quotes], [data-unsourced]")).to_have_count(0)
        assert await chromium.violations(page) == []
        assert guest.complaints == []


async def test_an_answer_without_any_source_offers_another_try_and_a_search(library, browser):
    library.model.paragraphs = [BARE]
    async with chromium.visit(browser, locale="en-US", color_scheme="dark") as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page)
        note = page.locator("[data-unsourced]")
        await expect(note).to_contain_text("names no source")
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Search in the documents").click()
        found = page.locator("[data-found='1']")
        await expect(found.locator(".source-document-title")).to_have_text("Loans")
        await found.locator(".source-line").click()
        await expect(found.locator(".source-text")).to_contain_text("three weeks")
        assert await chromium.violations(page) == []
        library.model.paragraphs = [SOUND]
        await page.get_by_role("button", name="Ask again").click()
        await expect(page.locator("[data-citation-id]")).to_have_count(1)
        await expect(note).to_have_count(1)
        assert guest.complaints == []


async def test_axe_finds_nothing_while_an_answer_runs_and_when_it_was_stopped(library, browser):
    library.model.paragraphs, library.model.stalls = [SOUND, BARE, SOUND], True
    narrow = {"width": 360, "height": 740}
    async with chromium.visit(browser, locale="en-US", viewport=narrow, reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(library.url)
        field = page.get_by_role("textbox")
        await field.fill(ASKED)
        await field.press("Enter")
        await expect(page.locator("[data-paragraph-index]")).to_have_count(2)
        assert await chromium.violations(page) == []
        await field.fill("How often can a loan be renewed?")
        await field.press("Enter")
        waits = page.locator("[data-queued]")
        await expect(waits).to_contain_text("Next: How often can a loan be renewed?")
        assert await chromium.violations(page) == []
        library.model.stalls = False
        await page.get_by_role("button", name="Stop").click()
        await expect(page.locator(".banner[data-degraded]")).to_be_visible()
        await expect(page.locator(".turn[data-running=false]")).to_have_count(2)
        await expect(waits).to_have_count(0)
        assert await chromium.violations(page) == []
    library.model.stalls = False


async def test_whoever_is_signed_out_in_between_goes_on_after_signing_in(browser):
    async with keyed() as gateway, chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(gateway.server.url)
        key = page.get_by_label("Access key")
        await expect(key).to_be_visible()
        await expect(page).to_have_title("Sign in · Citestream")
        assert await chromium.violations(page) == []
        await key.fill(gateway.keys["user"])
        await key.press("Enter")
        await expect(page.locator(".suggestion, .status span").first).to_be_visible()
        await page.context.clear_cookies()
        field = page.get_by_role("textbox")
        await field.fill(QUESTION)
        await field.press("Enter")
        await expect(key).to_be_visible()
        assert "Authorization" not in await page.locator("body").inner_text()
        await key.fill(gateway.keys["user"])
        await key.press("Enter")
        await expect(page.locator(".sources")).to_be_visible()
        await expect(page.locator(".question")).to_contain_text(QUESTION)
        await expect(page.locator(".trouble")).to_have_count(0)
