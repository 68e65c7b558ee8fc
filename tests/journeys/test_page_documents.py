"""The page of the documents: adding, what failed, looking through, replacing and deleting, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from gateway.knowledge.format_table import MEDIA_TYPES
from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.keyed import LOANS, QUESTION, keyed
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}
DROP = """([selector, files]) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    for (const type of ["dragover", "drop"]) {
        const moment = new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true});
        document.querySelector(selector).dispatchEvent(moment);
    }
}"""


def file(name: str, text: str) -> dict[str, object]:
    return {"name": name, "mimeType": "", "buffer": text.encode()}


def test_from_folders_the_page_takes_what_can_be_read():
    code = (chromium.WEB / "src" / "view" / "dropped-files.ts").read_text(encoding="utf-8")
    listed = re.findall(r'"([a-z ]+)"', code[code.index("ENDINGS") : code.index("GENERATED")])
    assert {f".{ending}" for ending in "".join(listed).split()} == set(MEDIA_TYPES)


async def no_wider(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


async def test_documents_are_added_fail_are_replaced_and_deleted_on_the_page(browser):
    async with (
        postgres.fresh_database(_migrate) as url,
        running(url, sample=False) as server,
        chromium.visit(browser, locale="en-US", viewport=NARROW, color_scheme="dark") as guest,
    ):
        page = guest.page
        await page.goto(server.url)
        await page.get_by_role("link", name="Add documents").click()
        await expect(page).to_have_title("Documents · Citestream")
        await expect(page.get_by_text("There are no documents yet.")).to_be_visible()
        assert await chromium.violations(page) == []

        loans, broken = file("loans.md", f"# Loans\n\n{LOANS}"), file("broken.pdf", "%PDF-1.4 and no more")
        await page.locator("input[data-folder=false]").set_input_files([loans, broken])
        lines = page.locator(".upload")
        await expect(page.locator(".upload[data-state=ready]")).to_contain_text("ready, 1 passage")
        failed = page.locator(".upload[data-state=failed]")
        await expect(failed.locator(".library-reason")).not_to_be_empty()
        await expect(page.get_by_text("All sent. Read: 1, failed: 1")).to_be_visible()
        await expect(page.locator(".failures")).to_have_count(0)
        assert await chromium.violations(page) == []
        await no_wider(page)

        asked = await server.client.post(
            "/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"}
        )
        assert asked.status_code == 200, asked.text
        await page.reload()
        await expect(lines).to_have_count(0)
        await expect(page.locator(".failures h3")).to_have_text("broken.pdf")
        document = page.locator("li[data-line]", has=page.get_by_role("link", name="Loans", exact=True))
        await expect(document).to_contain_text("1 passage · cited in 1 answer")
        assert await chromium.violations(page) == []
        await no_wider(page)
        await page.get_by_role("button", name="Dismiss: broken.pdf").click()
        await expect(page.get_by_role("status").get_by_text("Dismissed: broken.pdf")).to_be_attached()
        await expect(page.locator("main")).to_be_focused()

        async with page.expect_file_chooser() as choosing:
            await page.get_by_role("button", name="Replace: Loans").click()
        await (await choosing.value).set_files([file("new.md", f"# Borrowing\n\n{LOANS}")])
        await expect(page.get_by_role("link", name="Borrowing", exact=True)).to_be_visible()
        await expect(page.locator("section:has(#list) li[data-line]")).to_have_count(1)

        await page.evaluate(DROP, ["main", [["one.txt", "The first text."], ["two.txt", "The second text."]]])
        await expect(page.locator("section:has(#list) li[data-line]")).to_have_count(3)
        await page.get_by_label("Order").select_option("title")
        await page.get_by_label("In title or file name").fill("borrow")
        await page.get_by_role("button", name="Search").click()
        await expect(page.locator("section:has(#list) li[data-line]")).to_have_count(1)

        await page.get_by_role("button", name="Delete: Borrowing").press("Enter")
        await expect(page.get_by_role("button", name="Keep")).to_be_focused()
        await expect(page.locator(".sure")).to_contain_text(QUESTION)
        assert await chromium.violations(page) == []
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("No document fits.")).to_be_visible()
        await expect(page.locator("main")).to_be_focused()
        assert all("422" in told and "/v1/documents" in told for told in guest.complaints), guest.complaints


async def test_readers_see_the_documents_without_buttons(browser):
    async with keyed() as room, chromium.visit(browser, locale="fr-FR") as guest:
        page = guest.page
        await page.goto(f"{room.server.url}/sources")
        await page.get_by_label("Clé").fill(room.keys["user"])
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("link", name="Loans", exact=True)).to_be_visible()
        await expect(page.locator("li[data-line]")).to_contain_text("pas encore cité")
        await expect(page.locator(".add-files, .uploads, .failures, li[data-line] button")).to_have_count(0)
        assert await chromium.violations(page) == []
        await page.get_by_role("link", name="Loans", exact=True).click()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Loans")
        await expect(page.get_by_text("three weeks")).to_be_visible()


async def test_files_dropped_on_the_console_become_documents_when_that_is_wanted(browser):
    async with (
        postgres.fresh_database(_migrate) as url,
        running(url, sample=False) as server,
        chromium.visit(browser, locale="en-US", viewport=NARROW) as guest,
    ):
        page = guest.page
        await page.goto(server.url)
        await expect(page.locator(".status")).to_contain_text("No documents are loaded yet.")
        async with page.expect_response("**/drop-offer-*.js"):
            await page.evaluate("document.body.dispatchEvent(new DragEvent('dragenter', {bubbles: true}))")
        await expect(page.locator(".drop-offer")).to_be_attached()
        await page.evaluate(DROP, ["main", [["loans.md", LOANS], ["broken.pdf", "%PDF-1.4 and no more"]]])
        dialog = page.get_by_role("dialog", name="Add 2 files to the documents?")
        await expect(dialog.get_by_role("button", name="Add")).to_be_focused()
        assert await chromium.violations(page) == []
        assert (await server.client.get("/v1/documents")).json()["documents"] == []
        await page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        await expect(dialog.locator(".upload[data-state=ready]")).to_contain_text("loans.md")
        await expect(dialog.locator(".upload[data-state=failed]")).to_contain_text("broken.pdf")
        assert await chromium.violations(page) == []
        await no_wider(page)
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await expect(page.get_by_role("link", name="1 document, 1 passage loaded")).to_be_visible()
        assert all("422" in told and "/v1/documents" in told for told in guest.complaints), guest.complaints
