"""What robots.txt allows, and what is done where it cannot be had."""

import sys
import time

import pytest
from yarl import URL

from gateway.errors import WrongUse
from gateway.ingestion.fetching import fetcher
from gateway.ingestion.fetching.fetcher import Fetcher
from gateway.ingestion.fetching.permitted import Unfetchable
from gateway.ingestion.fetching.robots import Disallowed, Robots
from tests.fakes.website import Website, bomb, plain, redirect
from tests.support.fetching import configured

RULES = """
User-agent: *
Disallow: /

User-agent: citestream
Disallow: /private/
Allow: /private/open
Disallow: /*.php$
Sitemap: https://x.example/map.xml
"""


async def asked(site, *paths, **settings):
    """Returns, for each path, whether it may be fetched, or the sentence why nothing may."""
    async with Fetcher(configured(**settings)) as guest:
        robots = Robots(guest)
        return [await verdict(robots, URL(f"{site.url}{path}")) for path in paths]


async def verdict(robots, address):
    try:
        await robots.permits(address)
    except Disallowed:
        return False
    except Unfetchable as error:
        return str(error) if error.passing else "never"
    return True


async def test_the_longest_rule_for_us_decides_and_the_file_is_asked_for_once():
    async with Website({"/robots.txt": plain(RULES)}) as site:
        paths = ("/", "/private/a", "/private/open/b", "/a.php", "/a.php?x")
        assert await asked(site, *paths) == [True, False, True, False, True]
        assert [request.path for request in site.asked] == ["/robots.txt"]


@pytest.mark.parametrize("status", [404, 410, 401, 403])
async def test_a_site_without_rules_may_be_fetched(status):
    async with Website({"/robots.txt": plain("", status=status)}) as site:
        assert await asked(site, "/a") == [True]


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_site_that_cannot_say_its_rules_is_left_alone(status, monkeypatch):
    monkeypatch.setattr(fetcher, "PASSING_PAUSE_S", 0.0)
    async with Website({"/robots.txt": plain("", status=status)}) as site:
        [why] = await asked(site, "/a")
        assert "robots.txt" in why and str(status) in why


async def test_rules_behind_a_redirect_count_and_hostile_ones_leave_the_site_alone():
    async with Website({"/robots.txt": redirect("/r"), "/r": plain(RULES)}) as site:
        assert await asked(site, "/private/a") == [False]
        for told in (redirect("http://169.254.169.254/"), redirect("/robots.txt"), bomb(5_000_000)):
            site.pages["/robots.txt"] = told
            [why] = await asked(site, "/a")
            assert isinstance(why, str), told


async def test_a_pause_that_is_asked_for_is_kept_and_one_of_minutes_is_a_refusal():
    async with Website({"/robots.txt": plain("User-agent: *\nCrawl-delay: 0.2")}) as site:
        async with Fetcher(configured()) as guest:
            guest.permits = Robots(guest).permits
            site.pages["/"] = plain("A")
            await guest.get(URL(site.url))
            began = time.monotonic()
            await guest.get(URL(site.url))
            assert time.monotonic() - began >= 0.19
        site.pages["/robots.txt"] = plain("User-agent: *\nCrawl-delay: 3600")
        assert "3600 seconds" in (await asked(site, "/a"))[0]


async def test_rules_that_would_take_ages_to_compare_do_not():
    async with Website({"/robots.txt": plain("User-agent: *\nDisallow: /" + "*a" * 200 + "*b")}) as site:
        began = time.monotonic()
        assert await asked(site, "/" + "a" * 1500) == [True]
        assert time.monotonic() - began < 5


async def test_the_sitemaps_of_a_site_are_told():
    async with Website({"/robots.txt": plain(RULES)}) as site, Fetcher(configured()) as guest:
        assert await Robots(guest).sitemaps(URL(site.url)) == ["https://x.example/map.xml"]


async def test_without_its_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "protego", None)
    with pytest.raises(WrongUse, match=r"citestream\[ingest\]"):
        Robots(Fetcher(configured()))
