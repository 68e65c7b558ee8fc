"""Passages of the knowledge base: full text with exact BM25, and vectors where an embedder makes them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from gateway.errors import Refusal
from gateway.ports import Embedder, Query, Retrieval
from gateway.settings import Settings

log = logging.getLogger(__name__)


class Library(Protocol):
    async def search(
        self,
        query: Query,
        vector: Sequence[float] | None = None,
        embedder: str = "",
        calibration: tuple[float, float] | None = None,
    ) -> Retrieval: ...


class Passages:
    """One search: the question's vector, then the library. An embedding service that fails leaves full text."""

    def __init__(self, library: Library, embedder: Embedder) -> None:
        self._library, self._embedder = library, embedder

    async def search(self, query: Query) -> Retrieval:
        vector, calibration = await self._vector(query.text), self._embedder.calibration
        return await self._library.search(query, vector, self._embedder.name, calibration if vector else None)

    async def _vector(self, text: str) -> Sequence[float] | None:
        if not self._embedder.dimensions:
            return None
        try:
            return (await self._embedder.embed([text]))[0]
        except Refusal as error:
            log.warning("the embedding service failed, full text alone serves this question: %s", error.detail)
            return None


def create(library: Library, embedder: Embedder, settings: Settings | None = None) -> Passages:
    return Passages(library, embedder)
