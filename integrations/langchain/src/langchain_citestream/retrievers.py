"""A retriever: the passages that the gateway would answer from."""

from __future__ import annotations

from typing import Any

from citestream_client.fields import SEARCH, checked
from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from langchain_citestream.connection import Connection


class CitestreamRetriever(Connection, BaseRetriever):
    """`k`: how many passages at most; None: as many as the gateway shows a model. `heed_gate`: no passages where the
    gateway would refuse to answer. `invoke(query, k=…, workspace=…)` says it for one call."""

    k: int | None = None
    heed_gate: bool = True

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **given: Any
    ) -> list[Document]:
        return self._documents(self.connected().search(query, **self._fields(given)))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **given: Any
    ) -> list[Document]:
        return self._documents(await self.connected().search_async(query, **self._fields(given)))

    def _fields(self, given: dict[str, Any]) -> dict[str, Any]:
        named = {"limit" if name == "k" else name: value for name, value in given.items()}
        return checked({"limit": self.k, **self.where(), **named}, SEARCH)[0]

    def _documents(self, found: dict[str, Any]) -> list[Document]:
        """Returns the passages; of each the metadata says what the gateway does, `score` and `url` among it."""
        confidence = found["confidence"]
        if self.heed_gate and confidence["level"] == "nothing":
            return []
        return [
            Document(page_content=passage.pop("text"), id=passage["passage_id"], metadata={**passage, "rank": rank})
            for rank, passage in enumerate(found["passages"], start=1)
        ]
