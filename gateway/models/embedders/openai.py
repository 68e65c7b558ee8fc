"""Vectors from any server that speaks OpenAI's `/embeddings` (docs/models.md)."""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gateway.errors import UpstreamError, UpstreamRefused, UpstreamTimeout
from gateway.limits.thresholds import cosine_range
from gateway.models.ports import Embedder
from gateway.models.services import retries
from gateway.models.services.service_address import shown
from gateway.telemetry import upstream
from gateway.telemetry.outage import Outage, told
from gateway.telemetry.tracing import traces

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)

BATCH = 32
"""Texts a request: Text Embeddings Inference refuses more unless it is told otherwise, and one lost request costs
little."""
TIMEOUT_S = 20.0
PAUSE_S = 0.2
"""Longest pause before the second try, drawn evenly from 0 on; what `Retry-After` asks for comes on top."""
LONGEST_TEXT = 8000
"""Characters sent of one text; the models read 8,191 tokens and refuse longer input."""
CALIBRATION = "0.2,0.6"
"""Of a model that nobody has calibrated."""
QUESTIONS_KEPT = 1024
"""Single texts whose vectors are kept: a question is looked up in the answer memory, then in the documents, and asked
again."""


class OpenAIEmbedder:
    """`dimensions` is 0 until the first answer. Raises `errors.UpstreamError` and its children."""

    languages: frozenset[str] | None = None

    def __init__(self, client: AsyncOpenAI, model: str, calibration: tuple[float, float]) -> None:
        self._client = client
        self._model = model
        self.calibration: tuple[float, float] | None = calibration
        self.name = f"openai:{model}"
        self.dimensions = 0
        self._outage = Outage(log, "the embedding service", away="fails")
        self._questions: OrderedDict[str, list[float]] = OrderedDict()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        # An empty input is refused by every server; a blank stands for it.
        inputs = [text[:LONGEST_TEXT] if text.strip() else "-" for text in texts]
        if len(inputs) == 1:
            return [await self._question(inputs[0])]
        vectors: list[list[float]] = []
        for start in range(0, len(inputs), BATCH):
            vectors.extend(await self._batch(inputs[start : start + BATCH]))
        return vectors

    async def _question(self, text: str) -> list[float]:
        if text not in self._questions:
            (self._questions[text],) = await self._batch([text])
            if len(self._questions) > QUESTIONS_KEPT:
                self._questions.popitem(last=False)
        self._questions.move_to_end(text)
        return self._questions[text]

    async def aclose(self) -> None:
        await self._client.close()

    async def _batch(self, inputs: list[str]) -> list[list[float]]:
        try:
            vectors = await self._tried(inputs)
        except UpstreamError as error:
            self._outage.fails(error)
            told(error)
            raise
        self._outage.works()
        return vectors

    async def _tried(self, inputs: list[str]) -> list[list[float]]:
        try:
            return self._checked(await self._request(inputs), len(inputs))
        except (UpstreamRefused, UpstreamTimeout):
            raise  # a refusal stays one, and nobody waits for two timeouts
        except UpstreamError as error:
            if (wait_s := error.retry_after_s or 0) > retries.LONGEST_WAIT_S:
                raise
            await asyncio.sleep(wait_s + random.uniform(0, PAUSE_S))
            return self._checked(await self._request(inputs), len(inputs))

    async def _request(self, inputs: list[str]) -> list[list[float]]:
        import openai

        try:
            # Explicit, because the SDK asks for base64 otherwise, which local servers may not know.
            with upstream.attempt("embedder"):
                answer = await self._client.embeddings.create(
                    model=self._model, input=inputs, encoding_format="float", extra_headers=traces.headers()
                )
            return [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]
        except openai.APITimeoutError as error:
            raise UpstreamTimeout(f"The embedding service did not answer within {TIMEOUT_S:.0f} s.") from error
        except openai.APIStatusError as error:
            kind = UpstreamError if retries.again(error.status_code) else UpstreamRefused
            failed = kind(f"The embedding service answered {error.status_code} for model {self._model!r}.")
            wait_s = retries.retry_after(error.response.headers, datetime.now(UTC))
            failed.retry_after_s = None if wait_s is None else math.ceil(wait_s)
            raise failed from error
        except openai.OpenAIError as error:
            raise UpstreamError(
                f"The embedding service at {shown(str(self._client.base_url))} cannot be reached."
            ) from error
        except (AttributeError, TypeError, ValueError) as error:
            raise UpstreamError("The embedding service answered something that holds no vectors.") from error

    def _checked(self, vectors: list[list[float]], expected: int) -> list[list[float]]:
        """Returns unit vectors, all of one length, one for each text."""
        dimensions = self.dimensions or (len(vectors[0]) if vectors else 0)
        if len(vectors) != expected or not dimensions or any(len(vector) != dimensions for vector in vectors):
            raise UpstreamError("The embedding service answered vectors of another number or length than asked for.")
        self.dimensions = dimensions
        return [_unit(vector) for vector in vectors]


def _unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not math.isfinite(length) or length == 0.0:
        return [1.0] + [0.0] * (len(vector) - 1)
    return [value / length for value in vector]


def create(settings: Any) -> Embedder:
    """Reads `EMBEDDING_*`, falling back to `OPENAI_*`. A local server needs no key."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(
        api_key=settings.embedding_api_key or settings.openai_api_key or "none",
        base_url=settings.embedding_base_url or settings.openai_base_url or None,
        max_retries=0,
        timeout=TIMEOUT_S,
    )
    model = settings.embedding_model or "text-embedding-3-small"
    return OpenAIEmbedder(client, model, cosine_range(settings.embedder_calibration or CALIBRATION))
