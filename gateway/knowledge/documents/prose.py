"""The prose of a text, and the language that it is in. Pure."""

from __future__ import annotations

import re
from collections import Counter

from gateway.words import told_language

_LOOKED_AT = 20_000
"""Characters of a text from which its language is told."""
_WINDOW, _WINDOWS = 400, 8
"""Characters that are judged at once, and how often, so that a heading or an example does not decide alone."""
_NO_PROSE = re.compile(
    r"^```.*?(?:^```|\Z)|<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>]{0,2000}>|`[^`\s]{1,200}`|\]\([^()\s]*\)|\w+://\S+|\S+@\S+",
    re.MULTILINE | re.DOTALL,
)
"""Code, comments, tags, addresses."""


def language_of(text: str) -> str | None:
    """Returns the language that most of the opening of a text is in; None when it does not tell."""
    prose = re.sub(r"\s+", " ", _NO_PROSE.sub(" ", text[:_LOOKED_AT])).strip()
    step = max(_WINDOW, len(prose) // _WINDOWS)
    found = [told_language(prose[at : at + _WINDOW]) for at in range(0, max(1, len(prose)), step)][:_WINDOWS]
    told = Counter(language for language in found if language)
    return told.most_common(1)[0][0] if told else None
