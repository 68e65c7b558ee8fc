"""The embedder openai asks a service."""

from collections.abc import Iterator
from contextlib import contextmanager

from gateway.settings import Settings
from tests.fakes.embeddings import serving, settings_for


@contextmanager
def served() -> Iterator[Settings]:
    with serving() as server:
        yield settings_for(server)
