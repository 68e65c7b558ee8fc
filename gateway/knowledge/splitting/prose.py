"""The prose of a text, and the language that it is in. Pure."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from gateway.words import told_language

_LOOKED_AT = 20_000
"""Characters of a text from which its language is told."""
_WINDOW, _WINDOWS = 400, 8
"""Characters that are judged at once, and how often, so that a heading or an example does not decide alone."""
_NO_PROSE = {
    "```": r"^```.*?(?:^```|\Z)",
    "<!--": r"<!--.*?(?:-->|\Z)",
    "<": r"</?[a-zA-Z][^<>]{0,2000}>",
    "`": r"`[^`\s]{1,200}`",
    "](": r"\]\([^()\s]*\)",
    "://": r"(?<!\w)\w+://\S+",
    "@": r"(?:(?<!\S)|(?<=[`>)]))\S[^\s@]{0,200}+@\S+",
}
"""Code, comments, tags, addresses, by what each cannot be without. The last two may begin anywhere in a word, but only
where one begins or another of these has ended is there anything to try: words are many and addresses few."""


def language_of(text: str) -> str | None:
    """Returns the language that most of the opening of a text is in; None when it does not tell."""
    prose = " ".join(_without_code(text[:_LOOKED_AT]).split())
    step = max(_WINDOW, len(prose) // _WINDOWS)
    found = [told_language(prose[at : at + _WINDOW]) for at in range(0, max(1, len(prose)), step)][:_WINDOWS]
    told = Counter(language for language in found if language)
    return told.most_common(1)[0][0] if told else None


def _without_code(text: str) -> str:
    """Returns a text with a blank for everything in it that is no prose."""
    found = tuple(sign for sign in _NO_PROSE if sign in text)
    return _pattern(found).sub(" ", text) if found else text


@lru_cache(maxsize=1 << len(_NO_PROSE))
def _pattern(signs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_NO_PROSE.__getitem__, signs)), re.MULTILINE | re.DOTALL)
