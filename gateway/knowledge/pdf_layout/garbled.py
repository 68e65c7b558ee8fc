"""Whether the letters of a text are those of another alphabet: a font without a map to Unicode scrambles them."""

from __future__ import annotations

import re
import unicodedata

from gateway.words.language_detection.detection import told_language

_LOOKED_AT = 20_000
"""Characters."""
_LEAST_WORDS = 40
"""Different words below which nothing is concluded: a page of figures, codes or names is no evidence."""
_MOST_ODD = 0.15
"""Share of odd words. In languages in Latin script few longer words have no vowel, or five consonants in a row."""
_WORD = re.compile(r"[^\W\d_]{4,}+")
_VOWEL = re.compile("[aeiouyw]", re.IGNORECASE)
_CONSONANTS = re.compile("[bcdfghjklmnpqrstvxz]{5}", re.IGNORECASE)


def is_garbled(text: str) -> bool:
    """Returns whether a text has many words that cannot be spoken, and no function words of a known language."""
    sample = text[:_LOOKED_AT]
    found = [word for word in map(_bare, _WORD.findall(sample)) if word.isascii()]
    words = set(found)
    if len(words) < _LEAST_WORDS or told_language(sample):
        return False
    if 2 * sum(map(len, found)) < sum(letter.isalpha() for letter in sample):
        return False
    return sum(not _VOWEL.search(word) or bool(_CONSONANTS.search(word)) for word in words) > _MOST_ODD * len(words)


def _bare(word: str) -> str:
    """Returns the letters of a word without accents."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))
