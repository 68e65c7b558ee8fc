"""Patterns that stand as text in the tables of languages, compiled when they are first used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Returns the compiled pattern. The tables hold some hundred, and nobody else's patterns belong here."""
    return re.compile(pattern)


def any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Returns a pattern that matches where one of those does that are not empty; without any it matches nowhere."""
    return re.compile("|".join(filter(None, patterns)) or "(?!)")
