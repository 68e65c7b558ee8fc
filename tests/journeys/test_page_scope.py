"""Questions that are limited to a collection, by the page's address, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
QUESTION = "How long may a borrowed book stay at home?"
DOCUMENTS = {
    "town": "A borrowed book may stay at home for three weeks.",
    "school": "A borrowed book may stay at home for ten days.",
}
NARROW = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
async def libraries():
    """A server without a model, with a document in each of two workspaces."""
    async with postgres.fresh_database(_migrate) as url, running(url, gate_threshold=0.05, memory="off") as server:
        for name, text in DOCUMENTS.items():
            body = {"title": f"Loans of the {name}", "text": text, "external_id": name, "workspace": name}
            saved = await server.client.post("/v1/documents", json=body)
            assert saved.status_code == 201, saved.text
        yield server


async def ask(page: Page) -> None:
    field = page.get_by_role("textbox")
    await field.fill(QUESTION)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator(".sources").last).to_be_visible()


async def test_a_collection_in_the_address_limits_the_questions_until_it_is_removed(libraries, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW) as guest:
        page = guest.page
        await page.goto(f"{libraries.url}/?workspace=school")
        chip = page.locator(".scope-chip")
        await expect(chip).to_have_text("Workspace school×")
        assert await chromium.violations(page) == []
        await ask(page)
        answers = page.locator(".paragraphs")
        await expect(answers).to_contain_text("ten days")
        await expect(answers).not_to_contain_text("three weeks")
        assert "workspace=school" in page.url
        await page.reload()
        await expect(chip).to_be_visible()
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Remove: Workspace school").click()
        await expect(chip).to_have_count(0)
        await expect(page.get_by_role("textbox")).to_be_focused()
        assert "workspace" not in page.url
        async with page.expect_request("**/v1/answers") as asked:
            await ask(page)
        assert "workspace" not in ((await asked.value).post_data_json or {})
        assert guest.complaints == []


async def test_documents_in_the_address_are_chips_with_their_titles(libraries, browser):
    listed = (await libraries.client.get("/v1/documents", params={"workspace": "town"})).json()["documents"]
    async with chromium.visit(browser, locale="en-US", color_scheme="dark") as guest:
        page = guest.page
        await page.goto(f"{libraries.url}/?document={listed[0]['document_id']}")
        await expect(page.locator(".scope-chip bdi")).to_have_text("Loans of the town")
        assert await chromium.violations(page) == []
        await ask(page)
        await expect(page.locator(".paragraphs")).not_to_contain_text("ten days")
        assert guest.complaints == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_workspace_and_documents_are_chosen_at_the_composer_by_keyboard(libraries, browser, scheme):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, color_scheme=scheme) as guest:
        page = guest.page
        await page.goto(libraries.url)
        await expect(page.locator(".status")).to_contain_text("2 documents")
        opener = page.get_by_role("button", name="Choose where to look")
        await opener.press("Enter")
        dialog = page.get_by_role("dialog", name="Where to look")
        search = dialog.get_by_role("searchbox", name="Search in titles")
        await expect(search).to_be_focused()
        await expect(dialog.get_by_role("checkbox")).to_have_count(2)
        assert await chromium.violations(page) == []
        await search.fill("school")
        await expect(dialog.get_by_role("status")).to_have_text("1 document")
        await page.keyboard.press("Tab")
        await expect(dialog.get_by_role("checkbox", name="Loans of the school")).to_be_focused()
        await page.keyboard.press("Space")
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await expect(opener).to_be_focused()
        chip = page.locator(".scope-chip bdi")
        await expect(chip).to_have_text("Loans of the school")
        assert "document=" in page.url
        await ask(page)
        await expect(page.locator(".paragraphs")).to_contain_text("ten days")
        await expect(page.locator(".paragraphs")).not_to_contain_text("three weeks")

        await opener.click()
        await expect(dialog.get_by_role("checkbox", name="Loans of the school")).to_be_checked()
        await dialog.get_by_label("Workspace").select_option("town")
        await expect(chip).to_have_text("Workspace town")
        await expect(dialog.get_by_role("checkbox")).to_have_count(1)
        assert await chromium.violations(page) == []
        assert "workspace=town" in page.url and "document=" not in page.url
        await dialog.get_by_role("button", name="Look everywhere").click()
        await expect(chip).to_have_count(0)
        await dialog.get_by_role("button", name="Done").click()
        assert "workspace" not in page.url
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert guest.complaints == []
