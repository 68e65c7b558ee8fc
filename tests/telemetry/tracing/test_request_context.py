"""The ids of one request."""

import asyncio
import contextvars
import re

import pytest

from gateway.telemetry.tracing import request_context
from tests.support.every import every

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def entered(**headers):
    """The id, and the trace headers, of a request with these headers."""

    def enter():
        return request_context.enter({name.replace("_", "-"): value for name, value in headers.items()})

    context = contextvars.copy_context()
    return context.run(enter), context.run(request_context.trace_headers)


@pytest.mark.parametrize("given", ["a", "req-1.2_3:4", "01J9Z3@host/7=+", "x" * 128])
def test_an_id_is_taken_over(given):
    assert entered(x_request_id=given)[0] == given


@every("given", ["", "x" * 129, "two words", 'quo"te', "line\nbreak", "-first", "é", "{}", "\x00"])
def test_what_is_no_id_is_replaced(given):
    assert re.fullmatch(r"[0-9a-f]{32}", entered(x_request_id=given)[0])


def test_a_trace_is_taken_over_as_it_came():
    assert entered(traceparent=PARENT, tracestate="a=1,b=2")[1] == {"traceparent": PARENT, "tracestate": "a=1,b=2"}
    assert entered(traceparent=PARENT, tracestate="x" * 513)[1] == {"traceparent": PARENT}


@pytest.mark.parametrize(
    "given",
    [
        "",
        "ff" + PARENT[2:],
        PARENT.upper(),
        PARENT + "-more",
        "00-" + "0" * 32 + PARENT[35:],
        PARENT[:36] + "0" * 16 + "-01",
        "x",
    ],
)
def test_what_is_no_trace_is_left_out(given):
    assert entered(traceparent=given, tracestate="a=1")[1] == {}


async def test_what_a_request_sets_going_knows_it():
    async def request(name):
        request_context.enter({"x-request-id": name})
        return await asyncio.create_task(turn())

    async def turn():
        await asyncio.sleep(0)
        return request_context.request_id()

    assert await asyncio.gather(*(asyncio.create_task(request(name)) for name in "abc")) == ["a", "b", "c"]
    assert request_context.request_id() is None


@pytest.mark.parametrize(("given", "told"), [("t-1", "t-1"), (None, None), ("what is it?", None), ("x" * 65, None)])
def test_only_what_looks_like_an_id_is_logged_as_one(given, told):
    assert request_context.plain_id(given) == told
