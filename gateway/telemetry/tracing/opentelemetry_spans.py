"""Spans through the OpenTelemetry SDK, sent by OTLP over HTTP. Where to and how often say OpenTelemetry's own variables
(`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` …). Only `traces.begin` imports this."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from gateway import __version__
from gateway.telemetry.tracing import request_context
from gateway.telemetry.tracing.ports import Attribute, Kind, Span, dotted

KINDS = {"server": SpanKind.SERVER, "client": SpanKind.CLIENT, "internal": SpanKind.INTERNAL}
LAST_S = 3.0
"""How long the end of a process waits for the last spans to be sent."""


class OpenTelemetry:
    """The backend of `traces`. A provider of its own: nothing global is set, so that other users of OpenTelemetry in
    this process are left alone."""

    def __init__(self, processor: SpanProcessor) -> None:
        resource = Resource.create({"service.name": "citestream", "service.version": __version__})
        named = Resource.create()  # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before ours
        if not str(named.attributes.get("service.name", "unknown_service")).startswith("unknown_service"):
            resource = resource.merge(named)
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("citestream", __version__)
        self._propagator = TraceContextTextMapPropagator()

    @classmethod
    def exporting(cls) -> OpenTelemetry:
        """Returns one that sends batches from a thread of its own."""
        return cls(BatchSpanProcessor(OTLPSpanExporter()))

    def span(self, name: str, kind: Kind, attributes: Mapping[str, Attribute]) -> Iterator[Span]:
        parent = None
        # Requests that came in one go share a context: what was open for the one before is no parent of the next.
        if kind == "server" or not trace.get_current_span().get_span_context().is_valid:
            parent = self._propagator.extract(dict(request_context.trace_headers()), Context())
        with self._tracer.start_as_current_span(
            name, parent, KINDS[kind], dict(attributes), record_exception=False, set_status_on_exception=False
        ) as opened:
            found = _OpenSpan(opened)
            try:
                yield found
            except BaseException as error:  # the words of an exception may hold texts; its type does not
                found.failed(type(error).__name__)
                raise

    def headers(self) -> Mapping[str, str]:
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier or request_context.trace_headers()

    def trace_id(self) -> str | None:
        context = trace.get_current_span().get_span_context()
        return f"{context.trace_id:032x}" if context.is_valid else None

    def close(self) -> None:
        """Sends what is left. The SDK's own end waits for a collector that is away ten seconds and longer."""
        ending = threading.Thread(target=self._provider.shutdown, name="last spans", daemon=True)
        ending.start()
        ending.join(LAST_S)


class _OpenSpan:
    def __init__(self, opened: trace.Span) -> None:
        self._opened = opened

    def set(self, **attributes: Attribute | None) -> None:
        self._opened.set_attributes(dotted(attributes))

    def rename(self, name: str) -> None:
        self._opened.update_name(name)

    def failed(self, error: str) -> None:
        self._opened.set_attribute("error.type", error)
        self._opened.set_status(Status(StatusCode.ERROR))
