"""Requests to services of others, as figures."""

from __future__ import annotations

import time
from asyncio import CancelledError

from gateway.telemetry import families
from gateway.telemetry.bounded import OTHER, among

PAUSED, LEFT = "paused", "left"
"""Results of a request that was not sent, because the circuit breaker is open; and that nobody read to its end."""
RESULTS = ("unavailable", "upstream_error", "upstream_timeout", "upstream_refused", "content_filter", LEFT)


class attempt:
    """Counts one request, the block, with the `code` of what it raises, and its time."""

    __slots__ = ("_began", "_service")

    def __init__(self, service: str) -> None:
        self._service, self._began = service, time.monotonic()

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        name = families.service_name(self._service)
        families.ATTEMPTS.labels(name, _result(error)).inc()
        families.ATTEMPT_TIME.labels(name).observe(time.monotonic() - self._began)


def _result(error: BaseException | None) -> str:
    match error:
        case None:
            return "ok"
        case GeneratorExit() | CancelledError():
            return LEFT
        case TimeoutError():
            return "upstream_timeout"
    return among(RESULTS, getattr(error, "code", OTHER))


def paused(service: str) -> None:
    """Counts a request that was not sent."""
    families.ATTEMPTS.labels(families.service_name(service), PAUSED).inc()


def breaker(service: str, *, is_open: bool) -> None:
    """Reports whether the circuit breaker of a service is open."""
    families.BREAKERS.labels(families.service_name(service)).set(is_open)
