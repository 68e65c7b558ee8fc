"""The words of a question, each with what it may mean in a question about a source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from gateway import words
from gateway.words.languages.citation_talk import CITATION_TALK
from gateway.words.languages.citation_talk.table import CitationWords
from gateway.words.text.folding import HAS_UNSPACED

LONGEST = 200
"""Characters of a question about a source."""
SHORTEST_TYPO, LONGEST_TYPO = 5, 14
"""Letters of a word in which a typing error is corrected."""
PLACES = ("first", "second", "third", "fourth", "fifth", "last")
_SIGNS = re.compile(r"[^\w\[\]#\x01]+")
_FIXED = re.compile(
    r"\[?(?<![a-z0-9])(?P<id>[eg]\d{1,3})(?![a-z0-9])\]?|\[ ?(?P<ref>\d{1,3}) ?\]|# ?(?P<hash>\d{1,3})"
    r"|(?<!\d)(?P<num>\d{1,2})(?!\d)(?![a-z]{1,3}\b)|(?P<title>\x01)"
)
_KEYS = (
    "source",
    "claim",
    "document",
    "page",
    "table",
    "exact",
    "sourced",
    "aged",
    "nearby",
    "numbered",
    "other_word",
    "according",
)
"""One of these, a number or a title is in every question about a source."""
_LATE = ("more", "exactly", "origin", "idle")
"""Of two meanings of the same words these are the second."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_START = r"(?<!\w)"
_REPEATED = r"(\w{3,}) \w{1,3} \1"
"""Asks for the wording in many languages: "word by word", "letra por letra"."""
UNKNOWN = "unknown"


class Tag(NamedTuple):
    name: str
    """A field of `CitationWords`, `id`, `ref`, `hash`, `num`, `title`, or `unknown`."""
    value: str
    start: int
    end: int


def line_of(text: str) -> str:
    """Returns a question folded, with a space instead of each run of signs; brackets around numbers stay."""
    return _SIGNS.sub(" ", words.fold(text)).strip()


def has_key(line: str, language: str) -> bool:
    """Says whether a line has a word without which no question of this language is about a source."""
    return _keys(language).search(line) is not None


def tagged(line: str, language: str) -> list[Tag]:
    """Returns the words of a line, each with its longest meaning in a language; words without meaning are skipped."""
    spaced, patterns = _patterns(language)
    found: list[Tag] = []
    at = 0
    while at < len(line):
        tag = _at(line, at, patterns)
        if tag is None and spaced and line[at] != " ":
            end = line.find(" ", at) if " " in line[at:] else len(line)
            word = line[at:end]
            name = (_mended(word, language) or UNKNOWN) if words.content_words(word, language) else "idle"
            tag = Tag(name, word, at, end)
        elif tag is None:
            letters = line[at] not in " []#" and not "\u3041" <= line[at] <= "\u3096"  # endings
            tag = Tag(UNKNOWN if letters else "idle", line[at], at, at + 1)
        found.append(tag)
        at = tag.end
        while at < len(line) and line[at] == " ":
            at += 1
    return [tag for tag in found if tag.name != "idle"]


def _at(line: str, at: int, patterns: Mapping[str, re.Pattern[str]]) -> Tag | None:
    """Returns the longest of all meanings at one place."""
    fixed = _FIXED.match(line, at)
    name = (fixed and fixed.lastgroup) or ""
    best = Tag(name, fixed[name], at, fixed.end()) if fixed else None
    for name, pattern in patterns.items():
        match = pattern.match(line, at)
        if match and (best is None or match.end() > best.end):
            best = Tag(name, match[0], at, match.end())
    return best


@lru_cache(maxsize=1024)
def _mended(word: str, language: str) -> str:
    """Returns the meaning of a word with one typing error, empty if it has none."""
    if not SHORTEST_TYPO <= len(word) <= LONGEST_TYPO or not word.isascii() or not word.isalpha():
        return ""
    known = _plain(language)
    return next((known[variant] for variant in _variants(word) if variant in known), "")


@lru_cache(maxsize=len(CITATION_TALK))
def _plain(language: str) -> dict[str, str]:
    """Returns the meanings of single words that are no patterns, but for an optional last letter."""
    table = CITATION_TALK[language]
    found: dict[str, str] = {}
    for name in CitationWords._fields:
        for word in getattr(table, name).split("|") if name not in ("ordinals", "numbered") else ():
            for each in (word[:-2], word[:-1]) if word.endswith("?") else (word,):
                if each.isalpha():
                    found.setdefault(each, name)
    return found


def _variants(word: str) -> Iterator[str]:
    """Yields the word with two neighbours exchanged or with one more letter."""
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at, letter in product(range(1, len(word) + 1), _LETTERS):
        yield word[:at] + letter + word[at:]


@lru_cache(maxsize=len(CITATION_TALK))
def _keys(language: str) -> re.Pattern[str]:
    spaced, patterns = _patterns(language)
    keys = "|".join([r"[eg]?\d{1,2}(?![0-9a-z])", *(patterns[name].pattern for name in _KEYS)])
    return re.compile(rf"[\x01\[#]|{_START if spaced else ''}(?:{keys})")


@lru_cache(maxsize=len(CITATION_TALK))
def _patterns(language: str) -> tuple[bool, dict[str, re.Pattern[str]]]:
    """Returns whether a language writes spaces, and a pattern for each meaning, the earlier ones first."""
    table = CITATION_TALK[language]
    spaced = not HAS_UNSPACED.search(table.source)
    numbered, *cardinals = table.numbered.split(" ")
    fields = {"according": table.according} | dict(zip(PLACES, table.ordinals.split(" "), strict=True))
    fields |= {name: getattr(table, name) for name in sorted(CitationWords._fields, key=_LATE.__contains__)}
    del fields["ordinals"]
    fields |= {"numbered": numbered}
    if spaced:
        fields["exact"] += rf"|{_REPEATED}"
    fields |= {f"cardinal{value}": word for value, word in enumerate(cardinals, start=1)}
    end = r"(?!\w)" if spaced else ""
    made = {}
    for name, alternatives in fields.items():
        longest = sorted(alternatives.split("|"), key=len, reverse=True)
        counted = r"(?! ?\d)" if name == "sourced" else ""  # "what source 2 says"
        made[name] = re.compile(f"(?:{'|'.join(longest)}){end}{counted}")
    return spaced, made
