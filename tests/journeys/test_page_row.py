"""What a reader does with an answer that is there, in a real Chromium: take it along, judge it, ask in other words."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
QUESTION = "What is a citation, and how do I add documents?"
RIGHTS = ["clipboard-read", "clipboard-write"]
NARROW = {"width": 360, "height": 740}


async def ask(page: Page, question: str = QUESTION) -> None:
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator(".answer-row").last).to_be_visible()


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


async def test_an_answer_is_copied_linked_and_saved_with_its_sources_as_footnotes(sample, browser):
    async with chromium.visit(browser, locale="en-US", permissions=RIGHTS) as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page)
        await button(page, "Copy").click()
        await expect(page.locator(".act-message")).to_have_text("Copied")
        copied = await page.evaluate("navigator.clipboard.readText()")
        sources = await page.locator("[data-source-id]").count()
        for number in range(1, sources + 1):
            assert f"[^{number}]" in copied and f"\n[^{number}]: " in copied
        await button(page, "Copy link").click()
        await expect(page.locator(".act-message")).to_have_text("Link copied")
        link = await page.evaluate("navigator.clipboard.readText()")
        assert (await sample.client.get(link.replace("/answers/", "/v1/answers/"))).status_code == 200
        async with page.expect_download() as saving:
            await button(page, "Export").click()
        saved = await saving.value
        assert saved.suggested_filename == "What-is-a-citation-and-how-do-I-add-documents.md"
        text = Path(await saved.path()).read_text("utf-8")
        assert text == f"# {QUESTION}\n\n{copied}\n<{link}>\n"
        assert guest.complaints == []


async def test_on_paper_stand_the_answer_and_its_numbered_passages_alone(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page)
        await expect(page.locator(".printed")).to_be_hidden()
        await page.emulate_media(media="print")
        await expect(page.locator(".printed li").first).to_be_visible()
        assert await page.locator(".printed blockquote").count() >= 1
        for hidden in (".dock", ".acts", ".sources", "header.top"):
            await expect(page.locator(hidden).first).to_be_hidden()


async def test_a_verdict_and_a_wrong_citation_reach_the_gateway_and_are_there_when_the_reader_is_back(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW) as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page)
        await button(page, "Not helpful").click()
        await expect(page.locator(".act-message")).to_have_text("Noted, thank you")
        await button(page, "Wrong citation").click()
        wrong = page.locator(".wrong-citations button").first
        async with page.expect_response(lambda reply: reply.url.endswith("/feedback")) as stored:
            await wrong.click()
        given = (await (await stored.value).json())["feedback"]
        assert [opinion["verdict"] for opinion in given] == ["not_helpful", "wrong_citation"]
        assert await chromium.violations(page) == []
        await page.emulate_media(color_scheme="dark")
        assert await chromium.violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        await page.reload()
        await button(page, "Helpful").focus()
        await expect(button(page, "Not helpful")).to_have_attribute("aria-pressed", "true")
        assert guest.complaints == []


async def test_a_comment_goes_with_a_verdict_and_staff_read_it(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW) as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page)
        await button(page, "Not helpful").click()
        await page.get_by_label("What was missing or wrong? (optional)").fill("It leaves the formats out.")
        await button(page, "Send comment").click()
        await expect(page.locator(".act-message")).to_have_text("Comment noted, thank you")
        await button(page, "Wrong citation").click()
        await page.locator(".wrong-citations button").first.click()
        await page.get_by_label("Why is citation 1 wrong? (optional)").fill("It is about a journal.")
        await page.locator(".wrong-citations").get_by_role("button", name="Send comment").click()
        await expect(page.locator(".act-message")).to_have_text("Comment noted, thank you")
        assert await chromium.violations(page) == []
        await page.emulate_media(color_scheme="dark")
        assert await chromium.violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        link = await page.evaluate("location.pathname")
        turns = (await sample.client.get(f"/v1/threads/{link.split('/')[2]}")).json()["turns"]
        listed = (await sample.client.get("/v1/feedback")).json()["feedback"]
        comments = [given["comment"] for given in listed if given["answer_uuid"] == turns[-1]["answer_uuid"]]
        assert comments == ["It is about a journal.", "It leaves the formats out."]
        await page.reload()
        await button(page, "Comment").wait_for(state="detached")
        await button(page, "Helpful").focus()
        await button(page, "Comment").click()
        await expect(page.get_by_label("What was missing or wrong? (optional)")).to_have_value(
            "It leaves the formats out."
        )
        assert guest.complaints == []


async def test_a_question_is_asked_in_other_words_behind_its_answer(sample, browser):
    async with chromium.visit(browser, locale="en-US", color_scheme="dark") as guest:
        page = guest.page
        await page.goto(sample.url)
        await ask(page)
        await button(page, "Edit question").click()
        field = page.locator(".edit-question textarea")
        await expect(field).to_be_focused()
        await expect(field).to_have_value(QUESTION)
        assert await chromium.violations(page) == []
        await page.keyboard.press("Escape")
        await expect(button(page, "Edit question")).to_be_focused()
        await page.keyboard.press("Enter")
        await field.fill("What is a citation?")
        await field.press("Enter")
        await expect(page.locator(".question").last).to_contain_text("What is a citation?")
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(page.locator(".question").first).to_contain_text(QUESTION)
        await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
        assert guest.complaints == []
