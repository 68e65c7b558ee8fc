"""A source that is open beside the answer, in a real Chromium: its document, its evidence, what became of it since."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
MANUAL = (
    "# Kiln\n\nThe kiln stands in the yard.\n\n## Firing\n\nThe glaze is fired at 1240 degrees in the kiln.\n\n"
    "## Cooling\n\nThe kiln cools for eighteen hours before it is opened.\n\n"
    "| Shelf | Cone |\n|---|---|\n| upper | 6 |\n| lower | 7 |\n"
)


@pytest.mark.parametrize("viewport", [pytest.param(WIDE, marks=pytest.mark.slow), NARROW], ids=["beside", "sheet"])
async def test_a_reader_goes_through_the_evidence_opens_the_document_and_sees_that_it_changed(
    server, browser, viewport
):
    document = {"title": "Kiln manual", "text": MANUAL, "external_id": "kiln"}
    saved = await server.client.post("/v1/documents", json=document)
    assert saved.status_code == 201, saved.text
    async with chromium.visit(browser, locale="en-US", viewport=viewport, reduced_motion="reduce") as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(server.url)
        field = page.get_by_role("textbox")
        await field.fill("At how many degrees is the glaze fired, and for how many hours does the kiln cool?")
        await field.press("Enter")
        await expect(page.locator(".sources")).to_be_visible()
        chip = page.locator("[data-citation-id]").first
        await chip.focus()
        await keys.press("Enter")
        panel = page.get_by_role("region", name="Source: Kiln manual")
        await expect(panel.get_by_role("group", name="Passage")).to_be_focused()
        await expect(panel.locator("td", has_text="upper")).to_have_count(1)
        await expect(panel.get_by_text("The kiln stands in the yard.")).to_have_count(1)
        first = await panel.locator("mark[data-current]").all_inner_texts()
        await panel.get_by_role("button", name="Next evidence").press("Enter")
        await expect(panel.get_by_role("status")).to_contain_text("Evidence 2 of")
        assert await panel.locator("mark[data-current]").all_inner_texts() != first
        box = await panel.bounding_box()
        assert box is not None
        assert box["x"] > 600 if viewport == WIDE else box["height"] <= 0.7 * viewport["height"] + 1
        assert await page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert await chromium.violations(page) == []
        await keys.press("Escape")
        await expect(panel).to_have_count(0)
        await expect(chip).to_be_focused()

        changed = {**document, "text": MANUAL.replace("1240", "1260").replace("eighteen", "twenty")}
        assert (await server.client.post("/v1/documents", json=changed)).status_code in {200, 201}
        await keys.press("Enter")
        await expect(panel.get_by_text("changed since this answer")).to_be_visible()
        await expect(panel.locator("mark").first).to_be_visible()
        await panel.get_by_role("link", name="Open document").click()
        await expect(page.get_by_role("heading", level=1, name="Kiln manual")).to_be_visible()
        await expect(page.locator(".part.named")).to_be_focused()
        assert "/sources/" in page.url
        assert await chromium.violations(page) == []
        assert guest.complaints == []
