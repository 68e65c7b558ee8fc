"""A question as the vetoes read it: contractions undone, set phrases as one word, Chinese character by character.
Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from gateway import words
from gateway.words.languages import language_of
from gateway.words.languages.tables import Language, listed
from gateway.words.terms.stopwords import STOP
from gateway.words.text.folding import HAN
from gateway.words.text.patterns import compiled

CACHED = 4096
"""Questions whose reading is kept: the same entries are compared again and again."""

_HAN = re.compile(f"[{HAN}]")
_TOKEN = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
_SIGNS = str.maketrans(
    {"%": " percent ", "€": " euro ", "$": " dollar ", "£": " pound ", "¥": "元", "’": "'", "‘": "'"}
)
_SILENT = frozenset({"possessive", "lieuou", "devoirquestion", "pouvoirquestion", "pouvezvous"})
"""What phrases are replaced by to mark a place, and no words of the question."""


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """One question, read once.

    `text` is composed (NFKC) as it was written, `folded` without case and accents and with phrases replaced, `tokens`
    its words in order (each Chinese character is one), `content` the terms of those that are not proven to be empty, in
    order and repeated as often as they occur, without Chinese; `surfaces` says how a term was written.
    """

    text: str
    folded: str
    language: str
    tokens: tuple[str, ...]
    content: tuple[str, ...]
    surfaces: dict[str, str]

    @property
    def tables(self) -> Language:
        """The tables of its language."""
        return language_of(self.language)

    def spells(self, squashed: str) -> bool:
        """Says whether neighbouring tokens, joined, are this: `x200` is spelt by "X 200" and "x-200"."""
        return any(
            squashed == "".join(self.tokens[at : at + size])
            for size in range(1, _MOST_JOINED + 1)
            for at in range(len(self.tokens) - size + 1)
        )


_LETTER_BEFORE = re.compile(r"\b([eixu])-(?=[a-z]{3})")
"""A letter that makes another word of the one behind it: "e-bike"."""
_MOST_JOINED = 4
"""Tokens that may be one name or code."""


def term(word: str, language: str) -> str:
    """Returns the stem of a folded word by the rules of its language; what shares a stem with what it must be told from
    is kept apart."""
    return word if word in language_of(language).reading.stems_apart else words.stem(word, language)


@cache
def empty_words(language: str) -> frozenset[str]:
    """Returns the words that are no difference between two questions: those that come and go, and those that a veto of
    its own compares (negations). None where the language has no list of them."""
    tables = language_of(language)
    if not tables.has_spaces:
        return STOP.get(language, frozenset())
    empty = listed(tables.swaps.empty)
    return empty | listed(tables.negation.negations) if empty else empty


@cache
def unspaced_empty(language: str) -> list[str]:
    """Returns the empty words of a language without blanks, the longest first."""
    return sorted(language_of(language).swaps.empty.split(), key=len, reverse=True)


@cache
def _phrases(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Returns the replacements of a language, in their order."""
    lines = filter(None, language_of(language).reading.phrases.split("\n"))
    pairs = (line.partition("=>") for line in lines)
    return tuple((re.compile(pattern.strip()), f" {replacement.strip()} ") for pattern, _, replacement in pairs)


@cache
def _elision(language: str) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(language_of(language).elisions.split())})'")


@lru_cache(maxsize=CACHED)
def read(question: str, language: str) -> QuestionReading:
    """Reads a question; one in a language without tables is read by the rules that need no language."""
    text = " ".join(unicodedata.normalize("NFKC", question).translate(_SIGNS).split())
    tables = language_of(language)
    folded = text
    for written, replacement in tables.reading.before_folding.items():
        folded = compiled(written).sub(replacement, folded)
    folded = words.fold(folded)
    for pattern, replacement in _phrases(language):
        folded = " ".join(pattern.sub(replacement, folded).split())
    folded = _LETTER_BEFORE.sub(r"\1", folded)
    if tables.elisions:
        folded = _elision(language).sub(r"\1 ", folded)
    folded = " ".join(folded.split())
    tokens = tuple(_TOKEN.findall(folded))
    empty = empty_words(language)
    surfaces: dict[str, str] = {}
    content = []
    for token in _TOKEN.findall(compiled(tables.reading.silent).sub(" ", folded)):
        if (
            (empty and len(token) == 1)
            or token in empty
            or token in _SILENT
            or not token.isalpha()
            or _HAN.match(token)
        ):
            continue
        surfaces.setdefault(term(token, language), token)
        content.append(term(token, language))
    return QuestionReading(text, folded, language, tokens, tuple(content), surfaces)
