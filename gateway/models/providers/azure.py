"""Azure OpenAI: a deployment of a model at an address of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.errors import WrongUse
from gateway.models.services.service_address import shown
from gateway.models.transport.accepted_fields import Accepted
from gateway.models.transport.http_errors import Names
from gateway.models.transport.openai_sdk import ThroughSdk, transport
from gateway.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class AzureProvider(ThroughSdk):
    """Chat completions of one deployment; `model` is the deployment's name."""

    name = "azure"
    names = Names("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_DEPLOYMENT", "AZURE_OPENAI_API_KEY")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, settings.azure_deployment, Accepted())

    @property
    def location(self) -> str:
        return shown(self._settings.azure_endpoint or "")

    async def prepare(self) -> None:
        """Loads the SDK beside the start's other work. Raises `WrongUse` that names what is not set."""
        settings = self._settings
        given = (settings.azure_endpoint, self.model, settings.azure_api_key)
        missing = [name for name, value in zip(self.names, given, strict=True) if not value]
        if missing:
            raise WrongUse(f"GATEWAY_PROVIDER=azure needs {' and '.join(missing)} to be set.")
        self._open()

    def _client(self) -> AsyncOpenAI:
        from openai import AsyncAzureOpenAI

        settings = self._settings
        return AsyncAzureOpenAI(
            azure_endpoint=settings.azure_endpoint or "",
            azure_deployment=self.model,
            api_key=settings.azure_api_key,
            api_version=settings.azure_api_version,
            **transport(),
        )


create = AzureProvider
