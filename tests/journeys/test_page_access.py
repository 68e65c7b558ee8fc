"""The pages for readers who use a keyboard, a screen reader, much enlargement or no motion, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 800}
ENLARGED = {"width": 320, "height": 256}
"""What is left of a window of 1280 × 1024 that is enlarged to four times its size (WCAG 1.4.10)."""


async def ask(page: Page, question: str) -> None:
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator(".turn[data-running=false]").last).to_be_visible()


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        pytest.param(NARROW, "light", id="narrow-light"),
        pytest.param(WIDE, "dark", id="wide-dark"),
        pytest.param(NARROW, "dark", id="narrow-dark", marks=pytest.mark.slow),
        pytest.param(WIDE, "light", id="wide-light", marks=pytest.mark.slow),
    ],
)
async def test_axe_finds_nothing_on_any_page_in_any_state(sample, browser, viewport, scheme):
    async with chromium.visit(
        browser, viewport=viewport, color_scheme=scheme, locale="en-US", reduced_motion="reduce"
    ) as guest:
        page = guest.page
        found = {}

        async def look(state: str) -> None:
            found[state] = await chromium.violations(page)

        await page.goto(sample.url)
        await expect(page.locator(".suggestion")).to_have_count(3)
        await look("first screen")
        await page.locator(".suggestion").first.click()
        await expect(page.locator(".sources")).to_be_visible()
        await look("answer")
        await page.locator("[data-citation-id]").first.click()
        await expect(page.locator(".source-panel .source-text")).to_be_visible()
        await look("open source")
        await page.keyboard.press("Escape")
        await page.locator(".source-line").first.click()
        await expect(page.locator(".card.inline")).to_be_visible()
        await look("source in the list")
        await ask(page, "Who won the football world championship?")
        await expect(page.locator(".refusal")).to_be_visible()
        await look("refusal")
        await page.goto(f"{sample.url}/staff/memory")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await expect(page.locator(".entry, main > p").first).to_be_visible()
        await look("staff: memory")
        assert {state: wrong for state, wrong in found.items() if wrong} == {}


async def test_a_question_is_asked_its_sources_are_read_and_its_answer_is_copied_by_keyboard_alone(sample, browser):
    rights = ["clipboard-read", "clipboard-write"]
    async with chromium.visit(browser, locale="en-US", viewport=WIDE, permissions=rights) as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(sample.url)
        await expect(page.get_by_role("textbox")).to_be_focused()
        await keys.type("What is a citation, and how do I add documents?")
        await keys.press("Enter")
        await expect(page.locator(".sources")).to_be_visible()
        await expect(page.locator("[data-announcer]")).to_contain_text("The answer is complete")
        chips = page.locator("[data-citation-id]")
        assert await chips.count() >= 2
        await expect(page.get_by_role("textbox")).to_be_focused()
        while not await chips.nth(1).evaluate("chip => chip === document.activeElement"):
            await keys.press("Shift+Tab")
        await keys.press("Enter")
        await expect(page.locator(".source-panel .source-text")).to_be_focused()
        await expect(page.locator(".source-panel")).to_have_count(1)
        await keys.press("ArrowDown")
        await keys.press("Escape")
        await expect(page.locator(".source-panel")).to_have_count(0)
        await expect(chips.nth(1)).to_be_focused()
        copy = page.get_by_role("button", name="Copy", exact=True)
        while not await copy.evaluate("button => button === document.activeElement"):
            await keys.press("Tab")
        await keys.press("Enter")
        await expect(page.locator(".act-message")).to_have_text("Copied")
        copied = await page.evaluate("navigator.clipboard.readText()")
        assert "[^1]: " in copied and "“" in copied and "/sources/" in copied
        assert guest.complaints == []


async def test_the_first_key_leads_past_the_header(sample, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(f"{sample.url}/staff/memory")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to the content")
        await expect(skip).to_be_focused()
        await expect(skip).to_be_in_viewport()
        await page.keyboard.press("Enter")
        await expect(page.locator("main")).to_be_focused()
        await expect(page).to_have_title("Answer memory · Citestream")


async def test_much_enlarged_the_page_leaves_its_window_to_what_is_read(sample, browser):
    async with chromium.visit(browser, locale="en-US", viewport=ENLARGED) as guest:
        page = guest.page
        await page.goto(sample.url)
        await page.locator(".suggestion").first.click()
        await expect(page.locator(".sources")).to_be_visible()
        await page.locator(".paragraph").first.evaluate(
            "node => node.scrollIntoView({block: 'start', behavior: 'instant'})"
        )
        free = await page.evaluate("""() => [...Array(innerHeight).keys()].filter(y =>
            document.elementFromPoint(innerWidth / 2, y)?.closest("main") !== null).length""")
        assert free >= 0.9 * ENLARGED["height"]
        assert await page.evaluate("document.documentElement.scrollWidth") <= ENLARGED["width"]
        assert await chromium.violations(page) == []
        await page.locator("[data-citation-id]").first.click()
        await expect(page.locator(".source-panel .source-text")).to_be_in_viewport()


async def test_an_open_source_stands_beside_the_chips_or_leaves_the_one_that_opened_it_in_sight(sample, browser):
    for viewport in (NARROW, WIDE, {"width": 1440, "height": 900}):
        async with chromium.visit(browser, locale="en-US", viewport=viewport, reduced_motion="reduce") as guest:
            page = guest.page
            await page.goto(sample.url)
            await ask(page, "What is a citation, and how do I add documents?")
            chips = page.locator("[data-citation-id]")
            await chips.last.click()
            await expect(page.locator(".source-panel")).to_be_visible()
            assert await page.evaluate(
                """all => {
                const panel = document.querySelector(".source-panel").getBoundingClientRect();
                return [...document.querySelectorAll("[data-citation-id]")]
                    .filter(chip => all || chip.ariaExpanded === "true")
                    .every(chip => {
                        const box = chip.getBoundingClientRect();
                        return box.left >= panel.right || box.right <= panel.left || box.bottom <= panel.top;
                    });
            }""",
                viewport["width"] >= 1120,
            )
            panel = await page.locator(".source-panel").bounding_box()
            assert panel is not None
            assert viewport["width"] >= 1120 or panel["height"] <= 0.7 * viewport["height"] + 1
            assert await page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
