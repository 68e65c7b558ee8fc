"""Shapes as TypeScript writes them, as JSON Schema."""

import pytest

from gateway.http.openapi.shapes import shape

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


@pytest.mark.parametrize("wrong", ["{name text}", "{name: unheard}", "{name: text", "texts"])
def test_what_is_no_shape_is_an_error(wrong):
    with pytest.raises((ValueError, LookupError)):
        shape(wrong)
