"""The console as a conversation, in a real Chromium over a real server with a model that reads its prompt."""

import asyncio
from types import SimpleNamespace

import pytest
from playwright.async_api import expect

from tests.conftest import _migrate
from tests.fakes.upstream import Exchange, FakeUpstream, chunk, cut, frames, usage_chunk
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.library import TALKS, Reader, said_of
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
TALK = TALKS["en"]
SUMMARY = " ".join(TALK.first_sentences)
NARROW = {"width": 360, "height": 740}


class Model(Reader):
    """Answers as `Reader` does; may be told to pause before the last words until `go`, or never to come to an end."""

    def __init__(self):
        super().__init__()
        self.pauses = self.stalls = False
        self.go = asyncio.Event()

    def __call__(self, request):
        behave = super().__call__(request)
        if not (self.pauses or self.stalls):
            return behave
        system, user = request.body["messages"][0]["content"], request.body["messages"][-1]["content"]
        pieces = [chunk({"content": piece}) for piece in cut(said_of(system, user), 8)]
        last = len(pieces) * 3 // 4
        return frames(pieces[:last], then=Exchange.stall if self.stalls else self._rest(pieces[last:]))

    def _rest(self, pieces):
        async def then(exchange):
            await self.go.wait()
            for frame in (*pieces, chunk(finish="stop"), usage_chunk(), "[DONE]"):
                await exchange.frame(frame)
            await exchange.end()

        return then


@pytest.fixture(scope="module")
async def library():
    """A server with four documents; sessions have two rounds."""
    model = Model()
    async with (
        FakeUpstream(model) as upstream,
        postgres.fresh_database(_migrate) as url,
        running(
            url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0.1,
            session_max_rounds=2,
        ) as server,
    ):
        for title, said in TALK.documents.items():
            saved = await server.client.post("/v1/documents", json={"title": title, "text": said, "external_id": title})
            assert saved.status_code == 201, saved.text
        yield SimpleNamespace(server=server, url=server.url, model=model)


@pytest.fixture
async def visit(library, browser):
    """A reader's page, and what it posts."""
    library.model.pauses = library.model.stalls = False
    library.model.go.clear()
    async with chromium.visit(browser, locale="en-US") as guest:
        posted = []
        guest.page.on("request", lambda sent: posted.append(sent.post_data_json) if sent.method == "POST" else None)
        await guest.page.goto(library.url)
        yield SimpleNamespace(page=guest.page, posted=posted, guest=guest)


async def ask(page, question):
    field = page.get_by_role("textbox")
    await field.fill(question)
    await field.press("Enter")


async def finished(page, count):
    """So many answers stand on the page and none is being written."""
    await expect(page.locator(".turn[data-running=false]")).to_have_count(count)
    await expect(page.locator(".turn[data-running=true]")).to_have_count(0)


@pytest.mark.requirement("D1", "D2", "D3")
async def test_a_section_chip_asks_a_follow_up_and_the_conversation_goes_with_it(library, visit):
    page = visit.page
    await ask(page, TALK.summarise)
    await finished(page, 1)
    chips = page.locator("[data-section-id]")
    assert await chips.all_inner_texts() == [f"S{number} {title}" for number, title in enumerate(TALK.titles, 1)]
    await chips.nth(1).click()
    await finished(page, 2)
    asked = [words.removeprefix("You asked:").strip() for words in await page.locator(".question").all_inner_texts()]
    assert asked == [TALK.summarise, "Tell me more about S2"]
    await expect(page.locator(".turn").nth(1).locator("[data-paragraph-index]")).to_contain_text("one week")
    first, second = visit.posted
    assert first["caller_app"] == second["caller_app"] == "console"
    assert first["thread_id"] == second["thread_id"]
    assert "conversation_history" not in first
    user, assistant = second["conversation_history"]
    assert user == {"role": "user", "content": TALK.summarise}
    assert assistant["role"] == "assistant"
    assert assistant["content"].replace("\n\n", " ") == SUMMARY
    shown = library.model.answered[-1].body["messages"]
    assert [message["role"] for message in shown] == ["system", "user", "assistant", "user"]
    await ask(page, TALK.vague)
    await finished(page, 3)
    await expect(page.locator(".turn").nth(2)).to_contain_text(TALK.which)
    await expect(page.locator(".turn").nth(2).locator("[data-section-id]:enabled")).to_have_count(4)
    assert visit.guest.complaints == []


