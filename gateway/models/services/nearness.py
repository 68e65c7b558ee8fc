"""How near texts are in meaning, by the vectors of the embedder. Used only if words say nothing: for quoting without a
model and for citations of sources in another language."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.errors import Refusal
from gateway.models.services.prefixed_embedder import EmbedderRoles
from gateway.telemetry.outage import level

if TYPE_CHECKING:
    import numpy as np

log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""Seconds that an answer waits for vectors."""
REMEMBERED = 512
"""Texts whose vectors are remembered: paragraphs of one answer cite the same sources. At most 2 MB."""
FITTED = frozenset({"meaning-use3-1"})
"""Embedders to whose cosines the threshold of citations is fitted (`far_sources.SUPPORTED`)."""
Vector: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float32]]"


class Nearness:
    """Compares texts by the embedder of the knowledge base."""

    def __init__(self, roles: EmbedderRoles) -> None:
        self._questions, self._passages = roles.search, roles.passages
        self._remembered: OrderedDict[str, Vector] = OrderedDict()

    @property
    def judges(self) -> bool:
        """Whether its cosines decide about citations."""
        return self._passages.name in FITTED

    @property
    def least(self) -> float | None:
        """The cosine of texts that have nothing in common; None if the cosines say nothing about meaning."""
        calibration = self._passages.calibration
        return calibration[0] if calibration else None

    def knows(self, *languages: str | None) -> bool:
        """Tells whether the embedder knows all of these languages; one that is not known does not count."""
        known = self._passages.languages
        return known is None or all(not language or language.partition("-")[0] in known for language in languages)

    async def to_question(self, question: str, texts: Sequence[str]) -> list[float] | None:
        """Returns the cosine of each text with a question; None if there are no vectors."""
        import numpy as np  # not at start: it takes a tenth of a second

        try:
            async with asyncio.timeout(PATIENCE_S):
                (asked,) = await self._questions.embed([question])
                vectors = await self._vectors(texts)
        except (Refusal, TimeoutError) as error:
            _tell(error)
            return None
        return [float(vectors[text] @ np.asarray(asked, np.float32)) for text in texts]

    async def compare(self, sources: Sequence[FarSource]) -> list[list[Near]] | None:
        """Returns the nearest sentence of each source to each of its claims; none of a source in a language that the
        embedder does not know. See `ports.Comparer`."""
        known = [source for source in sources if self.knows(*source.languages)]
        try:
            async with asyncio.timeout(PATIENCE_S):
                vectors = await self._vectors(text for each in known for text in (*each.claims, *each.sentences))
        except (Refusal, TimeoutError) as error:
            _tell(error)
            return None
        return [_nearest(source, vectors) if source in known else [] for source in sources]

    async def _vectors(self, texts: Iterable[str]) -> dict[str, Vector]:
        """Returns the vectors of texts. Those that are not remembered are made in one request."""
        import numpy as np

        wanted = dict.fromkeys(texts)
        found = {text: self._remembered[text] for text in wanted if text in self._remembered}
        missing = [text for text in wanted if text not in found]
        made = await self._passages.embed(missing) if missing else []
        found |= {text: np.asarray(vector, np.float32) for text, vector in zip(missing, made, strict=True)}
        for text in wanted:
            self._remembered[text] = found[text]
            self._remembered.move_to_end(text)
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return found


def _nearest(source: FarSource, vectors: dict[str, Vector]) -> list[Near]:
    import numpy as np

    claims, sentences = (np.stack([vectors[text] for text in texts]) for texts in (source.claims, source.sentences))
    cosines = claims @ sentences.T
    return [Near(round(float(row.max()), 3), int(row.argmax())) for row in cosines]


def _tell(error: Exception) -> None:
    log.log(level(error), "sentences were not compared by meaning: %s", str(error) or f"no vectors in {PATIENCE_S:g} s")
