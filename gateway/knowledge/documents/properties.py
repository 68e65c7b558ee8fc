"""What a file states about itself beside its text, such as its author and date: made fit to be stored and shown."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

MOST_NAMES, MOST_ITEMS, LONGEST, DEEPEST = 50, 50, 1000, 3
"""Properties of a file, items of a list, characters of a text, and levels of lists and tables in each other."""
LARGEST = 8 * 1024
"""Characters of all of them as JSON; what comes behind is left out."""
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_LARGEST_NUMBER = 2**53


def properties(stated: Mapping[Any, Any]) -> dict[str, Any]:
    """Returns properties as plain JSON: texts on one line, numbers, lists; dates as ISO 8601; empty ones are left
    out."""
    found: dict[str, Any] = {}
    room = LARGEST
    for name, value in list(stated.items())[:MOST_NAMES]:
        shown, plain = _line(str(name)), _plain(value, DEEPEST)
        room -= len(json.dumps({shown: plain}))
        if room < 0:
            break
        if shown and plain not in ("", None, [], {}):
            found[shown] = plain
    return found


def _plain(value: Any, levels: int) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < _LARGEST_NUMBER else str(value)[:LONGEST]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        some = list(value.items())[:MOST_NAMES]
        return {_line(str(name)): _plain(inner, levels - 1) for name, inner in some} if levels else None
    if isinstance(value, list | tuple | set):
        return [_plain(inner, levels - 1) for inner in list(value)[:MOST_ITEMS]] if levels else None
    return _line(value.isoformat() if hasattr(value, "isoformat") else str(value))


def _line(text: str) -> str:
    return " ".join(_HARMFUL.sub(" ", text[: 2 * LONGEST]).split())[:LONGEST]
