"""An embedder with a small model in a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.models.encoding.encoder_process import EncoderProcess
from gateway.models.encoding.local_embedder import LocalEmbedder


@pytest.fixture
def small(monkeypatch):
    """Returns a function that makes such an embedder; the encoder process finds the model in this folder."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    return lambda model="": LocalEmbedder("small", EncoderProcess("tests.fakes.small_encoder", model))


@pytest.fixture
async def embedder(small):
    made = small()
    yield made
    await made.aclose()
