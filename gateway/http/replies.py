"""Answers as JSON that nobody on the way may store: they change, and they belong to whoever asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from gateway.wire.shared.frame import json_bytes

NO_STORE = {"Cache-Control": "no-store"}


def fresh(value: Any, status: int = 200) -> Response:
    """Returns JSON with its fields in the order given."""
    return JSONResponse(value, status, headers=NO_STORE)


def canonical(value: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Returns JSON in the spelling of the dialects (`wire.shared.frame.json_bytes`)."""
    sent = {**NO_STORE, **(headers or {})}
    return Response(json_bytes(value), status, media_type="application/json", headers=sent)
