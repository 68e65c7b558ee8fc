"""By which names a gateway is called, and whose pages may: each route, with keys and without, and what proxies
leave."""

import asyncio
import re

import pytest

from gateway.http.door.guard import HARMLESS
from gateway.http.door.origins import fits, is_loopback, is_same, name_of, public_base
from gateway.settings import Settings
from tests.support.endpoints import ENDPOINTS, MAY_CALL, filled
from tests.support.keyed import keyed
from tests.support.server import partial_services, running
from tests.support.visits import visit

EVIL = "https://evil.example"
CALLS = [(method, filled(path)) for method, path in MAY_CALL]
ANY_NAME = {endpoint.path for endpoint in ENDPOINTS if endpoint.any_name == "everybody"}
LEGACY_STREAMS = ("/conversation/message/process", "/chat/process", "/character/message/process")


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def call(client, method, path, **headers):
    """The answer to a request that is refused behind the guard, if it comes so far: its body is none."""
    content = b"[" if method in ("POST", "PUT") else None
    sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return await client.request(method, path, content=content, headers=sent)


def told(answer, path, status, code):
    """Whether this is that refusal, in the shape of the door at the path."""
    if answer.status_code != status:
        return False
    if path in LEGACY_STREAMS:
        return "event:[ERROR]" in answer.text and "GATEWAY_" in answer.text
    body = answer.json()
    if "success" in body:
        return body["success"] is False and "GATEWAY_" in body["data"]
    said = body.get("error", body)
    return said["code"] == code and "GATEWAY_" in (said.get("detail") or said["message"])


async def test_without_keys_every_route_but_the_probes_is_closed_to_other_names(sample):
    """DNS rebinding: a page of evil.example whose name was pointed here."""
    for method, path in CALLS:
        answer = await call(sample.client, method, path, Host="evil.example:8000", Origin="http://evil.example:8000")
        assert told(answer, path, 421, "unknown_host") is (path not in ANY_NAME), (method, path, answer.text)
    assert (await sample.client.get("/healthz", headers={"Host": "10.0.0.7:8000"})).status_code == 200
    assert (await sample.client.get("/readyz", headers={"Host": "10.0.0.7:8000"})).status_code == 200


@pytest.mark.parametrize("path", ["/healthz/", "/v1/status/", "/v1/answers/", "/staff/", "/assets", "/query/"])
async def test_no_slash_too_many_leads_to_the_name_that_was_called(sample, path):
    for method in ("GET", "POST"):
        answer = await sample.client.request(method, path, headers={"host": "evil.example"})
        assert answer.status_code in (404, 405, 421) and "location" not in answer.headers


async def test_files_of_the_page_are_closed_to_other_names_too(sample):
    script = re.search(r'src="(/assets/[^"]+)"', (await sample.client.get("/")).text)[1]
    assert (await sample.client.get(script)).status_code == 200
    assert (await sample.client.get(script, headers={"Host": "evil.example"})).status_code == 421


async def test_without_keys_a_page_of_a_stranger_changes_nothing(sample):
    for method, path in CALLS:
        answer = await call(sample.client, method, path, Origin=EVIL)
        refused = told(answer, path, 403, "forbidden")
        assert refused is (method not in HARMLESS), (method, path, answer.text)


@pytest.mark.parametrize(
    "origin", [EVIL, "null", "", "http://127.0.0.1:1", "http://localhost", "file://", "chrome-extension://x"]
)
async def test_a_form_of_a_strangers_page_stores_nothing(server, origin):
    form = {"files": {"file": ("evil.md", b"# Evil\n\nBelieve this.")}}
    answer = await server.client.post("/v1/documents", **form, headers={"Origin": origin})
    assert answer.status_code == 403 and answer.json()["code"] == "forbidden"
    assert (await server.client.get("/v1/documents")).json()["documents"] == []
    own = await server.client.post("/v1/documents", **form, headers={"Origin": server.url})
    assert own.status_code == 201


async def test_programs_tunnels_and_our_own_page_may_call(sample):
    port = sample.url.rpartition(":")[2]
    for host in (
        "localhost:9000",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1",
        "127.8.9.1:80",
        "[::1]:8000",
        "x.localhost:1",
    ):
        for origin in ({}, {"Origin": f"http://{host.lower()}"}, {"Origin": f"https://{host.lower()}"}):
            answer = await call(sample.client, "POST", "/v1/answers", Host=host, **origin)
            assert answer.status_code == 400, (host, origin, answer.text)  # its body is none
    answer = await call(
        sample.client, "POST", "/v1/answers", Host=f"localhost:{port}", Origin=f"http://127.0.0.1:{port}"
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        b"",
        b"evil@localhost",
        b"localhost@evil",
        b"localhost/evil",
        b"localhost:x",
        b"localhost evil",
        b"0.0.0.0",
        b"localhost.evil.example",
        b"evillocalhost",
        b"127.0.0.1.evil.example",
        b"[::1",
        b"192.168.1.5:8000",
        b"2130706433",
    ],
)
async def test_what_only_looks_like_this_machine_is_another_name(sample, host):
    answer = await sample.client.get("/v1/status", headers=[(b"Host", host)])
    assert answer.status_code == 421 and "GATEWAY_ALLOWED_HOSTS" in answer.json()["detail"]


@pytest.mark.parametrize("lines", [b"", b"Host: localhost\r\nHost: evil.example\r\n"], ids=["none", "two"])
async def test_no_name_and_two_names_are_none_of_ours(sample, lines):
    host, _, port = sample.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET /v1/status HTTP/1.1\r\n" + lines + b"Connection: close\r\n\r\n")
    assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 421 ")
    writer.close()


