"""Haystack's filters as the gateway's: workspace, source_app, document_ids, languages; equal or in, joined by AND."""

from __future__ import annotations

from typing import Any

from citestream_client.fields import FILTERS
from haystack.errors import FilterError

LISTS = {"document_id": "document_ids", "language": "languages"}
SENTENCE = (
    "A gateway filters by meta.workspace and meta.source_app (==), meta.document_id and meta.language (== or in), "
    "several of them joined by AND"
)


def fields(filters: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the fields of a search. Raises `FilterError` for what the gateway has no filter for."""
    if not filters:
        return {}
    if filters.get("operator") == "AND" and "conditions" in filters:
        found: dict[str, Any] = {}
        for condition in filters["conditions"]:
            more = fields(condition)
            if found.keys() & more.keys():
                raise FilterError(f"{SENTENCE}; each once.")
            found |= more
        return found
    name = str(filters.get("field", "")).removeprefix("meta.")
    operator, value = filters.get("operator"), filters.get("value")
    if name in LISTS and operator in ("==", "in"):
        return {LISTS[name]: value if operator == "in" else [value]}
    if name in FILTERS - set(LISTS.values()) and operator == "==":
        return {name: value}
    raise FilterError(f"{SENTENCE}: not {filters!r}.")
