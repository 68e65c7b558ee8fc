"""The names of fields and query parameters that an endpoint knows, and what becomes of any other name.

A misspelt filter that is ignored would search everything. So the description of an endpoint decides: the query
parameters of its `Operation` and the schema of its body. An object with `additionalProperties: false` takes no other
name. Any other object belongs to somebody else's protocol: a name that is near a known one is refused there too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any

from pydantic import AliasChoices, BaseModel
from pydantic.json_schema import models_json_schema

from gateway.errors import InvalidField
from gateway.http.openapi import components
from gateway.http.openapi.json_schema import COMPONENTS, Schema
from gateway.http.openapi.operation import Operation

DIALECT = "dialect"
MOST_TOLD = 10
"""Names in one refusal, and in the warnings of one answer."""
MOST_COMPARED = 100
"""Unknown names of one body that are compared with known ones, because each comparison takes time."""
MOST_EDITS, SHORTEST, LONGEST = 2, 6, 60
"""Insertions, deletions and substitutions between near names; lengths of names for which these count."""
LONGEST_SHOWN = 100


def request_schemas(models: Iterable[type[BaseModel]], are_open: Collection[str] = ()) -> dict[str, Schema]:
    """Returns the schemas of models and of the models in them, by name. All but those in `are_open`, and those that say
    so themselves, take no other names than their own."""
    return {
        name: {**schema, "additionalProperties": schema.get("additionalProperties", False)}
        if "properties" in schema and name not in are_open
        else schema
        for name, schema in _generated(tuple(models)).items()
    }


@cache
def _generated(models: tuple[type[BaseModel], ...]) -> dict[str, Schema]:
    given = [(model, "validation") for model in models]
    _, generated = models_json_schema(given, ref_template=f"{COMPONENTS}{{model}}")  # type: ignore[arg-type]
    schemas: dict[str, Schema] = generated.get("$defs", {})
    return schemas


def with_spellings(schema: Schema, model: type[BaseModel]) -> None:
    """Adds the other spellings of fields to the schema of their model."""
    fields = schema["properties"]
    for field in model.model_fields.values():
        if isinstance(field.validation_alias, AliasChoices):
            first, *others = map(str, field.validation_alias.choices)
            fields.update({name: {**fields[first], "description": f"The same as `{first}`."} for name in others})


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that the schema of its object does not have."""

    path: tuple[str, ...]
    """The names and indexes that lead to the object."""
    name: str
    properties: Mapping[str, Schema]
    """The fields that the object may have."""
    is_refused: bool
    """Whether the object takes no other names than these."""

    @property
    def field(self) -> str:
        return ".".join((*self.path, shown(self.name)))


