"""Which services settings choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.settings.kinds import split


class ServiceChoices:
    """Which services settings choose: those that are named, else as keys and addresses that are set suggest."""

    if TYPE_CHECKING:
        provider: str | None
        fallback_providers: str | None
        openai_api_key: str | None
        openai_base_url: str | None
        azure_endpoint: str | None
        azure_api_key: str | None
        ollama_host: str | None
        ollama_model: str | None
        gemini_api_key: str | None
        gemini_model: str | None
        anthropic_api_key: str | None
        anthropic_base_url: str | None
        cohere_api_key: str | None
        cohere_base_url: str | None
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
        azure = {"AZURE_OPENAI_ENDPOINT": self.azure_endpoint, "AZURE_OPENAI_API_KEY": self.azure_api_key}
        openai = {"OPENAI_API_KEY": self.openai_api_key, "OPENAI_BASE_URL": self.openai_base_url}
        ollama = {"OLLAMA_HOST": self.ollama_host, "OLLAMA_MODEL": self.ollama_model}
        gemini = {"GEMINI_API_KEY": self.gemini_api_key, "GEMINI_MODEL": self.gemini_model}
        anthropic = {"ANTHROPIC_API_KEY": self.anthropic_api_key, "ANTHROPIC_BASE_URL": self.anthropic_base_url}
        cohere = {"COHERE_API_KEY": self.cohere_api_key, "COHERE_BASE_URL": self.cohere_base_url}
        return {
            "openai": [name for name, value in openai.items() if value],
            "azure": list(azure) if all(azure.values()) else [],
            "ollama": [name for name, value in ollama.items() if value],
            "gemini": list(gemini) if all(gemini.values()) else [],
            "anthropic": [name for name, value in anthropic.items() if value],
            "cohere": [name for name, value in cohere.items() if value],
        }

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
        """The embedder's file name: as set, else `openai` only where an embedding service is known: many chat servers
        have none."""
        if self.embedder:
            return self.embedder
        own = self.openai_api_key and not self.openai_base_url
        official = (self.openai_base_url or "").startswith("https://api.openai.com")
        return "openai" if self.embedding_api_key or self.embedding_base_url or own or official else "none"
