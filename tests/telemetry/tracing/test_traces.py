"""Spans, where nobody wants them."""

import subprocess
import sys

import pytest

from gateway.telemetry.tracing import request_context, traces

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
OFF = """
import sys
from gateway.app import Gateway
from gateway.http.application import create_app
from gateway.telemetry.tracing import traces
traces.begin()
with traces.span("nothing", gen_ai__request__model="m") as span:
    span.set(a=1), span.rename("b"), span.failed("c")
print([name for name in sys.modules if name.split(".")[0] == "opentelemetry" and "sdk" in name])
"""
ABSENT = """
import os, sys
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
for name in ("opentelemetry", "opentelemetry.sdk"):
    sys.modules[name] = None
from gateway.telemetry.tracing import traces
traces.begin()
print(traces._backend)
"""


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_without_them_nothing_of_opentelemetry_is_imported():
    assert python(OFF).stdout == "[]\n"


def test_without_the_packages_the_log_says_what_to_install_and_the_start_goes_on():
    done = python(ABSENT)
    assert done.stdout == "None\n" and "pip install 'citestream[otel]'" in done.stderr


async def test_the_trace_that_came_in_goes_on_unchanged():
    assert traces.headers() == {} and traces.trace_id() is None
    request_context.enter({"traceparent": PARENT, "tracestate": "a=1"})
    try:
        assert traces.headers() == {"traceparent": PARENT, "tracestate": "a=1"}
        assert traces.trace_id() == "4bf92f3577b34da6a3ce929d0e0e4736"
    finally:
        request_context.enter({})


def test_the_backend_is_closed_once():
    closed = []

    class Backend:
        def close(self):
            closed.append(1)

    traces.use(Backend())
    traces.end()
    traces.end()
    assert closed == [1]


def test_without_a_collector_nothing_begins():
    traces.begin()
    assert traces._backend is None


@pytest.mark.parametrize(("name", "dotted"), [("gen_ai__request__model", "gen_ai.request.model"), ("plain", "plain")])
def test_names_of_attributes_are_dotted(name, dotted):
    assert traces.dotted({name: 1, "absent": None}) == {dotted: 1}
