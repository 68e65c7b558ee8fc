"""A sentence, or a passage, as facts are compared in it: its tokens with their stems and places."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from gateway.words.languages import language_of
from gateway.words.terms.stemming import stem
from gateway.words.terms.stopwords import STOP
from gateway.words.text.folding import HAN, KANA, fold

REMEMBERED = 1024
"""Texts whose tokens are kept: sentences of sources come again with every paragraph that cites them."""
_TOKEN = re.compile(
    rf"""
    [^\W\d_]{{1,2}}['’](?=[^\W\d_]{{2}})                       # an elided word: "l'", "n'"
    |\d+(?:[.,:/]\d+)*                                         # a figure
    |[{HAN}{KANA}]
    |(?:(?![{HAN}{KANA}])[^\W\d_])+(?:['’][^\W\d_]{{1,2}}\b)?
    |[%‰€$£¥₹°]
    """,
    re.VERBOSE,
)
_ALEF = str.maketrans("أإآٱىة", "اااايه")
"""Spellings of Arabic letters that writers exchange."""
_SHORTEST_STEMMED = 4


class FactText:
    """`raw`, `plain` (folded) and `stems` of the tokens, with `starts` and `ends` in code points of the text."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        self.has_spaces = language_of(language).has_spaces
        matches = list(_TOKEN.finditer(text))
        self.raw = [match[0] for match in matches]
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]
        self.plain = [fold(token).translate(_ALEF).replace("’", "'").removesuffix("'s") for token in self.raw]
        self.stems = [
            stem(word, language) if len(word) >= _SHORTEST_STEMMED and word.isalpha() else word for word in self.plain
        ]

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.stems)

    def found(self, pattern: re.Pattern[str]) -> list[range]:
        """Returns the tokens that each match of a pattern covers, over the folded tokens with one blank between two."""
        places, folded = self._folded
        spans = [match.span() for match in pattern.finditer(folded)]
        return [range(places[start], places[end - 1] + 1) for start, end in spans if end > start]

    @cached_property
    def _folded(self) -> tuple[list[int], str]:
        """The folded tokens as one text, and the token of each of its characters."""
        gap = " " if self.has_spaces else ""
        places = [at for at, word in enumerate(self.plain) for _ in word + gap]
        return places, gap.join(self.plain)

    def content(self, tokens: range) -> set[str]:
        """Returns the stems of the words that mean something among these tokens."""
        inside = range(max(0, tokens.start), min(len(self.stems), tokens.stop))
        if not self.has_spaces:
            return {self.stems[at] for at in inside}
        stop = STOP.get(self.language, frozenset())
        return {self.stems[at] for at in inside if self.plain[at] not in stop and len(self.plain[at]) > 1}

    def words(self, tokens: range) -> str:
        """Returns the text from the first of these tokens to the last."""
        return self.text[self.starts[tokens.start] : self.ends[tokens.stop - 1]]

    def within(self, start: int, end: int, tokens: range) -> set[str]:
        """Returns the stems of those of these tokens that begin between two places of the text."""
        return {self.stems[at] for at in tokens if start <= self.starts[at] < end}


@lru_cache(maxsize=REMEMBERED)
def fact_text(text: str, language: str) -> FactText:
    return FactText(text, language)
