"""What kind of answer a question asks for: a time, a place, a person, a reason, a way, an amount, a thing, or yes or
no.

Pure. Several kinds may fit one question ("what is the price": a thing and an amount); two questions ask for different
things only where no kind fits both. A question that does not tell (a few words, an order to explain) fits all.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gateway.memory.comparing.question_words import QuestionReading
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.text.patterns import any_of, compiled

Rules = tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]


class _KindRules(NamedTuple):
    """The tables of one language, compiled; see `KindWords`."""

    rules: Rules
    nouns: Rules
    clause: re.Pattern[str]
    head: re.Pattern[str]
    wrapped: re.Pattern[str]
    polar: re.Pattern[str]
    question_word: re.Pattern[str]


@cache
def _tables(language: str) -> _KindRules:
    kinds = language_of(language).kinds
    patterns = (kinds.clause, kinds.head, kinds.wrapped, kinds.polar, kinds.question_word)
    return _KindRules(_rules(kinds.rules), _rules(kinds.nouns), *map(compiled, patterns))


def _rules(lines: str) -> Rules:
    pairs = (line.partition("=>") for line in filter(None, lines.split("\n")))
    return tuple((re.compile(pattern.strip()), tuple(kinds.split())) for pattern, _, kinds in pairs)


_WHETHER = any_of(language.kinds.whether for language in LANGUAGES.values())
_LEADING = re.compile(r"[^\w' ]+")


def kinds(reading: QuestionReading) -> frozenset[str]:
    """Returns the kinds of answer that fit; none where the question does not tell. `polar` is yes or no."""
    tables = _tables(reading.language)
    if not tables.rules:
        return frozenset()
    return _spaced(reading, tables) if reading.tables.has_spaces else _unspaced(reading.folded, tables)


def _spaced(reading: QuestionReading, tables: _KindRules) -> frozenset[str]:
    """Looks for a question word at the head, else for yes or no, else for a question word further inside."""
    whole = tables.clause.sub("", reading.folded)
    text = " ".join(_LEADING.sub(" ", whole).replace("'", " ").split())
    if _WHETHER.match(text):
        return frozenset({"polar"})
    if lead := tables.head.match(text):
        return _first(text[lead.end() :], text, tables)
    inside = tables.question_word.search(text)
    if tables.polar.match(text) and not tables.wrapped.match(text):
        return frozenset({"polar"})
    return _first(text[inside.start() :], text, tables) if inside else frozenset()


def _first(asked: str, text: str, tables: _KindRules) -> frozenset[str]:
    return _named(next((kinds for pattern, kinds in tables.rules if pattern.match(asked)), ("thing",)), text, tables)


def _unspaced(text: str, tables: _KindRules) -> frozenset[str]:
    return _named(next((kinds for pattern, kinds in tables.rules if pattern.search(text)), ()), text, tables)


def _named(found: tuple[str, ...], text: str, tables: _KindRules) -> frozenset[str]:
    """Returns the kinds found; of a thing also those that the nouns of the question name."""
    if "thing" not in found:
        return frozenset(found)
    return frozenset(found).union(*(kinds for pattern, kinds in tables.nouns if pattern.search(text)))
