"""One request for a page after another, as a guest behaves: within bounds of size, time and redirects, after robots.txt
was asked, with a pause between two requests to one site.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType

import aiohttp
from yarl import URL

from gateway import __version__
from gateway.ingestion.fetching.decoding import Unpacking
from gateway.ingestion.fetching.permitted import (
    GuardedResolver,
    Permitted,
    Unfetchable,
    Unreachable,
    literal,
    web_address,
)
from gateway.models.services.retries import again, retry_after
from gateway.settings import Settings

PRODUCT = "Citestream"
CONNECT_S, SILENCE_S, WHOLE_S = 10.0, 15.0, 120.0
"""For a connection with its name, between two pieces of a body, and for all of one request."""
DELAY_S = 1.0
"""Least time between two requests to one site; a longer Crawl-delay of its robots.txt wins."""
MOST_REDIRECTS = 5
PASSING_PAUSE_S, LONGEST_PAUSE_S = 2.0, 30.0
"""Before the one other try after an answer that speaks of the moment (429, 503, …), and as long as `Retry-After` may
ask for; a site that asks for more gets no other try in this run."""
CHUNK = 1 << 16
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({404, 410})
_ACCEPTED = "text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain, */*;q=0.5"


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """What a server answered. `address`: where the last redirect led; `body` is None where nothing has changed."""

    address: URL
    body: bytes | None
    media_type: str = ""
    charset: str = ""
    etag: str = ""
    last_modified: str = ""


@dataclass(slots=True)
class _Manners:
    """How one site is to be treated."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    free_at: float = 0.0
    """Time of the next request at the earliest, in monotonic seconds."""
    delay_s: float = 0.0
    """What its robots.txt asks for."""


class Fetcher:
    """Fetches pages. `permits` is asked before every request, redirects included, and raises `Unfetchable`; without it
    robots.txt says nothing.
    """

    def __init__(self, settings: Settings) -> None:
        self._permitted = Permitted(settings.fetch_allowed)
        self._most = settings.max_upload_mb * 1024 * 1024
        self.agent = f"{PRODUCT}/{__version__}"
        if settings.fetch_contact:
            self.agent += f" (+{settings.fetch_contact})"
        self._sites: dict[str, _Manners] = defaultdict(_Manners)
        self.permits: Callable[[URL], Awaitable[None]] | None = None
        self.received = 0
        """Bytes of bodies, unpacked."""

    async def __aenter__(self) -> Fetcher:
        timeout = aiohttp.ClientTimeout(total=WHOLE_S, connect=CONNECT_S, sock_read=SILENCE_S)
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=GuardedResolver(self._permitted), use_dns_cache=False),
            timeout=timeout,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": self.agent, "Accept-Encoding": "gzip, deflate"},
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    def wait_longer(self, site: URL, delay_s: float) -> None:
        """Notes what a site's robots.txt asks for between two requests."""
        self._sites[str(site.origin())].delay_s = delay_s

    async def get(
        self, address: URL, etag: str = "", last_modified: str = "", *, most: int | None = None, asks: bool = True
    ) -> FetchedPage:
        """Fetches a page, through redirects; with `etag` or `last_modified` only where it has changed since.

        most: bytes of the body, unpacked. asks: whether robots.txt is asked. Raises `Unfetchable`.
        """
        wanted = {"If-None-Match": etag} if etag else {"If-Modified-Since": last_modified} if last_modified else {}
        seen = {address}
        while True:
            if asks and self.permits is not None:
                await self.permits(address)
            page = await self._patiently(address, wanted, self._most if most is None else most)
            if isinstance(page, FetchedPage):
                return page
            if page.scheme == "http" and address.scheme == "https":
                raise Unfetchable(f"It redirects from https to http ({page}).")
            if page in seen or len(seen) > MOST_REDIRECTS:
                raise Unfetchable(f"It redirects in circles or more than {MOST_REDIRECTS} times.")
            seen.add(page)
            address = page

    async def _patiently(self, address: URL, wanted: dict[str, str], most: int) -> FetchedPage | URL:
        """Requests once, and once more after a failure of the moment."""
        try:
            return await self._politely(address, wanted, most)
        except _Later as later:
            if later.wait_s > LONGEST_PAUSE_S:
                raise
            await asyncio.sleep(later.wait_s)
        return await self._politely(address, wanted, most)

    async def _politely(self, address: URL, wanted: dict[str, str], most: int) -> FetchedPage | URL:
        site = self._sites[str(address.origin())]
        async with site.turn:  # one request to a site at a time
            await asyncio.sleep(max(0.0, site.free_at - time.monotonic()))
            try:
                return await self._request(address, wanted, most)
            finally:
                site.free_at = time.monotonic() + max(DELAY_S, site.delay_s)

    async def _request(self, address: URL, wanted: dict[str, str], most: int) -> FetchedPage | URL:
        """Returns a page, or the address that it redirects to."""
        host = address.raw_host or ""
        if number := literal(host):  # nobody asks the resolver for these
            self._permitted.check(host, number)
        try:
            async with self._session.get(
                address, allow_redirects=False, headers={"Accept": _ACCEPTED, **wanted}
            ) as answer:
                return await self._read(address, answer, bool(wanted), most)
        except TimeoutError:
            raise Unfetchable("It did not answer in time.", passing=True) from None
        except (aiohttp.InvalidURL, UnicodeError):
            raise Unfetchable("It is no address that can be read.") from None
        except (aiohttp.ClientError, OSError) as error:
            raise Unreachable(f"It cannot be reached ({_why(error)}).", passing=True) from None

    async def _read(
        self, address: URL, answer: aiohttp.ClientResponse, conditional: bool, most: int
    ) -> FetchedPage | URL:
        head = answer.headers
        if answer.status in _REDIRECTS and "Location" in head:
            return web_address(head["Location"], address)
        named = {"etag": head.get("ETag", "")[:500], "last_modified": head.get("Last-Modified", "")[:100]}
        if answer.status == 304 and conditional:
            return FetchedPage(address, None, **named)
        if again(answer.status):
            raise _Later(answer.status, retry_after(head, datetime.now(UTC)))
        if answer.status != 200:
            raise ServerRefusal(answer.status)
        unpacking = Unpacking(head.get("Content-Encoding", ""), most)
        async for piece in answer.content.iter_chunked(CHUNK):
            unpacking.add(piece)
        body = unpacking.whole()
        self.received += len(body)
        return FetchedPage(
            address, body, answer.content_type if "Content-Type" in head else "", answer.charset or "", **named
        )


class ServerRefusal(Unfetchable):
    """The server answers, and not with a page."""

    def __init__(self, status: int, *, passing: bool = False) -> None:
        super().__init__(f"The server answers with HTTP status {status}.", gone=status in _GONE, passing=passing)


class _Later(ServerRefusal):
    """The server asks to come again."""

    def __init__(self, status: int, wait_s: float | None) -> None:
        super().__init__(status, passing=True)
        self.wait_s = PASSING_PAUSE_S if wait_s is None else wait_s


def _why(error: BaseException) -> str:
    """Returns a few words about a failed connection, without what a hostile server may have put there."""
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "its name is not known"
    if isinstance(error, aiohttp.ClientSSLError):
        return "its certificate is not accepted"
    if isinstance(error, aiohttp.ClientConnectorError) and error.os_error.errno:
        return os.strerror(error.os_error.errno)
    return type(error).__name__
