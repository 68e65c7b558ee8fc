"""Words that carry no subject matter, folded as `words.fold` writes them. Question words are among them.

Languages are kept apart, for they disagree: "car", "comment", "pour", "son" are subject matter in English.
"""

from __future__ import annotations

import re

from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.general_words import GENERAL_WORDS
from gateway.words.languages.tables import listed

STOP: dict[str, frozenset[str]] = {
    code: stop_words
    for code, language in LANGUAGES.items()
    if (stop_words := listed(LANGUAGES[language.stop_words_of or code].stop_words))
} | {
    "any": frozenset().union(
        *(listed(language.stop_words) - listed(language.ambiguous) for language in LANGUAGES.values())
    )
}
"""Stop words by language; `any` for a text whose language is unknown, or has none of its own."""

GENERAL = {code: listed(f"{LANGUAGES[code].general} {general}") for code, general in GENERAL_WORDS.items()}
"""By language, words that any question may hold, whatever it is about."""

_UNSPACED = [language.unspaced for language in LANGUAGES.values() if not language.has_spaces]
FUNCTION_WORDS_UNSPACED = re.compile(
    f"({'|'.join(filter(None, (each.kept_words for each in _UNSPACED)))})"
    f"|(?:{'|'.join(filter(None, (each.function_words for each in _UNSPACED)))})"
)
"""Cuts a run of text without blanks at its function words; group 1 is a content word that only looks like one."""
FUNCTION_CHARACTERS = frozenset("".join(each.function_characters for each in _UNSPACED))
