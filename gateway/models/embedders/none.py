"""No vectors: full text alone finds the passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gateway.models.ports import Embedder


class NoEmbedder:
    """Makes no vectors; `dimensions` is 0 and every vector is empty."""

    name = "none"
    dimensions = 0
    calibration: tuple[float, float] | None = None
    languages: frozenset[str] | None = None

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[] for _ in texts]

    async def aclose(self) -> None:
        return None


def create(settings: Any) -> Embedder:
    return NoEmbedder()
