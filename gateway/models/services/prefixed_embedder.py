"""Texts as an embedding model wants them: many are trained with other words in front of questions than of passages
("query: ", "passage: "), and find worse without them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.models.ports import Embedder


class PrefixedEmbedder:
    """An embedder that is shown every text behind a prefix."""

    def __init__(self, inner: Embedder, prefix: str, name: str) -> None:
        self._inner, self._prefix, self.name = inner, prefix, name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    @property
    def calibration(self) -> tuple[float, float] | None:
        return self._inner.calibration

    @property
    def languages(self) -> frozenset[str] | None:
        return self._inner.languages

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._inner.embed([f"{self._prefix}{text}" for text in texts])

    async def aclose(self) -> None:
        """What is inside is closed by whoever made it."""


@dataclass(frozen=True, slots=True)
class EmbedderRoles:
    """One embedder in the three parts it plays."""

    passages: Embedder
    """What passages are stored with. Its name tells the passages' prefix, so that another one makes them anew."""
    search: Embedder
    """What questions are looked up with, in the space of the passages."""
    questions: Embedder
    """What questions are compared with questions by, in a space of their own where they have a prefix."""


def roles(embedder: Embedder, query_prefix: str, passage_prefix: str) -> EmbedderRoles:
    """Returns an embedder with its prefixes; without any, the embedder itself in every part."""
    stored = _named(embedder.name, passage_prefix)
    return EmbedderRoles(
        _prefixed(embedder, passage_prefix, stored),
        _prefixed(embedder, query_prefix, stored),
        _prefixed(embedder, query_prefix, _named(embedder.name, query_prefix)),
    )


def _prefixed(embedder: Embedder, prefix: str, name: str) -> Embedder:
    return PrefixedEmbedder(embedder, prefix, name) if prefix or name != embedder.name else embedder


def _named(name: str, prefix: str) -> str:
    """Returns the name of a vector space; beside `#` some digits that tell prefixes apart."""
    return f"{name}#{hashlib.sha256(prefix.encode()).hexdigest()[:8]}" if prefix else name
