"""Spans, where they are wanted: OpenTelemetry is imported only by `begin`, and without it every span is nothing.

The facade has what the gateway needs and no more. Attributes hold ids, counts and names, never text of questions,
answers or documents.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from gateway.telemetry.tracing import request_context
from gateway.telemetry.tracing.ports import Attribute, Backend, Kind, Span, dotted
from gateway.telemetry.unwatched import is_news

log = logging.getLogger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Variables of OpenTelemetry that switch tracing on."""


class _NoSpan:
    """What a span is while nobody traces, and what opens it: streams have three each for as long as they run."""

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *error: object) -> None: ...

    def set(self, **attributes: Attribute | None) -> None: ...

    def rename(self, name: str) -> None: ...

    def failed(self, error: str) -> None: ...


NO_SPAN = _NoSpan()
_backend: Backend | None = None


def begin() -> None:
    """Switches tracing on for this process if the environment names a collector."""
    global _backend
    if not any(map(os.environ.get, ENDPOINTS)) or _backend is not None:
        return
    try:
        from gateway.telemetry.tracing.opentelemetry_spans import OpenTelemetry
    except ImportError:
        # The variable may be meant for other programs of the environment, so that this stops no start.
        log.warning("%s is set, but spans need packages: pip install 'citestream[otel]'", ENDPOINTS[0])
        return
    _backend = OpenTelemetry.exporting()


def use(backend: Backend | None) -> None:
    """Takes another backend, or none."""
    global _backend
    _backend = backend


def end() -> None:
    """Sends what is left, within some seconds, and switches tracing off. May block."""
    global _backend
    backend, _backend = _backend, None
    if backend is not None:
        backend.close()


def span(name: str, kind: Kind = "internal", **attributes: Attribute | None) -> AbstractContextManager[Span]:
    """Opens a span around a block; names of attributes as `Span.set` reads them. An exception marks it as failed."""
    if _backend is None or not is_news():
        return NO_SPAN
    return _opened(_backend, name, kind, attributes)


@contextmanager
def _opened(backend: Backend, name: str, kind: Kind, attributes: Mapping[str, Attribute | None]) -> Iterator[Span]:
    yield from backend.span(name, kind, dotted(attributes))


def headers() -> dict[str, str]:
    """Returns the trace headers for a request to another service: of the open span, else those that came in."""
    return dict(request_context.trace_headers() if _backend is None else _backend.headers())


def carried() -> dict[str, str]:
    """Returns the headers by which this work is known, for whoever goes on with it: `request_context.enter` reads
    them."""
    request_id = request_context.request_id()
    return {**headers(), **({"x-request-id": request_id} if request_id else {})}


def trace_id() -> str | None:
    """Returns the id of the trace that this work is part of; None where there is none."""
    if _backend is not None:
        return _backend.trace_id()
    parent = request_context.trace_headers().get("traceparent")
    return parent.split("-")[1] if parent else None
