"""The requests that follow a service's first one, sent past the SDK.

To build and send a request through the SDK takes a tenth of all that an answer costs, and all that differs from one to
the next is the body. So the address and the headers that it made of the first accepted request are kept, and aiohttp
sends the others with them.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from ssl import SSLContext
from typing import TYPE_CHECKING, Any, NamedTuple

import aiohttp
import orjson

from gateway.models.transport import clocks
from gateway.models.transport.aiohttp_body import AiohttpBody
from gateway.models.transport.over_http import LONGEST_COMPLAINT
from gateway.models.transport.streaming import OpenBody
from gateway.telemetry import traces

if TYPE_CHECKING:
    from httpx2 import Request

OWN = frozenset({"host", "connection", "content-length", "accept-encoding", "transfer-encoding"})
"""Headers that aiohttp makes for each request, in lower case."""


class _Refusal(NamedTuple):
    """An HTTP error, as exceptions of the SDK hold it."""

    status_code: int
    headers: Mapping[str, str]
    text: str


class Declined(Exception):
    """The service answered with an HTTP error (`openai_sdk.told`)."""

    def __init__(self, response: _Refusal) -> None:
        super().__init__(response.status_code)
        self.response = response


class RepeatedRequest:
    """Sends a request again and again, each time with another body."""

    def __init__(self, url: str, headers: Mapping[str, str], trusted: SSLContext) -> None:
        """Takes what every request has. The session has the headers, for what each request brings is copied, and held
        for as long as its answer is read.

        `trusted`: the authorities that the service's certificate may come from.
        """
        self._url = url
        self._session = aiohttp.ClientSession(
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=None, connect=clocks.CONNECT_S, sock_connect=clocks.CONNECT_S),
            connector=aiohttp.TCPConnector(limit=0, ssl=trusted),
        )

    @classmethod
    def of(cls, request: Request, trusted: SSLContext) -> RepeatedRequest | None:
        """Returns what sends this request again; None where the environment names a proxy, which the SDK uses."""
        if urllib.request.getproxies():
            return None
        passing = OWN | {name.lower() for name in traces.headers()}
        headers = {name: value for name, value in request.headers.items() if name.lower() not in passing}
        return cls(str(request.url), headers, trusted)

    async def send(self, body: Mapping[str, Any]) -> OpenBody:
        """Returns the body of the answer as it comes. Raises `Declined` for an HTTP error, and aiohttp's errors."""
        response = await self._session.post(
            self._url, data=orjson.dumps(body), headers=traces.headers(), allow_redirects=False
        )
        if 200 <= response.status < 300:
            opened = AiohttpBody(response)
            return OpenBody(opened, opened.aclose)
        try:
            complaint = await response.content.read(LONGEST_COMPLAINT)
        finally:
            response.close()
        headers = {name.lower(): value for name, value in response.headers.items()}
        raise Declined(_Refusal(response.status, headers, complaint.decode(errors="replace")))

    async def aclose(self) -> None:
        await self._session.close()
