"""A retriever: the passages that the gateway would answer from."""

from __future__ import annotations

from typing import Any

from citestream_client import Citestream
from citestream_client.fields import SEARCH, checked
from haystack import Document, component, default_from_dict, default_to_dict
from haystack.utils import Secret
from haystack_integrations.components.retrievers.citestream.filters import fields

KEY = Secret.from_env_var("CITESTREAM_KEY", strict=False)


@component
class CitestreamRetriever:
    """`base_url` is else that of `CITESTREAM_URL`. `where`: `workspace`, `source_app`, `document_ids`, `languages`,
    `language`; `filters` of a run come on top. `heed_gate`: no passages where the gateway would refuse to answer."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: Secret | None = KEY,
        *,
        where: dict[str, Any] | None = None,
        top_k: int | None = None,
        heed_gate: bool = True,
        public_url: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        self.base_url, self.api_key, self.public_url = base_url, api_key, public_url
        self.where, _ = checked(where or {}, SEARCH)
        self.top_k, self.heed_gate, self.timeout = top_k, heed_gate, timeout

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(
            self,
            base_url=self.base_url,
            api_key=self.api_key.to_dict() if self.api_key else None,
            where=self.where,
            top_k=self.top_k,
            heed_gate=self.heed_gate,
            public_url=self.public_url,
            timeout=self.timeout,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> CitestreamRetriever:
        if isinstance(key := data["init_parameters"].get("api_key"), dict):
            data["init_parameters"]["api_key"] = Secret.from_dict(key)
        return default_from_dict(cls, data)

    @component.output_types(documents=list[Document])
    def run(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """Returns `{"documents"}`, the best first, each with its score and in `meta` what the gateway says of it."""
        return self._documents(self._gateway().search(query, **self._fields(filters, top_k)))

    @component.output_types(documents=list[Document])
    async def run_async(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """Returns what `run` does."""
        return self._documents(await self._gateway().search_async(query, **self._fields(filters, top_k)))

    def _gateway(self) -> Citestream:
        key = self.api_key.resolve_value() if self.api_key else None
        return Citestream(self.base_url, key, public_url=self.public_url, timeout_s=self.timeout)

    def _fields(self, filters: dict[str, Any] | None, top_k: int | None) -> dict[str, Any]:
        return {**self.where, **fields(filters), "limit": top_k or self.top_k}

    def _documents(self, found: dict[str, Any]) -> dict[str, list[Document]]:
        if self.heed_gate and found["confidence"]["level"] == "nothing":
            return {"documents": []}
        return {"documents": [document(passage) for passage in found["passages"]]}


def document(passage: dict[str, Any]) -> Document:
    meta = {name: value for name, value in passage.items() if name not in ("text", "position", "score")}
    meta |= passage.get("position") or {}
    return Document(id=str(passage["passage_id"]), content=passage["text"], score=passage["score"], meta=meta)
