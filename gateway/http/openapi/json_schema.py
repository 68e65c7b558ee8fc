"""JSON Schema of types, as the OpenAPI document publishes it.

A field's docstring is its description. The docstring of a `TypedDict` describes the object.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import DictSchema, LiteralSchema, WithDefaultSchema

Schema = dict[str, Any]
Kind = TypeVar("Kind")
COMPONENTS = "#/components/schemas/"
_components: dict[str, Any] = {}


def component(kind: Kind) -> Kind:
    """Publishes a type as a component with its name, without `Json` at its end. Other types are parts of the schemas
    that contain them."""
    _components[_name(kind.__name__)] = kind  # type: ignore[attr-defined]
    return kind


def _name(of_class: str) -> str:
    return of_class.removesuffix("Json")


def named(name: str) -> Schema:
    """Returns the reference to a component."""
    return {"$ref": COMPONENTS + name}


def one_of(*values: Any) -> Schema:
    return {"enum": list(values)}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def or_empty(schema: Any) -> Schema:
    """Returns the schema of a parameter that is absent if it is empty."""
    return {"anyOf": [schema, {"const": ""}]}


def object_of(properties: Mapping[str, Any], optional: Collection[str] = ()) -> Schema:
    """Returns the schema of an object with these properties."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": dict(properties), **({"required": required} if required else {})}


def schema_of(kind: Any) -> Schema:
    """Returns the JSON Schema of a type, with references to the components in it."""
    return _schema(kind, _components)


def components() -> dict[str, Schema]:
    """Returns the JSON Schemas of all components by name."""
    return {name: _schema(kind, _components.keys() - {name}) for name, kind in _components.items()}


def with_schemas(part: Any) -> Any:
    """Returns a part of the document with the JSON Schemas of the types in it."""
    match part:
        case dict():
            return {name: with_schemas(value) for name, value in part.items()}
        case list():
            return [with_schemas(value) for value in part]
        case str() | int() | float() | None:
            return part
    return schema_of(part)


class _Generator(GenerateJsonSchema):
    """Leaves out what the document does not need: types of constants, defaults, and the permission to have any
    properties. All fields of a dataclass are sent, so they are required."""

    def dict_schema(self, schema: DictSchema) -> Schema:
        made = super().dict_schema(schema)
        return {"type": "object"} if made.get("additionalProperties") is True else made

    def default_schema(self, schema: WithDefaultSchema) -> Schema:
        return self.generate_inner(schema["schema"])

    def field_is_required(self, field: Any, total: bool) -> bool:
        return bool(field.get("required", total))

    def literal_schema(self, schema: LiteralSchema) -> Schema:
        first, *others = schema["expected"]
        return one_of(first, *others) if others else {"const": first}


@cache
def _generated(kind: Any) -> Schema:
    # A list, because a type adapter takes no configuration for a `TypedDict` itself.
    adapter = TypeAdapter(list[kind], config=ConfigDict(use_attribute_docstrings=True))
    return adapter.json_schema(ref_template=COMPONENTS + "{model}", schema_generator=_Generator, mode="serialization")


def _schema(kind: Any, referred: Collection[str]) -> Schema:
    """Returns the JSON Schema of a type without titles. Only the types in `referred` stay references."""
    made = _generated(kind)
    definitions = made.get("$defs", {})

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(value) for value in part]
        if not isinstance(part, dict):
            return part
        name = part.get("$ref", "").removeprefix(COMPONENTS)
        if name in definitions:
            beside = {key: value for key, value in part.items() if key != "$ref"}
            return {**(named(_name(name)) if _name(name) in referred else inlined(definitions[name])), **beside}
        return {key: inlined(value) for key, value in part.items() if key != "title" or isinstance(value, dict)}

    schema: Schema = inlined(made["items"])
    return schema
