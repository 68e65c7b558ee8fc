"""A service of another operator behind one address that answers JSON with JSON: verifier, remote retriever, reranker;
and what speech needs, the same with bytes.

Everything that can go wrong there ends in one way, `errors.Unavailable` with a sentence, after at most `timeout_s`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar
from urllib.parse import unquote, urlsplit

import aiohttp

from gateway.errors import Unavailable, UpstreamError, WrongUse
from gateway.models.services import retries
from gateway.models.services.breaker import Breaker
from gateway.settings import Settings
from gateway.telemetry import upstream
from gateway.telemetry.outage import Outage, told
from gateway.telemetry.tracing import traces

log = logging.getLogger(__name__)

TRIES = 2
"""Requests for one answer. A time-out is not tried again: the reader has waited long enough."""
PAUSE_S = 0.2
"""Longest pause before the second try, drawn evenly from 0 on ("full jitter")."""
KB = 1024
Value = TypeVar("Value")


class _Failed(Exception):
    """One request brought nothing.

    again: another try may bring something.
    after_s: seconds that the service asks to wait before it.
    """

    def __init__(self, why: str, again: bool = False, after_s: float | None = None) -> None:
        super().__init__(why)
        self.again, self.after_s = again, after_s
        self.code = UpstreamError.code


class Endpoint:
    """`name` is what messages call the service; `largest` is the number of bytes of an answer that are read.

    Redirects are not followed, proxies of the environment are not used, cookies are not kept, and compressed answers
    are not asked for: a few bytes could become many.
    """

    def __init__(
        self, name: str, url: str, *, timeout_s: float, largest: int, breaker: Breaker, key: str | None = None
    ) -> None:
        self._name, self._url, self._timeout_s, self._largest, self._breaker = name, url, timeout_s, largest, breaker
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
        }
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._session: aiohttp.ClientSession | None = None
        self._outage = Outage(log, f"the {name}", away="fails", back="works again")
        upstream.breaker(name, is_open=False)

    async def ask(self, question: Mapping[str, Any], read: Callable[[Any], Value]) -> Value:
        """Posts a question and reads the answer. `read` raises `ValueError` with what is wrong about a JSON value.

        Raises `Unavailable`, also without a request while the circuit breaker is open.
        """
        return await self.send(json.dumps(question).encode(), lambda content: read(parsed(content)))

    async def send(
        self, body: bytes, read: Callable[[bytes], Value], headers: Mapping[str, str] | None = None
    ) -> Value:
        """Does the same with bytes. `headers`: of this request, instead of those of JSON."""
        loop = asyncio.get_running_loop()
        if not self._breaker.admits(loop.time()):
            wait_s = self._breaker.wait_s(loop.time())
            upstream.paused(self._name)
            why = f"failed several times; its circuit breaker is open for another {wait_s:.0f} s"
            raise told(Unavailable(f"The {self._name} {why}."))
        try:
            async with asyncio.timeout(self._timeout_s) as limit:
                value = await self._tried(body, read, limit.when() or 0.0, headers or {})
        except TimeoutError:
            why = f"did not answer within {self._timeout_s:g} s"
        except _Failed as failed:
            why = str(failed)
        else:
            self._breaker.succeeded(loop.time())
            upstream.breaker(self._name, is_open=False)
            self._outage.works()
            return value
        self._breaker.failed(loop.time())
        upstream.breaker(self._name, is_open=self._breaker.wait_s(loop.time()) > 0)
        self._outage.fails(f"it {why}")
        raise told(Unavailable(f"The {self._name} {why}."))

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _tried(
        self, body: bytes, read: Callable[[bytes], Value], deadline: float, headers: Mapping[str, str]
    ) -> Value:
        tries = 0
        while True:
            tries += 1
            try:
                with upstream.attempt(self._name):
                    content = await self._once(body, headers)
                return read(content)
            except ValueError as wrong:
                raise _Failed(f"answered {wrong}") from None
            except _Failed as failed:
                pause_s = random.uniform(0, PAUSE_S) if failed.after_s is None else failed.after_s
                if tries == TRIES or not failed.again or asyncio.get_running_loop().time() + pause_s >= deadline:
                    raise
            await asyncio.sleep(pause_s)

    async def _once(self, body: bytes, headers: Mapping[str, str]) -> bytes:
        if self._session is None:
            # Not before the first question: a session belongs to the loop that runs when it is made.
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            )
        try:
            async with self._session.post(
                self._url, data=body, headers={**traces.headers(), **headers}, allow_redirects=False
            ) as answer:
                if answer.status != 200:
                    after_s = retries.retry_after(answer.headers, datetime.now(UTC))
                    raise _Failed(f"answered {answer.status}", retries.again(answer.status), after_s)
                content = bytearray()
                while len(content) <= self._largest and (more := await answer.content.read(64 * KB)):
                    content += more
        except aiohttp.ClientError as error:
            raise _Failed(f"cannot be reached ({type(error).__name__})", again=True) from None
        if len(content) > self._largest:
            raise _Failed(f"answered more than {self._largest} bytes")
        return bytes(content)


class JsonService:
    """A client of one such service, made from the settings. Raises `WrongUse` for an address or a key that cannot
    work."""

    service: ClassVar[str]
    """As settings call it, such as `reranker`."""
    title: ClassVar[str]
    """As messages call it."""
    largest: ClassVar[int]
    """Bytes of one answer that are read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._endpoint = configured(settings, self.service, self.title, self.largest)

    async def aclose(self) -> None:
        await self._endpoint.aclose()


def configured(settings: Settings, service: str, title: str, largest: int) -> Endpoint:
    """Returns the endpoint at `GATEWAY_…_URL` of a service; see `JsonService`.

    The gateway sends a user and password in the address as basic authentication, a password alone
    (`https://:key@host`) as a bearer token. Raises `WrongUse` for an address or a key that cannot work.
    """
    setting, url = f"GATEWAY_{service.upper()}_URL", getattr(settings, f"{service}_url") or ""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise WrongUse(f"{setting} has to be an address that begins with http:// or https://.")
    key = unquote(parts.password or "") if not parts.username else ""
    if key:
        url = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    if key and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise WrongUse(f"The key of {setting} holds blanks or characters outside ASCII.")
    timeout_s = getattr(settings.service_timeouts, service)
    return Endpoint(title, url, timeout_s=timeout_s, largest=largest, breaker=Breaker(), key=key)


def parsed(content: bytes) -> Any:
    """Returns the JSON value of an answer. Raises `ValueError`."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError("something that is not JSON") from None
