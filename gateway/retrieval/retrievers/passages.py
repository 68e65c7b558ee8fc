"""Passages of the knowledge base: full text with exact BM25, and vectors where an embedder makes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Protocol

from gateway import words
from gateway.errors import Refusal
from gateway.models.ports import Embedder
from gateway.retrieval.ports import Query, Retrieval
from gateway.settings import Settings
from gateway.telemetry.outage import Outage, level

log = logging.getLogger(__name__)

PATIENCE_S = 5.0
"""The longest wait for the question's vector: less than a source may take (`turn.limits.TurnLimits`), so that full
text can still answer."""


class PassageIndex(Protocol):
    async def search(
        self,
        query: Query,
        vector: Sequence[float] | None = None,
        embedder: str = "",
        calibration: tuple[float, float] | None = None,
    ) -> Retrieval: ...


class Passages:
    """Searches once: for the question's vector first, then in the library. An embedding service that fails leaves full
    text."""

    def __init__(self, index: PassageIndex, embedder: Embedder) -> None:
        self._index, self._embedder = index, embedder
        self._outage = Outage(log, "the embedding service", away="fails", meanwhile="full text alone serves questions")

    async def search(self, query: Query) -> Retrieval:
        vector, calibration = await self._vector(query.text), self._embedder.calibration
        return await self._index.search(query, vector, self._embedder.name, calibration if vector else None)

    async def _vector(self, text: str) -> Sequence[float] | None:
        """Returns the question's vector, None where there is none to be had, or in a language that the embedder does
        not know. A service's embedder is asked before it knows its `dimensions`: it learns them from the answer."""
        languages = self._embedder.languages
        if languages is not None and not words.is_understood(text, languages):
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                vector = (await self._embedder.embed([text]))[0] or None
        except TimeoutError:
            self._outage.fails(f"it did not answer within {PATIENCE_S:g} s")
        except Refusal as error:
            log.log(level(error), "full text alone serves this question: %s", error.detail)
        else:
            self._outage.works()
            return vector
        return None

    async def aclose(self) -> None:
        """Library and embedder belong to whoever made them."""


def create(library: Any, embedder: Embedder, settings: Settings | None = None) -> Passages:
    return Passages(library.passages, embedder)
