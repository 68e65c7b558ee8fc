"""Passages of the knowledge base: full text with exact BM25, and vectors where an embedder makes them."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
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


SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "CYRILLIC", "ARABIC", "THAI")
LATIN = 0xFF, frozenset({0x105, 0x107, 0x119, 0x11F, 0x131, 0x142, 0x144, 0x153, 0x15B, 0x15F, 0x17A, 0x17C})
"""Letters that the languages of embedders use that do not know all languages: scripts by the beginning of the letters'
names, and Latin letters by their numbers: up to the first one, and these."""
FOREIGN = 0.1
"""Share of other letters above which a text is in another language. One name or formula has fewer."""


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
        calibration = self._embedder.calibration
        vector = await self._vector(query.text) if _is_known(query.text, self._embedder.languages) else None
        return await self._index.search(query, vector, self._embedder.name, calibration if vector else None)

    async def _vector(self, text: str) -> Sequence[float] | None:
        """Returns the question's vector, None where there is none to be had. A service's embedder is asked before it
        knows its `dimensions`: it learns them from the answer."""
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


def _is_known(text: str, languages: frozenset[str] | None) -> bool:
    """Returns False for a text that is surely in a language that the model does not know: its cosines are noise."""
    if languages is None:
        return True
    told = words.told_language(text)
    letters = [letter for letter in text.lower() if letter.isalpha()]
    foreign = sum(not _is_written(letter) for letter in letters)
    return (told is None or told in languages) and foreign <= FOREIGN * len(letters)


def _is_written(letter: str) -> bool:
    if ord(letter) <= LATIN[0] or ord(letter) in LATIN[1]:
        return True
    script = unicodedata.name(letter, "")
    return script.startswith(SCRIPTS) and not script.startswith("LATIN")


def create(library: Any, embedder: Embedder, settings: Settings | None = None) -> Passages:
    return Passages(library.passages, embedder)
