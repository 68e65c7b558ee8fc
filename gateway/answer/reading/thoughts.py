"""Tags around a model's reasoning: `<think>…</think>` and its kin, in any case, with attributes or a prefix.

A text about such tags names them in code, in quotes or in the midst of a sentence; those are text.
"""

from __future__ import annotations

import re
from typing import Literal

Side = Literal["open", "close", ""]

NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad")
_NAMED = "|".join(NAMES)
_TAG = re.compile(rf"<(?:[a-z]{{1,12}}:)?(?:{_NAMED})(?:\s[^<>]{{0,120}})?>", re.IGNORECASE)
_END = re.compile(rf"</(?:[a-z]{{1,12}}:)?(?:{_NAMED})\s{{0,8}}>", re.IGNORECASE)
_PART = re.compile(
    rf"<(?:/?([a-z]{{1,12}}:)?([a-z]{{0,12}})|(?:[a-z]{{1,12}}:)?(?:{_NAMED})\s[^<>]{{0,120}}|"
    rf"/(?:[a-z]{{1,12}}:)?(?:{_NAMED})\s{{1,8}})",
    re.IGNORECASE,
)
QUOTING = "`'\"“„«‘「([{"
_ENDS = ".!?:…。！？："


def tag_at(buffer: str, at: int, final: bool) -> tuple[Side, int] | None:
    """Returns which tag stands at the `<` at `at`, and the place behind it; ("", at) where there is none; None:
    wait."""
    for side, pattern in _SIDES:
        found = pattern.match(buffer, at)
        if found:
            return side, found.end()
    part = None if final else _PART.fullmatch(buffer, at)
    waits = part is not None and _may_become(part.group(1), part.group(2))
    return None if waits else ("", at)


_SIDES: tuple[tuple[Side, re.Pattern[str]], ...] = (("open", _TAG), ("close", _END))


def _may_become(prefix: str | None, name: str) -> bool:
    """Tells whether a name that has begun like this, behind a prefix perhaps, may be one of ours, or a prefix
    itself."""
    return prefix is None or any(known.startswith(name.lower()) for known in NAMES)


def mentioned(buffer: str, begin: int, at: int, end: int, final: bool) -> bool | None:
    """Tells whether the tag between `at` and `end` is only spoken of, in a line of text from `begin` on; None: wait."""
    before = buffer[begin:at]
    if before.count("`") % 2 or (before and before[-1] in QUOTING):
        return True
    trimmed = before.rstrip(" \t")
    if trimmed == before or trimmed[-1:] in _ENDS or trimmed[-1:] in ("", "\n"):
        return False
    if end == len(buffer):
        return False if final else None
    return buffer[end] in " ,.;)"
