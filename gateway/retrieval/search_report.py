"""What is told of one search of a knowledge source: its time, whether it found anything, a span; not what was looked
for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gateway.telemetry import families
from gateway.telemetry.tracing import traces
from gateway.telemetry.unwatched import is_counted


@contextmanager
def searching(source: str) -> Iterator[Callable[[int], None]]:
    """Tells of the search in this block, which says how much it found; a block that ends without that has failed."""
    name, began, result = families.source_name(source), time.monotonic(), "failed"

    def done(found: int) -> None:
        nonlocal result
        result = "found" if found else "nothing"
        span.set(citestream__candidates=found)

    try:
        with traces.span(
            f"retrieval {name}", gen_ai__operation__name="retrieval", gen_ai__data_source__id=name
        ) as span:
            yield done
    finally:
        if is_counted():
            families.SEARCHES.labels(name, result).inc()
            families.SEARCH_TIME.labels(name).observe(time.monotonic() - began)
