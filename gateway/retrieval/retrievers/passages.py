"""Passages of the knowledge base: full text with exact BM25, and vectors where an embedder makes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from operator import mul
from typing import Any, Protocol

from gateway import words
from gateway.errors import Refusal
from gateway.knowledge.search.hybrid import by_sentence
from gateway.models.ports import Embedder
from gateway.retrieval.ports import Query, Retrieval
from gateway.settings import Settings
from gateway.telemetry.outage import Outage, level
from gateway.words.text.sentences import clauses

log = logging.getLogger(__name__)

PATIENCE_S = 5.0
"""The longest wait for the question's vector: less than a source may take (`turn.limits.TurnLimits`), so that full
text can still answer."""
LOCAL_PATIENCE_S = 2.0
"""The same for an encoder of this machine, which takes milliseconds unless it is still being loaded."""
READ, LONGEST = 3, 1500
"""Passages whose sentences are compared if the best one is in another language, and characters of each: some 80 ms of
the encoder. An answer without a model quotes by the same vectors."""


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
        found = await self._index.search(query, vector, self._embedder.name, calibration if vector else None)
        # A service would bill a request more for each question. A local encoder says which languages it knows.
        if vector is None or calibration is None or self._embedder.languages is None:
            return found
        return await self._by_sentence(query, vector, calibration, found)

    async def _by_sentence(
        self, query: Query, vector: Sequence[float], calibration: tuple[float, float], result: Retrieval
    ) -> Retrieval:
        """Orders the first passages by their nearest sentences too, unless the best one is known to be in the
        question's language."""
        best, rest = result.found[:READ], result.found[READ:]
        spoken = words.spoken(query.text, query.language)
        if len(best) < 2 or (spoken is not None and best[0].language == spoken):
            return result
        read = [hit.text[:LONGEST] for hit in best]
        parts = [[text[start:end] for start, end in clauses(text)] or [text] for text in read]
        vectors = await self._embedded([part for each in parts for part in each])
        if vectors is None:
            return result
        cosines = (sum(map(mul, vector, each)) for each in vectors)
        nearest = [max(islice(cosines, len(each))) for each in parts]
        order = by_sentence([hit.score for hit in best], nearest, calibration)
        return replace(result, found=(*(replace(best[at], score=score) for at, score in order), *rest))

    async def _vector(self, text: str) -> Sequence[float] | None:
        """Returns the question's vector, None where there is none to be had, or in a language that the embedder does
        not know. A service's embedder is asked before it knows its `dimensions`: it learns them from the answer."""
        languages = self._embedder.languages
        if languages is not None and not words.is_understood(text, languages):
            return None
        vectors = await self._embedded([text])
        return vectors[0] or None if vectors else None

    async def _embedded(self, texts: Sequence[str]) -> list[list[float]] | None:
        """Returns the vectors of texts; None if there are none to be had in time."""
        patience_s = PATIENCE_S if self._embedder.languages is None else LOCAL_PATIENCE_S
        try:
            async with asyncio.timeout(patience_s):
                vectors = await self._embedder.embed(texts)
        except TimeoutError:
            self._outage.fails(f"it did not answer within {patience_s:g} s")
        except Refusal as error:
            log.log(level(error), "full text alone serves this question: %s", error.detail)
        else:
            self._outage.works()
            return vectors
        return None

    async def aclose(self) -> None:
        """Library and embedder belong to whoever made them."""


def create(library: Any, embedder: Embedder, settings: Settings | None = None) -> Passages:
    return Passages(library.passages, embedder)
