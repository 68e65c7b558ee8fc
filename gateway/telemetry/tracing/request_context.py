"""The ids that go with one request through everything it sets going: its own, and those of a trace it is part of.

They lie in context variables, which a task takes over from the one that starts it: a turn knows the request that asked
for it, and an answer that another process goes on with still knows it (`traces.carried`).
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from contextvars import ContextVar

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/+=-]{0,127}", re.ASCII)
"""Ids of requests that are taken over from callers."""
TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)
"""W3C Trace Context, section 3.2, version 00; of later versions the part that is known."""
TRACESTATE = re.compile(r"[\x20-\x7e]{1,512}", re.ASCII)
PLAIN_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)

_request: ContextVar[str | None] = ContextVar("citestream_request", default=None)
_trace: ContextVar[Mapping[str, str]] = ContextVar("citestream_trace")
_NO_TRACE: Mapping[str, str] = {}


def enter(headers: Mapping[str, str]) -> str:
    """Notes the ids that a request came with, and returns its own: the caller's `X-Request-ID` where it has the form
    of an id, else a new one. What is malformed is left out, as if it had not been sent."""
    given = headers.get("x-request-id", "")
    request_id = given if ID.fullmatch(given) else uuid.uuid4().hex
    _request.set(request_id)
    parent, state = headers.get("traceparent", "").strip(), headers.get("tracestate", "").strip()
    if TRACEPARENT.fullmatch(parent):
        _trace.set({"traceparent": parent, **({"tracestate": state} if TRACESTATE.fullmatch(state) else {})})
    else:
        _trace.set(_NO_TRACE)
    return request_id


def request_id() -> str | None:
    """Returns the id of the request that this work belongs to; None where none does."""
    return _request.get()


def trace_headers() -> Mapping[str, str]:
    """Returns the trace headers that the request came with."""
    return _trace.get(_NO_TRACE)


def plain_id(text: str | None) -> str | None:
    """Returns an id that a caller chose where it looks like one, for logs; None for anything that might be prose."""
    return text if text and PLAIN_ID.fullmatch(text) else None
