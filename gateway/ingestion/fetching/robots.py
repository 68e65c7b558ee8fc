"""What a site's robots.txt says to us (RFC 9309), asked once in a run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from yarl import URL

from gateway.errors import WrongUse
from gateway.ingestion.fetching.fetcher import PRODUCT, Fetcher, ServerRefusal
from gateway.ingestion.fetching.permitted import Unfetchable, Unreachable

if TYPE_CHECKING:
    from protego import Protego

LARGEST = 512 * 1024
"""Bytes that are read of one (RFC 9309, 2.5: at least 500 KiB)."""
LONGEST_DELAY_S = 60.0
"""A site that asks for longer pauses is not fetched."""
EXTRA = "Fetching addresses needs the extra `ingest`: run `pip install 'citestream[ingest]'`."


class SiteRules(NamedTuple):
    """A site's rules; None: it has none. `why_not`: nothing of it is fetched."""

    rules: Protego | None
    why_not: str = ""


class Robots:
    """Asks robots.txt before a page is fetched. Raises `WrongUse` where its library is not installed."""

    def __init__(self, fetcher: Fetcher) -> None:
        try:
            from protego import Protego
        except ImportError:
            raise WrongUse(EXTRA) from None
        self._parse = Protego.parse
        self._fetcher = fetcher
        self._sites: dict[URL, asyncio.Task[SiteRules]] = {}

    async def permits(self, address: URL) -> None:
        """Raises `Unfetchable` for a page that the site does not want fetched."""
        site = address.origin()
        rules, why_not = await self._of(site)
        if why_not:
            raise Unfetchable(why_not, passing=True)
        if rules is not None and not rules.can_fetch(str(address), PRODUCT):
            raise Disallowed(f"{_named(site)} does not allow it.")

    async def sitemaps(self, site: URL) -> list[str]:
        """Returns the sitemaps that a site's robots.txt names."""
        rules, _ = await self._of(site.origin())
        return list(rules.sitemaps) if rules is not None else []

    async def _of(self, site: URL) -> SiteRules:
        if site not in self._sites:
            self._sites[site] = asyncio.create_task(self._asked(site))
        return await asyncio.shield(self._sites[site])

    async def _asked(self, site: URL) -> SiteRules:
        """Fetches the rules. Where a server cannot say them, nothing of it is fetched; where it has none (any 4xx),
        everything may be (RFC 9309, 2.3.1).
        """
        try:
            page = await self._fetcher.get(site / "robots.txt", most=LARGEST, asks=False)
        except ServerRefusal as error:
            return SiteRules(None, f"{_named(site)} cannot be had: {error}" if error.passing else "")
        except Unreachable as error:  # and so is all else there
            return SiteRules(None, str(error))
        except Unfetchable as error:
            return SiteRules(None, f"{_named(site)} cannot be had: {error}")
        rules = self._parse((page.body or b"").decode("utf-8", "replace"))
        delay = rules.crawl_delay(PRODUCT)
        if delay is not None and delay > LONGEST_DELAY_S:
            return SiteRules(rules, f"{_named(site)} asks for {delay:g} seconds between two pages.")
        self._fetcher.wait_longer(site, max(0.0, delay or 0.0))
        return SiteRules(rules)


class Disallowed(Unfetchable):
    """robots.txt does not allow it."""


def _named(site: URL) -> str:
    return f"The robots.txt of {site.host}"
