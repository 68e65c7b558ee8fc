"""JSON Schema of types: fields and their descriptions, optional fields, references to components."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, NotRequired

import pytest
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Share, Time, Uuid
from gateway.http.openapi import json_schema
from gateway.http.openapi.json_schema import component, object_of, schema_of, with_schemas
from gateway.http.openapi.operation import parameter

TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}


class Page(TypedDict):
    """A page."""

    number: Count
    title: str
    """Its first line."""


class Book(TypedDict):
    pages: list[Page]
    state: Literal["new", "old"]
    kind: Literal["book"]
    lent_at: Time | None
    sizes: dict[str, Count]
    facts: NotRequired[dict[str, Any]]


@dataclass
class Loan:
    day: date
    """When it began."""
    score: Share = 0.0
    reader: str | None = None


@pytest.fixture
def published():
    before = dict(json_schema._components)
    component(Page)
    yield
    json_schema._components.clear()
    json_schema._components.update(before)


def test_an_object_with_its_fields_and_their_descriptions():
    assert schema_of(Page) == {
        "type": "object",
        "description": "A page.",
        "properties": {"number": COUNT, "title": {**TEXT, "description": "Its first line."}},
        "required": ["number", "title"],
    }


def test_lists_values_null_any_names_and_optional_fields():
    assert schema_of(Book) == {
        "type": "object",
        "properties": {
            "pages": {"type": "array", "items": schema_of(Page)},
            "state": {"enum": ["new", "old"]},
            "kind": {"const": "book"},
            "lent_at": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
            "sizes": {"type": "object", "additionalProperties": COUNT},
            "facts": {"type": "object"},
        },
        "required": ["pages", "state", "kind", "lent_at", "sizes"],
    }


def test_a_dataclass_is_sent_with_all_its_fields():
    assert schema_of(Loan)["required"] == ["day", "score", "reader"] and "title" not in schema_of(Loan)
    assert schema_of(Loan)["properties"] == {
        "day": {"type": "string", "format": "date", "description": "When it began."},
        "score": {"type": "number", "minimum": -1, "maximum": 1},
        "reader": {"anyOf": [TEXT, {"type": "null"}]},
    }


def test_components_are_referred_to(published):
    reference = {"$ref": "#/components/schemas/Page"}
    assert schema_of(Page) == reference
    assert schema_of(Book)["properties"]["pages"] == {"type": "array", "items": reference}
    assert json_schema.components()["Page"]["required"] == ["number", "title"]


def test_types_anywhere_in_a_part_of_the_document_become_schemas():
    part = {"schema": object_of({"id": Uuid, "note": str | None}, {"note"}), "example": {"id": "5b", "at": [1, None]}}
    assert with_schemas(part) == {
        "schema": {
            "type": "object",
            "properties": {
                "id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
                "note": {"anyOf": [TEXT, {"type": "null"}]},
            },
            "required": ["id"],
        },
        "example": {"id": "5b", "at": [1, None]},
    }


def test_parameters_are_headers_when_they_are_capitalised():
    assert parameter("page", Count, "Which page.", required=True) == {
        "name": "page",
        "in": "query",
        "required": True,
        "description": "Which page.",
        "schema": Count,
    }
    assert parameter("If-None-Match", str, "The `ETag`.")["in"] == "header"
