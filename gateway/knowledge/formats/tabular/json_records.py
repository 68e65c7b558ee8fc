"""JSON as records: a list of similar objects, alone or under a name, or one object a line."""

from __future__ import annotations

import json
from typing import Any

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.tabular.records import LONGEST, records_content


def json_records(source: str) -> Content | None:
    """Returns the records of a JSON text; None if it has none, such as a file of settings."""
    if len(source) > LONGEST:
        return None
    root = _parsed(source)
    return None if root is None else records_content(root, len(source))


def read_json_lines(source: str, omissions: Omissions) -> Content:
    """Returns the objects of a text with one of them a line; lines that are no objects stay as they are."""
    if len(source) > LONGEST:
        return Content(None, source)
    if whole := json_records(source):
        return whole
    parsed = [_parsed(line) for line in source.split("\n") if line.strip()]
    found = None if None in parsed else records_content(parsed, len(source), fewest=1)
    return found or Content(None, source)


def _parsed(source: str) -> Any:
    """Returns the values of a JSON text, numbers as they are written; None if it is broken."""
    try:
        return _without_numbers(json.loads(source, parse_int=str, parse_float=str, parse_constant=str))
    except (ValueError, RecursionError):
        return None


def _without_numbers(value: Any) -> Any:
    """Returns a value with its truth values as words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return {name: _without_numbers(inner) for name, inner in value.items()}
    return [_without_numbers(inner) for inner in value] if isinstance(value, list) else value
