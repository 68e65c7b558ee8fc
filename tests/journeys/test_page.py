"""The page in a real Chromium, over a real server with the sample documents and no model."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support.browser import Visit

LANGUAGES = {
    "en-US": "No model configured: quoted sentences",
    "fr-FR": "Aucun modèle configuré : phrases citées",
    "zh-CN": "未配置模型：直接引用原文句子",
}
pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}


async def ask_first_suggestion(page: Page, url: str) -> None:
    await page.goto(url)
    await page.locator(".suggestion").first.click()
    await expect(page.locator(".sources")).to_be_visible(timeout=chromium.PATIENCE_MS)


def assert_quiet(guest: Visit, url: str) -> None:
    """Nothing failed or was refused by the content policy, and no request went elsewhere."""
    assert guest.complaints == []
    assert guest.requests
    assert [address for address in guest.requests if not address.startswith(f"{url}/")] == []


@pytest.mark.requirement("R24")
@pytest.mark.parametrize("locale", LANGUAGES)
async def test_a_stranger_clicks_a_suggestion_and_opens_the_passage_behind_a_paragraph(sample, browser, locale):
    async with chromium.visit(browser, locale=locale) as guest:
        page = guest.page
        await page.goto(sample.url)
        await expect(page.locator(".status")).to_contain_text(LANGUAGES[locale])
        await expect(page.locator(".suggestion")).to_have_count(3)
        await ask_first_suggestion(page, sample.url)
        cited = page.locator("[data-paragraph-index]").filter(has=page.locator("[data-citation-id]"))
        assert await cited.count() >= 1
        chip = cited.first.locator("[data-citation-id]").first
        await chip.click()
        card = page.locator(".source-panel")
        await expect(card.locator(".source-title")).not_to_be_empty()
        await expect(card.locator(".source-text")).not_to_be_empty()
        passage = await card.locator(".source-text").inner_text()
        for marked in await card.locator("mark").all_inner_texts():
            assert marked.strip()
            assert marked in passage
        await page.keyboard.press("Escape")
        await expect(card).to_have_count(0)
        assert_quiet(guest, sample.url)


async def test_a_pointer_over_a_chip_shows_its_source_and_a_click_keeps_it(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await ask_first_suggestion(page, sample.url)
        chip = page.locator("[data-citation-id]").first
        await chip.hover()
        await expect(page.locator(".card")).to_be_visible()
        await page.locator(".wordmark").hover()
        await expect(page.locator(".card")).to_have_count(0)
        await chip.click()
        await page.locator(".wordmark").hover()
        await expect(chip).to_have_attribute("aria-expanded", "true")
        await page.locator(".panel-close").click()
        await expect(page.locator(".source-panel")).to_have_count(0)
        assert_quiet(guest, sample.url)


async def test_a_chip_opens_its_source_with_the_keyboard_alone(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(sample.url)
        await page.locator(".suggestion").first.press("Enter")
        chip = page.locator("[data-citation-id]").first
        await expect(page.locator(".sources")).to_be_visible(timeout=chromium.PATIENCE_MS)
        await chip.press("Enter")
        await expect(chip).to_have_attribute("aria-expanded", "true")
        await expect(page.locator(".source-panel")).to_be_visible()
        await chip.press("Escape")
        await expect(page.locator(".source-panel")).to_have_count(0)
        await expect(chip).to_be_focused()


async def test_questions_stand_below_each_other_and_a_new_conversation_clears_them(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await ask_first_suggestion(page, sample.url)
        first = await page.locator(".question").first.inner_text()
        field = page.get_by_role("textbox")
        await field.fill("Who won the football world championship?")
        await field.press("Enter")
        await expect(page.locator(".question")).to_have_count(2)
        await expect(page.locator(".refusal")).to_be_visible(timeout=chromium.PATIENCE_MS)
        assert await page.locator(".question").first.inner_text() == first
        await page.get_by_role("button", name="New conversation").click()
        await expect(page.locator(".question")).to_have_count(0)
        await expect(page.locator(".suggestion")).to_have_count(3)
        assert_quiet(guest, sample.url)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_the_page_fits_a_narrow_screen(sample, browser, scheme):
    async with chromium.visit(browser, viewport=NARROW, color_scheme=scheme, locale="fr-FR") as guest:
        page = guest.page
        await ask_first_suggestion(page, sample.url)
        await page.locator("[data-citation-id]").first.click()
        await expect(page.locator(".source-panel").first).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        box = await page.locator(".source-panel").first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW["width"]


async def test_a_hostile_document_stays_text_and_sends_nothing(server, browser):
    attack = (
        'The quarkfish <img src="https://evil.example/i.png" onerror="alert(1)"> swims at 12 knots '
        "![x](https://evil.example/m.png) [here](javascript:alert(1)) <script>alert(1)</script>."
    )
    title = 'Quarkfish <img src=x onerror="alert(1)">\u202e'
    response = await server.client.post("/v1/documents", json={"title": title, "text": attack, "source": "<b>x</b>"})
    assert response.status_code == 201, response.text
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(server.url)
        field = page.get_by_role("textbox")
        await field.fill("How fast does the quarkfish swim?")
        await field.press("Enter")
        chip = page.locator("[data-citation-id]").first
        await chip.click()
        await expect(page.locator(".source-panel .source-text")).to_contain_text("quarkfish")
        await expect(page.locator(".source-panel .source-title")).to_contain_text("<img src=x onerror=")
        assert await page.locator("#root :is(img, script, iframe, form:not(.composer), a[href*=evil])").count() == 0
        assert_quiet(guest, server.url)
