"""The languages that are known. Adding one is adding a file with its `LANGUAGE`, and a line here. Pure data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, get_args

from gateway.words.languages import ar, de, en, es, fr, it, ja, ko, nl, pl, pt, ru, sv, zh
from gateway.words.languages.subjects.english_names import ENGLISH_NAMES
from gateway.words.languages.tables import Language

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {module.LANGUAGE.code: module.LANGUAGE for module in (en, fr, zh, de, es, it, pt, nl, sv, ru, ja, ko, ar, pl)}
)
"""Language tables by code."""
AnswerLanguage = Literal["en", "fr", "zh", "de", "es", "it", "pt", "nl", "ru", "ja", "ko", "ar"]
"""The languages that a caller may ask for: those of `ANSWERED`, as a type."""
ANSWERED: tuple[str, ...] = get_args(AnswerLanguage)
"""Languages that have the gateway's own sentences (`prompts/labels.json`). A model answers in more."""
UNKNOWN = Language(code="")
"""Stands for a language without tables."""


@lru_cache(maxsize=64)
def language_of(code: str | None) -> Language:
    """Returns the tables of a language, empty ones of one that is not known."""
    return LANGUAGES.get(code or "", UNKNOWN)


def english_name(code: str) -> str:
    """Returns what a model is told to write in: "German". Of a code that nobody knows, and of none: "the language of
    the question"."""
    return language_of(code).name or ENGLISH_NAMES.get(code, "the language of the question")


def sentences_in(code: str) -> str:
    """Returns the language of the gateway's own sentences beside an answer in this one: English where it has none."""
    return code if code in ANSWERED else "en"
