"""The provider extractive needs nobody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gateway.settings import Settings

WIRE = None
"""It asks no service."""


@asynccontextmanager
async def served() -> AsyncIterator[Settings]:
    yield Settings(_env_file=None)
