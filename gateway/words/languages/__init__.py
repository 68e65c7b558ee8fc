"""The languages that are known. Adding one is adding a file with its `LANGUAGE`, and a line here. Pure data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from gateway.words.languages import de, en, es, fr, it, nl, pt, sv, zh
from gateway.words.languages.tables import Language

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {module.LANGUAGE.code: module.LANGUAGE for module in (en, fr, zh, de, es, it, pt, nl, sv)}
)
"""Language tables by code. The order is that in which stemmers are applied."""
AnswerLanguage = Literal["en", "fr", "zh"]
"""The languages that a caller may ask for: those of `ANSWERED`, as a type."""
ANSWERED = tuple(code for code, language in LANGUAGES.items() if language.name)
"""Languages that answers are written in."""
UNKNOWN = Language(code="")
"""Stands for a language without tables."""


@lru_cache(maxsize=64)
def language_of(code: str | None) -> Language:
    """Returns the tables of a language, empty ones of one that is not known."""
    return LANGUAGES.get(code or "", UNKNOWN)
