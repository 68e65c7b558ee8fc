"""The embedder meaning computes in a process of its own, with its real weights."""

from collections.abc import Iterator
from contextlib import contextmanager

from gateway.settings import Settings


@contextmanager
def served() -> Iterator[Settings]:
    yield Settings(_env_file=None)
