"""Reads a request: its address, and the media type, pace, size, JSON and fields of its body. Each has a refusal of
its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StrictInt,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, core_schema
from starlette.types import Message, Receive

from gateway.errors import InvalidField, InvalidJson, TooLarge, TooSlow, UnsupportedType
from gateway.http.door.visit import Visit
from gateway.http.openapi.known_names import DIALECT
from gateway.words.languages import ANSWERED, AnswerLanguage

KB = 1024
JSON_LIMIT = 256 * KB
SILENCE_S = 30.0
"""The longest pause in a body."""
SLOWEST = 4 * KB
"""Bytes a second that a body must reach on average: a large upload over a bad line does, a body sent in drops does
not."""
Model = TypeVar("Model", bound=BaseModel)
Tongue = Annotated[str, StringConstraints(to_lower=True, pattern=r"^[A-Za-z]{2,3}$")]
"""A language filter: the primary subtag (RFC 5646), which all varieties of a language have in common."""
_TAG = re.compile(r"([A-Za-z]{2})(?:[-_][A-Za-z0-9]{2,8})*")
_ANY_CASE = ("".join(f"[{letter}{letter.upper()}]" for letter in code) for code in ANSWERED)
TAGGED = rf"^(?:{'|'.join(_ANY_CASE)})(?:[-_][A-Za-z0-9]{{2,8}})*$"


def primary(value: Any) -> Any:
    """Returns the primary subtag of a language tag (RFC 5646) in lower case, `pt` of `pt-BR`; anything else as it
    is."""
    match = _TAG.fullmatch(value) if isinstance(value, str) else None
    return match[1].lower() if match else value


Spoken = Annotated[
    AnswerLanguage,
    BeforeValidator(primary),
    WithJsonSchema({"anyOf": [{"enum": list(ANSWERED)}, {"type": "string", "pattern": TAGGED}]}),
]
"""The language of an answer. A region or a script behind it does not count."""
CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
ON_ONE_LINE, FILLED_LINE = rf"^[^{CONTROL}]*$", rf"^[^{CONTROL}]*[^\s{CONTROL}][^{CONTROL}]*$"
STORABLE, FILLED = r"^[^\x00]*$", r"^[^\x00]*[^\s\x00][^\x00]*$"
"""Patterns of what `plain` and `storable` let through; `FILLED…` also asks for more than white space. They are used
in the descriptions of requests."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def plain(text: str) -> str:
    """Returns a name on one line. Raises the `ValueError` that pydantic turns into a wrong field."""
    if _CONTROL.search(text):
        raise ValueError("must not contain control characters or broken characters")
    return text.strip()


def storable(text: str) -> str:
    """Returns a text of any number of lines. PostgreSQL stores every character but NUL."""
    if "\0" in text:
        raise ValueError("must not contain the character NUL")
    return text


def storable_value(value: dict[str, Any], largest: int) -> dict[str, Any]:
    """Returns an object that the database takes as JSON: without NUL and broken characters, not nested too deep, and
    of at most `largest` bytes."""
    try:
        encoded = orjson.dumps(value)
    except orjson.JSONEncodeError:
        encoded = b""
    if not encoded or rb"\u0000" in encoded or len(encoded) > largest:
        raise ValueError(f"must be plain JSON of at most {largest} bytes, without the character NUL")
    return value


class DescribedModel(BaseModel):
    """A model whose fields are described by their docstrings."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def text_schema(longest: int, pattern: str) -> dict[str, Any]:
    """Returns how a text of at most `longest` characters is described."""
    return {"type": "string", "maxLength": longest, "pattern": pattern}


def bounded_text(longest: int, check: Callable[[str], str], pattern: str) -> tuple[Any, ...]:
    """Returns the annotations of a text of at most `longest` characters."""
    return Field(max_length=longest), AfterValidator(check), WithJsonSchema(text_schema(longest, pattern))


def filled_text(longest: int) -> tuple[Any, ...]:
    """Returns the annotations of a text of at most `longest` characters that is more than white space."""
    return (
        StringConstraints(strip_whitespace=True, min_length=1, max_length=longest, strict=True),
        AfterValidator(storable),
        WithJsonSchema(text_schema(longest, FILLED)),
    )


def whole(value: Any) -> Any:
    """Returns the whole number that a float like 7.0 is; anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def from_zero(most: int) -> tuple[Any, ...]:
    """Returns the annotations of a `StrictInt` from 0 on. JSON makes no difference between 7 and 7.0."""
    schema = {"type": "integer", "minimum": 0, "maximum": most}
    return Field(ge=0, le=most), BeforeValidator(whole), WithJsonSchema(schema)


Positive = Annotated[
    Annotated[StrictInt, Field(ge=1)], BeforeValidator(whole), WithJsonSchema({"type": "integer", "minimum": 1})
]
"""A whole number from 1 on; JSON makes no difference between 7 and 7.0."""


def up_to(most: int) -> tuple[Any, Any]:
    """Returns the annotations of a `Positive` with a greatest value."""
    return Field(le=most), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": most})


@dataclass(frozen=True, slots=True)
class Absent:
    """Marks a field in which an empty string means the same as no value. With `blank`, so does a string of white
    space."""

    blank: bool = False

    def _read(self, value: Any) -> Any:
        return None if isinstance(value, str) and not (value.strip() if self.blank else value) else value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        empty = {"type": "string", "pattern": r"^\s*$"} if self.blank else {"const": ""}
        return {"anyOf": [*handler(schema)["anyOf"], empty]}


