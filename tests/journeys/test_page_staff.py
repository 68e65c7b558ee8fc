"""The staff pages in a real Chromium: the memory by keyboard alone, feedback, usage, and what nobody could answer."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.memories import QUESTION, RULES, library

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
FEES, CARDS = "What does an overdue book cost per day?", "What does a reader card for adults cost?"
NOBODYS = "What is the melting point of tungsten?"


@pytest.fixture
async def lib():
    """A server that has answered three questions and remembers them."""
    async with postgres.fresh_database(_migrate) as url, library(url) as lib:
        client = lib.server.client
        for title, text in RULES.items():
            saved = await client.post("/v1/documents", json={"title": title, "text": text, "external_id": title})
            assert saved.status_code == 201, saved.text
        lib.answers = {question: await ask(client, question) for question in (QUESTION, FEES, CARDS)}
        async with asyncio.timeout(20):  # answers are remembered behind their end
            while len((await client.get("/staff/memory/entries")).json()["entries"]) < 3:
                await asyncio.sleep(0.01)
        yield lib


async def ask(client, question, **fields):
    answer = await client.post(
        "/v1/answers", json={"question": question, **fields}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["answer_uuid"]


async def statuses(page: Page) -> list[str | None]:
    return [await entry.get_attribute("data-status") for entry in await page.locator(".entry").all()]


async def looks_well(page: Page, width: int) -> None:
    assert await chromium.violations(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(WIDE, "light"), pytest.param(NARROW, "dark", marks=pytest.mark.slow)],
    ids=["wide", "narrow"],
)
async def test_staff_go_through_the_memory_by_keyboard_alone(lib, browser, viewport, scheme):
    async with chromium.visit(
        browser, locale="en-US", viewport=viewport, color_scheme=scheme, reduced_motion="reduce"
    ) as guest:
        page, keys = guest.page, guest.page.keyboard
        outcome = page.locator(".outcome [role=status]")
        await page.goto(f"{lib.server.url}/staff")
        await expect(page).to_have_title("Answer memory · Citestream")
        await expect(page.locator(".entry")).to_have_count(3)
        await expect(page.locator(".keys-hint kbd")).to_have_text(["j", "k", "v", "o", "x", "u"])
        await expect(page.get_by_role("list").filter(has=page.locator(".entry")).first).to_have_accessible_description(
            "j next k previous v validate o mark obsolete x select u undo Use these keys"
        )

        await keys.press("j")
        first = page.get_by_role("button", name=CARDS)
        await expect(first).to_be_focused()
        await expect(page.locator(".entry-answer [data-citation-id]")).to_have_count(1)
        await expect(page.locator("[data-passage-of] mark")).to_have_text(RULES["Cards"])
        await looks_well(page, viewport["width"])
        await keys.press("v")
        await expect(outcome).to_have_text(f"Validated: {CARDS}")
        await expect(first).to_be_focused()
        await keys.press("j")
        await keys.press("o")
        await expect(outcome).to_have_text(f"Marked obsolete: {FEES}")
        assert await statuses(page) == ["validated", "obsolete", "pending"]
        await looks_well(page, viewport["width"])
        await keys.press("u")
        await expect(outcome).to_have_text(f"Taken back: {FEES}")
        await expect(page.get_by_role("button", name=FEES)).to_be_focused()
        assert await statuses(page) == ["validated", "pending", "pending"]

        await keys.press("x")
        await keys.press("j")
        await keys.press("x")
        await expect(page.get_by_label("2 selected", exact=True)).to_be_visible()
        await keys.press("v")
        await expect(outcome).to_have_text("Validated: 2 entries")
        assert await statuses(page) == ["validated"] * 3
        await page.get_by_role("button", name="Undo", exact=True).press("Enter")
        await expect(outcome).to_have_text("Taken back: 2 entries")
        assert await statuses(page) == ["validated", "pending", "pending"]
        await expect(page.locator(".entry-line:focus")).to_have_count(1)

        await keys.press("k")
        await page.get_by_role("button", name="Delete", exact=True).press("Enter")
        await expect(page.locator(".entry")).to_have_count(2)
        await expect(page.locator(".entry-line:focus")).to_have_count(1)
        await keys.press("u")
        await expect(page.locator(".entry")).to_have_count(3)
        await expect(page.locator(".entry-line:focus")).to_have_count(1)

        await page.get_by_label("Use these keys").uncheck()
        await page.locator(".entry-line").first.focus()
        await keys.press("j")
        await expect(page.locator(".entry-line").first).to_be_focused()
        assert guest.complaints == []


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(WIDE, "dark"), pytest.param(NARROW, "light", marks=pytest.mark.slow)],
    ids=["wide", "narrow"],
)
async def test_staff_read_what_was_said_and_handle_it(lib, browser, viewport, scheme):
    client, home = lib.server.client, lib.server.url
    for question, said in (
        (QUESTION, {"verdict": "not_helpful", "comment": "Since spring it is <b>four</b> weeks."}),
        (FEES, {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": "E1"}),
        (CARDS, {"verdict": "helpful"}),
    ):
        given = await client.post(f"/v1/answers/{lib.answers[question]}/feedback", json=said)
        assert given.status_code == 200, given.text
    async with chromium.visit(
        browser, locale="en-US", viewport=viewport, color_scheme=scheme, reduced_motion="reduce"
    ) as guest:
        page = guest.page
        await page.goto(f"{home}/staff/feedback")
        lines = page.locator(".feedback-line")
        await expect(lines).to_have_count(3)
        await expect(page.get_by_text("3 not handled yet")).to_be_visible()
        wrong, unhelpful = lines.nth(1), lines.nth(2)
        await expect(wrong.get_by_role("group", name="Paragraph")).to_have_text(RULES["Fees"])
        await expect(wrong.locator("mark")).to_have_text(RULES["Fees"])
        await expect(unhelpful.locator("blockquote")).to_have_text("Since spring it is <b>four</b> weeks.")
        await looks_well(page, viewport["width"])

        await unhelpful.get_by_role("button", name="Show the whole answer").click()
        await expect(unhelpful.locator("[data-passage-of] mark")).to_have_text(RULES["Loans"])
        await unhelpful.get_by_label("Note: what was found, or done").fill("The rule has changed.")
        await unhelpful.get_by_role("button", name="Store note").click()
        await expect(page.locator(".outcome [role=status]")).to_have_text(f"Note stored: {QUESTION}")
        await looks_well(page, viewport["width"])
        handled = wrong.get_by_role("button", name="Mark handled")
        await handled.click()
        await expect(page.get_by_text("2 not handled yet")).to_be_visible()
        await expect(wrong.get_by_role("button", name="Open again")).to_be_focused()
        await page.get_by_role("button", name="Undo", exact=True).click()
        await expect(page.get_by_text("3 not handled yet")).to_be_visible()
        await expect(wrong.get_by_role("heading", name=FEES)).to_be_focused()
        await handled.click()
        await expect(page.get_by_text("2 not handled yet")).to_be_visible()

        await page.get_by_label("State").select_option("handled")
        await expect(lines).to_have_count(1)
        await page.get_by_label("State").select_option("open")
        await page.get_by_label("What was said").select_option("not_helpful")
        await expect(lines).to_have_count(1)
        await expect(lines).to_contain_text("The rule has changed.")
        await lines.get_by_role("link", name="Open answer").click()
        await expect(page.get_by_role("heading", name=QUESTION).last).to_be_visible()
        assert guest.complaints == []


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [pytest.param(WIDE, "light", marks=pytest.mark.slow), (NARROW, "dark")],
    ids=["wide", "narrow"],
)
async def test_staff_see_what_was_asked_and_what_nobody_could_answer(lib, browser, viewport, scheme):
    for _ in range(2):
        await ask(lib.server.client, NOBODYS, caller_app="order-desk")
    async with chromium.visit(
        browser, locale="en-US", viewport=viewport, color_scheme=scheme, reduced_motion="reduce"
    ) as guest:
        page = guest.page
        await page.goto(f"{lib.server.url}/staff/usage")
        await expect(page.locator("[data-figure=questions] dd")).to_have_text("5")
        await expect(page.locator("[data-figure=refused] dd")).to_have_text("2")
        await expect(page.get_by_role("img", name="Questions on each of 30 days, at most 5 a day")).to_be_visible()
        await expect(page.get_by_role("table", name="By application").get_by_role("row")).to_have_count(3)
        await looks_well(page, viewport["width"])
        await page.get_by_role("combobox", name="Application").select_option("order-desk")
        await expect(page.locator("[data-figure=questions] dd")).to_have_text("2")
        await page.get_by_label("Period").select_option("366")
        await expect(page.get_by_role("img", name="366 days")).to_be_visible()
        await expect(page.locator("[data-figure=questions] dd")).to_have_text("2")

        question = page.locator(".unanswered > li")
        await expect(question).to_have_count(1)
        await expect(question).to_contain_text("asked 2 times, 2 refused")
        add = question.get_by_role("link", name="Add a document")
        await expect(add).to_have_attribute("href", "/sources")
        await question.get_by_role("button", name="Ask again").press("Enter")
        field = page.get_by_role("textbox")
        await expect(field).to_have_value(NOBODYS)
        await field.press("Enter")
        await expect(page.locator(".refusal")).to_be_visible()
        assert guest.complaints == []
