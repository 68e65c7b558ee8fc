"""Conversations to come back to, in a real Chromium: by reload, "back", another tab, another day."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support.keyed import QUESTION, keyed

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
CITATION, WEATHER = "What is a citation?", "Who won the football world championship?"


NEVER_IDLE = """if (performance.getEntriesByType("navigation")[0].type === "navigate") requestIdleCallback = () => 0;"""
"""Until its first reload the page comes to nothing that it does when there is time."""


async def ask(page: Page, question: str) -> None:
    field = page.get_by_role("textbox", name="Ask a question")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn .question").last).to_contain_text(question)
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator("[data-paragraph-index]").last).to_be_visible()


async def test_a_conversation_has_an_address_that_leads_back_to_it(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page, CITATION)
        await expect(page).to_have_url(re.compile(rf"^{sample.url}/c/[0-9a-f]{{32}}$"))
        address = page.url
        words = await page.locator(".paragraphs").inner_text()
        await page.get_by_role("textbox").fill("And then")

        await page.go_back()
        await expect(page.locator(".hero")).to_be_visible()
        await expect(page.locator(".turn")).to_have_count(0)
        await page.go_forward()
        await expect(page.locator(".paragraphs")).to_have_text(words, use_inner_text=True)
        await expect(page.get_by_role("textbox")).to_have_value("And then")

        second = await page.context.new_page()
        await second.goto(address)
        await expect(second.locator(".paragraphs")).to_have_text(words, use_inner_text=True)
        await ask(second, WEATHER)
        assert second.url == address
        await page.reload()
        await expect(page.locator(".turn")).to_have_count(2)
        await page.get_by_role("button", name="New conversation").click()
        await expect(page).to_have_url(f"{sample.url}/")
        assert guest.complaints == []

    async with chromium.visit(browser, locale="en-US") as another_day:
        page = another_day.page
        await page.goto(address)
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(page.locator(".paragraphs").first).to_have_text(words, use_inner_text=True)
        await page.goto(f"{sample.url}/c/nowhere")
        await expect(page.get_by_role("heading", level=1)).to_have_text("There is no such conversation")
        assert await chromium.violations(page) == []


@pytest.mark.parametrize("viewport", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)], ids=["narrow", "wide"])
async def test_conversations_are_found_renamed_deleted_and_brought_back_by_keyboard(server, browser, viewport):
    await server.client.post("/v1/documents", json={"title": "Loans", "text": "A loan of a book lasts four weeks."})
    async with chromium.visit(browser, locale="en-US", viewport=viewport, reduced_motion="reduce") as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(server.url)
        await ask(page, "How long is the loan of a book?")
        await page.get_by_role("button", name="New conversation").click()
        await ask(page, "Who lends a book?")
        assert await page.evaluate("document.querySelector('.top').clientHeight") < 64  # one line, on a phone too
        button = page.get_by_role("button", name="Conversations")
        await button.focus()
        await keys.press("Enter")
        landmark = "dialog" if viewport == NARROW else "complementary"
        side = page.get_by_role(landmark, name="Conversations")
        entries = side.get_by_role("region", name="Today").get_by_role("listitem")
        await expect(entries).to_have_count(2)
        await expect(side.get_by_role("link", name="Who lends a book?")).to_have_attribute("aria-current", "page")
        assert await page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert await chromium.violations(page) == []

        search = side.get_by_role("searchbox", name="Search conversations")
        await search.fill("how LONG")
        await expect(entries).to_have_count(1)
        await expect(side.get_by_role("status")).to_have_text("1 conversation found")
        rename = side.get_by_role("button", name="Rename: How long is the loan of a book?")
        await rename.press("Enter")
        await keys.press("Escape")
        await expect(rename).to_be_focused()
        await rename.press("Enter")
        await expect(side.get_by_role("textbox", name="Name of the conversation")).to_be_focused()
        assert await chromium.violations(page) == []
        await keys.type("Loans")
        await keys.press("Enter")
        await expect(side.get_by_role("button", name="Rename: Loans")).to_be_focused()
        await expect(side.get_by_role("status")).to_have_text("Renamed to “Loans”")

        await search.fill("")
        await expect(entries).to_have_count(2)
        await side.get_by_role("button", name="Delete: Who lends a book?").press("Enter")
        undo = side.get_by_role("button", name="Undo: Who lends a book?")
        await expect(undo).to_be_focused()
        await expect(side.get_by_role("status")).to_have_text("“Who lends a book?” is deleted")
        await expect(page).to_have_url(f"{server.url}/")
        await expect(undo).to_be_focused()
        assert await chromium.violations(page) == []
        await keys.press("Enter")
        await expect(side.get_by_role("link", name="Who lends a book?")).to_be_focused()
        await side.get_by_role("link", name="Loans").press("Enter")
        await expect(page.locator(".turn .question")).to_contain_text("How long is the loan")
        await expect(page).to_have_title("Loans · Citestream")
        await expect(page.get_by_role("textbox", name="Ask a question")).to_be_focused()
        await page.reload()
        await expect(page).to_have_title("Loans · Citestream")
        await expect(page.locator(".conversations")).to_have_count(0 if viewport == NARROW else 1)
        assert guest.complaints == []


async def test_one_answer_has_an_address_and_leads_on_to_its_conversation(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        asked = page.expect_response(lambda reply: reply.url.endswith("/v1/answers"))
        await page.goto(sample.url)
        async with asked as found:
            await ask(page, CITATION)
        conversation, location = page.url, (await found.value).headers["location"]
        await page.goto(f"{sample.url}{location.removeprefix('/v1')}")
        await expect(page.locator(".turn .sources")).to_be_visible()
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Ask further").click()
        await expect(page).to_have_url(conversation)
        await expect(page.locator(".turn .sources")).to_be_visible()
        assert guest.complaints == []


async def test_the_row_of_one_answer_works_at_its_own_address_too(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, color_scheme="dark") as guest:
        page = guest.page
        asked = page.expect_response(lambda reply: reply.url.endswith("/v1/answers"))
        await page.goto(sample.url)
        async with asked as found:
            await ask(page, CITATION)
        conversation, location = page.url, (await found.value).headers["location"]
        await page.goto(f"{sample.url}{location.removeprefix('/v1')}")
        await page.get_by_role("button", name="Helpful", exact=True).click()
        await expect(page.locator(".act-message")).to_have_text("Noted, thank you")
        await expect(page.get_by_label("What helped? (optional)")).to_be_visible()
        assert await chromium.violations(page) == []
        async with page.expect_request("**/v1/answers") as again:
            await page.get_by_role("button", name="Ask again").click()
        assert (await again.value).post_data_json["memory"] == "skip"
        await expect(page).to_have_url(conversation)
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(page.locator(".turn[data-running=false]")).to_have_count(2)
        assert guest.complaints == []


async def test_a_closed_browser_comes_back_to_drafts_and_places(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page, CITATION)
        await ask(page, "How do I add documents?")
        await page.get_by_role("textbox", name="Ask a question").fill("And what about")
        await chromium.scroll_to(page, 300)
        conversation = page.url
        await page.close(run_before_unload=True)
        later = await guest.page.context.new_page()
        await later.goto(conversation)
        await expect(later.get_by_role("textbox", name="Ask a question")).to_have_value("And what about")
        await expect(later.locator(".turn")).to_have_count(2)
        await later.wait_for_function("scrollY === 300")
        await expect(later).to_have_title(re.compile("What is a citation"))


async def test_whoever_signs_in_next_finds_nothing_of_whoever_read_before(browser):
    async with keyed() as room, chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.add_init_script(NEVER_IDLE)

        async def sign_in(name: str) -> None:
            await page.get_by_label("Access key").fill(room.keys[name])
            await page.get_by_role("button", name="Sign in").click()
            await expect(page.locator(".status")).to_contain_text("1 document")

        await page.goto(room.server.url)
        await sign_in("user")
        await ask(page, QUESTION)
        await page.get_by_role("textbox", name="Ask a question").fill("My secret plan")
        await page.context.clear_cookies()  # The session is over, and nobody has signed out.
        await page.reload()
        await sign_in("other")
        await expect(page.locator(".turn")).to_have_count(0)
        await expect(page).to_have_url(f"{room.server.url}/")
        kept = await page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert "secret" not in kept and QUESTION not in kept
        await page.get_by_role("textbox", name="Ask a question").fill("Another plan")
        await page.evaluate("dispatchEvent(new Event('pagehide'))")
        assert "Another plan" in await page.evaluate("localStorage['citestream.lasting']")
        await page.get_by_role("button", name="Sign out").click()
        await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        await page.evaluate("dispatchEvent(new Event('pagehide'))")
        assert "plan" not in await page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
