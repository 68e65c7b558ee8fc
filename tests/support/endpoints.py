"""All endpoints of the application, as a list without a server."""

from __future__ import annotations

import re

from gateway import slots
from gateway.http.application import endpoints
from gateway.http.mcp.door import McpDoor
from gateway.http.openai import missing_paths

ENDPOINTS = endpoints(McpDoor(), slots.resource("web"))
MAY_CALL = {
    (endpoint.method, endpoint.path): endpoint.roles
    for endpoint in ENDPOINTS
    if endpoint not in missing_paths.ENDPOINTS
    and (endpoint.operation is not None or not endpoint.path.startswith("/api/"))
}
"""Who may call what, without the second spelling of the older system's paths, and without paths that are not there."""
SOME_UUID = "0f1e2d3c4b5a4f6e8d7c6b5a49382716"


def filled(path: str) -> str:
    """The path of an endpoint with a value in the place of every name."""
    return re.sub(r"\{\w+\}", SOME_UUID, path)
