"""Without an embedder there are no vectors, and nothing else changes."""

from __future__ import annotations

from gateway.models.embedders import none


async def test_it_makes_no_vectors_and_says_so() -> None:
    embedder = none.create(None)
    assert (embedder.name, embedder.dimensions, embedder.calibration) == ("none", 0, None)
    assert await embedder.embed(["a", "b"]) == [[], []]
