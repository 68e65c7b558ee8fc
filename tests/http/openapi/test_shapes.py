"""Shapes as TypeScript writes them, as JSON Schema."""

import pytest

from gateway.http.openapi.operation import parameters
from gateway.http.openapi.shapes import shape, shapes

TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}


def test_an_object_with_fields_lists_and_values():
    assert shape("{name: text, pages?: count[], state: 'done' | 'failed', index: 0, right: true}", "What it is.") == {
        "type": "object",
        "properties": {
            "name": TEXT,
            "pages": {"type": "array", "items": COUNT},
            "state": {"enum": ["done", "failed"]},
            "index": {"const": 0},
            "right": {"const": True},
        },
        "required": ["name", "state", "index", "right"],
        "description": "What it is.",
    }


def test_alternatives_components_any_names_and_descriptions():
    made = shape("{whole: Document | null, by: {[name]: size}, at: time, -- When it was.\n}", size=COUNT)
    assert made["properties"] == {
        "whole": {"anyOf": [{"$ref": "#/components/schemas/Document"}, {"type": "null"}]},
        "by": {"type": "object", "additionalProperties": COUNT},
        "at": {"type": "string", "format": "date-time", "description": "When it was."},
    }
    assert shape("'a' | null") == {"anyOf": [{"const": "a"}, {"type": "null"}]}


def test_ranges_patterns_and_the_fields_of_another_shape():
    made = shapes("both: {id: text},\nWhole: {...both, limit?: 1..9 = 5, key: /^[a-z]{2}$/, list: both[]}")
    assert made["Whole"]["properties"] == {
        "id": TEXT,
        "limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5},
        "key": {"type": "string", "pattern": "^[a-z]{2}$"},
        "list": {"type": "array", "items": made["both"]},
    }
    assert made["Whole"]["required"] == ["id", "key", "list"]


def test_parameters_are_headers_when_they_are_capitalised():
    assert parameters("page: count, -- Which one.\nIf-None-Match?: text -- The `ETag`.") == (
        {"name": "page", "in": "query", "required": True, "schema": COUNT, "description": "Which one."},
        {"name": "If-None-Match", "in": "header", "required": False, "schema": TEXT, "description": "The `ETag`."},
    )


@pytest.mark.parametrize("wrong", ["{name text}", "{name: unheard}", "{name: text", "texts"])
def test_what_is_no_shape_is_an_error(wrong):
    with pytest.raises((ValueError, LookupError)):
        shape(wrong)
