"""Pages of web sites into the knowledge base: site by site, one page of a site after another."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from yarl import URL

from gateway.errors import WrongUse
from gateway.ingestion.fetching import listings, sitemaps
from gateway.ingestion.fetching.fetcher import FetchedPage, Fetcher
from gateway.ingestion.fetching.listings import PageListing
from gateway.ingestion.fetching.page_source import canonical, source_of
from gateway.ingestion.fetching.permitted import Unfetchable
from gateway.ingestion.fetching.ports import FetchedBefore, ListedBefore
from gateway.ingestion.fetching.remote_run import RemoteRun, key, reader_of
from gateway.ingestion.fetching.robots import Disallowed, Robots
from gateway.settings import Settings

SITES_AT_ONCE = 4
MOST_PAGES = 1000
"""Pages that one run fetches unless the command says otherwise."""
MOST_SILENT = 5
"""Pages in a row that a server does not answer for; the rest of it is left out of this run."""
OFF = "Fetching addresses is switched off; GATEWAY_FETCH_ALLOWED=public allows it."
COPY = "copy of a page that was read"

Report = Callable[[int, int, str], object]
"""Called with pages done, pages in all, and the address of the latest."""


@dataclass(frozen=True, slots=True)
class WantedPages:
    """What is to be fetched: pages, lists of pages by the names of the lists, and sitemaps. `remove`: delete documents
    whose pages are gone. `most`: pages that the run fetches.
    """

    pages: Sequence[str] = ()
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sitemaps: Sequence[str] = ()
    remove: bool = False
    most: int = MOST_PAGES


class PageRun:
    """Fetches pages and hands them to a `RemoteRun`. Raises `WrongUse` where fetching is switched off."""

    def __init__(self, settings: Settings, run: RemoteRun, report: Report = lambda done, total, name: None) -> None:
        if not settings.fetch_allowed:
            raise WrongUse(OFF)
        self._settings, self._run, self._report = settings, run, report
        self._taken: dict[str, str] = {}
        """The documents of this run, by their keys, with the address that each came from."""
        self._known: dict[str, FetchedBefore] = {}
        self._gone: list[ListedBefore] = []
        self._done = 0

    async def fetch(self, wanted: WantedPages) -> None:
        """Fetches all that is wanted; what fails is a result, and the rest goes on."""
        async with Fetcher(self._settings) as self._fetcher:
            robots = Robots(self._fetcher)
            self._fetcher.permits = robots.permits
            failed = self._run.failed
            named = [listings.named(wanted.pages, "", failed)]
            named += [listings.named(addresses, name, failed) for name, addresses in wanted.lists.items()]
            named += [await listings.of_sitemap(self._fetcher, robots, start, failed) for start in wanted.sitemaps]
            await self._pages(self._first(named, wanted.most))
            await self._run.flush()
            self._run.received += self._fetcher.received
        for listing in named:
            self._run.left += listing.left
            if listing.name and listing.complete:
                await self._run.settle(listing.name, {key(str(url)) for url in listing.pages}, remove=wanted.remove)
        await self._run.bid_farewell(self._gone, remove=wanted.remove)

    def _first(self, named: Sequence[PageListing], most: int) -> dict[URL, str]:
        """Returns the pages of this run with the listings that name them: at most `most`."""
        pages: dict[URL, str] = {}
        for listing in named:
            for url in listing.pages:
                pages.setdefault(url, listing.name)
        if len(pages) > most:
            self._run.left[f"page behind the first {most} (--max-pages)"] += len(pages) - most
        return dict(list(pages.items())[:most])

    async def _pages(self, pages: dict[URL, str]) -> None:
        self._known = await self._run.known([str(url) for url in pages])
        sites: dict[URL, list[URL]] = defaultdict(list)
        for url in pages:
            sites[url.origin()].append(url)
        room = asyncio.Semaphore(SITES_AT_ONCE)

        async def site(urls: Sequence[URL]) -> None:
            async with room:
                silent = 0
                for url in urls:
                    if silent == MOST_SILENT:
                        self._run.left[f"page of {url.host}, which does not answer"] += 1
                    else:
                        silent = 0 if await self._page(url, pages[url]) else silent + 1
                    self._done += 1
                    self._report(self._done, len(pages), str(url))

        try:
            async with asyncio.TaskGroup() as group:
                for urls in sites.values():
                    group.create_task(site(urls))
        except ExceptionGroup as errors:  # the database is away, for all of them
            raise errors.exceptions[0] from None

    async def _page(self, url: URL, listing: str) -> bool:
        """Fetches one page; returns False where its server does not answer, or only that it cannot now."""
        if key(str(url)) in self._taken:  # another page gave it as its own address
            self._run.left[COPY] += 1
            return True
        before = self._known.get(key(str(url)))
        marks = (before.etag, before.last_modified) if before else ("", "")
        try:
            page = await self._fetcher.get(url, *marks)
        except Unfetchable as error:
            self._failed(url, listing, error, before)
            return not error.passing
        if page.body is not None:
            await self._arrived(url, page, listing)
        elif before:
            self._stayed(url, page, before, listing)
        return True

    def _failed(self, url: URL, listing: str, error: Unfetchable, before: FetchedBefore | None) -> None:
        if isinstance(error, Disallowed) and listing:
            self._run.left["page that robots.txt does not allow"] += 1
        elif error.gone and before:
            self._gone.append(ListedBefore(key(str(url)), before.document_id, str(url)))
        else:
            self._run.failed(str(url), str(error))

    def _stayed(self, url: URL, page: FetchedPage, before: FetchedBefore, listing: str) -> None:
        marks = (page.etag or before.etag, page.last_modified or before.last_modified)
        self._run.remember(listing, str(url), before.external_id, marks, before.reader)
        if self._takes(before.external_id, url):
            self._run.unchanged(str(url), before)

    async def _arrived(self, url: URL, page: FetchedPage, listing: str) -> None:
        if sitemaps.is_sitemap(page.body or b""):
            self._run.failed(str(url), "It is a sitemap; name it with --sitemap.")
            return
        asked = [(str(url), page)]
        own = canonical(page)
        if own and key(str(own)) in self._taken:
            page = replace(page, address=own)
        elif own:
            # As after a redirect: what is cited is what was read at the address that is cited.
            with contextlib.suppress(Unfetchable):
                page = await self._fetcher.get(own)
                asked.append((str(own), page))
        source = source_of(page, self._run.workspace)
        if source is None:
            self._left_out(url, page, listing)
            return
        for address, answer in asked:
            marks = answer.etag, answer.last_modified
            self._run.remember(listing, address, source.identity, marks, reader_of(source))
        if self._takes(source.identity, url):
            await self._run.add(source)

    def _takes(self, identity: str, url: URL) -> bool:
        """Tells whether a document is the first of its address in this run; else it is counted as a copy."""
        first = self._taken.setdefault(identity, str(url))
        self._run.left[COPY] += first != str(url)
        return first == str(url)

    def _left_out(self, url: URL, page: FetchedPage, listing: str) -> None:
        if listing:
            self._run.left[page.media_type] += 1
        else:
            self._run.failed(str(url), f"It is of a kind that is not read ({page.media_type}).")
