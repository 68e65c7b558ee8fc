"""Fetching one page from a real server: what it answers, and every way in which it may misbehave."""

import asyncio
import contextlib
import gzip
import socket
import time

import pytest
from yarl import URL

from gateway.ingestion.fetching import fetcher
from gateway.ingestion.fetching.fetcher import Fetcher
from gateway.ingestion.fetching.permitted import Unfetchable
from tests.fakes.website import Told, Website, bomb, endless, marked, page, plain, redirect, silent
from tests.support.every import every
from tests.support.fetching import configured


async def get(site, path="/", *marks, settings=None, **more):
    async with Fetcher(settings or configured()) as guest:
        return await guest.get(URL(f"{site.url}{path}"), *marks, **more)


async def refusal(site, path="/", **more):
    with pytest.raises(Unfetchable) as refused:
        await get(site, path, **more)
    return refused.value


async def test_a_page_comes_with_its_kind_and_its_marks():
    told = page("Books.", last_modified="Mon, 02 Nov 2026 10:00:00 GMT", etag='"1"')
    async with Website({"/a": told}) as site:
        found = await get(site, "/a", settings=configured(fetch_contact="library@example.org"))
        assert (found.body, found.media_type, found.charset) == (told.body, "text/html", "utf-8")
        assert (found.etag, found.last_modified) == ('"1"', "Mon, 02 Nov 2026 10:00:00 GMT")
        assert str(found.address) == f"{site.url}/a"
        agent = site.asked[0].headers["user-agent"]
        assert agent.startswith("Citestream/") and agent.endswith(" (+library@example.org)")
        assert "cookie" not in site.asked[0].headers and "authorization" not in site.asked[0].headers


async def test_what_has_not_changed_has_no_body():
    async with Website({"/e": marked(page("E"), etag='"1"'), "/l": marked(page("L"), last_modified="then")}) as site:
        assert (await get(site, "/e", '"1"')).body is None
        assert (await get(site, "/e", '"0"')).body is not None
        assert (await get(site, "/l", "", "then")).body is None


async def test_a_compressed_page_is_unpacked():
    packed = Told(gzip.compress(b"Books."), headers={"content-type": "text/plain", "content-encoding": "gzip"})
    async with Website({"/": packed}) as site:
        assert (await get(site)).body == b"Books."


async def test_redirects_are_followed_and_each_is_asked_about():
    pages = {"/a": redirect("/b", 301), "/b": redirect("c?d=1#e", 308), "/c?d=1": plain("There.")}
    async with Website(pages) as site, Fetcher(configured()) as guest:
        seen = []

        async def permits(address):
            seen.append(address.path_qs)

        guest.permits = permits
        found = await guest.get(URL(f"{site.url}/a"))
        assert (found.body, found.address.path_qs) == (b"There.", "/c?d=1") and seen == ["/a", "/b", "/c?d=1"]


@every(
    "to",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://0/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://localhost/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "http://user:secret@127.0.0.1/",
        "http://[broken",
        "",
    ],
)
async def test_a_redirect_leads_nowhere_that_may_not_be_fetched(to):
    async with Website({"/": redirect(to)}) as site, Website() as other:
        began = time.monotonic()
        await refusal(site, settings=configured(fetch_allowed="127.0.0.1/32"))
        assert time.monotonic() - began < 5 and other.asked == []


async def test_without_a_word_of_the_operator_no_address_inside_is_asked_for():
    async with Website({"/": page("Secret.")}) as site:
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]"):
            site.url = f"http://{host}:{site.port}"
            assert "GATEWAY_FETCH_ALLOWED" in str(await refusal(site, settings=configured(fetch_allowed="public")))
        assert site.asked == []


async def test_a_name_that_leads_elsewhere_a_moment_later_is_refused_then(monkeypatch):
    """DNS rebinding: the second look-up of the same name, for the next connection, is checked like the first."""
    async with Website({"/": Told(b"Public.", headers={"connection": "close"})}) as site:
        led = []

        async def getaddrinfo(host, port, **more):
            led.append("127.0.0.1" if not led else "127.0.0.2")
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (led[-1], port))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
        async with Fetcher(configured()) as guest:
            address = URL(f"http://docs.example:{site.port}/")
            assert (await guest.get(address)).body == b"Public."
            with pytest.raises(Unfetchable, match=r"docs.example leads to 127.0.0.2"):
                await guest.get(address)
        assert led == ["127.0.0.1", "127.0.0.2"] and len(site.asked) == 1
        assert site.asked[0].headers["host"] == f"docs.example:{site.port}"


