"""Whether a model keeps to the format that it was asked for: its JSON as it came, before the answer core repairs it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from gateway.answer.reading.thoughts import tag_at

DECISION = "format_compliance"
"""The name of the verdict in a recording."""


def matches(text: str, schema: Mapping[str, Any]) -> bool:
    """Tells whether all of a model's text behind its thoughts is JSON that matches the schema. It may take long:
    `jsonschema` is imported at first use, and a long answer has thousands of values."""
    from jsonschema import Draft202012Validator

    try:
        value = orjson.loads(_document(text))
    except ValueError:
        return False
    return Draft202012Validator(schema).is_valid(value)


def _document(text: str) -> str:
    """Returns the text behind the thoughts that it begins with."""
    if text.lstrip().startswith("{"):
        return text
    tags = (tag_at(text, found.start(), True) or ("", 0) for found in re.finditer("</", text))
    return text[max((end for side, end in tags if side == "close"), default=0) :]
