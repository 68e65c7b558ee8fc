"""What an endpoint tells about itself: parameters, body, responses, and refusals by their error classes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from gateway.errors import (
    Forbidden,
    InvalidField,
    InvalidJson,
    LimitReached,
    NotFound,
    Refusal,
    TooLarge,
    TooSlow,
    Unauthorized,
    Unavailable,
    UnknownHost,
    UnsupportedType,
)
from gateway.http import problems
from gateway.http.openapi.client_names import REFUSED, OtherNames
from gateway.http.openapi.json_schema import Schema, named, one_of, with_schemas

JSON = "application/json"
SSE = "text/event-stream"
Responses = dict[str, Schema]
Parameters = tuple[Schema, ...]
Refusals = tuple[type[Refusal], ...]
BROKEN: Refusals = (Refusal, Unavailable, Unauthorized, Forbidden, UnknownHost, LimitReached)
"""What any endpoint that reads the database may answer."""
WRONG_BODY: Refusals = (InvalidJson, TooLarge, TooSlow, UnsupportedType, InvalidField)
IMPLIED: Mapping[str, Refusals] = {"body": WRONG_BODY, "path": (NotFound,), "query": (InvalidField,), "header": ()}
"""What any endpoint may answer that has a body, or a parameter there."""
TEXT = re.compile(r"(?<!\w)(\w++): ([^.?]+\??)\.?(?: (.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Body:
    """A request's body: its contents by media type, and the models that their schemas name."""

    content: Mapping[str, Schema]
    models: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    """By media type; the description names a schema as the model is named."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path, in the description."""

    text: str
    """`operationId: The summary. Then the description.`"""
    responses: Responses
    body: Body | None = None
    parameters: Parameters = ()
    refusals: Refusals = ()
    """The error classes that it may answer with, as problem documents, beside the usual ones."""
    is_usual: bool = True
    """Whether `BROKEN` and those of `IMPLIED` are among its refusals without being named."""
    other_names: OtherNames = REFUSED
    """What becomes of fields and query parameters that it does not describe."""
    in_dialects: Mapping[str, OtherNames] = field(default_factory=dict)
    """What becomes of such fields if `?dialect=` names one of these: its clients send what their protocol has."""

    def described(self, path: str) -> Schema:
        """Returns the operation as that of a path."""
        parameters = [
            {**told, "in": "path", "required": True} if f"{{{told['name']}}}" in path else told
            for told in self.parameters
        ]
        refusals = self.refusals
        if self.is_usual:
            wheres = [*(["body"] if self.body else []), *(parameter["in"] for parameter in parameters)]
            refusals = (*(refusal for where in wheres for refusal in IMPLIED[where]), *refusals, *BROKEN)
        parts = TEXT.fullmatch(self.text)
        if parts is None:
            raise ValueError(f"{self.text!r} has no operationId or no summary")
        name, summary, description = parts.groups()
        document: Schema = {"operationId": name, "summary": summary}
        if description:
            document["description"] = description
        if parameters:
            document["parameters"] = parameters
        if self.body is not None:
            document["requestBody"] = {"required": True, "content": dict(self.body.content)}
        document["responses"] = dict(sorted({**self.responses, **refused(refusals)}.items()))
        described: Schema = with_schemas(document)
        return described


def refused(refusals: Refusals) -> Responses:
    """Returns one response for each status, with the codes it may have."""
    by_status: dict[int, list[type[Refusal]]] = {}
    for refusal in refusals:
        by_status.setdefault(refusal.status, []).append(refusal)
    return {str(status): _problem(status, those) for status, those in by_status.items()}


def _problem(status: int, refusals: list[type[Refusal]]) -> Schema:
    codes = list(dict.fromkeys(refusal.code for refusal in refusals))
    titles = list(dict.fromkeys(_title(refusal) for refusal in refusals))
    facts = {"status": {"const": status}, "code": one_of(*codes)}
    schema = {"allOf": [named("Problem"), {"properties": facts}]}
    waits = any(refusal.retry_after_s for refusal in refusals)
    seconds = header({"type": "string", "pattern": "^[0-9]+$"}, "Seconds until another try makes sense.")
    headers = {"Retry-After": seconds} if waits else None
    return response(f"{'. '.join(titles)}.", {problems.MEDIA_TYPE: {"schema": schema}}, headers)


def _title(refusal: type[Refusal]) -> str:
    """Returns what `Refusal.title` is, without an instance; the base class stands for faults of ours."""
    first = (refusal.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return "Something went wrong here" if refusal is Refusal else first


def response(description: str, content: Schema | None = None, headers: Schema | None = None) -> Schema:
    parts = {"headers": headers, "content": content}
    return {"description": description, **{name: part for name, part in parts.items() if part}}


def as_json(kind: Any, description: str, example: Any = None) -> Schema:
    content: Schema = {"schema": kind, **({} if example is None else {"example": example})}
    return response(description, {JSON: content})


def ok(kind: Any, description: str, example: Any = None) -> Responses:
    return {"200": as_json(kind, description, example)}


def ok_in(content: Schema, description: str, headers: Schema | None = None) -> Responses:
    """Describes success with other contents than JSON. `content`: by media type."""
    return {"200": response(description, content, headers)}


def created(kind: Any, description: str) -> Responses:
    return {"201": as_json(kind, description)}


def no_content(description: str, headers: Schema | None = None) -> Responses:
    return {"204": response(description, None, headers)}


def plain(media_type: str, description: str) -> Responses:
    return ok_in({media_type: {"schema": str}}, description)


def body(model: type[BaseModel], example: Any) -> Body:
    """Returns the JSON body that a model checks."""
    return Body({JSON: {"schema": named(model.__name__), "example": example}}, {JSON: model})


def header(kind: Any, description: str) -> Schema:
    return {"description": description, "schema": kind, "required": True}


def parameter(name: str, kind: Any, description: str, *, required: bool = False) -> Schema:
    """Returns a parameter: of the path if the path has its name, a header if it is capitalised, else of the query."""
    where = "header" if name[0].isupper() else "query"
    return {"name": name, "in": where, "required": required, "description": description, "schema": kind}


def page(most: int, default: int) -> Parameters:
    """Returns the parameters that ask for a page."""
    limit = {**up_to(most), "default": default}
    return parameter("cursor", str, "`next_cursor` of the page before."), parameter("limit", limit, "Size of a page.")


def up_to(most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most}
