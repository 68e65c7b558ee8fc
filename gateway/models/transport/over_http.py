"""Model services that are asked over HTTP without a library of theirs: one POST, its body read as it comes.

Redirects are refused, so that a key never goes elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import aiohttp
import orjson

from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.prompt import Prompt
from gateway.models.services.service_address import shown
from gateway.models.transport import clocks
from gateway.models.transport.clocks import Clocks
from gateway.models.transport.http_errors import only_model
from gateway.models.transport.streaming import Broken, OpenBody, Streaming, within
from gateway.settings import Settings
from gateway.telemetry.tracing import traces

LONGEST_COMPLAINT = 20_000
"""Bytes of an error's body that are read."""


class HttpRequest(NamedTuple):
    """What is sent: the path behind the service's address, the JSON body, and headers."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = {}


class Listing(NamedTuple):
    """How a service lists its models: at this path, in the list of one name, each with its name in a field."""

    path: str
    models: str
    name: str
    service: str
    """What the service should be, such as "an Ollama server"."""


class OverHttp(Streaming):
    """One address and one model."""

    listing: Listing
    official: str | None = None
    """The address that needs a key."""

    def __init__(self, settings: Settings, model: str | None, address: str, key: str | None = None) -> None:
        super().__init__(settings, model)
        self._address, self._key = address, key
        self._session: aiohttp.ClientSession | None = None

    @property
    def location(self) -> str:
        return shown(self._address)

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def prepare(self) -> None:
        """Finds the model if none is set: the only one that the service lists.

        Raises `WrongUse` if a key is missing, or the service lists none or several, `UpstreamError` if it cannot be
        asked.
        """
        if self._address == self.official and not self._key:
            raise WrongUse(f"GATEWAY_PROVIDER={self.name} needs {self.names.key} to be set.")
        if not self.model:
            self.model = only_model(await self._listed(), self.names.model, self.location)

    def _headers(self) -> dict[str, str]:
        """Returns the headers of every request to the service."""
        return {}

    @abstractmethod
    def _request(self, prompt: Prompt, history: Sequence[Message]) -> HttpRequest: ...

    @abstractmethod
    def _concedes(self, status: int, complaint: str, request: HttpRequest) -> bool:
        """Gives up what this service does not know, so that the next request lacks it; returns False when the refusal
        is about something else."""

    async def _ready(self) -> None:
        self._open()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connect = aiohttp.ClientTimeout(total=None, connect=clocks.CONNECT_S)
            self._session = aiohttp.ClientSession(timeout=connect, connector=aiohttp.TCPConnector(limit=0))
        return self._session

    async def _listed(self) -> list[str]:
        """Returns the names of the models that the service lists. Raises `UpstreamError`."""
        path, models, field, service = self.listing
        where, title = f"{self.names.address}={self.location}", service.split(" ", 1)[1]
        try:
            async with (
                asyncio.timeout(clocks.CONNECT_S * 2),
                self._open().get(f"{self._address}{path}", headers=self._headers(), allow_redirects=False) as answer,
            ):
                body = await answer.read()
            if answer.status in (401, 403) or answer.status >= 500:
                raise self._refused(answer.status, {}, "").error
            return sorted({str(each[field]) for each in orjson.loads(body)[models]})
        except TimeoutError:
            raise UpstreamTimeout(f"The {title} at {where} did not list its models in time.") from None
        except (ValueError, KeyError, TypeError):
            raise UpstreamRefused(f"What answers at {where} is not {service}.") from None
        except (aiohttp.ClientError, OSError):
            raise UpstreamError(f"The {title} at {where} cannot be reached.") from None

    async def _response(self, prompt: Prompt, history: Sequence[Message], clocks: Clocks) -> OpenBody:
        while True:
            request = self._request(prompt, history)
            sending = self._open().post(
                f"{self._address}{request.path}",
                data=orjson.dumps(request.body),
                headers={"content-type": "application/json", **request.headers, **traces.headers()},
                allow_redirects=False,
            )
            try:
                response = await within(clocks, sending)
            except UpstreamTimeout:
                raise
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                raise Broken(self._unreachable(error)) from None
            if response.status == 200:
                return OpenBody(response.content.iter_any(), partial(_close, response))
            complaint = await self._complaint(response, clocks)
            if not self._concedes(response.status, complaint, request):
                headers = {name.lower(): value for name, value in response.headers.items()}
                raise Broken(self._refused(response.status, headers, complaint))

    async def _complaint(self, response: aiohttp.ClientResponse, clocks: Clocks) -> str:
        """Returns as much of an error's text as came."""
        with contextlib.suppress(aiohttp.ClientError, OSError):
            body = await within(clocks, response.content.read(LONGEST_COMPLAINT))
            response.close()
            return body.decode(errors="replace")
        return ""


async def _close(response: aiohttp.ClientResponse) -> None:
    """Closes the connection, unless the body was read to its end."""
    response.close()
