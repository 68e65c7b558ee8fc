"""What reading on the page is like, in a real Chromium: formulas, tables, a reload, a network that goes away."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(sum), 500);
})"""
MONTHS = [f"month{number}" for number in range(1, 13)]
NUMBERS = "".join(
    f"| Sensor {number} |{''.join(f' {number}00.{number} |' for _ in MONTHS)}\n" for number in range(1, 5)
)
DOCUMENTS = {
    "Damping": (
        "# Damping\n\nThe damping ratio is $\\zeta = \\frac{c}{2\\sqrt{km}}$ and falls by $15\\,\\%$ for \\(k_1 > 3\\).\n\n"
        "A critically damped oscillator obeys\n\n$$\nx(t) = (A + B t) e^{-\\omega t}\n$$\n"
    ),
    "Sensors": f"# Sensors\n\nThe table of sensors says what each sensor read.\n\n"
    f"| Name | {' | '.join(MONTHS)} |\n|---|{'---|' * 12}\n{NUMBERS}",
}


@pytest.fixture(scope="module")
async def library():
    """A server without a model, with documents that hold formulas and a wide table."""
    async with postgres.fresh_database(_migrate) as url, running(url, gate_threshold=0.05) as server:
        for title, text in DOCUMENTS.items():
            saved = await server.client.post("/v1/documents", json={"title": title, "text": text, "external_id": title})
            assert saved.status_code == 201, saved.text
        yield server


async def ask(page: Page, question: str) -> None:
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)
    await expect(page.locator(".sources").last).to_be_visible()


def answers_asked_for(requests: list[str]) -> list[str]:
    """Whether sources changed since is asked anew."""
    return [url for url in requests if "/v1/answers" in url and not url.endswith("/sources")]


async def test_formulas_are_drawn_in_the_answer_and_in_its_source(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page, "What is the damping ratio?")
        answer = page.locator(".paragraphs")
        await expect(answer.locator("math").first).to_be_visible()
        assert await answer.locator("mfrac msqrt").count() == 1
        share = answer.locator("math", has_text="15")
        assert "".join((await share.text_content() or "").split()) == "15%"
        assert "\\" not in await answer.inner_text()
        await page.locator("[data-citation-id]").first.click()
        await expect(page.locator(".source-panel math").first).to_be_visible()
        await expect(page.locator(".source-panel math[display=block]")).to_have_count(1)
        assert await page.locator(".source-panel mark").count() >= 1
        assert guest.complaints == []


async def test_a_wide_table_is_a_table_in_the_source_too_and_scrolls_by_keyboard(library, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW) as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page, "What did each sensor read, by the table of sensors?")
        await page.locator("[data-citation-id]").first.click()
        table = page.locator(".source-panel .scroll[tabindex='0']")
        await expect(table.locator("td").first).to_be_visible()
        await table.focus()
        await page.keyboard.press("ArrowRight")
        scrolled = "() => document.querySelector(\".source-panel .scroll[tabindex='0']\").scrollLeft > 0"
        await page.wait_for_function(scrolled)
        assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert guest.complaints == []


