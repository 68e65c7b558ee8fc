"""Visits by requests that no server has received."""

from starlette.requests import Request

from gateway.http.door.visit import Visit


def visit(parts=None, *, headers=None, receive=None, identified=None, **scope):
    """Returns the visit of a request with these services, headers and parts of its scope."""
    raw = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    whole = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": raw, **scope}
    request = Request(whole, receive) if receive else Request(whole)
    return Visit(parts, request, identified)
