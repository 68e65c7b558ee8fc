"""Pages sign in with a key, once."""

import re

import pytest

from gateway.http.door.caller import COOKIE
from tests.support.browser import visit
from tests.support.keyed import QUESTION, keyed
from tests.support.server import client_of


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


@pytest.fixture
async def sender(at):
    """Somebody with a jar for cookies and an origin, as pages have."""
    async with client_of(at.server.url, Origin=at.server.url) as client:
        yield client


async def test_in_ask_out(at, sender):
    assert (await sender.get("/v1/status")).status_code == 401
    answer = await sender.post("/sign-in", json={"key": f" {at.keys['user']} "})
    assert (answer.status_code, answer.content) == (204, b"")
    cookie = answer.headers["set-cookie"]
    assert re.search("; HttpOnly", cookie) and re.search("; SameSite=strict", cookie) and "; Path=/" in cookie
    assert "Max-Age=604800" in cookie and "Secure" not in cookie and at.keys["user"] not in cookie
    status = (await sender.get("/v1/status")).json()
    assert status["signed_in"] is True and status["role"] == "user" and status["workspaces"] == []
    others = {(await client.get("/v1/status")).json()["reader"] for client in (at.user, at.other, at.stranger)}
    assert (
        len(others) == 3 and status["reader"] in others and all(re.fullmatch("[0-9a-f]{16}", name) for name in others)
    )
    asked = await sender.post("/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"})
    mine = f"/v1/answers/{asked.json()['answer_uuid']}"
    assert (await at.user.get(mine)).status_code == (await sender.get(mine)).status_code == 200
    held = dict(sender.cookies)
    answer = await sender.post("/sign-out")
    assert answer.status_code == 204 and "Max-Age=0" in answer.headers["set-cookie"]
    assert COOKIE not in sender.cookies
    kept = await sender.get("/v1/status", headers={"Cookie": f"{COOKIE}={held[COOKIE]}"})
    assert kept.status_code == 401 and "sign in again" in kept.json()["detail"]
    assert (await sender.post("/sign-out")).status_code == 204


async def test_behind_https_the_cookie_never_travels_without(at, sender):
    headers = {"X-Forwarded-Proto": "https"}
    answer = await sender.post("/sign-in", json={"key": at.keys["user"]}, headers=headers)
    assert "; Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"key": "cs_nobody"}, 401, "unauthorized"),
        ({"key": ""}, 422, "invalid_field"),
        ({}, 422, "invalid_field"),
        ({"key": 7}, 422, "invalid_field"),
        ({"key": "x" * 201}, 422, "invalid_field"),
    ],
)
async def test_a_wrong_key_signs_nobody_in(at, sender, body, status, code):
    answer = await sender.post("/sign-in", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code) and "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_strangers_page_cannot_use_a_session(at, sender, origin):
    await sender.post("/sign-in", json={"key": at.keys["admin"]})
    headers = {"Origin": origin}
    for method, path in (
        ("POST", "/v1/answers"),
        ("POST", "/sign-in"),
        ("POST", "/sign-out"),
        ("DELETE", "/v1/documents?workspace=x"),
        ("POST", "/v1/documents"),
    ):
        answer = await sender.request(method, path, json={"key": at.keys["user"]}, headers=headers)
        assert answer.status_code == 403 and answer.json()["code"] == "forbidden", path
    assert (await sender.get("/v1/status", headers=headers)).status_code == 200
    # A key in a header is nothing that a browser sends by itself.
    sent = await at.admin.post("/v1/answers", json={"question": QUESTION}, headers=headers)
    assert sent.status_code == 200


async def test_the_secret_of_a_session_is_no_key_and_a_key_no_session(at, sender):
    """Also in the seconds in which the other right use of it is remembered."""
    await sender.post("/sign-in", json={"key": at.keys["user"]})
    secret = sender.cookies[COOKIE]
    assert (await sender.get("/v1/status")).status_code == 200
    assert (await at.user.get("/v1/status")).status_code == 200
    for path in ("/v1/status", "/conversation/list", "/v1/models"):
        for wrong in (
            {"Authorization": f"Bearer {secret}"},
            {"Authorization": secret},
            {"Cookie": f"{COOKIE}={at.keys['user']}"},
        ):
            assert (await at.server.client.get(path, headers=wrong)).status_code == 401, (path, list(wrong))


async def test_a_body_before_any_key_is_small(at, sender):
    answer = await sender.post("/sign-in", json={"key": "x" * 1024})
    assert answer.status_code == 413 and answer.json()["code"] == "too_large" and "1 KB" in answer.json()["detail"]

    async def pieces():
        for _ in range(100):
            yield b" " * 1000

    answer = await sender.post("/sign-in", content=pieces(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


async def test_pages_load_for_everybody(at):
    for path in ("/", "/favicon.ico", "/docs", "/openapi.json", "/healthz", "/readyz"):
        assert (await at.server.client.get(path)).status_code == 200


@pytest.mark.timeout(300)
async def test_a_reader_signs_in_asks_and_signs_out(at, browser):
    async with visit(browser) as guest:
        page = guest.page
        await page.goto(at.server.url)
        await page.fill("#key", "cs_wrong")
        await page.click(".sign-in button")
        await page.wait_for_selector(".sign-in [role=alert]")
        await page.fill("#key", at.keys["user"])
        await page.press("#key", "Enter")
        await page.fill("textarea", QUESTION)
        await page.press("textarea", "Enter")
        await page.wait_for_selector("[data-citation-id]")
        assert await page.evaluate("document.cookie") == ""  # no script sees the session
        await page.reload()
        await page.wait_for_selector("textarea")
        await page.click(".top .quiet >> text=Sign out")
        await page.wait_for_selector("#key")
        assert all(request.startswith(at.server.url) for request in guest.requests)
