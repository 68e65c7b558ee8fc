"""Any OpenAI-compatible chat service, streamed."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import orjson

from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout, WrongUse
from gateway.models.services.service_address import shown
from gateway.models.transport import clocks
from gateway.models.transport.accepted_fields import Accepted
from gateway.models.transport.http_errors import OPENAI_NAMES, only_model
from gateway.models.transport.openai_sdk import ThroughSdk, told, transport
from gateway.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPENAI = "https://api.openai.com/v1"


class OpenAIProvider(ThroughSdk):
    """OpenAI itself, or a service that speaks its API at `OPENAI_BASE_URL`."""

    name, names = "openai", OPENAI_NAMES

    def __init__(self, settings: Settings) -> None:
        self._address = settings.openai_base_url or OPENAI
        if settings.openai_api_key and without_user(self._address)[1]:
            raise WrongUse("OPENAI_BASE_URL holds a user name, and OPENAI_API_KEY is set too: use one of them.")
        self._official = self._address.rstrip("/") == OPENAI
        length = "max_completion_tokens" if self._official else "max_tokens"
        super().__init__(settings, settings.openai_model, Accepted(length=length))

    @property
    def location(self) -> str:
        return f"the official address ({OPENAI})" if self._official else shown(self._address)

    async def prepare(self) -> None:
        """Loads the SDK beside the start's other work, and finds the model when none is set.

        Raises `WrongUse` when the service offers none or several models, `UpstreamError` when it cannot be asked.
        """
        self._open()
        if not self.model:
            self.model = only_model(await self._offered(), "OPENAI_MODEL", shown(self._address))

    def _client(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        address, basic = without_user(self._address)
        key = self._settings.openai_api_key or "none"  # the SDK refuses an empty key, local services need none
        return AsyncOpenAI(api_key=key, base_url=address, default_headers=basic, **transport())

    async def _offered(self) -> list[str]:
        """Returns the model names of `GET /models`."""
        import httpx2

        client = await asyncio.shield(self._open())
        where = f"OPENAI_BASE_URL={shown(self._address)}"
        try:
            async with asyncio.timeout(clocks.CONNECT_S * 2):
                answer = await client.get("/models", cast_to=httpx2.Response)
        except TimeoutError:
            raise UpstreamTimeout(f"The model service at {where} did not list its models in time.") from None
        except Exception as error:
            status, headers, complaint = told(error)
            if not status:
                raise UpstreamError(f"The model service at {where} cannot be reached.") from None
            raise self._refused(status, headers, complaint).error from None
        try:
            return sorted({str(model["id"]) for model in orjson.loads(answer.content)["data"]})
        except (ValueError, KeyError, TypeError):
            raise UpstreamRefused(
                f"What answers at {where} is not an OpenAI-compatible service; does the address lack its /v1?"
            ) from None


create = OpenAIProvider


def without_user(address: str) -> tuple[str, dict[str, str]]:
    """Returns the address without user and password, and the header of basic authentication that they become (RFC
    7617), because the transport takes none from an address while the SDK sets a header of its own.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        raise WrongUse("OPENAI_BASE_URL has to be an address such as http://127.0.0.1:8080/v1.") from None
    who, found, host = parts.netloc.rpartition("@")
    if not found:
        return address, {}
    coded = base64.b64encode(unquote(who if ":" in who else f"{who}:").encode()).decode()
    return parts._replace(netloc=host).geturl(), {"Authorization": f"Basic {coded}"}
