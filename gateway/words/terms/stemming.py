"""What the inflections of a word have in common, by the rules of each language (Snowball). Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import cast

import snowballstemmer  # type: ignore[import-untyped]

from gateway.words.language_detection.detection import COMMON, UNDETERMINED, known
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.text.folding import fold

LONGEST_TERM = 64
"""Characters; what is longer (base64, hashes) is cut, so that no index row can overflow."""
_SILENT_E = re.compile(r"(?<=\w{3})ee?s?$")
_stemming = Lock()
"""A Snowball stemmer keeps the word it works on; two threads (ingestion, a question) would mix their words up."""
CACHED = 1 << 16
"""Words of one language whose stems are kept."""


def _stemmer(name: str) -> Callable[[str], str]:
    """Returns the rules of a language. They remember nothing themselves: what they forget of it, and when, costs more
    than most words."""
    stemmer = snowballstemmer.stemmer(name)
    stemmer.maxCacheSize = 0
    return cast("Callable[[str], str]", stemmer.stemWord)


class Stems(dict[str, str]):
    """Word to stem, in one language."""

    def __init__(self, code: str) -> None:
        super().__init__()
        language = language_of(code)
        self._accented = language.stems_accents
        self._silent = language.silent_e
        self._stem_word = _stemmer(language.stemmer) if language.stemmer else None

    def __missing__(self, word: str) -> str:
        made = self.made(word)
        if len(word) <= LONGEST_TERM:
            if len(self) >= CACHED:
                self.clear()
            self[word] = made
        return made

    def made(self, word: str) -> str:
        """Returns the stem of a word that is not to be remembered."""
        if self._stem_word is None or len(word) < 3 or len(word) > 40 or not word.isalpha():
            return fold(word)[:LONGEST_TERM]
        result = word if self._accented or word.isascii() else fold(word)
        if self._silent and result[-1] in ("e", "s"):
            result = _SILENT_E.sub("e", result)
        with _stemming:
            result = self._stem_word(result)
        return fold(result) if self._accented else str(result)


class CommonStems(Stems):
    """Word to what its inflections have in common in English as well as in French.

    A few strangers meet by it (care, carry), so it is for short texts alone. What is stored of the graph rests on it.
    """

    def __init__(self) -> None:
        super().__init__(UNDETERMINED)
        self._rules: list[Callable[[str], str]] = [_stemmer(name) for name in ("english", "french")]

    def made(self, word: str) -> str:
        word = fold(word)
        if len(word) < 3 or len(word) > 40 or not word.isalpha():
            return word[:LONGEST_TERM]
        english, french = self._rules
        with _stemming:
            result = english(_SILENT_E.sub("e", word) if word[-1] in ("e", "s") else word)
            shorter = french(result)
        # A French ending cut deep into a short English stem ("commit" -> "com") makes strangers meet.
        if len(shorter) >= 4 or len(result) - len(shorter) <= 2:
            result = shorter
        return result[:-1] if len(result) > 3 and result[-1] == result[-2] else result


STEMS: dict[str, Stems] = {code: Stems(code) for code in (UNDETERMINED, *LANGUAGES)} | {COMMON: CommonStems()}


def stem(word: str, language: str | None = None) -> str:
    """Returns what a word's inflections have in common by the rules of its language; of an unknown one, the word
    folded. Identifiers stay as they are.

    `word`: in lower case, with or without accents.
    """
    return STEMS[known(language) or UNDETERMINED][word]


@lru_cache(maxsize=1 << 13)
def stems(word: str) -> Mapping[str, str]:
    """Returns the stem of a word in every language, `UNDETERMINED` among them. `word` is as in `stem`."""
    return MappingProxyType({code: found[word] for code, found in STEMS.items() if code != COMMON})


def unremembered(found: Iterable[str], language: str | None) -> set[str]:
    """Returns the stems of words that mostly do not exist, so that they push nothing out of a cache."""
    return set(map(STEMS[known(language) or UNDETERMINED].made, found))
