"""Visits by requests that no server has received."""

from starlette.requests import empty_receive

from gateway.http.door.visit import Visit


def visit(parts=None, *, headers=None, receive=None, identified=None, **scope):
    """Returns the visit of a request with these services, headers and parts of its scope."""
    raw = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    whole = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": raw, **scope}
    made = Visit(parts, whole, receive or empty_receive)
    made.identified = identified
    return made
