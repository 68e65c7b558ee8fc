"""Which pages a run fetches: those that are named, those of a list, and those that sitemaps name."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

from yarl import URL

from gateway.ingestion.fetching import sitemaps
from gateway.ingestion.fetching.decoding import gunzipped
from gateway.ingestion.fetching.fetcher import Fetcher
from gateway.ingestion.fetching.permitted import Unfetchable, web_address
from gateway.ingestion.fetching.robots import Robots

MOST_SITEMAPS = 500
"""Files of one sitemap: an index may name others, and these others again."""
MOST_LISTED = 100_000
LARGEST = 50 * 1024 * 1024
"""Bytes of one file, unpacked, as its rule says."""
USUAL = "/sitemap.xml"

Failed = Callable[[str, str], object]
"""Called with an address and the sentence why it cannot be fetched."""


@dataclass(slots=True)
class PageListing:
    """Pages that were named together. `name`: the address of their sitemap or list; empty for those that were named
    themselves. `complete`: nothing of it was missing, so what it does not name any more is gone.
    """

    name: str
    pages: dict[URL, None] = field(default_factory=dict)
    complete: bool = True
    left: Counter[str] = field(default_factory=Counter)


def named(addresses: Sequence[str], name: str, failed: Failed) -> PageListing:
    """Returns the pages of a list."""
    listing = PageListing(name)
    for text in addresses:
        try:
            listing.pages[web_address(text)] = None
        except Unfetchable as error:
            listing.complete = False
            failed(text, str(error))
    return listing


async def of_sitemap(fetcher: Fetcher, robots: Robots, start: str, failed: Failed) -> PageListing:
    """Returns the pages that a sitemap names, through the sitemaps that it names.

    start: its address; of a site alone, the sitemaps that its robots.txt names are read, else `/sitemap.xml`. Pages
    and sitemaps of other sites are left out, beside the one that it redirects to: nobody there has asked for it.
    """
    listing = PageListing(start)
    try:
        first = web_address(start)
        listing.name = str(first)
        beginnings = [first]
        if first.path == "/" and not first.query_string:
            beginnings = [web_address(text, first) for text in await robots.sitemaps(first)]
            beginnings = [url for url in beginnings if url.host == first.host] or [first.with_path(USUAL)]
    except Unfetchable as error:
        failed(start, str(error))
        listing.complete = False
        return listing
    waiting, seen, hosts = deque(beginnings), set(beginnings), {first.host}
    while waiting:
        address = waiting.popleft()
        try:
            page = await fetcher.get(address, most=LARGEST)
            hosts |= {page.address.host} if address in beginnings else set()
            found = sitemaps.read(gunzipped(page.body or b"", LARGEST))
        except Unfetchable as error:
            failed(str(address), str(error))
            listing.complete = False
            continue
        for url in _on_site(found.sitemaps, address, hosts, listing, "sitemap of another site"):
            if url not in seen and len(seen) < MOST_SITEMAPS:
                seen.add(url)
                waiting.append(url)
            elif url not in seen:
                listing.left["sitemap too many"] += 1
                listing.complete = False
        for url in _on_site(found.pages, address, hosts, listing, "page of another site"):
            if len(listing.pages) < MOST_LISTED:
                listing.pages[url] = None
            else:
                listing.left["page too many"] += 1
                listing.complete = False
    return listing


def _on_site(
    addresses: Sequence[str], base: URL, hosts: Container[str | None], listing: PageListing, other: str
) -> list[URL]:
    found = []
    for text in addresses:
        try:
            url = web_address(text, base)
        except Unfetchable:
            listing.left["no address"] += 1
            continue
        if url.host in hosts:
            found.append(url)
        else:
            listing.left[other] += 1
    return found