async def test_a_reload_keeps_the_reader_s_place_and_draft_and_moves_nothing(library, browser):
    async with chromium.visit(browser, locale="en-US", viewport=NARROW, reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(library.url)
        for question in ("What is the damping ratio?", "What did each sensor read?", "What does the oscillator obey?"):
            await ask(page, question)
        await page.get_by_role("textbox").fill("And what about")
        await expect(page.locator(".formula:not(:has(math))")).to_have_count(0)
        await page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        await chromium.scroll_to(page, 500)
        before = await page.evaluate("[scrollY, document.documentElement.scrollHeight]")
        asked = len(answers_asked_for(guest.requests))
        await page.reload()
        await expect(page.locator(".turn")).to_have_count(3)
        await page.wait_for_function("scrollY === 500")
        assert await page.evaluate("[scrollY, document.documentElement.scrollHeight]") == before
        await expect(page.get_by_role("textbox")).to_have_value("And what about")
        assert await page.evaluate(SHIFT) < 0.02
        assert await page.evaluate("scrollY") == before[0]
        assert len(answers_asked_for(guest.requests)) == asked


async def test_a_question_waits_for_the_network_however_long_and_goes_on_at_once_when_it_is_back(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.clock.install()
        await page.goto(library.url)
        await expect(page.locator(".status")).to_contain_text("2 documents")
        await page.context.set_offline(True)
        field = page.get_by_role("textbox")
        await field.fill("What is the damping ratio?")
        await field.press("Enter")
        state = page.locator(".state[data-waiting=network]")
        await expect(state).to_contain_text("No network")
        for _ in range(10):
            await page.clock.run_for(60_000)
        await expect(state).to_be_visible()
        await expect(page.get_by_role("button", name="Try now")).to_be_visible()
        await expect(page.locator(".trouble")).to_have_count(0)
        await page.context.set_offline(False)
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator(".sources")).to_be_visible()
        await expect(page.locator(".turn")).to_have_count(1)


async def test_a_question_says_what_it_waits_for_where_the_network_went_before_the_page_was_all_there(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        gone = {"turn": True}
        await page.route(
            re.compile(r"/assets/turn-"),
            lambda route: route.abort("internetdisconnected") if gone["turn"] else route.continue_(),
        )
        await page.goto(library.url)
        await expect(page.locator(".status")).to_contain_text("2 documents")
        await page.context.set_offline(True)
        await page.get_by_role("textbox").fill("What is the damping ratio?")
        await page.get_by_role("textbox").press("Enter")
        state = page.locator(".state[data-waiting=network]")
        await expect(state).to_contain_text("No network")
        await expect(page.get_by_role("heading", name="What is the damping ratio?", level=2)).to_be_visible()
        gone["turn"] = False  # Not `unroute`: a request that it meets on the way can wait for good.
        await expect(page.get_by_role("button", name="Try now")).to_be_visible()
        await page.context.set_offline(False)
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator(".sources")).to_be_visible()
        drawn = "() => getComputedStyle(document.querySelector('.question')).fontFamily"
        assert "serif" in await page.evaluate(drawn)
        await expect(page.locator(".turn")).to_have_count(1)


async def test_a_question_outlasts_a_gateway_that_is_away_behind_its_proxy(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        away = True
        tries = []

        async def refuse(route) -> None:
            tries.append(route.request.headers["idempotency-key"])
            if away:
                await route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")
            else:
                await route.continue_()

        await page.route(re.compile("/v1/answers$"), refuse)
        await page.goto(library.url)
        await page.get_by_role("textbox").fill("What is the damping ratio?")
        await page.get_by_role("textbox").press("Enter")
        await expect(page.locator(".state[data-waiting=gateway]")).to_be_visible()
        await expect(page.locator(".trouble")).to_have_count(0)
        await page.get_by_role("button", name="Try now").click()
        away = False  # Not before: the page tries by itself too, and the button goes.
        await expect(page.locator(".sources")).to_be_visible()
        assert len(set(tries)) == 1


async def test_a_follow_up_says_what_it_was_understood_as(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page, "What is the damping ratio?")
        await expect(page.locator("[data-understood]")).to_have_count(0)
        await ask(page, "How much does it fall?")
        await expect(page.locator(".turn").last.locator("[data-understood]")).to_contain_text("damping ratio")


async def test_a_file_that_is_dropped_beside_its_place_leaves_the_page_where_it_is(library, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        await guest.page.goto(library.url)
        taken = await guest.page.evaluate("""() => ["dragover", "drop"].map(kind => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["x"], "x.txt"));
            const event = new DragEvent(kind, {dataTransfer, bubbles: true, cancelable: true});
            document.body.dispatchEvent(event);
            return event.defaultPrevented;
        })""")
        assert taken == [True, True]


async def test_readers_who_want_no_motion_get_none(library, browser):
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
        page = guest.page
        await page.add_init_script("""window.moves = [];
            const own = Element.prototype.scrollIntoView;
            Element.prototype.scrollIntoView = function (how) { moves.push(how.behavior); own.call(this, how); };""")
        await page.goto(library.url)
        await ask(page, "What is the damping ratio?")
        await page.locator("[data-citation-id]").first.click()
        await expect(page.locator(".source-panel")).to_be_visible()
        assert await page.evaluate("moves.length") >= 2
        assert set(await page.evaluate("moves")) == {"instant"}