async def test_circles_and_long_ways_of_redirects_end():
    pages = {"/a": redirect("/b"), "/b": redirect("/a")}
    pages |= {f"/{n}": redirect(f"/{n + 1}") for n in range(50)}
    async with Website(pages) as site:
        assert "circles" in str(await refusal(site, "/a"))
        site.asked.clear()
        assert "5 times" in str(await refusal(site, "/0"))
        assert len(site.asked) == 6


async def test_bodies_have_a_bound_whatever_they_say_of_themselves():
    lying = Told(headers={"content-type": "text/html", "content-length": "10"}, stream=endless().stream)
    async with Website({"/bomb": bomb(20_000_000), "/endless": endless(), "/lying": lying}) as site:
        for path in ("/bomb", "/endless"):
            assert "larger than 1 MB" in str(await refusal(site, path))
        with contextlib.suppress(Unfetchable):  # what comes behind its end may break the connection
            assert (await get(site, "/lying")).body == b"x" * 10


async def test_silence_and_slowness_end(monkeypatch):
    monkeypatch.setattr(fetcher, "SILENCE_S", 0.2)
    monkeypatch.setattr(fetcher, "WHOLE_S", 0.6)
    async with Website({"/silent": silent(), "/slow": endless(b"x", 0.05)}) as site:
        for path in ("/silent", "/slow"):
            refused = await refusal(site, path)
            assert "in time" in str(refused) and refused.passing


async def test_what_the_server_says_is_a_sentence():
    pages = {"/gone": plain("", status=410), "/no": plain("", status=403), "/br": plain("x", content_encoding="br")}
    async with Website(pages) as site:
        assert (await refusal(site, "/gone")).gone and (await refusal(site, "/none")).gone
        refused = await refusal(site, "/no")
        assert "403" in str(refused) and not refused.gone and not refused.passing
        assert "encoding" in str(await refusal(site, "/br"))
    assert "cannot be reached" in str(await refusal(site))


async def test_a_failure_of_the_moment_gets_one_other_try(monkeypatch):
    busy = [plain("", status=503, retry_after="0"), page("Now.")]
    long = plain("", status=429, retry_after="3600")
    async with Website({"/": lambda asked: busy.pop(0), "/long": long}) as site:
        assert b"Now." in (await get(site)).body
        assert (await refusal(site, "/long")).passing
        assert site.paths == ["/", "/", "/long"]


async def test_two_requests_to_a_site_keep_the_pause_that_was_asked_for(monkeypatch):
    monkeypatch.setattr(fetcher, "DELAY_S", 0.15)
    async with Website({"/": page("A")}) as site, Fetcher(configured()) as guest:
        began = time.monotonic()
        await asyncio.gather(*(guest.get(URL(site.url)) for _ in range(3)))
        assert time.monotonic() - began >= 0.3
        guest.wait_longer(URL(site.url), 0.3)
        await guest.get(URL(site.url))
        began = time.monotonic()
        await guest.get(URL(site.url))
        assert time.monotonic() - began >= 0.3


async def test_cookies_are_not_taken_along():
    async with Website({"/a": redirect("/b"), "/b": page("B")}) as site:
        site.pages["/a"].headers["set-cookie"] = "session=1"
        site.url = f"http://localhost:{site.port}"  # clients that take cookies take none of a number
        await get(site, "/a", settings=configured(fetch_allowed="localhost"))
        assert site.paths == ["/a", "/b"] and all("cookie" not in asked.headers for asked in site.asked)


async def test_a_redirect_does_not_lead_from_https_to_http(monkeypatch):
    async with Fetcher(configured()) as guest:

        async def redirected(address, wanted, most):
            return address.with_scheme("http")

        monkeypatch.setattr(guest, "_patiently", redirected)
        with pytest.raises(Unfetchable, match="from https to http"):
            await guest.get(URL("https://docs.example/"))


async def test_neither_a_proxy_nor_passwords_of_the_environment_are_used(monkeypatch, tmp_path):
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with Website({"/": page("A")}) as site:
        await get(site)
        assert "authorization" not in site.asked[0].headers