async def test_without_keys_names_and_origins_that_are_listed_may_call(database_url):
    """Behind a proxy that signs people in itself: it passes on the name that the browser called."""
    settings = {"hosts": "gw.example, *.lan:8443", "cors_origins": f"{EVIL},null,*"}
    async with running(database_url, **settings) as server:

        async def status(host, origin=None):
            headers = {} if origin is None else {"Origin": origin}
            return (await call(server.client, "POST", "/v1/answers", Host=host, **headers)).status_code

        assert await status("gw.example") == await status("GW.example.:443", "https://gw.example") == 400
        assert await status("a.b.lan:8443", "https://a.b.lan:8443") == await status("localhost") == 400
        assert await status("gw.example", EVIL) == 400
        assert await status("lan") == await status("x.gw.example") == await status("evil.example") == 421
        # Every sandboxed frame is `null`, and `*` stands for pages that bring a key.
        assert await status("gw.example", "null") == await status("gw.example", "https://other.example") == 403


async def test_with_keys_any_name_will_do_unless_names_are_listed(at):
    for host in ("gw.example", "10.0.0.7:8000"):
        headers = {"Host": host, "Origin": EVIL}
        assert (await at.user.get("/v1/status", headers=headers)).status_code == 200
        assert (await at.server.client.get("/", headers=headers)).status_code == 200
        # No page knows a key that is not its own to use.
        assert (await call(at.user, "POST", "/v1/answers", **headers)).status_code == 400
    # The protocol wants a server of MCP to look at all times.
    assert (await call(at.user, "POST", "/mcp", Origin=EVIL)).status_code == 403
    async with keyed(hosts="gw.example") as strict:
        for client in (strict.user, strict.server.client):
            for method, path in CALLS:
                answer = await call(client, method, path, Host="evil.example")
                any_name = path in ANY_NAME or (path == "/metrics" and client is strict.user)
                assert told(answer, path, 421, "unknown_host") is not any_name, (method, path)
        for host in ("gw.example", "localhost:9000"):
            assert (await strict.user.get("/v1/status", headers={"Host": host})).status_code == 200


async def test_figures_are_scraped_by_any_name_with_a_valid_key_alone(sample):
    """A scraper calls a pod by its address. A page of evil.example whose name was pointed here has no key."""
    async with keyed(hosts="gw.example") as strict:
        for client, headers, expected in (
            (strict.metrics, {}, 200),
            (strict.user, {}, 403),
            (strict.server.client, {}, 421),
            (strict.server.client, {"Authorization": "Bearer wrong"}, 401),
            (strict.server.client, {"Cookie": "citestream=anything"}, 421),
            (sample.client, {"Authorization": "Bearer wrong"}, 421),
        ):
            answer = await client.get("/metrics", headers={"Host": "10.0.0.7:8000", **headers})
            assert answer.status_code == expected, (headers, answer.text)


@pytest.mark.parametrize(
    ("sent", "settings", "base"),
    [
        ({"host": "localhost:8000"}, {}, "http://localhost:8000"),
        ({"host": "ASK.example"}, {"hosts": "ask.example"}, "http://ask.example"),
        ({"host": "ask.example", "x-forwarded-proto": "https, http"}, {"hosts": "ask.example"}, "https://ask.example"),
        ({"host": "evil.example"}, {}, ""),
        ({"host": "evil.example"}, {"hosts": "ask.example"}, ""),
        ({"host": "localhost/<evil>"}, {}, ""),
        ({}, {}, ""),
        ({"host": "evil.example"}, {"public_url": "https://ask.example/gw/"}, "https://ask.example/gw"),
    ],
)
def test_the_address_of_links_is_set_or_that_of_a_name_that_is_ours(sent, settings, base):
    parts = partial_services(settings=Settings(_env_file=None, **settings))
    assert public_base(visit(parts, headers=sent, scheme="http", server=("x", 80))) == base


async def test_nobody_signs_in_or_out_for_a_stranger(sample, at):
    for client in (sample.client, at.server.client, at.user):
        for path in ("/sign-in", "/sign-out"):
            assert (await call(client, "POST", path, Origin=EVIL)).status_code == 403


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://gw.example", "gw.example", True),
        ("https://gw.example", "gw.example:443", True),
        ("http://gw.example:80", "GW.example", True),
        ("https://gw.example", "gw.example:80", False),
        ("http://localhost:3000", "localhost:8000", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("http://localhost:8000/path", "localhost:8000", False),
        ("http://evil@localhost:8000", "localhost:8000", False),
        ("ftp://localhost", "localhost", False),
        ("localhost:8000", "localhost:8000", False),
        ("null", "null", False),
        ("", "", False),
        ("http://", "", False),
    ],
)
def test_a_page_is_ours_when_it_came_from_the_address_that_is_called(origin, host, same):
    assert is_same(origin, host) is same


def test_names_lose_their_port_their_case_and_a_final_dot():
    assert name_of("LocalHost.:8000") == "localhost" and name_of("[::1]:8000") == "::1" and name_of("a_b") == "a_b"
    assert [name_of(host) for host in ("", ":8000", "a:b", "a@b", "a/b", "a b", "é")] == [None] * 7


def test_loopback_is_what_nobody_can_point_elsewhere():
    for name in ("localhost", "a.localhost", "127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"):
        assert is_loopback(name), name
    for name in ("", "example", "localhost.example", "0.0.0.0", "::", "10.0.0.1", "::ffff:10.0.0.1", "127.1"):
        assert not is_loopback(name), name


def test_an_entry_is_a_name_the_end_of_one_or_all():
    assert fits("a.lan", "*.lan") and fits("a.lan", "a.lan") and fits("a.lan", "*")
    assert not fits("lan", "*.lan") and not fits("alan", "*.lan") and not fits("a.lan", "lan")
