"""The page of evaluation runs, and the HTML file of a comparison, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from gateway.evaluation.comparison import compare
from gateway.evaluation.html_report.comparison_page import comparison_page
from gateway.evaluation.html_report.run_page import run_page
from gateway.evaluation.report import Report, report_json
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.evaluated import absent, cited, facts, failed, outcome, stored_run
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
HOSTILE = "<b>How long</b> does a loan take?"
WEAK = facts(cited=(cited(status="weak"),), language="fr")


def cases(weak=0, repeats=1):
    made = [
        outcome(f"a{at}", repeat=repeat, answer=WEAK if at < weak else None, question=HOSTILE, kind="plain")
        for at in range(20)
        for repeat in range(repeats)
    ]
    return [*made, absent("none"), failed("lost")]


@pytest.fixture
async def evaluated():
    """A server with two runs, the second of which is worse, and one live answer."""
    async with FakeUpstream([answer_json([(["E1"], "A citation is a link.")])]) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
        async with postgres.fresh_database(_migrate) as url, running(url, sample=True, **model) as server:
            server.before = await stored_run(server.gateway.database, cases(), set_name="<i>before</i>.jsonl")
            server.after = await stored_run(server.gateway.database, cases(8, 2), settings={"repeat": 2})
            await server.ask("What is a citation in an answer?")
            yield server


async def test_a_run_is_read_and_compared_with_another_one(evaluated, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await page.goto(f"{evaluated.url}/qa/evaluations")
        await expect(page).to_have_title("Evaluation · Citestream")
        await page.get_by_role("link", name="loans.jsonl").click()
        await expect(page.get_by_text("22 cases, 1 failed")).to_be_visible()
        row = page.get_by_role("table", name="Figures").get_by_role("row").filter(has_text="weak_rate")
        await expect(row).to_contain_text("40.0%")
        await expect(row.locator("svg circle")).to_have_count(1)
        await page.get_by_text("weak_rate (10)").click()
        worst = page.get_by_role("table", name="weak_rate")
        assert (await worst.get_by_role("link").first.get_attribute("href")).startswith("/qa/")
        await expect(worst).to_contain_text(HOSTILE)
        await expect(page.get_by_role("table", name="Live answers")).to_contain_text("scripted")
        assert await chromium.violations(page) == []

        await page.get_by_label("Compare with").select_option(evaluated.before)
        told = "Regressions beyond 2.0%: consistency_pass_rate, weak_rate"
        await expect(page.get_by_role("status").get_by_text(told)).to_be_visible()
        await expect(page.get_by_role("heading", name="Compared with <i>before</i>.jsonl")).to_be_visible()
        assert await page.locator("[data-bad=true] .verdict").count() == 2
        assert await chromium.violations(page) == []
        await page.reload()
        await expect(page.get_by_role("status").get_by_text(told)).to_be_visible()
        assert guest.complaints == []


async def test_the_page_is_no_wider_than_a_phone(evaluated, browser):
    async with chromium.visit(browser, locale="zh-CN", viewport={"width": 360, "height": 740}) as guest:
        page = guest.page
        await page.goto(f"{evaluated.url}/qa/evaluations?run={evaluated.after}&with={evaluated.before}")
        await expect(page.get_by_text("退步超过")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
        assert await chromium.violations(page) == []


async def test_the_files_of_html_are_accessible_in_every_window(browser, tmp_path):
    made = Report(run="1", set_name=HOSTILE, outcomes=cases(8, 2))
    changed = compare(cases(), cases(8)).json()
    for name, text in (
        ("run", run_page(report_json(made), {"Target": HOSTILE})),
        ("comparison", comparison_page(changed, ({"Run": "1"}, {"Run": "2"}), ("", ""))),
    ):
        file = tmp_path / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        async with chromium.visit(browser, viewport={"width": 360, "height": 740}, color_scheme="dark") as guest:
            await guest.page.goto(file.as_uri())
            assert await guest.page.evaluate("document.documentElement.scrollWidth") <= 360
            assert await guest.page.locator("svg.whisker").count() >= 16
            assert await chromium.violations(guest.page) == [] and guest.complaints == []
