"""Which pages sitemaps and lists name: through indexes, in circles, beyond their site."""

import gzip

import pytest

from gateway.ingestion.fetching import listings
from gateway.ingestion.fetching.fetcher import Fetcher
from gateway.ingestion.fetching.robots import Robots
from tests.fakes.website import Website, bomb, page, plain, redirect, sitemapindex, urlset
from tests.support.fetching import configured


async def read(site, start):
    """Returns a listing, the paths of its pages, and what failed."""
    failures = []
    async with Fetcher(configured()) as guest:
        robots = Robots(guest)
        guest.permits = robots.permits
        listing = await listings.of_sitemap(guest, robots, start, lambda *failure: failures.append(failure))
    return listing, [url.path_qs for url in listing.pages], failures


async def test_an_index_is_followed_and_circles_end():
    async with Website() as site:
        at = site.url
        site.pages |= {
            "/sitemap.xml": sitemapindex(f"{at}/one.xml", f"{at}/two.xml.gz", f"{at}/sitemap.xml"),
            "/one.xml": urlset(f"{at}/a", f"{at}/b#part", f"{at}/b"),
            "/two.xml.gz": plain(gzip.compress(sitemapindex(f"{at}/one.xml", "/three.txt").body), "application/gzip"),
            "/three.txt": plain(f"{at}/c\n"),
        }
        listing, paths, failures = await read(site, f"{at}/sitemap.xml")
        assert paths == ["/a", "/b", "/c"] and failures == [] and listing.complete
        assert site.paths == ["/sitemap.xml", "/one.xml", "/two.xml.gz", "/three.txt"]


async def test_of_a_site_alone_its_robots_or_the_usual_place_are_asked():
    async with Website() as site:
        site.pages["/sitemap.xml"] = urlset("/a")
        assert (await read(site, site.url))[1] == ["/a"]
        site.pages["/robots.txt"] = plain(f"Sitemap: {site.url}/map\nSitemap: https://elsewhere.example/map")
        site.pages["/map"] = urlset("/b")
        listing, paths, _ = await read(site, site.url)
        assert paths == ["/b"] and listing.name == f"{site.url}/"


async def test_what_lies_on_other_sites_is_left_out():
    async with Website() as site, Website({"/s.xml": urlset("/x")}) as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")
        site.pages["/s.xml"] = sitemapindex(f"{elsewhere}/s.xml", "/pages.xml")
        site.pages["/pages.xml"] = urlset(
            f"{site.url}/a", f"{elsewhere}/b", "file:///etc/passwd", "http://169.254.169.254/"
        )
        listing, paths, _ = await read(site, f"{site.url}/s.xml")
        assert paths == ["/a"] and other.asked == []
        assert listing.left == {"sitemap of another site": 1, "page of another site": 2, "no address": 1}


async def test_the_site_that_a_sitemap_redirects_to_is_its_own_too():
    async with Website() as site:
        there = site.url.replace("127.0.0.1", "localhost")
        site.pages |= {"/s.xml": redirect(f"{there}/t.xml"), "/t.xml": urlset(f"{there}/a", f"{site.url}/b")}
        async with Fetcher(configured(fetch_allowed="127.0.0.1,::1")) as guest:
            listing = await listings.of_sitemap(guest, Robots(guest), f"{site.url}/s.xml", print)
        assert [str(url) for url in listing.pages] == [f"{there}/a", f"{site.url}/b"]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (plain("<!DOCTYPE x><urlset/>", "text/xml"), "document type"),
        (page("Not found"), "no sitemap"),
        (plain("", status=500, retry_after="60"), "500"),
        (bomb(3_000_000), "larger than 2 MB"),
        (plain(gzip.compress(bytes(3_000_000)), "application/gzip"), "larger than 2 MB"),
    ],
    ids=["entities", "page", "failure", "bomb", "packed bomb"],
)
async def test_a_broken_sitemap_is_a_failure_and_nothing_is_gone_for_it(told, sentence, monkeypatch):
    monkeypatch.setattr(listings, "LARGEST", 2 << 20)
    async with Website({"/s.xml": told}) as site:
        listing, paths, [(address, why)] = await read(site, f"{site.url}/s.xml")
        assert address == f"{site.url}/s.xml" and sentence in why and paths == [] and not listing.complete


async def test_endless_indexes_and_lists_have_an_end(monkeypatch):
    monkeypatch.setattr(listings, "MOST_SITEMAPS", 4)
    monkeypatch.setattr(listings, "MOST_LISTED", 3)

    def deeper(asked):
        number = int(asked.path.removeprefix("/s"))
        return sitemapindex(f"/s{number + 1}")

    async with Website({f"/s{n}": deeper for n in range(20)}) as site:
        listing, _, _ = await read(site, f"{site.url}/s0")
        assert len(site.paths) == 4 and not listing.complete and listing.left["sitemap too many"] == 1
        site.pages["/s0"] = urlset(*"abcde")
        listing, paths, _ = await read(site, f"{site.url}/s0")
        assert len(paths) == 3 and not listing.complete and listing.left["page too many"] == 2


def test_a_list_names_pages_and_what_is_none_fails():
    failures = []
    listing = listings.named(
        ["https://x.example", "https://x.example/", "file:///x"], "list", lambda *f: failures.append(f)
    )
    assert [str(url) for url in listing.pages] == ["https://x.example/"] and not listing.complete
    assert failures == [("file:///x", "Only addresses of http and https are fetched.")]


async def test_a_sitemap_that_is_no_address_fails():
    async with Website() as site:
        listing, _, failures = await read(site, "gopher://x.example/")
        assert failures and not listing.complete
