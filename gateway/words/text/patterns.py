"""Patterns that stand as text in the tables of languages, compiled when they are first used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Returns the compiled pattern; an empty one, which a language does not have, matches nowhere.

    What was compiled is kept for good. The tables hold some hundred patterns, and nobody else's belong here.
    """
    return re.compile(pattern or "(?!)")


def any_of(patterns: Iterable[str], frame: str = "%s") -> re.Pattern[str]:
    """Returns a pattern that matches where one of those does that are not empty; it stands in `frame` for `%s`."""
    return compiled(frame.replace("%s", "|".join(filter(None, patterns)) or "(?!)"))
