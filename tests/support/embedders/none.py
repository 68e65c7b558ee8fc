"""The embedder none makes no vectors."""

from collections.abc import Iterator
from contextlib import contextmanager

from gateway.settings import Settings


@contextmanager
def served() -> Iterator[Settings]:
    yield Settings(_env_file=None)
