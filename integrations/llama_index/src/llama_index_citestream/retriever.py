"""A retriever: the passages that the gateway would answer from."""

from __future__ import annotations

from typing import Any

from citestream_client import Citestream
from citestream_client.fields import SEARCH, checked
from llama_index.core.callbacks import CallbackManager
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

READ = ("title", "heading")
"""What of the metadata a model reads with the text; the rest is for programs."""


class CitestreamRetriever(BaseRetriever):
    """`base_url` and `api_key` are else those of `CITESTREAM_URL` and `CITESTREAM_KEY`; `gateway` is a client that is
    there already. `heed_gate`: no passages where the gateway would refuse to answer. `where`: `workspace`,
    `source_app`, `document_ids`, `languages`, `language`."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        gateway: Citestream | None = None,
        similarity_top_k: int | None = None,
        heed_gate: bool = True,
        callback_manager: CallbackManager | None = None,
        **where: Any,
    ) -> None:
        self.gateway = gateway or Citestream(base_url, api_key)
        self.heed_gate = heed_gate
        self._where, _ = checked({"limit": similarity_top_k, **where}, SEARCH)
        super().__init__(callback_manager=callback_manager)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(self.gateway.search(query_bundle.query_str, **self._where))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(await self.gateway.search_async(query_bundle.query_str, **self._where))

    def _nodes(self, found: dict[str, Any]) -> list[NodeWithScore]:
        """Returns the passages as nodes, with the ids that they have in the gateway and their document as source."""
        if self.heed_gate and found["confidence"]["level"] == "nothing":
            return []
        return [NodeWithScore(node=node(passage), score=passage["score"]) for passage in found["passages"]]


def node(passage: dict[str, Any]) -> TextNode:
    metadata = {name: value for name, value in passage.items() if name not in ("text", "position", "score")}
    metadata |= passage.get("position") or {}
    unread = [name for name in metadata if name not in READ]
    return TextNode(
        id_=str(passage["passage_id"]),
        text=passage["text"],
        metadata=metadata,
        excluded_llm_metadata_keys=unread,
        excluded_embed_metadata_keys=unread,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=str(passage["document_id"]))},
    )
