"""Which gateway is asked, by whom, and where it searches: the fields that chat model and retriever share."""

from __future__ import annotations

from typing import Any

from citestream_client import Citestream
from citestream_client.fields import PASSED_OVER, refuse_unknown
from langchain_core.utils import from_env, secret_from_env
from pydantic import BaseModel, Field, SecretStr, model_validator

STANDARD = {"streaming"}
"""Parameters of LangChain's chat models that change nothing here: answers are always streamed."""


class Connection(BaseModel):
    """`base_url` and `api_key` are else those of `CITESTREAM_URL` and `CITESTREAM_KEY`."""

    base_url: str | None = Field(default_factory=from_env("CITESTREAM_URL", default=None))
    api_key: SecretStr | None = Field(default_factory=secret_from_env("CITESTREAM_KEY", default=None))
    public_url: str | None = None
    """The address by which readers open sources, where it is not `base_url`."""
    timeout: float = 300.0
    """Seconds for a whole answer, or a search."""
    max_retries: int = 4
    """Tries in a row that bring nothing new; a lost connection is taken up where it broke."""
    workspace: str | None = None
    source_app: str | None = None
    document_ids: list[str] | None = None
    languages: list[str] | None = None
    language: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        """Raises `TypeError` for a name that is no field: a misspelt filter would search everything."""
        if isinstance(given, dict):
            refuse_unknown(given.keys() - PASSED_OVER - STANDARD, cls.model_fields)
        return given

    def connected(self) -> Citestream:
        """Returns the client of the gateway."""
        return Citestream(
            self.base_url,
            self.api_key.get_secret_value() if self.api_key else None,
            public_url=self.public_url,
            timeout_s=self.timeout,
            retries=self.max_retries,
        )

    def where(self) -> dict[str, object]:
        """Returns the filters that were set, as fields of a request."""
        return {
            "workspace": self.workspace,
            "source_app": self.source_app,
            "document_ids": self.document_ids,
            "languages": self.languages,
            "language": self.language,
        }
