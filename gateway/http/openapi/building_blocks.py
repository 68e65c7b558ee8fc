"""The building stones of a description: parameters, bodies, responses, and refusals by their error classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gateway.errors import (
    Forbidden,
    InvalidField,
    InvalidJson,
    Refusal,
    TooLarge,
    TooSlow,
    Unauthorized,
    Unavailable,
    UnknownHost,
    UnsupportedType,
)
from gateway.http.openapi.events_schema import Schema, named, one_of, record
from gateway.http.problems import MEDIA_TYPE as PROBLEM

JSON = "application/json"
SSE = "text/event-stream"
BROKEN: tuple[type[Refusal], ...] = (Refusal, Unavailable, Unauthorized, Forbidden, UnknownHost)
"""What any route that reads the database may answer."""
BODY: tuple[type[Refusal], ...] = (InvalidJson, TooLarge, TooSlow, UnsupportedType, InvalidField)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. `refusals`: the error classes it may answer with, as problem documents."""

    tag: str
    name: str
    """Its `operationId`."""
    summary: str
    description: str = ""
    parameters: tuple[Schema, ...] = ()
    body: Schema | None = None
    responses: Mapping[str, Schema] = field(default_factory=dict)
    refusals: tuple[type[Refusal], ...] = ()

    def described(self) -> Schema:
        responses = {**self.responses, **problems(self.refusals)}
        said: Schema = {"tags": [self.tag], "operationId": self.name, "summary": self.summary}
        if self.description:
            said["description"] = self.description
        if self.parameters:
            said["parameters"] = list(self.parameters)
        if self.body is not None:
            said["requestBody"] = self.body
        return {**said, "responses": dict(sorted(responses.items()))}


def problems(refusals: tuple[type[Refusal], ...]) -> dict[str, Schema]:
    """One response per status, with the codes it may have."""
    by_status: dict[int, list[type[Refusal]]] = {}
    for refusal in refusals:
        by_status.setdefault(refusal.status, []).append(refusal)
    return {str(status): _problem(status, those) for status, those in by_status.items()}


def _problem(status: int, refusals: list[type[Refusal]]) -> Schema:
    codes = list(dict.fromkeys(refusal.code for refusal in refusals))
    titles = list(dict.fromkeys(_title(refusal) for refusal in refusals))
    facts = {"status": {"const": status}, "code": one_of(*codes)}
    schema = {"allOf": [named("Problem"), {"properties": facts}]}
    headers = {name: header("Seconds until another try makes sense.", {"type": "string", "pattern": "^[0-9]+$"})
               for refusal in refusals if refusal.retry_after_s for name in ("Retry-After",)}  # fmt: skip
    return response(f"{'. '.join(titles)}.", {PROBLEM: {"schema": schema}}, headers)


def _title(refusal: type[Refusal]) -> str:
    """What `Refusal.title` is, without an instance; the base class stands for faults of ours."""
    first = (refusal.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return "Something went wrong here" if refusal is Refusal else first


def response(description: str, content: Schema | None = None, headers: Schema | None = None) -> Schema:
    said: Schema = {"description": description}
    if headers:
        said["headers"] = headers
    if content:
        said["content"] = content
    return said


def as_json(schema: Schema, description: str, example: Any = None, **more: Schema) -> Schema:
    """A JSON response."""
    content: Schema = {"schema": schema, **({} if example is None else {"example": example})}
    return response(description, {JSON: content}, dict(more) or None)


def header(description: str, schema: Schema) -> Schema:
    return {"description": description, "schema": schema, "required": True}


def body(schema: Schema, example: Any, kind: str = JSON) -> Schema:
    return {"required": True, "content": {kind: {"schema": schema, "example": example}}}


def path(name: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": schema, "description": description}


def query(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    return {"name": name, "in": "query", "required": required, "schema": schema, "description": description}


def in_header(name: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": "header", "required": False, "schema": schema, "description": description}


def envelope(data: Schema) -> Schema:
    """Success or failure in the older system's envelope; the status is 200 either way."""
    return {"anyOf": [record({"success": {"const": True}, "data": data}), named("LegacyFailure")]}
