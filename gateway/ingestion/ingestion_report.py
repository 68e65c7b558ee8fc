"""What is told of texts and files that are taken in: how many, what became of them, how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from gateway.telemetry import families
from gateway.telemetry.tracing import traces

Outcome = tuple[str, int]
"""What became of one: `ready`, `unchanged` or `failed`, and its passages."""


@contextmanager
def ingesting() -> Iterator[Callable[[Iterable[Outcome]], None]]:
    """Tells of what the block takes in; it says what became of each."""
    began = time.monotonic()

    def done(outcomes: Iterable[Outcome]) -> None:
        for status, passages in outcomes:
            families.DOCUMENTS.labels(status).inc()
            if status == "ready":
                families.PASSAGES.inc(passages)

    with traces.span("ingestion"):
        try:
            yield done
        finally:
            families.INGESTION_TIME.observe(time.monotonic() - began)
