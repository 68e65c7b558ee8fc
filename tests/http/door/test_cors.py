"""Pages of other origins: preflights as the SDKs of browsers send them, and what a page may read."""

from dataclasses import replace

import pytest
from playwright.async_api import Error

from tests.support.browser import visit
from tests.support.server import running

APP = "https://app.example"
SENT = {
    "openai": "authorization, content-type, openai-beta, openai-organization, openai-project, x-stainless-arch, "
    "x-stainless-helper-method, x-stainless-lang, x-stainless-os, x-stainless-package-version, x-stainless-poll-helper, "
    "x-stainless-retry-count, x-stainless-runtime, x-stainless-runtime-version, x-stainless-timeout",
    "anthropic": "anthropic-beta, anthropic-dangerous-direct-browser-access, anthropic-version, content-type, x-api-key",
    "ai-sdk": "authorization, content-type, user-agent, x-vercel-ai-ui-message-stream",
    "mcp": "authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id",
    "ours": "authorization, content-type, idempotency-key, last-event-id, x-user-ref",
}
"""What a browser asks for, as these SDKs send it: in lower case and in order."""


async def preflight(server, path="/v1/answers", origin=APP, method="POST", **asked):
    headers = {"Origin": origin, "Access-Control-Request-Method": method, **asked}
    return await server.client.options(path, headers=headers)


@pytest.fixture(scope="module")
async def listed(module_url):
    async with running(module_url, cors_origins=f" {APP}/ ,HTTPS://Other.example") as server:
        yield server


@pytest.fixture(scope="module")
async def module_url():
    from tests.conftest import _migrate
    from tests.support import postgres

    async with postgres.fresh_database(_migrate) as url:
        yield url


@pytest.mark.parametrize("sdk", SENT)
@pytest.mark.parametrize("path", ["/v1/answers", "/v1/chat/completions", "/mcp", "/v1/documents", "/nowhere"])
async def test_whatever_headers_an_sdk_sends_pass_the_preflight(listed, sdk, path):
    answer = await preflight(listed, path, **{"Access-Control-Request-Headers": SENT[sdk]})
    assert answer.status_code == 200 and answer.headers["access-control-allow-origin"] == APP
    assert answer.headers["access-control-allow-headers"] == SENT[sdk]
    assert "access-control-allow-credentials" not in answer.headers and "Origin" in answer.headers["vary"]


async def test_every_method_and_a_private_network_pass_it_too(listed):
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
        answer = await preflight(listed, method=method, **{"Access-Control-Request-Private-Network": "true"})
        assert answer.status_code == 200 and method in answer.headers["access-control-allow-methods"]
        assert answer.headers["access-control-allow-private-network"] == "true"
    assert (await preflight(listed, origin="https://other.example")).status_code == 200


async def test_a_page_reads_every_answer_and_its_headers(listed):
    asked = await listed.client.post("/v1/answers", json={"question": "Why?"}, headers={"Origin": APP})
    unknown = await listed.client.get("/v1/answers/nonsense", headers={"Origin": APP})
    wrong = await listed.client.post("/v1/answers", json={}, headers={"Origin": APP})
    foreign = await listed.client.get("/v1/status", headers={"Origin": APP, "Host": "evil.example"})
    chat = await listed.client.post("/v1/chat/completions", json={}, headers={"Origin": APP})
    nowhere = await listed.client.get("/nowhere", headers={"Origin": APP})
    answers = (asked, unknown, wrong, foreign, chat, nowhere)
    assert [answer.status_code for answer in answers] == [200, 404, 422, 421, 400, 404]
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == APP and "Origin" in answer.headers["vary"]
        assert answer.headers["access-control-expose-headers"] == "*"  # Location, Retry-After and all others
    assert asked.headers["location"]


async def test_a_page_reads_that_something_went_wrong_here(listed):
    """A fault is answered outside of all that runs before a route."""
    from starlette.testclient import TestClient

    from gateway.http.application import create_app

    app = create_app(listed.services)
    app.state.services = replace(listed.services, library=None)
    browser = TestClient(app, base_url="http://localhost", raise_server_exceptions=False)
    answer = browser.get("/v1/documents", headers={"Origin": APP})
    assert answer.status_code == 500 and answer.json()["code"] == "internal"
    assert answer.headers["access-control-allow-origin"] == APP
    assert (
        "access-control-allow-origin"
        not in browser.get("/v1/documents", headers={"Origin": "https://x.example"}).headers
    )


async def test_an_origin_that_is_not_listed_is_refused_with_a_sentence(listed, sample):
    for server, origin in ((listed, "https://evil.example"), (listed, "null"), (sample, APP), (sample, sample.url)):
        answer = await preflight(server, origin=origin, **{"Access-Control-Request-Headers": "authorization"})
        assert answer.status_code == 403 and answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "forbidden" and "GATEWAY_CORS_ORIGINS" in answer.json()["detail"]
        assert origin in answer.json()["detail"] and "access-control-allow-origin" not in answer.headers


async def test_without_the_setting_nothing_is_said_about_origins(sample):
    answer = await sample.client.get("/v1/status", headers={"Origin": APP})
    assert answer.status_code == 200 and not [name for name in answer.headers if name.startswith("access-control")]
    plain = await sample.client.options("/v1/answers")
    assert plain.status_code == 405 and plain.json()["code"] == "method_not_allowed"
    assert plain.headers["allow"] == "GET, HEAD, POST"


async def test_every_origin_may_bring_a_key(database_url):
    async with running(database_url, cors_origins="*", require_keys="on") as server:
        answer = await preflight(
            server, origin="https://any.example", **{"Access-Control-Request-Headers": "authorization"}
        )
        assert answer.status_code == 200 and answer.headers["access-control-allow-origin"] == "*"
        key = await server.gateway.keys.create("default", "user")
        headers = {"Origin": "https://any.example", "Authorization": f"Bearer {key}"}
        asked = await server.client.post("/v1/answers", json={"question": "Why?"}, headers=headers)
        assert asked.status_code == 200 and asked.headers["access-control-allow-origin"] == "*"


ASK = """async ([url, question]) => {
    const headers = {"Content-Type": "application/json", "X-Stainless-OS": "Linux", "OpenAI-Beta": "x"};
    const send = body => fetch(url, {method: "POST", headers, body: JSON.stringify(body)});
    const asked = await send({messages: [{role: "user", content: question}]});
    const refused = await send({});
    return [asked.status, asked.headers.get("Location"), refused.status, (await refused.json()).error.code];
}"""


@pytest.mark.timeout(300)
async def test_a_browser_lets_a_page_of_a_listed_origin_call_with_an_sdks_headers(database_url, sample, browser):
    async with (
        running(database_url, cors_origins=sample.url) as server,
        visit(browser, bypass_csp=True) as guest,  # the page of another gateway stands for any
    ):
        await guest.page.goto(f"{sample.url}/docs")
        said = await guest.page.evaluate(ASK, [f"{server.url}/v1/chat/completions", "How long?"])
        assert said[0] == 200 and said[1].startswith("/v1/answers/") and said[2:] == [400, "invalid_field"]
        await guest.page.goto(f"{sample.url.replace('127.0.0.1', 'localhost')}/docs")  # another origin
        with pytest.raises(Error, match="Failed to fetch"):
            await guest.page.evaluate(ASK, [f"{server.url}/v1/chat/completions", "How long?"])
