"""The knowledge graph: entities named in the question, their own relations, and what joins them."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from gateway.knowledge.graph.subgraph import Subgraph, pieces
from gateway.models.ports import Embedder
from gateway.retrieval.ports import Hit, Query, Retrieval
from gateway.settings import Settings

TOP_K = 3
"""Candidates from the graph for one question."""


class GraphRetriever(Protocol):
    async def around(self, query: Query) -> Subgraph: ...


class Relations:
    """At most `most` candidates; a question that names nothing of the graph gets none."""

    def __init__(self, graph: GraphRetriever, most: int = TOP_K) -> None:
        self._graph, self._most = graph, most

    async def search(self, query: Query) -> Retrieval:
        found = await self._graph.around(query)
        if not found.entities:
            return Retrieval()
        limit = min(query.limit, self._most)
        # Wordy descriptions of many relations take some ten milliseconds: too long for the event loop.
        best = await asyncio.to_thread(pieces, query.text, query.language, found, limit)
        return Retrieval(tuple(Hit("graph", piece.reference, piece.score, piece.language) for piece in best))

    async def aclose(self) -> None:
        """Nothing of its own is open."""


def create(library: Any, embedder: Embedder, settings: Settings) -> Relations:
    return Relations(library.graph)