class KnownNames:
    """The names that one endpoint knows."""

    def __init__(self, operation: Operation, path: str) -> None:
        self._operation, self._path, self._others = operation, path, operation.other_names
        self._query: dict[str, Schema] = {
            parameter["name"]: {}
            for parameter in operation.parameters
            if parameter["in"] == "query" and f"{{{parameter['name']}}}" not in path
        }

    @cached_property
    def _schemas(self) -> Mapping[str, Schema]:
        models = self._operation.body.models.values() if self._operation.body else ()
        are_open = () if self._others.rule == "refused" else [model.__name__ for model in models]
        return {**components.FOREIGN, **request_schemas(models, are_open)}

    @cached_property
    def _in_dialects(self) -> Mapping[str, KnownNames]:
        told = self._operation.in_dialects if DIALECT in self._query else {}
        return {
            dialect: KnownNames(replace(self._operation, other_names=others, in_dialects={}), self._path)
            for dialect, others in told.items()
        }

    def check_query(self, names: Iterable[str]) -> list[str]:
        """Returns warnings about query parameters that are ignored. Raises `InvalidField` for refused ones."""
        unknown = (name for name in names if name not in self._query)
        is_refused = self._others.rule == "refused"
        return self._judge((UnknownName((), name, self._query, is_refused) for name in unknown), "query parameter")

    def check_body(self, dialect: str, kind: str, given: Mapping[str, Any]) -> list[str]:
        """Returns warnings about fields of a body of this media type that are ignored. Raises `InvalidField` for
        refused ones."""
        if (spoken := self._in_dialects.get(dialect)) is not None:
            return spoken.check_body("", kind, given)
        if self._operation.body is None or kind not in self._operation.body.content:
            return []
        return self._judge(self._unknown(self._operation.body.content[kind]["schema"], given), "field")

    def _unknown(self, schema: Schema, value: Any, path: tuple[str, ...] = ()) -> Iterator[UnknownName]:
        """Yields the unknown names of all objects in a value, those of outer objects first."""
        schema = self._resolved(schema)
        properties, items = schema.get("properties"), schema.get("items")
        if properties is not None and isinstance(value, Mapping):
            is_refused = schema.get("additionalProperties") is False
            for name in value:
                if name not in properties:
                    yield UnknownName(path, name, properties, is_refused)
            for name, part in value.items():
                if name in properties:
                    yield from self._unknown(properties[name], part, (*path, name))
        elif items is not None and isinstance(value, list):
            for index, part in enumerate(value):
                yield from self._unknown(items, part, (*path, str(index)))
        elif isinstance(value, Mapping | list):
            for choice in schema.get("anyOf", ()):
                yield from self._unknown(choice, value, path)

    def _resolved(self, schema: Schema) -> Schema:
        return self._schemas.get(schema["$ref"].removeprefix(COMPONENTS), {}) if "$ref" in schema else schema

    def _judge(self, found: Iterable[UnknownName], what: str) -> list[str]:
        """Returns warnings about names that are ignored. Raises `InvalidField` for names that are refused."""
        wrong = list(islice(filter(self._is_wrong, self._compared(found)), MOST_TOLD))
        if not wrong:
            return []
        hints = {unknown.field: hint(unknown.name, self._meant(unknown.properties)) for unknown in wrong}
        if self._others.rule == "told":
            return [f'unknown {what} "{field}" was ignored{ends}' for field, ends in hints.items()]
        errors = [{"field": field, "message": f"unknown {what}{ends}"} for field, ends in hints.items()]
        detail = " ".join(f"{error['field']}: {error['message']}" for error in errors)
        if wrong[0].is_refused:
            names = ", ".join(wrong[0].properties)
            detail += f" Accepted: {names}." if names else f" No {what} is accepted here."
        raise InvalidField(detail, errors)

    def _compared(self, found: Iterable[UnknownName]) -> Iterator[UnknownName]:
        """Yields each name once, but none that clients of the protocol are known to send."""
        seen: set[tuple[str, int]] = set()
        for unknown in found:
            key = (unknown.name, len(unknown.path))
            if key in seen or (unknown.name in self._others.of_clients and not unknown.is_refused):
                continue
            if len(seen) == MOST_COMPARED:
                return
            seen.add(key)
            yield unknown

    def _is_wrong(self, found: UnknownName) -> bool:
        if found.is_refused or (self._others.rule == "told" and not found.path):
            return True
        return nearest(found.name, self._meant(found.properties), SHORTEST) is not None

    def _meant(self, properties: Mapping[str, Schema]) -> dict[str, str]:
        """Returns the names that may have been meant: those of an object, and those of our own object in it. Behind
        each stands how a hint goes on."""
        meant = dict.fromkeys(properties, "")
        for member, schema in properties.items():
            for choice in map(self._resolved, schema.get("anyOf", ())):
                if choice.get("additionalProperties") is False:
                    behind = f" It belongs in the object `{member}`."
                    meant |= {name: behind for name in choice["properties"] if name not in meant}
        return meant


def hint(name: str, known: Mapping[str, str]) -> str:
    """Returns the end of a sentence about an unknown name: the name that was probably meant. `known`: what follows."""
    meant = nearest(name, known)
    return "." if meant is None else f'; did you mean "{meant}"?{known[meant]}'


def nearest(name: str, known: Iterable[str], shortest: int = 1) -> str | None:
    """Returns the known name that is nearest: the same except for case and `_`, else within two edits of any case.
    Edits count only if both names have `shortest` characters, and if they are fewer than those of the shorter name."""
    bare, best, fewest = _bare(name), None, MOST_EDITS + 1
    for other in known:
        if _bare(other) == bare:
            return other
        shorter = min(len(name), len(other))
        if shortest <= shorter and len(name) <= LONGEST and abs(len(name) - len(other)) < fewest:
            edits = _edits(name.lower(), other.lower())
            if edits < min(fewest, shorter):
                best, fewest = other, edits
    return best


def shown(name: str) -> str:
    """Returns a name that a caller sent, fit to be sent back."""
    return name[:LONGEST_SHOWN].encode("utf-8", "replace").decode()


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def _edits(text: str, other: str) -> int:
    """Returns how many insertions, deletions and substitutions make one text of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for index, character in enumerate(text, start=1):
        before, row[0] = row[0], index
        for column, theirs in enumerate(other, start=1):
            before, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, before + (character != theirs))
    return row[-1]
