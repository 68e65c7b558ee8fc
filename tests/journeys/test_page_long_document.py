"""A document of two thousand passages on its own page, and what became of documents since, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
PASSAGES = 2000
LONG = "# Log of the workshop\n\n" + "\n\n".join(
    f"## Day {day}\n\nOn day {day} the kiln was opened by **Ada** and closed by `Bo`; nobody else came to the yard. "
    + "The shelves were swept, the glazes were stirred, and the book was signed before the gate was locked. " * 6
    for day in range(1, PASSAGES + 1)
)
WATCH = """window.drawn = [];
new MutationObserver((changes) => {
  let parts = 0;
  for (const {addedNodes} of changes)
    for (const node of addedNodes)
      if (node instanceof Element) parts += node.querySelectorAll(".part").length + node.matches(".part");
  window.drawn.push(parts);
}).observe(document, {childList: true, subtree: true});"""
"""Counts the passages that the page draws without a pause. The time it takes is measured by `bench page`."""
TOP_OF = "id => document.getElementById(id).getBoundingClientRect().top"
SCROLL = """async ([by, end]) => {
  const step = () => new Promise(resolve => setTimeout(resolve, 50));
  for (let steps = 0; steps < 900; steps += 1) {
    scrollBy({top: by, behavior: "instant"});
    await step();
    if (![...document.querySelectorAll("main button")].some(button => button.textContent === end)) return steps;
  }
  throw new Error("the end was not reached");
}"""
"""Reads on until the button that loads more is gone."""


@pytest.mark.slow
async def test_a_document_of_two_thousand_passages_is_read_in_both_directions_a_few_at_a_time(server, browser):
    saved = await server.client.post("/v1/documents", json={"title": "Log", "text": LONG, "external_id": "log"})
    (document,) = saved.json()["documents"]
    assert document["passages"] == PASSAGES
    place, cursor = f"/v1/documents/{document['document_id']}/passages", ""
    for _ in range(3):
        page_of = (await server.client.get(place, params={"cursor": cursor} if cursor else {})).json()
        cursor = page_of["next_cursor"]
    named = page_of["passages"][50]["passage_id"]
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
        page = guest.page
        await page.add_init_script(WATCH)
        await page.goto(f"{server.url}/sources/{document['document_id']}#{named}")
        await expect(page.locator(".part.named")).to_be_focused()
        await expect(page.locator(".part.named")).to_be_in_viewport()
        before = await page.evaluate(TOP_OF, named)
        await page.get_by_role("button", name="Earlier passages").evaluate("button => button.click()")
        await expect(page.get_by_role("status").filter(has_text="20 more passages.")).to_have_count(1)
        assert abs(await page.evaluate(TOP_OF, named) - before) < 5, "what is read stays where it is"
        assert await page.evaluate(SCROLL, [-6000, "Earlier passages"]) > 3
        await page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        await expect(page.get_by_text("Day 1", exact=True)).to_be_in_viewport()
        assert await page.evaluate(SCROLL, [6000, "Later passages"]) > 20
        await expect(page.get_by_text(f"On day {PASSAGES} the kiln")).to_have_count(1)
        await expect(page.locator(".part")).to_have_count(PASSAGES)
        drawn = await page.evaluate("drawn")
        assert max(drawn) == 20, "as many as one request brings"
        assert guest.complaints == []


@pytest.mark.parametrize(
    "look", [pytest.param("light", marks=pytest.mark.slow), pytest.param("dark", marks=pytest.mark.slow), "narrow"]
)
async def test_sources_below_an_answer_say_that_they_were_changed_or_deleted_since(server, browser, look):
    more = {"color_scheme": "dark"} if look == "dark" else {"viewport": NARROW} if look == "narrow" else {}
    documents = {
        "Kiln": "The kiln cools for eighteen hours.",
        "Glaze": "The glaze is fired at 1240 degrees.",
        "Clay": "The clay dries for nine days.",
    }

    async def save(title: str, text: str) -> str:
        sent = {"title": title, "text": f"# {title}\n\n{text}", "external_id": title}
        return (await server.client.post("/v1/documents", json=sent)).json()["documents"][0]["document_id"]

    ids = {title: await save(title, text) for title, text in documents.items()}
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce", **more) as guest:
        page = guest.page
        await page.goto(server.url)
        field = page.get_by_role("textbox")
        await field.fill(
            "How long does the kiln cool? At how many degrees is the glaze fired? How long does the clay dry?"
        )
        await field.press("Enter")
        lines = page.locator(".sources .source-line")
        await expect(lines).to_have_count(3)
        await expect(page.locator(".source-state")).to_have_count(0)
        assert not any("/sources" in url and "/v1/" in url for url in guest.requests), "nothing can have changed yet"
        await save("Kiln", "The kiln cools for twenty hours.")
        assert (await server.client.delete(f"/v1/documents/{ids['Glaze']}")).status_code == 204
        await page.reload()
        await expect(lines.filter(has_text="eighteen hours").locator(".source-state")).to_have_text(
            "changed since this answer"
        )
        await expect(lines.filter(has_text="1240 degrees").locator(".source-state")).to_have_text("deleted since")
        await expect(lines.filter(has_text="nine days").locator(".source-state")).to_have_count(0)
        await expect(page.get_by_role("button", name="eighteen hours")).to_have_accessible_name(
            "1 Kiln changed since this answer The kiln cools for eighteen hours."
        )
        assert await chromium.violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert guest.complaints == []
