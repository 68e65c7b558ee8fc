"""What the page says of weak citations (by reason), of sources that disagree and of paragraphs by the gateway, in a
real Chromium with a scripted model."""

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


LEAVE = "Employees have {} of paid leave in a calendar year."
BY_QUESTION = {
    QUESTION: [(sentence, claim) for sentence, claim, *_ in CLAIMS],
    "How many days of paid leave do employees have?": [(LEAVE.format("30 days"), LEAVE.format("30 days"))],
    "What is the highest amount of a ticket?": [("| 84 EUR", "The highest amount of a ticket is 84 EUR.")],
}


def model(request):
    """Cites for each claim the passage that has its sentence."""
    prompt = str(request.body["messages"][-1]["content"])
    claims = next(claims for question, claims in BY_QUESTION.items() if question in prompt)
    ids = [re.findall(r"\b[EG]\d+\b", prompt[: prompt.index(sentence)])[-1] for sentence, _ in claims]
    paragraphs = [{"text": claim, "citationIds": [cited]} for (_, claim), cited in zip(claims, ids, strict=True)]
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


async def test_other_sources_and_a_part_of_a_table_are_told_and_the_paragraph_of_the_gateway_is_marked(
    library, browser
):
    """Loads documents, beside which the samples are not searched."""
    rows = "\n".join(
        f"| {number} | {number * 7 % 911} EUR | The printer in room {number} is broken |" for number in range(900)
    )
    added = [(f"Leave policy {year}", LEAVE.format(days)) for year, days in ((2021, "30 days"), (2024, "25 days"))]
    for title, written in (*added, ("Tickets", f"| Ticket | Amount | Remark |\n|---|---|---|\n{rows}")):
        document = {"title": title, "text": written, "external_id": title}
        assert (await library.server.client.post("/v1/documents", json=document)).status_code == 201
    other, part = "Another source says otherwise: “25 days”.", "The answer saw only a part of the table or list."
    for question, banner, sentence in (
        ("How many days of paid leave do employees have?", "The sources disagree", other),
        ("What is the highest amount of a ticket?", "only a part of a table", part),
    ):
        async with chromium.visit(browser, locale="en-US", reduced_motion="reduce") as guest:
            page = guest.page
            await page.goto(library.url)
            await page.get_by_role("textbox").fill(question)
            await page.keyboard.press("Enter")
            await expect(page.locator("[data-doubtful]")).to_contain_text(banner)
            chip = page.locator("[data-citation-id]")
            assert sentence in (await chip.get_attribute("aria-label") or "")
            await chip.click()
            await expect(page.locator(".source-panel .source-note")).to_have_text(sentence)
            assert await chromium.violations(page) == []
            await page.emulate_media(media="print")
            await expect(page.locator(".printed")).to_contain_text(sentence)
            if sentence == part:
                own, seen = await page.locator("[data-paragraph-index]").all()
                await expect(own).to_have_text(re.compile("^note by the gateway ?Only rows .* of 900 in “Tickets”"))
                assert await seen.locator(".prose mark").all_inner_texts() == ["84"]
                assert await chip.get_attribute("data-reason") == "part"
            assert guest.complaints == []
