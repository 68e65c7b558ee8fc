"""What the page says of weak citations, by reason, in a real Chromium over the samples and a scripted model."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import pytest
from playwright.async_api import expect

from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, text
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
QUESTION = "How may the microscopes of the imaging room be booked and cancelled by members of the institute?"
DAYTIME = "The confocal microscope may be booked for at most 4 hours at a time between 8:00 and 18:00."
CANCELLED = "A booking can be cancelled free of charge up to 24 hours before it begins."
MEMBERS = "Members of the institute may book an instrument after they have completed its training."
CLAIMS = [
    (DAYTIME, DAYTIME.replace("4", "**6**"), "figure", ["6"], "The source says 4."),
    (MEMBERS, MEMBERS.replace("institute", "Hopkins Lab"), "name", ["Hopkins Lab"], "does not mention this name"),
    (CANCELLED, CANCELLED.replace("can be", "cannot be"), "negation", ["cannot"], "without a negation"),
    (DAYTIME, DAYTIME.replace("most", "least"), "comparison", ["least"], "The source says “most”."),
    (MEMBERS, "Members may book an instrument gladly, says a very happy visiting crew.", "wording", [], "only in part"),
    (DAYTIME, DAYTIME, None, [], ""),
]
"""A sentence of the sample, what the model makes of it, and the reason, the words in doubt and the sentence shown."""


def model(request):
    """Cites for each claim the passage that has its sentence."""
    prompt = str(request.body["messages"][-1]["content"])
    ids = [re.findall(r"\b[EG]\d+\b", prompt[: prompt.index(sentence)])[-1] for sentence, *_ in CLAIMS]
    paragraphs = [{"text": claim, "citationIds": [cited]} for (_, claim, *_), cited in zip(CLAIMS, ids, strict=True)]
    return text(json.dumps({"paragraphs": paragraphs}))


@pytest.fixture(scope="module")
async def library():
    async with FakeUpstream(model) as upstream, postgres.fresh_database(_migrate) as url:
        asked = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "memory": "off"}
        async with running(url, sample=True, gate_threshold=0, **asked) as server:
            yield SimpleNamespace(server=server, url=server.url)


async def test_the_words_in_doubt_are_underlined_and_each_chip_says_why(library, browser):
    async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
        page = guest.page
        await page.goto(library.url)
        await page.get_by_role("textbox").fill(QUESTION)
        await page.keyboard.press("Enter")
        await expect(page.locator(".sources")).to_be_visible()
        paragraphs = page.locator("[data-paragraph-index]")
        await expect(paragraphs).to_have_count(len(CLAIMS))
        for index, (_, _, reason, words, sentence) in enumerate(CLAIMS):
            paragraph = paragraphs.nth(index)
            chip = paragraph.locator("[data-citation-id]")
            assert await chip.get_attribute("data-reason") == reason
            assert await paragraph.locator(".prose mark").all_inner_texts() == words
            assert sentence in (await chip.get_attribute("aria-label") or "")
            await chip.focus()
            note = page.locator(".card .source-note")
            await (expect(note).to_contain_text(sentence) if sentence else expect(note).to_have_count(0))
            await page.keyboard.press("Escape")
        style = await paragraphs.first.locator("mark").evaluate("mark => getComputedStyle(mark).textDecorationLine")
        assert style == "underline" and "[in doubt: 6]" in (await paragraphs.first.text_content() or "")
        await paragraphs.first.locator("[data-citation-id]").click()
        await expect(page.locator(".source-panel .source-note")).to_have_text("The source says 4.")
        assert await chromium.violations(page) == []
        await page.emulate_media(media="print")
        await expect(page.locator(".printed")).to_contain_text("“6”: The source says 4.")
        assert guest.complaints == []


async def test_the_document_counts_by_reason_and_strict_mode_shows_neither_figure_nor_negation(library):
    told = await library.server.document(QUESTION)
    assert told["meta"]["answer"]["citationReason"] == {reason: 1 for _, _, reason, *_ in CLAIMS if reason}
    [weak] = told["paragraphs"][0]["citations"]
    assert (weak["reason"], weak["source_value"]) == ("figure", "4")
    strict = await library.server.document(QUESTION, strict=True)
    assert [claim in strict["answer"] for _, claim, *_ in CLAIMS] == [False, True, False, True, True, True]
