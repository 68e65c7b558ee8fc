"""The pages of recorded answers: found again, played, stepped through, run again and downloaded, in a real Chromium."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.turn.recording import read
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json, chunk, cut, frames, paragraphs_json, status
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.keyed import keyed
from tests.support.postgres import eventually
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
QUESTION = "What is a citation in an answer?"
SAID = [
    (["E1"], "A citation is the link between one paragraph and the passage that supports it."),
    (["E99"], "Each paragraph carries its citations."),
    ([], "That is all."),
]


STORED_PARAGRAPHS = "select count(*) = 2 from stream_event where type = 'paragraph_finished'"
STORED_REPAIR = "select exists(select from stream_event where data ->> 'state' = 'repairing')"


async def is_stored(server, query: str) -> None:
    """Waits until the query is true: a slow writer would date an event after what the model sends next."""
    async with asyncio.timeout(20), server.gateway.database.connection(ALL_TENANTS) as connection:
        while not await connection.fetchval(query):
            await asyncio.sleep(0.01)


def broken_off(servers):
    """The connection breaks in the third paragraph, when the events of the first two are stored."""
    whole = paragraphs_json(SAID)

    async def reset(exchange):
        await is_stored(servers[0], STORED_PARAGRAPHS)
        exchange.reset()

    return frames([chunk({"content": piece}) for piece in cut(whole[: whole.index("That is")], 7)], then=reset)


def after_the_repair_is_stored(servers):
    """The rest of the answer, which begins when the state `repairing` is stored."""

    async def behave(exchange):
        await is_stored(servers[0], STORED_REPAIR)
        await answer_json(SAID[2:])(exchange)

    return behave


@pytest.fixture
async def recorded():
    """A server with a model that once broke off, once was away; and the uuid of the answer that it broke off in."""
    servers = []
    script = [broken_off(servers), after_the_repair_is_stored(servers), status(500), answer_json(SAID)]
    async with FakeUpstream(script) as upstream, postgres.fresh_database(_migrate) as url:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
        async with running(url, sample=True, **model) as server:
            servers.append(server)
            places = []
            for question in (QUESTION, "Is the model there?", "What is a citation?"):
                answer = await server.client.post("/v1/answers", json={"question": question})
                places.append(answer.headers["location"])
            await eventually(lambda: not server.services.live.running, 5)
            yield server, places[0].rsplit("/", 1)[1]


async def no_wider(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def status_of(page: Page):
    return page.locator(".player [role=status]")


async def test_an_answer_is_found_in_the_list_and_stepped_through_by_key(recorded, browser):
    server, _ = recorded
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(f"{server.url}/qa")
        await expect(page).to_have_title("Recorded answers · Citestream")
        await expect(page.locator("[data-line]")).to_have_count(3)
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Run all of these again").press("Enter")
        await expect(page.get_by_role("status").get_by_text("3 of 3 run again, 0 with differences")).to_be_attached()
        await expect(page.get_by_text("the same again")).to_have_count(3)
        assert await chromium.violations(page) == []
        await page.get_by_label("How it ended").select_option("failed")
        await expect(page.locator("[data-line] a")).to_have_text(["Is the model there?"])
        await page.get_by_label("How it ended").select_option("")
        await page.get_by_label("Words in the question").fill("IN AN ANSWER")
        await page.keyboard.press("Enter")
        await expect(page.locator("[data-line]")).to_have_count(1)
        await page.get_by_role("link", name=QUESTION).press("Enter")

        await expect(page.get_by_role("heading", level=1)).to_have_text(QUESTION)
        paragraphs = page.locator(".answer-then .paragraph")
        await expect(paragraphs).to_have_count(3)
        assert await chromium.violations(page) == []
        slider = page.get_by_role("slider", name="Timeline")
        await slider.press("Home")
        await expect(page.get_by_text("Nothing is shown yet.")).to_be_visible()
        await page.get_by_role("button", name=re.compile("^First text")).press("Enter")
        await expect(page.locator(".answer-then .paragraph.open")).to_contain_text("A citation")
        await expect(status_of(page)).to_have_text(re.compile(r"^Event \d+ of \d+, .*: Text$"))
        await page.get_by_role("button", name=re.compile(r"^1 cited paragraph$")).press("Enter")
        await expect(page.locator(".answer-then .chip")).to_have_text(["1"])
        before = await page.locator(".moments [aria-current=step]").inner_text()
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator(".answer-then .chip")).to_have_count(0)
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".moments [aria-current=step]")).to_have_text(before)
        assert await chromium.violations(page) == []

        broke = page.locator(".moments li", has=page.locator(".amiss", has_text="Broke off"))
        await expect(page.locator(".moments ol")).to_contain_text('{"paragraphs":[{"citationIds":["E1"]')
        await expect(broke.locator(".moment-parsed")).to_contain_text("Repairing the answer")
        await page.get_by_role("button", name=re.compile(r"^\d warnings$")).press("Enter")
        await expect(page.locator(".moments li[data-phase=now]")).to_be_in_viewport()

        await page.get_by_role("link", name="All recorded answers").press("Enter")
        await expect(page.locator("[data-line]")).to_have_count(3)
        await page.go_back()
        await page.go_back()
        await expect(page.locator("[data-line]")).to_have_count(1)
        assert guest.complaints == []


async def test_a_recording_plays_at_its_pace_and_as_fast_as_possible(recorded, browser):
    server, uuid = recorded
    colours = {"color_scheme": "dark", "reduced_motion": "reduce", "viewport": NARROW}
    async with chromium.visit(browser, locale="en-US", **colours) as guest:
        page = guest.page
        await page.goto(f"{server.url}/qa/{uuid}")
        await expect(page.locator(".answer-then .paragraph")).to_have_count(3)
        await no_wider(page)
        assert await chromium.violations(page) == []
        await page.get_by_label("Pace").select_option("0.25")
        await page.locator("main").focus()
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="Pause")).to_be_visible()
        await expect(status_of(page)).to_have_text("Playing")
        await page.keyboard.press("Space")
        await expect(status_of(page)).to_have_text("Paused")
        await page.get_by_label("Pace").select_option("fast")
        await page.get_by_role("button", name="Play").click()
        await expect(status_of(page)).to_have_text("The end")
        await expect(page.get_by_role("button", name="Play")).to_be_focused()
        await expect(page.locator(".answer-then .paragraph")).to_have_count(3)
        assert await chromium.violations(page) == []

        chip = page.locator(".answer-then .chip").first
        await chip.press("Enter")
        await expect(page.locator(".source-panel")).to_be_visible()
        await page.keyboard.press("ArrowLeft")
        await expect(status_of(page)).to_have_text("The end")
        await page.keyboard.press("Escape")
        await expect(chip).to_be_focused()
        assert guest.complaints == []


async def test_a_recording_is_run_again_and_downloaded(recorded, browser):
    server, uuid = recorded
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce", accept_downloads=True) as guest:
        page = guest.page
        await page.goto(f"{server.url}/qa/{uuid}")
        await page.get_by_role("button", name="Run again").press("Enter")
        same = page.get_by_role("heading", name="No difference: this version makes the same answer")
        await expect(same).to_be_focused()
        assert await chromium.violations(page) == []
        async with page.expect_download() as coming:
            await page.get_by_role("link", name="Download").click()
        file = await coming.value
        assert file.suggested_filename == f"{uuid}.jsonl"
        content = Path(await file.path()).read_bytes()
        assert content == (await server.client.get(f"/v1/answers/{uuid}/recording")).content
        assert read(content.split(b"\n"), uuid).question.text == QUESTION

        async with server.services.database.connection(ALL_TENANTS) as connection:
            changed = "update stream_event set data = jsonb_set(data, '{text}', $1) where data ->> 'text' = $2"
            was = "Each paragraph carries citations."
            await connection.execute(changed, was, SAID[1][1])
        await page.get_by_role("button", name="Run again").press("Enter")
        differences = page.locator(".differences")
        await expect(differences.locator("h2")).to_have_text(re.compile("difference"))
        await expect(differences.locator(".difference-text").first).to_contain_text("now: its ")
        await expect(differences.get_by_role("heading", name="Paragraph 2")).to_be_visible()
        assert await chromium.violations(page) == []
        assert guest.complaints == []


async def test_without_raw_pieces_it_can_be_watched_and_others_may_not_see_it(recorded, browser):
    server, uuid = recorded
    async with server.services.database.connection(ALL_TENANTS) as connection:
        await connection.execute("delete from answer_recording")
        await connection.execute("update stream_event set heard = null")
    async with chromium.visit(browser, locale="zh-CN", reduced_motion="reduce", viewport=NARROW) as guest:
        page = guest.page
        await page.goto(f"{server.url}/qa/{uuid}")
        again = page.get_by_role("button", name="重新运行")
        await expect(again).to_be_disabled()
        await expect(page.get_by_text("模型发来的内容已不再保存，因此无法重新运行。")).to_be_visible()
        await no_wider(page)
        assert await chromium.violations(page) == []
        await page.goto(f"{server.url}/qa/{'0' * 32}")
        await expect(page.get_by_role("alert")).to_have_text("没有这份录制，或者您无权查看。")
        assert await chromium.violations(page) == []


async def test_only_who_looks_after_quality_sees_recordings_and_more_come_by_a_button(browser):
    async with keyed() as room, chromium.visit(browser, locale="fr-FR", reduced_motion="reduce") as guest:
        await asyncio.gather(*(room.ask("user", thread_id=str(number)) for number in range(51)))
        page = guest.page
        await page.goto(f"{room.server.url}/qa")
        await page.get_by_label("Clé").fill(room.keys["qa"])
        await page.keyboard.press("Enter")
        lines = page.locator("[data-line]")
        await expect(lines).to_have_count(50)
        await page.get_by_role("button", name="En montrer plus").press("Enter")
        await expect(lines).to_have_count(51)
        await expect(lines.last.get_by_role("link")).to_be_focused()
        await page.context.clear_cookies()
        await page.reload()
        await page.get_by_label("Clé").fill(room.keys["user"])
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).not_to_be_empty()
        assert await chromium.violations(page) == []


async def test_nothing_of_it_is_loaded_before_it_is_opened(recorded, browser):
    server, _ = recorded
    async with chromium.visit(browser, locale="en-US") as guest:
        await guest.page.goto(server.url)
        await expect(guest.page.locator(".composer, form")).not_to_have_count(0)
        assert [
            name for name in guest.requests if re.search(r"/(qa|recording|differences)[^/]*\.(js|css)$", name)
        ] == []
        await guest.page.goto(f"{server.url}/qa")
        await expect(guest.page.locator("[data-line]")).to_have_count(3)
        loaded = json.dumps(guest.requests)
        assert "/qa-" in loaded and "/recording-page-" not in loaded