Value = TypeVar("Value")
OrAbsent = Annotated[Value | None, Absent()]
"""A field without a value where the string is empty."""
OrBlank = Annotated[Value | None, Absent(blank=True)]
"""A field without a value where the string is white space or empty."""


def check_address(visit: Visit) -> None:
    """Keeps every NUL of an address from the handlers, because a database cannot store it.

    In a path it becomes U+FFFD, as every byte does that is not UTF-8: a name that nobody has, answered as an unknown
    one. Raises `InvalidField` for a NUL in a query.
    """
    for name, value in visit.path_params.items():
        if isinstance(value, str):
            visit.path_params[name] = value.replace("\0", "\ufffd")
    if b"%00" not in visit.scope["query_string"]:
        return
    for name, value in visit.query_params.multi_items():
        if "\0" in name or "\0" in value:
            raise InvalidField.named(name.replace("\0", "\ufffd"), "must not contain the character NUL")


def body_hash(given: Mapping[str, Any]) -> str:
    """Returns the SHA-256 of a JSON object in hexadecimal. It tells whether a request is sent once more."""
    try:
        encoded = json.dumps(given, sort_keys=True)
    except RecursionError:
        raise InvalidJson("The body is nested too deep.") from None
    return hashlib.sha256(encoded.encode()).hexdigest()


def media_type(visit: Visit) -> str:
    return visit.headers.get("content-type", "").partition(";")[0].strip().lower()


class Pace:
    """Decides how long the next piece of a body may take. Only waiting for the sender counts, not what we do
    meanwhile."""

    def __init__(self, silence_s: float) -> None:
        """Takes the longest pause, which is also the time for a whole body beside a second for each `SLOWEST` bytes."""
        self._silence_s = self._left_s = silence_s

    @property
    def patience_s(self) -> float:
        return min(self._silence_s, self._left_s)

    def came(self, size: int, waited_s: float) -> None:
        """Takes note of a piece of so many bytes that came after so many seconds."""
        self._left_s += size / SLOWEST - waited_s


def patient(visit: Visit) -> Receive:
    """Returns what the pieces of a body come from. It raises `TooSlow` when a piece is not there in time. Behind the
    end of the body it only waits for the sender to leave, so nobody should read on there."""
    pace, clock = Pace(SILENCE_S), asyncio.get_running_loop().time

    async def receive() -> Message:
        begun = clock()
        try:
            async with asyncio.timeout(pace.patience_s):
                message = await visit.receive()
        except TimeoutError:
            raise TooSlow(
                f"A body may pause for {SILENCE_S:g} s, and may take as long and a second more for each "
                f"{SLOWEST // KB} KB."
            ) from None
        pace.came(len(message.get("body", b"")), clock() - begun)
        return message

    return receive


async def read_bytes(visit: Visit, limit: int) -> bytes:
    """Returns the body. Raises `TooLarge` as soon as it is known to exceed `limit` bytes, and `TooSlow`."""
    too_large = TooLarge(f"The body may have at most {limit // KB} KB.")
    declared = visit.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise too_large
    chunks, size = [], 0
    async for chunk in visit.reading(patient(visit)).stream():
        size += len(chunk)
        if size > limit:
            raise too_large
        chunks.append(chunk)
    return b"".join(chunks)


def check_is_json(visit: Visit) -> None:
    """Raises `UnsupportedType` if the content type is another one than JSON, or missing."""
    if media_type(visit) != "application/json":
        raise UnsupportedType("Send the body as JSON with the header Content-Type: application/json.")


async def read_json(visit: Visit, limit: int = JSON_LIMIT) -> dict[str, Any]:
    """Returns the JSON object of a request. Raises `InvalidField` for a field that its endpoint does not know."""
    check_is_json(visit)
    given = json_object(await read_bytes(visit, limit))
    check_fields(visit, media_type(visit), given)
    return given


def check_fields(visit: Visit, kind: str, given: Mapping[str, Any]) -> None:
    """Raises `InvalidField` for a field that the endpoint of this request does not know, or notes a warning. `kind`:
    the media type of the body."""
    if visit.known is not None:
        visit.warnings += tuple(visit.known.check_body(visit.query_params.get(DIALECT, ""), kind, given))


def json_object(body: bytes) -> dict[str, Any]:
    """Returns the JSON object that a body is."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidJson(f"The body is not valid JSON{where}.") from None
    if not isinstance(value, dict):
        raise InvalidJson("The body must be a JSON object.")
    return value


def without_null(value: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that are not null, because null means absent."""
    return {name: part for name, part in value.items() if part is not None}


async def received(visit: Visit, model: type[Model]) -> Model:
    """Returns the typed request in a JSON body. Raises a refusal for what is wrong with it."""
    return checked(model, without_null(await read_json(visit)))


def queried(visit: Visit, model: type[Model]) -> Model:
    """Returns the typed query of a request. Raises `InvalidField`."""
    return checked(model, dict(visit.query_params))


def checked(model: type[Model], value: dict[str, Any]) -> Model:
    """Returns the typed request. Raises `InvalidField`, which lists every wrong field."""
    try:
        return model.model_validate(value)
    except ValidationError as wrong:
        errors = [
            {"field": ".".join(map(str, error["loc"])) or "body", "message": error["msg"].removeprefix("Value error, ")}
            for error in wrong.errors(include_url=False, include_input=False, include_context=False)
        ]
        raise InvalidField("; ".join(f"{error['field']}: {error['message']}" for error in errors), errors) from None