@pytest.mark.requirement("D4")
async def test_a_reload_goes_on_in_mid_answer_and_leaving_the_page_begins_anew(library, visit):
    page, model = visit.page, library.model
    await ask(page, "How long may a borrowed book stay at home?")
    await finished(page, 1)
    model.pauses = True
    await ask(page, TALK.summarise)
    await expect(page.locator(".turn").nth(1).locator("[data-paragraph-index]").first).to_be_visible()
    await page.reload()
    await expect(page.locator(".turn")).to_have_count(2)
    await expect(page.locator(".turn").nth(0).locator("[data-citation-id]").first).to_be_visible()
    await expect(page.locator(".turn").nth(1).locator("[data-paragraph-index]").first).to_be_visible()
    await expect(page.locator(".stop")).to_be_visible()
    model.pauses = False
    model.go.set()
    await finished(page, 2)
    await expect(page.locator(".turn").nth(1).locator("[data-paragraph-index]")).to_have_count(4)
    await ask(page, "What does a reader card cost?")
    await finished(page, 3)
    threads = [posted["thread_id"] for posted in visit.posted]
    assert len(set(threads)) == 1
    assert len(visit.posted[2]["conversation_history"]) == 4

    await page.get_by_role("button", name="New conversation").click()
    await expect(page.locator(".turn")).to_have_count(0)
    await ask(page, "What does an overdue book cost?")
    await finished(page, 1)
    await page.locator(".wordmark").click()
    await expect(page.locator(".hero")).to_be_visible()
    await expect(page.locator(".turn")).to_have_count(0)
    await ask(page, "What does an overdue book cost?")
    await finished(page, 1)
    assert len({posted["thread_id"] for posted in visit.posted}) == 3
    assert all("conversation_history" not in posted for posted in visit.posted[3:])


async def test_an_answer_is_stopped_and_keeps_what_was_said(library, visit):
    page = visit.page
    library.model.stalls = True
    await ask(page, TALK.summarise)
    await expect(page.locator("[data-paragraph-index]").first).to_be_visible()
    await page.get_by_role("button", name="Stop").click()
    await finished(page, 1)
    await expect(page.locator(".banner")).to_contain_text("it was stopped")
    await expect(page.locator("[data-paragraph-index]").first).to_contain_text(TALK.first_sentences[0])
    await expect(page.locator(".stop")).to_have_count(0)
    await expect(page.get_by_role("textbox")).to_be_focused()


async def test_a_session_shows_its_place_and_its_end_and_goes_on_in_a_new_one(library, visit):
    page, client = visit.page, library.server.client
    session = (await client.post("/context/create_session", json={"caller_app": "shop"})).json()["session_id"]
    for name, level in (("allowance_group_card", "primary"), ("product_recommendation", "secondary")):
        switch = {"session_id": session, "new_workflow": name, "workflow_level": level}
        assert (await client.post("/context/switch_workflow", json=switch)).status_code == 200
    await page.goto(f"{library.url}/?session={session}")
    await expect(page.locator(".session")).to_contain_text("Round 0 of 2")
    assert await page.locator(".workflow li").all_inner_texts() == ["allowance_group_card", "product_recommendation"]
    await ask(page, "What does an overdue book cost?")
    await finished(page, 1)
    await expect(page.locator(".session")).to_contain_text("Round 1 of 2")
    await expect(page.locator(".session-over")).to_have_count(0)
    await ask(page, "What does a reader card cost?")
    await finished(page, 2)
    await expect(page.locator(".session-over")).to_contain_text("new session")
    await ask(page, "How long may a borrowed book stay at home?")
    await finished(page, 3)
    await expect(page.locator(".trouble")).to_be_visible()
    await page.get_by_role("button", name="New session").click()
    await finished(page, 1)
    await expect(page.locator(".session")).to_contain_text("Round 1 of 2")
    await expect(page.locator("[data-paragraph-index]")).to_contain_text("three weeks")
    assert session not in page.url
    old, new = visit.posted[-2:]
    assert (old["session_id"], "conversation_history" in new) == (session, False)
    assert new["session_id"] != session


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_a_conversation_fits_a_narrow_screen(library, browser, scheme):
    library.model.pauses = library.model.stalls = False
    async with chromium.visit(browser, viewport=NARROW, color_scheme=scheme, locale="fr-FR") as guest:
        await guest.page.goto(library.url)
        await ask(guest.page, TALK.summarise)
        await finished(guest.page, 1)
        await expect(guest.page.locator("[data-section-id]")).to_have_count(4)
        assert await guest.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
