"""Answers as JSON that nobody on the way may store: they change, and they belong to whoever asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast

from starlette.responses import JSONResponse, Response

from gateway.answer.meta import rfc3339
from gateway.wire.shared.frame import json_bytes

NO_STORE = {"Cache-Control": "no-store"}
Shown = TypeVar("Shown")


def shown_as(kind: type[Shown], record: object, **others: Any) -> Shown:
    """Returns a record in the fields of a response's type: those in `others`, else the record's attributes or items of
    the same names. Times are in RFC 3339."""
    read = record.__getitem__ if isinstance(record, Mapping) else partial(getattr, record)
    fields = {name: others[name] if name in others else read(name) for name in kind.__annotations__}
    texts = {name: rfc3339(value) for name, value in fields.items() if isinstance(value, datetime)}
    return cast(Shown, fields | texts)


def fresh(value: Any, status: int = 200) -> Response:
    """Returns JSON with its fields in the order given."""
    return JSONResponse(value, status, headers=NO_STORE)


def canonical(value: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Returns JSON in the spelling of the dialects (`wire.shared.frame.json_bytes`)."""
    sent = {**NO_STORE, **(headers or {})}
    return Response(json_bytes(value), status, media_type="application/json", headers=sent)
