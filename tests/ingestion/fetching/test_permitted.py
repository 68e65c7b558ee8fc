"""Which addresses may be fetched: what a name leads to, in every spelling of it."""

import asyncio
import socket

import pytest

from gateway.ingestion.fetching.permitted import GuardedResolver, Permitted, Unfetchable, literal, web_address
from tests.support.every import every

INSIDE = [
    "127.0.0.1",
    "127.8.9.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.100.100.200",
    "0.0.0.0",
    "100.64.1.1",
    "192.0.0.8",
    "192.0.0.170",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]


@every("address", INSIDE)
def test_addresses_inside_networks_are_refused_in_every_spelling(address):
    with pytest.raises(Unfetchable, match=r"no public address.*GATEWAY_FETCH_ALLOWED"):
        Permitted().check("docs.example", address)


def test_without_the_word_public_only_what_is_named_may_be_fetched():
    own = Permitted("wiki.intern,10.0.0.0/8")
    own.check("wiki.intern", "8.8.8.8")
    own.check("docs.example", "10.1.2.3")
    with pytest.raises(Unfetchable, match=r"docs\.example is a public address; GATEWAY_FETCH_ALLOWED=public lets"):
        own.check("docs.example", "8.8.8.8")
    Permitted("10.0.0.0/8, Public").check("docs.example", "8.8.8.8")


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_ones_may_be_fetched(address):
    Permitted().check("docs.example", address)


@every(
    ("allowed", "host", "address", "may"),
    [
        ("127.0.0.1", "x.example", "127.0.0.1", True),
        ("127.0.0.1", "x.example", "127.0.0.2", False),
        ("127.0.0.1", "x.example", "::ffff:127.0.0.1", True),
        ("10.0.0.0/8, wiki.intern", "x.example", "10.9.8.7", True),
        ("10.0.0.0/8, wiki.intern", "Wiki.Intern.", "192.168.0.7", True),
        ("10.0.0.0/8, wiki.intern", "evil.wiki.intern", "192.168.0.7", False),
        ("[::1]", "::1", "::1", True),
        ("fd00::/8", "x.example", "fd12::1", True),
    ],
)
def test_what_an_operator_names_may_be_fetched_too(allowed, host, address, may):
    permitted = Permitted(allowed)
    if may:
        permitted.check(host, address)
    else:
        with pytest.raises(Unfetchable):
            permitted.check(host, address)


@every(
    "text",
    [
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_SET",
        "ftp://x.example/",
        "javascript:alert(1)",
        "http:///path",
        "http://user:secret@x.example/",
        "http://user@x.example/",
        "https://x.example\\@evil.example/",
        "http://x.example:99999/",
        "http://[::1%25eth0]/",
        "http://a%00b/",
        "http://localhost%2f.example/",
        "http://x.example/a b",
        "http://x.example/\r\nHost: y",
        "http://x.example/\u202e",
        "//x.example/",
        "x.example",
        "",
        "http://" + "a" * 2100,
    ],
)
def test_what_is_no_address_of_a_page_is_refused(text):
    with pytest.raises(Unfetchable):
        web_address(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("HTTP://Example.COM:80/a?b=c#d", "http://example.com/a?b=c"),
        ("https://example.com.", "https://example.com/"),
        ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
        ("http://example.com/%2e%2e/a", "http://example.com/a"),
        ("http://①②⑦.0.0.1/", "http://127.0.0.1/"),
        ("http://[::FFFF:7f00:1]:81/", "http://[::ffff:7f00:1]:81/"),
    ],
)
def test_a_page_has_one_spelling(text, read):
    assert str(web_address(text)) == read
    assert str(web_address(read)) == read


def test_a_relative_address_is_that_of_its_page():
    assert str(web_address("../b", web_address("https://x.example/d/a"))) == "https://x.example/b"


@pytest.mark.parametrize(
    ("host", "number"), [("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("127.1", None), ("a.b", None)]
)
def test_a_number_is_told_from_a_name(host, number):
    assert literal(host) == number


async def test_all_that_a_name_leads_to_must_be_permitted(monkeypatch):
    answers = {"good.example": ["8.8.8.8", "1.1.1.1"], "half.example": ["8.8.8.8", "127.0.0.1"]}

    async def getaddrinfo(host, port, **more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers[host]]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
    resolver = GuardedResolver(Permitted())
    assert [found["host"] for found in await resolver.resolve("good.example", 80)] == ["8.8.8.8", "1.1.1.1"]
    with pytest.raises(Unfetchable, match=r"half.example leads to 127.0.0.1"):
        await resolver.resolve("half.example", 80)


@pytest.mark.parametrize("spelling", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost"])
async def test_spellings_that_a_system_takes_for_loopback_are_refused_where_they_lead(spelling):
    with pytest.raises((Unfetchable, OSError)):
        await GuardedResolver(Permitted()).resolve(spelling, 80)
