"""Shapes of JSON, written as TypeScript writes them and read as JSON Schema.

`shape("{id: uuid, pages?: count[], state: 'done' | 'failed', at: time | null, box: {left: number}, whole: Document}")`
is an object with these fields, all required but those with a `?`. A word in lower case is one of `KINDS`, a capitalised
one is a component of the description. `1..100 = 50` is a number of this range with its default, `/^[a-z]+$/` a text of
this pattern, `...word` all fields of that word. What stands behind `--` on a line, or on several, describes the field
before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from gateway.answer.answer import CitationMode, Reason, ReferenceType, RefType, Status
from gateway.http.openapi.json_schema import COMPONENTS as COMPONENTS
from gateway.http.openapi.json_schema import Schema as Schema
from gateway.http.openapi.json_schema import named as named
from gateway.http.openapi.json_schema import one_of as one_of
from gateway.http.openapi.json_schema import or_null as or_null

TOKEN = re.compile(r"--[^\n]*|'[^']*'|\[\]|\[\w+\]|/[^/\n]*/|\.\.\.\w+|\d+\.\.\d+|\w+(?:-\w+)*\??|[{}:|,=]")
CONSTANTS = {"true": True, "false": False, "0": 0, "1": 1}


KINDS: Mapping[str, Schema] = {
    "any": {},
    "null": {"type": "null"},
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "object": {"type": "object"},
    "number": {"type": "number"},
    "count": {"type": "integer", "minimum": 0},
    "positive": {"type": "integer", "minimum": 1},
    "share": {"type": "number", "minimum": -1, "maximum": 1},
    "time": {"type": "string", "format": "date-time"},
    "id": {"type": "string", "format": "uuid"},
    "uuid": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "base64": {"type": "string", "contentEncoding": "base64"},
    "citation_id": {"type": "string", "pattern": "^[EG][1-9][0-9]*$"},
    "citation_mode": one_of(*get_args(CitationMode)),
    "citation_status": one_of(*get_args(Status)),
    "reference_type": one_of(*get_args(ReferenceType)),
    "pointer_type": one_of(*get_args(RefType)),
    "reason": or_null(one_of(*get_args(Reason))),
}


def shape(text: str, description: str = "", /, **kinds: Schema) -> Schema:
    """Returns the JSON Schema of a shape. `kinds`: more words in lower case, beside `KINDS`."""
    schema = _Reader(text, {**KINDS, **kinds}).union()
    return {**schema, "description": description} if description else schema


def shapes(text: str, **kinds: Schema) -> dict[str, Schema]:
    """Returns the JSON Schemas of several shapes by their names, which are written as fields of an object and are words
    for those behind them."""
    words = {**KINDS, **kinds}
    named_shapes: dict[str, Schema] = _Reader(f"{text}\n}}", words).fields(words)["properties"]
    return named_shapes


class _Reader:
    """Reads one shape from left to right."""

    def __init__(self, text: str, kinds: Mapping[str, Schema]) -> None:
        self._tokens, self._kinds = [*TOKEN.findall(text), ""], kinds

    def _skip(self, token: str) -> bool:
        if self._tokens[0] != token:
            return False
        del self._tokens[0]
        return True

    def union(self) -> Schema:
        """Returns the schema of alternatives; values that stand there themselves are one enumeration."""
        values: list[Any] = []
        schemas: list[Schema] = []
        while True:
            token = self._tokens.pop(0)
            if token.startswith("'") or token in CONSTANTS:
                values.append(CONSTANTS.get(token, token.strip("'")))
            else:
                schemas.append(self._items(self.fields() if token == "{" else self._kind(token)))
            if not self._skip("|"):
                break
        if values:
            schemas.insert(0, {"const": values[0]} if len(values) == 1 else one_of(*values))
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _items(self, schema: Schema) -> Schema:
        return self._items({"type": "array", "items": schema}) if self._skip("[]") else schema

    def _description(self) -> str:
        lines = []
        while self._tokens[0].startswith("--"):
            lines.append(self._tokens.pop(0)[2:].strip())
        return " ".join(lines)

    def _kind(self, word: str) -> Schema:
        least, is_range, most = word.partition("..")
        if is_range:
            return {"type": "integer", "minimum": int(least), "maximum": int(most)}
        if word.startswith("/"):
            return {"type": "string", "pattern": word[1:-1]}
        return named(word) if word[:1].isupper() else self._kinds[word]

    def fields(self, words: dict[str, Schema] | None = None) -> Schema:
        """Returns the schema of an object, up to its closing brace. `words`: takes up each field as it is read."""
        fields: dict[str, Schema] = {}
        required = []
        while not self._skip("}"):
            name = self._tokens.pop(0)
            if name.startswith("..."):
                fields |= self._kinds[name[3:]]["properties"]
                required += self._kinds[name[3:]]["required"]
                self._skip(",")
                continue
            if not self._skip(":"):
                raise ValueError(f"{name!r}: a field has a colon behind its name")
            field = self.union()
            if self._skip("="):
                field = {**field, "default": int(self._tokens.pop(0))}
            self._skip(",")
            if description := self._description():
                field = {**field, "description": description}
            if name.startswith("["):  # any names
                self._skip("}")
                return {"type": "object", "additionalProperties": field}
            fields[name.rstrip("?")] = field
            if words is not None:
                words[name] = field
            if not name.endswith("?"):
                required.append(name)
        return {"type": "object", "properties": fields, **({"required": required} if required else {})}
