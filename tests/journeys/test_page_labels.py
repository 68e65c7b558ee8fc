"""The page of labels: two people label the week's answers by single keys, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
QUESTION = "What is a citation in an answer?"
SAID = [
    (["E1"], "A citation is the link between one paragraph and the passage that supports it."),
    (["E1", "E2"], "Each paragraph carries its citations."),
    (["E2"], "A tiger sleeps for twenty hours in the warm months of the year."),
]


@pytest.fixture
async def answered():
    """A server with one answer of three paragraphs, the last of which its passage does not support."""
    async with FakeUpstream([answer_json(SAID)]) as upstream, postgres.fresh_database(_migrate) as url:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
        async with running(url, sample=True, **model) as server:
            answer = await server.client.post(
                "/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"}
            )
            assert answer.status_code == 200
            yield server


async def test_two_people_label_by_keys_alone(answered, browser):
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
        page = guest.page
        status = page.locator(".outcome [role=status]")
        await page.goto(f"{answered.url}/qa/labels")
        await expect(page).to_have_title("Label citations · Citestream")
        await page.get_by_label("Your name").fill("anna")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=2)).to_have_text(QUESTION)
        await expect(page.locator(".remembered-text")).not_to_be_empty()
        await expect(page.locator(".remembered-passage").first).to_be_visible()
        assert await chromium.violations(page) == []
        total = int((await page.locator(".progress").inner_text()).split()[2])
        assert total >= 2
        first = await page.locator(".remembered-text").inner_text()
        await page.keyboard.press("k")
        await expect(page.locator(".remembered-text")).not_to_have_text(first)
        await page.keyboard.press("s")
        await expect(status).to_have_text("Labelled as supported")
        await page.keyboard.press("u")
        await expect(page.locator(".progress")).to_contain_text(f"0 of {total} labelled")
        for number in range(1, total + 1):
            await page.keyboard.press("sn"[number % 2])
            await expect(page.locator(".progress")).to_contain_text(f"{number} of {total} labelled")
        await expect(page.get_by_role("status").get_by_text("Everything here is labelled.")).to_be_visible()

        await page.get_by_label("Your name").fill("ben")
        await page.keyboard.press("Enter")
        await expect(page.locator(".progress")).to_contain_text(f"0 of {total} labelled")
        for number in range(1, total + 1):
            await page.keyboard.press("n")
            await expect(page.locator(".progress")).to_contain_text(f"{number} of {total} labelled")
        await expect(page.get_by_text(f"anna · ben: kappa 0.00 over {total} cases")).to_be_visible()
        assert await chromium.violations(page) == [] and guest.complaints == []


async def test_a_narrow_page_has_the_passages_below_the_paragraph(answered, browser):
    async with chromium.visit(browser, locale="fr", viewport={"width": 360, "height": 740}) as guest:
        page = guest.page
        await page.goto(f"{answered.url}/qa/labels")
        await page.get_by_label("Votre nom").fill("anna")
        await page.get_by_role("button", name="Commencer").click()
        await expect(page.locator(".remembered-passage").first).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
        assert await chromium.violations(page) == []
