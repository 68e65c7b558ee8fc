"""Settings that belong together: the process, the model that answers, pages that are fetched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic.fields import FieldInfo

from gateway.settings.kinds import Contact, Effort, Networks, knob
from gateway.settings.mounted_secrets import SettingSources


class ProcessSettings(SettingSources):
    """What a process listens on, and where it keeps its data."""

    host: str = knob("GATEWAY_HOST", "127.0.0.1", "address to listen on")
    port: int = knob("GATEWAY_PORT", 8000, "port to listen on", ge=0, le=65535)
    workers: int = knob("GATEWAY_WORKERS", 1, "server processes on one port (Linux, macOS)", ge=1, le=64)
    data_dir: Path = knob("GATEWAY_DATA_DIR", Path("./data"), "embedded PostgreSQL and uploads")
    database_url: str | None = knob("DATABASE_URL", None, "PostgreSQL to use instead of the embedded one")
    database_direct_url: str | None = knob("DATABASE_DIRECT_URL", None, "the same past a pooler such as PgBouncer")
    database_replica_url: str | None = knob("DATABASE_REPLICA_URL", None, "a replica of it that searches may read")


class ModelSettings(ProcessSettings):
    """Which model answers, and where it is."""

    provider: str | None = knob(
        "GATEWAY_PROVIDER",
        None,
        "openai, azure, ollama, gemini, anthropic, cohere or extractive; unset: the one whose settings are given, "
        "else extractive",
    )
    fallback_providers: str | None = knob(
        "GATEWAY_FALLBACK_PROVIDERS", None, "comma separated providers that take over when the first one fails"
    )
    openai_api_key: str | None = knob("OPENAI_API_KEY", None, "key of the model service")
    openai_base_url: str | None = knob("OPENAI_BASE_URL", None, "any OpenAI-compatible address")
    openai_model: str | None = knob("OPENAI_MODEL", None, "unset: the only model the service offers")
    azure_endpoint: str | None = knob("AZURE_OPENAI_ENDPOINT", None, "address of the Azure OpenAI resource")
    azure_api_key: str | None = knob("AZURE_OPENAI_API_KEY", None, "its key")
    azure_api_version: str = knob("OPENAI_API_VERSION", "2024-10-21", "version of the Azure API")
    azure_deployment: str | None = knob("AZURE_OPENAI_DEPLOYMENT", None, "name of the deployed model")
    ollama_host: str | None = knob("OLLAMA_HOST", None, "address of the Ollama server")
    ollama_model: str | None = knob("OLLAMA_MODEL", None, "unset: the only model that is pulled")
    ollama_num_ctx: int = knob("OLLAMA_NUM_CTX", 8192, "context length in tokens that is asked for", ge=512)
    gemini_api_key: str | None = knob("GEMINI_API_KEY", None, "key of the Gemini API")
    gemini_model: str | None = knob("GEMINI_MODEL", None, "its model, such as gemini-3.7-flash")
    gemini_base_url: str | None = knob("GEMINI_BASE_URL", None, "another address of its API (docs/providers.md)")
    anthropic_api_key: str | None = knob("ANTHROPIC_API_KEY", None, "key of Anthropic's service")
    anthropic_base_url: str | None = knob("ANTHROPIC_BASE_URL", None, "another address that speaks its Messages API")
    anthropic_model: str | None = knob("ANTHROPIC_MODEL", None, "unset: the only model the service offers")
    cohere_api_key: str | None = knob("COHERE_API_KEY", None, "key of Cohere's service")
    cohere_base_url: str | None = knob("COHERE_BASE_URL", None, "another address that speaks its chat API, version 2")
    cohere_model: str | None = knob("COHERE_MODEL", None, "unset: the only chat model the service offers")
    model_effort: Effort | None = knob(
        "GATEWAY_MODEL_EFFORT",
        None,
        "how much models of anthropic and gemini think: low, medium, high, xhigh, max, or a number of tokens; unset: as "
        "the service decides (docs/providers.md)",
    )


class FetchSettings(SettingSources):
    """Documents that do not lie in files: pages of web sites."""

    fetch_allowed: Networks = knob(
        "GATEWAY_FETCH_ALLOWED",
        "",
        "what citestream ingest may fetch: public for the Internet, and names, addresses and networks of one's own, as "
        "public,wiki.intern,10.0.0.0/8; unset: nothing (docs/documents.md)",
    )
    fetch_contact: Contact | None = knob(
        "GATEWAY_FETCH_CONTACT", None, "address or e-mail that owners of sites may turn to; sent with every request"
    )

    @classmethod
    def in_reading_order(cls) -> Iterable[FieldInfo]:
        """Returns the fields as people read them: groups such as this one come last."""
        return sorted(cls.model_fields.values(), key=lambda field: field.alias in FetchSettings.fields())
