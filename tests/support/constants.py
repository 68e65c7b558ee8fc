"""Constants of the gateway with other values, for what is made meanwhile (`docs/adr/0016-fewer-settings.md`)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from gateway.models.services import breaker
from gateway.models.transport import streaming


@contextlib.contextmanager
def constants(retries: int | None = None, breaker_failures: int | None = None) -> Iterator[None]:
    """Sets how often providers retry, and how many failures open a breaker. None: as always."""
    with pytest.MonkeyPatch.context() as patch:
        if retries is not None:
            patch.setattr(streaming, "RETRIES", retries)
        if breaker_failures is not None:
            patch.setattr(breaker, "FAILURES", breaker_failures)
        yield
