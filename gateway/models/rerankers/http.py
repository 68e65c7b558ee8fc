"""A reranker behind one HTTP address: the `/rerank` that open servers of cross-encoders have in common.

`docs/reranker.md` says which servers, what is sent, and which of their answers are understood.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from gateway.models.services.json_service import KB, JsonService

BATCH = 32
"""Texts a request: Text Embeddings Inference refuses more unless it is told otherwise."""


class HttpReranker(JsonService):
    """See `ports.Reranker`."""

    service = title = "reranker"
    largest = 1024 * KB
    """Some servers send the texts back whatever they are asked."""

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float | None]:
        """Returns a score within 0..1 for each text, in order; None where the service gave none."""
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        scores = await asyncio.gather(*(self._asked(question, batch) for batch in batches))
        return _shares([score for batch in scores for score in batch])

    async def _asked(self, question: str, texts: Sequence[str]) -> list[float | None]:
        """Returns the scores of one request, as the service gives them."""
        model = self._settings.reranker_model
        body: dict[str, Any] = {"model": model} if model else {}
        # "documents" is what most servers read; "texts" and "truncate" are for Text Embeddings Inference, which refuses
        # a text that is too long for its model unless it may cut it.
        body |= {"query": question, "documents": list(texts), "texts": list(texts), "top_n": len(texts)}
        return await self._endpoint.ask({**body, "truncate": True}, lambda answer: _scores(answer, len(texts)))


create = HttpReranker


def _scores(answer: Any, expected: int) -> list[float | None]:
    """Returns the scores by index. Entries without sense are passed over; raises `ValueError` when none has any."""
    listed = answer
    if isinstance(answer, dict):
        listed = next((answer[name] for name in ("results", "data", "rerank") if name in answer), None)
    if not isinstance(listed, list):
        raise ValueError("something that holds no scores")
    scores: list[float | None] = [None] * expected
    for entry in listed:
        if not isinstance(entry, dict):
            continue
        index, score = entry.get("index"), _finite(entry.get("relevance_score", entry.get("score")))
        if type(index) is int and 0 <= index < expected and score is not None:
            scores[index] = score
    if all(score is None for score in scores):
        raise ValueError("no score for any text")
    return scores


def _shares(scores: list[float | None]) -> list[float | None]:
    """Returns the scores within 0..1; where any lies outside, all are taken for logits."""
    if all(0 <= score <= 1 for score in scores if score is not None):
        return scores
    return [None if score is None else _sigmoid(score) for score in scores]


def _finite(value: Any) -> float | None:
    try:
        return float(value) if type(value) in (int, float) and math.isfinite(value) else None
    except OverflowError:  # an integer beyond any float
        return None


def _sigmoid(logit: float) -> float:
    """Returns the probability that a logit stands for: raw scores of a cross-encoder are logits."""
    return 0.5 * (1.0 + math.tanh(logit / 2))
