"""Spans through the OpenTelemetry SDK: a turn as one trace, from the caller's to the services behind the gateway."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("opentelemetry.sdk")
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from gateway.telemetry.tracing import opentelemetry_spans, traces
from gateway.telemetry.tracing.opentelemetry_spans import OpenTelemetry
from tests.fakes.upstream import FakeUpstream, answer_json, status
from tests.support import retriever_service
from tests.support.server import running
from tests.support.waiting import until

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
CANARY = "zanzibarquestion"


@contextlib.contextmanager
def traced():
    """Yields where spans go."""
    found = InMemorySpanExporter()
    traces.use(OpenTelemetry(SimpleSpanProcessor(found)))
    try:
        yield found
    finally:
        traces.end()


async def spans_of(found, name):
    """All spans, once one of this name has ended."""
    await until(lambda: any(span.name == name for span in found.get_finished_spans()))
    return {span.name: span for span in found.get_finished_spans()}


async def test_a_turn_is_one_trace_from_its_caller_to_model_and_retriever(database_url):
    passage = retriever_service.passage("A citation is a link.", 0.9)
    async with (
        FakeUpstream([answer_json([(["E1"], "A citation is a link.")], usage=True)]) as model,
        FakeUpstream([retriever_service.results(passage)]) as retriever,
    ):
        settings = {"provider": "openai", "openai_base_url": model.url, "openai_model": "small"}
        with traced() as found:
            async with running(database_url, **settings, retriever_url=retriever.url) as server:
                await server.client.post(
                    "/v1/answers",
                    json={"question": f"What is a citation? {CANARY}", "memory": "skip"},
                    headers={"traceparent": PARENT, "tracestate": "a=1"},
                )
                spans = await spans_of(found, "POST /v1/answers")
    server_span, turn, chat, search = (
        spans[name] for name in ("POST /v1/answers", "turn", "chat small", "retrieval remote")
    )
    assert {span.context.trace_id for span in (server_span, turn, chat, search)} == {int(TRACE, 16)}
    assert server_span.kind is SpanKind.SERVER and server_span.parent.span_id == 0x00F067AA0BA902B7
    assert turn.parent.span_id == server_span.context.span_id
    assert chat.parent.span_id == search.parent.span_id == turn.context.span_id and chat.kind is SpanKind.CLIENT
    told = dict(chat.attributes)
    assert told["gen_ai.operation.name"] == "chat" and told["gen_ai.provider.name"] == "openai"
    assert told["gen_ai.request.model"] == "small" and told["gen_ai.request.max_tokens"] == 2000
    assert told["gen_ai.usage.input_tokens"] > 0 and told["gen_ai.usage.output_tokens"] > 0
    assert told["gen_ai.response.finish_reasons"] == ("stop",)
    assert search.attributes["gen_ai.operation.name"] == "retrieval" and search.attributes["citestream.candidates"] == 1
    assert server_span.attributes["http.route"] == "/v1/answers"
    asked = [request for service in (model, retriever) for request in service.requests if request.method == "POST"]
    assert [request.headers["traceparent"][:36] for request in asked] == [f"00-{TRACE}-"] * len(asked)
    assert f"{chat.context.span_id:016x}" in asked[0].headers["traceparent"]
    assert CANARY not in json.dumps([span.to_json() for span in found.get_finished_spans()])


async def test_a_failed_request_has_a_code_and_no_words(database_url):
    async with FakeUpstream([status(400, detail=f"wrong: {CANARY}")]) as model:
        settings = {"provider": "openai", "openai_base_url": model.url, "openai_model": "small", "sample": True}
        with traced() as found:
            async with running(database_url, **settings) as server:
                await server.client.post("/v1/answers", json={"question": "What is a citation?", "memory": "skip"})
                spans = await spans_of(found, "POST /v1/answers")
    assert spans["chat small"].status.status_code is StatusCode.ERROR
    assert spans["chat small"].attributes["error.type"] == "upstream_error"
    assert CANARY not in json.dumps([span.to_json() for span in found.get_finished_spans()])


@pytest.mark.parametrize("on", [True, False])
async def test_without_our_own_spans_the_callers_trace_goes_on(database_url, on):
    async with FakeUpstream([answer_json([([], "Yes.")])]) as model:
        settings = {"provider": "openai", "openai_base_url": model.url, "openai_model": "small", "sample": True}
        with traced() if on else contextlib.nullcontext():
            async with running(database_url, **settings) as server:
                await server.client.post(
                    "/v1/answers",
                    json={"question": "What is a citation?", "memory": "skip"},
                    headers={"traceparent": PARENT},
                )
    [request] = [request for request in model.requests if request.method == "POST"][:1]
    assert request.headers["traceparent"].startswith(f"00-{TRACE}-")
    assert (request.headers["traceparent"] == PARENT) == (not on)


def test_an_exception_marks_its_span_and_passes():
    with traced() as found:
        with pytest.raises(KeyError), traces.span("work"):
            raise KeyError(CANARY)
        with pytest.raises(asyncio.CancelledError), traces.span("cancelled"):
            raise asyncio.CancelledError
        work, cancelled = found.get_finished_spans()
    assert work.attributes["error.type"] == "KeyError" and CANARY not in work.to_json()
    assert cancelled.attributes["error.type"] == "CancelledError"


def test_a_request_is_no_part_of_the_one_before_it():
    with traced() as found:
        with traces.span("first", "server"), traces.span("second", "server"), traces.span("work"):
            pass
        work, second, first = found.get_finished_spans()
    assert second.parent is None and second.context.trace_id != first.context.trace_id
    assert work.parent.span_id == second.context.span_id


def test_the_service_is_called_as_opentelemetrys_variable_says(monkeypatch):
    for given, called in ((None, "citestream"), ("mine", "mine")):
        if given:
            monkeypatch.setenv("OTEL_SERVICE_NAME", given)
        backend = OpenTelemetry(SimpleSpanProcessor(InMemorySpanExporter()))
        assert backend._provider.resource.attributes["service.name"] == called


class Collector(BaseHTTPRequestHandler):
    """Takes what is exported."""

    def do_POST(self):
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, self.headers["Content-Type"], sent))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def test_spans_reach_a_collector_before_the_process_ends(monkeypatch):
    collector = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    collector.taken = []
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.server_port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    traces.begin()
    with traces.span("exported", citestream__pieces=3):
        pass
    traces.end()
    collector.shutdown()
    collector.server_close()
    [(path, kind, sent)] = collector.taken
    assert (path, kind) == ("/v1/traces", "application/x-protobuf")
    assert b"exported" in sent and b"citestream.pieces" in sent and b"service.name" in sent


@pytest.mark.parametrize("kind", ["refused", "silent"])
def test_a_collector_that_is_away_costs_spans_and_a_moment_of_the_end(monkeypatch, kind):
    monkeypatch.setattr(opentelemetry_spans, "LAST_S", 0.5)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "4")
    before = set(threading.enumerate())
    silent = socket.create_server(("127.0.0.1", 0))
    port = silent.getsockname()[1] if kind == "silent" else 9
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    traces.use(OpenTelemetry.exporting())
    with traces.span("lost"):
        pass
    began = time.monotonic()
    traces.end()
    assert time.monotonic() - began < 2
    silent.close()
    for thread in set(threading.enumerate()) - before:  # It would log into the tests that come after this one.
        thread.join(30)
        assert not thread.is_alive()
