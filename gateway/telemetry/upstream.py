"""Requests to services of others, as figures."""

from __future__ import annotations

import time
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager

from gateway.telemetry import families
from gateway.telemetry.bounded import OTHER, among

PAUSED, LEFT = "paused", "left"
"""Results of a request that was not sent, because the service is left alone; and that nobody read to its end."""
RESULTS = ("unavailable", "upstream_error", "upstream_timeout", "upstream_refused", "content_filter")


@contextmanager
def attempt(service: str) -> Iterator[None]:
    """Counts one request, with the `code` of what it raises, and its time."""
    began, result = time.monotonic(), "ok"
    try:
        yield
    except (GeneratorExit, CancelledError):
        result = LEFT
        raise
    except TimeoutError:
        result = "upstream_timeout"
        raise
    except Exception as error:
        result = among(RESULTS, getattr(error, "code", OTHER))
        raise
    finally:
        name = families.service_name(service)
        families.ATTEMPTS.labels(name, result).inc()
        families.ATTEMPT_TIME.labels(name).observe(time.monotonic() - began)


def paused(service: str) -> None:
    """Counts a request that was not sent."""
    families.ATTEMPTS.labels(families.service_name(service), PAUSED).inc()


def breaker(service: str, *, is_open: bool) -> None:
    """Tells whether a service is left alone."""
    families.BREAKERS.labels(families.service_name(service)).set(is_open)
