"""Sitemaps as they are found, and as nobody should make them."""

import pytest

from gateway.ingestion.fetching import sitemaps
from gateway.ingestion.fetching.permitted import Unfetchable
from tests.fakes.website import sitemapindex, urlset


def test_pages_and_further_sitemaps_are_told_apart():
    found = sitemaps.read(urlset("https://x.example/a?b=1&c=2", "https://x.example/d").body)
    assert found.pages == ["https://x.example/a?b=1&c=2", "https://x.example/d"] and found.sitemaps == []
    found = sitemaps.read(sitemapindex("https://x.example/s1.xml").body)
    assert found.sitemaps == ["https://x.example/s1.xml"] and found.pages == []


def test_only_the_address_of_a_page_counts_and_blanks_around_it_do_not():
    body = b"""<urlset xmlns:image="urn:i"><url><loc>
        https://x.example/a\n</loc><lastmod>2026-01-01</lastmod><image:image><image:loc>https://x.example/p.png</image:loc>
        </image:image></url><url><loc></loc></url></urlset>"""
    assert sitemaps.read(body).pages == ["https://x.example/a"]


def test_a_list_has_one_address_a_line():
    assert sitemaps.read("\ufeff# ours\nhttps://x.example/a\r\n\n  https://x.example/b \n".encode()).pages == [
        "https://x.example/a",
        "https://x.example/b",
    ]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
            "document type",
        ),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><urlset/>', "document type"),
        (
            b'<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY % r SYSTEM "http://127.0.0.1/"> %r;]><urlset/>',
            "document type",
        ),
        (b"<urlset><url><loc>https://x.example/", "broken"),
        (b"<urlset><url>&nothing;</url></urlset>", "broken"),
        (b"<html><body>Not found</body></html>", "another kind"),
        (b"<rss><channel/></rss>", "another kind"),
    ],
)
def test_what_is_no_sitemap_is_a_sentence(body, sentence):
    with pytest.raises(Unfetchable, match=sentence):
        sitemaps.read(body)


def test_a_sitemap_has_a_bound(monkeypatch):
    monkeypatch.setattr(sitemaps, "MOST_ADDRESSES", 3)
    for body in (urlset(*"abc").body, b"a\nb\nc"):
        assert len(sitemaps.read(body).pages) == 3
    for body in (urlset(*"abcd").body, b"a\nb\nc\nd"):
        with pytest.raises(Unfetchable, match="more than 3"):
            sitemaps.read(body)


def test_a_sitemap_is_known_by_its_root():
    assert sitemaps.is_sitemap(urlset("a").body) and sitemaps.is_sitemap(sitemapindex("a").body)
    assert not sitemaps.is_sitemap(b"<html><body>a urlset</body></html>") and not sitemaps.is_sitemap(b"urlset")
