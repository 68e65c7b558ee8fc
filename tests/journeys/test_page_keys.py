"""The administrators' pages of keys and of the audit log, in a real Chromium."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support.keyed import keyed
from tests.support.server import client_of

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
NARROW = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def sign_in(page: Page, at, path: str, role: str = "admin") -> None:
    await page.goto(at.server.url + path)
    await page.get_by_label("Access key").fill(at.keys[role])
    await page.keyboard.press("Enter")


async def no_wider(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


async def test_a_key_is_made_shown_once_and_revoked_by_keyboard_alone(at, browser):
    async with chromium.visit(browser, locale="en-US", permissions=["clipboard-read", "clipboard-write"]) as guest:
        page, keys = guest.page, guest.page.keyboard
        await sign_in(page, at, "/staff/keys")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Keys")
        await expect(page.locator(".key-line")).to_have_count(len(at.keys) - 3)  # those of other tenants are not there
        await page.get_by_label("Role").focus()
        await keys.type("staff")
        await keys.press("Tab")
        await keys.type("order desk")
        await keys.press("Enter")
        shown = page.get_by_role("heading", name="Your new key")
        await expect(shown).to_be_focused()
        secret = await page.locator(".secret").inner_text()
        await keys.press("Tab")
        await keys.press("Tab")
        await keys.press("Enter")
        await expect(page.locator(".made-key [role=status]")).to_have_text("Copied")
        assert await page.evaluate("navigator.clipboard.readText()") == secret
        async with client_of(at.server.url, Authorization=f"Bearer {secret}") as client:
            assert (await client.get("/v1/status")).json()["role"] == "staff"
        await keys.press("Tab")
        await keys.press("Enter")
        await expect(page.get_by_label("Role")).to_be_focused()
        assert secret not in await page.content()
        line = page.locator(".key-line").first
        await expect(line).to_contain_text("order desk")
        await line.get_by_role("button", name=f"Revoke {secret[:8]}").focus()
        await keys.press("Enter")
        await expect(page.get_by_role("button", name="Keep")).to_be_focused()
        await keys.press("Tab")
        await keys.press("Enter")
        await expect(line).to_be_focused()
        await expect(line).to_contain_text("revoked")
        await expect(page.locator("main > [role=status]")).to_have_text("Revoked")
        await expect(line.get_by_role("button")).to_have_count(0)


async def test_limits_of_a_key_and_of_all_keys_are_seen_and_set(at, browser):
    made = (await at.admin.post("/admin/keys", json={"role": "user", "label": "desk", "limits": {"viewers": 7}})).json()
    async with chromium.visit(browser, locale="en-US") as guest:
        page, keys = guest.page, guest.page.keyboard
        await sign_in(page, at, "/staff/keys")
        line = page.locator(f'[data-key-id="{made["id"]}"]')
        await line.locator("summary").focus()
        await keys.press("Enter")
        field = line.get_by_role("spinbutton", name="Open streams", exact=True)
        await expect(field).to_have_value("7")
        await expect(field).to_have_accessible_description("0 now, at most 7")
        await line.get_by_role("spinbutton", name="Stored megabytes", exact=True).fill("1.5")
        await field.fill("")
        await field.press("Enter")
        await expect(line.get_by_role("status")).to_have_text("Saved. It holds within five seconds.")
        await expect(field).to_have_accessible_description("no limit")
        assert (await at.admin.get(f"/admin/keys/{made['id']}")).json()["limits"] == {"stored_bytes": 1572864}
        await page.locator("summary", has_text="All keys together").click()
        whole = page.locator(".key-limits", has_text="All keys together").locator(".limits-form")
        await whole.get_by_role("spinbutton", name="Tokens a day", exact=True).fill("9007199254740992")
        await whole.get_by_role("button", name="Save limits").click()
        await expect(whole.get_by_role("alert")).to_contain_text("tokens_per_day")
        await whole.get_by_role("spinbutton", name="Tokens a day", exact=True).fill("1000000")
        await whole.get_by_role("button", name="Save limits").click()
        await expect(whole.get_by_role("status")).to_have_text("Saved. It holds within five seconds.")
        await expect(whole.get_by_role("alert")).to_have_count(0)
        assert (await at.admin.put("/admin/limits", json={})).json()["own"] == {}


async def test_the_log_is_narrowed_and_downloaded(at, browser, tmp_path):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await at.save("staff", external_id="narrowed")
        await sign_in(page, at, "/staff/audit")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Audit")
        rows = page.locator(".deeds li")
        await expect(rows.first).to_contain_text("document.saved")
        await page.get_by_label("About").select_option("Keys")
        await expect(rows.first).to_contain_text("key.")
        await expect(page.locator(".deeds li", has_text="document.saved")).to_have_count(0)
        await page.get_by_label("By whom").fill("nobody")
        await page.get_by_role("button", name="Search", exact=True).click()
        await expect(page.get_by_text("Nothing fits.")).to_be_visible()
        await page.get_by_label("By whom").fill("")
        await page.get_by_role("button", name="Search", exact=True).click()
        async with page.expect_download() as downloading:
            await page.get_by_role("button", name="Download as JSON lines").click()
        file = tmp_path / "audit.jsonl"
        await (await downloading.value).save_as(file)
        lines = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
        assert lines and all(line["action"].startswith("key.") for line in lines)


async def test_only_administrators_are_led_there_and_others_are_told_why_not(at, browser):
    async with chromium.visit(browser, locale="en-US") as guest:
        page = guest.page
        await sign_in(page, at, "/staff/keys", "staff")
        await expect(page.get_by_role("alert")).to_contain_text("This needs a key of the role admin")
        await expect(page.locator("nav a[href='/staff/memory']")).to_have_count(1)
        await expect(page.locator("nav a[href='/staff/keys']")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(at, browser, scheme):
    for viewport in (NARROW, {"width": 1280, "height": 800}):
        options = {"viewport": viewport, "color_scheme": scheme, "locale": "en-US", "reduced_motion": "reduce"}
        async with chromium.visit(browser, **options) as guest:
            page, found = guest.page, {}
            await sign_in(page, at, "/staff/keys")
            await expect(page.locator(".key-line").first).to_be_visible()
            found["keys"] = await chromium.violations(page)
            await page.get_by_role("button", name="Create key").click()
            await expect(page.get_by_role("heading", name="Your new key")).to_be_visible()
            await page.locator(".key-line button").first.click()
            await expect(page.get_by_role("button", name="Revoke for good")).to_be_visible()
            found["a new key"] = await chromium.violations(page)
            await page.locator("summary", has_text="All keys together").click()
            await page.locator(".key-line summary").first.click()
            await expect(page.get_by_role("button", name="Save limits")).to_have_count(2)
            found["limits"] = await chromium.violations(page)
            if viewport is NARROW:
                await no_wider(page)
            await page.goto(f"{at.server.url}/staff/audit")
            await expect(page.locator(".deeds li").first).to_be_visible()
            found["audit"] = await chromium.violations(page)
            if viewport is NARROW:
                await no_wider(page)
            assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(("locale", "keys", "audit"), [("fr-FR", "Clés", "Journal"), ("zh-CN", "密钥", "审计")])
async def test_the_pages_speak_their_readers_language(at, browser, locale, keys, audit):
    async with chromium.visit(browser, locale=locale) as guest:
        page = guest.page
        await page.goto(f"{at.server.url}/staff/keys")
        await page.locator("input[type=password], main input").first.fill(at.keys["admin"])
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_have_text(keys)
        await page.goto(f"{at.server.url}/staff/audit")
        await expect(page.get_by_role("heading", level=1)).to_have_text(audit)
