"""A sentence as facts are compared in it: its tokens with their stems and places."""

from __future__ import annotations

import re
from functools import cached_property

from gateway.words.languages import language_of
from gateway.words.terms.stemming import stem
from gateway.words.terms.stopwords import STOP
from gateway.words.text.folding import HAN, KANA, fold

_TOKEN = re.compile(
    rf"""
    [^\W\d_]{{1,2}}['’](?=[^\W\d_]{{2}})(?<![{HAN}{KANA}])      # an elided word: "l'", "n'"
    |\d+(?:[.,:/]\d+)*                                             # a figure
    |[{HAN}{KANA}]
    |(?:(?![{HAN}{KANA}])[^\W\d_])+(?:['’][^\W\d_]{{1,2}}\b)?
    |[%‰€$£¥₹°]
    """,
    re.VERBOSE,
)
_ALEF = str.maketrans("أإآٱىة", "اااايه")
"""Spellings of Arabic letters that writers exchange."""


class FactText:
    """`stems`, `starts` and `ends` of the tokens; `folded`: the tokens, one blank between two of them."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        self.has_spaces = language_of(language).has_spaces
        matches = list(_TOKEN.finditer(text))
        self.raw = [match[0] for match in matches]
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]
        self.plain = [fold(token).translate(_ALEF).replace("’", "'") for token in self.raw]
        self.stems = [stem(word, language) if word.isalpha() and len(word) > 3 else word for word in self.plain]

    @cached_property
    def folded(self) -> str:
        return (" " if self.has_spaces else "").join(self.plain)

    @cached_property
    def _places(self) -> list[int]:
        """Where each token begins in `folded`."""
        places, at = [], 0
        for word in self.plain:
            places.append(at)
            at += len(word) + self.has_spaces
        return places

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.stems)

    def found(self, pattern: re.Pattern[str]) -> list[range]:
        """Returns which tokens each match of a pattern over `folded` covers."""
        spans = [match.span() for match in pattern.finditer(self.folded)]
        return [
            range(first, last)
            for start, end in spans
            if (first := self._token_at(start)) < (last := self._token_at(end - 1) + 1)
        ]

    def _token_at(self, place: int) -> int:
        """Returns the token that a place of `folded` lies in."""
        low, high = 0, len(self._places)
        while low < high:
            middle = (low + high) // 2
            if self._places[middle] <= place:
                low = middle + 1
            else:
                high = middle
        return max(0, low - 1)

    def content(self, tokens: range) -> set[str]:
        """Returns the stems of the words that mean something among these tokens."""
        stop = STOP.get(self.language, frozenset())
        if not self.has_spaces:
            return {self.stems[at] for at in tokens if 0 <= at < len(self.stems)}
        return {
            self.stems[at]
            for at in tokens
            if 0 <= at < len(self.stems) and self.plain[at] not in stop and len(self.plain[at]) > 1
        }
