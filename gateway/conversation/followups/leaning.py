"""Whether a question leans on what was said before it: rules over each language's words, no model.

A pronoun leans where the question has nothing that it could mean. That is a matter of clauses: a personal pronoun means
something of an earlier clause, never of its own ("Which towns does it lie between?" leans, "What did Luther do when he
came back?" does not), a possessive any noun before it. A question that names nothing and says hardly anything ("And the
fee?", "Which universities does the city have?") may lean; what is known of both decides (`turn.search`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from gateway import words
from gateway.conversation.citations.short_replies import corrected, is_bare
from gateway.words.languages.subjects.dialogue.leaning import LEANING, LeaningWords
from gateway.words.text.folding import HAS_UNSPACED, UNSPACED
from gateway.words.text.patterns import compiled

Leaning = Literal["sure", "perhaps", "none"]
FEW, FEW_SIGNS = 4, 8
"""Content words of a question that may lean though it does not say so; characters of one without blanks."""

_APART = re.compile(r"['’‐‑-]")
_EDGES = ' ?？!！.。…,，;；:：¿¡"“”«»'
_NAME = re.compile(r"(?<=[\w,;:»”)] )[^\W\d_a-zß-ÿ]\w*|\d|[A-Z]{2,}")
"""A capital behind another word, figures, or an abbreviation."""
_RUN = re.compile(f"[{UNSPACED}]+|[^\\W{UNSPACED}]+")
_LATIN = re.compile(r"[a-z0-9]{2}")
_FIGURE = re.compile(r"\d")
"""What names a kind: "the B1 course costs"."""
_CODE = re.compile(r"\d|\b[A-Z]{1,3}\b(?!['’ ])")
"""Figures, and capitals that stand alone: a name in any language."""


class _Read(NamedTuple):
    joined: bool
    """No blanks stand between words."""
    idle: re.Pattern[str]
    asking: re.Pattern[str]
    pronouns: re.Pattern[str]
    own: re.Pattern[str]
    pointing: re.Pattern[str]
    begins: re.Pattern[str]
    ends: re.Pattern[str]
    doubled: re.Pattern[str]
    breaks: re.Pattern[str]
    kinds: re.Pattern[str]


@lru_cache(maxsize=32)
def _read(language: str) -> _Read:
    table = LEANING.get(language, LeaningWords())
    joined = HAS_UNSPACED.search(table.pronouns) is not None

    def made(pattern: str, form: str) -> re.Pattern[str]:
        if not pattern:
            return compiled("")
        return re.compile(form.format(f"(?:{pattern})"))

    forms = {"begins": "^{}", "ends": "{}$" if joined else r"\b{}$", "doubled": "{}$"}
    forms |= dict.fromkeys(("idle", "asking", "breaks"), "{}")
    forms |= dict.fromkeys(("pronouns", "own", "pointing", "kinds"), "{}" if joined else r"\b{}\b")
    return _Read(joined, **{name: made(getattr(table, name), form) for name, form in forms.items()})


def leaning(question: str, language: str) -> Leaning:
    """Returns whether a question leans on what was said before it: for sure, perhaps, or not at all as far as its words
    tell. Never raises."""
    read = _read(language)
    line = read.idle.sub(" … ", " ".join(_APART.sub(" ", words.fold(question)).split())).strip(_EDGES)
    if (
        not words.content_words(line, language)
        or is_bare(question)
        or corrected(question)
        or read.begins.search(line)
        or read.ends.search(line)
    ):
        return "sure"
    asked = read.asking.match(line)
    start = asked.end() if asked else 0
    weak = False
    for match in chain(read.pronouns.finditer(line), read.pointing.finditer(line)):
        before = line[start : match.start()]
        if not _in_earlier_clause(before, read, language) and not (
            read.doubled.match(match.group()) and _named_subject(before, language)
        ):
            return "sure"
        weak = True
    for match in read.own.finditer(line):
        if not words.content_words(line[: match.start()], language):
            return "sure"
        weak = weak or not read.joined
    kind = read.kinds.search(line)
    is_name = kind and not read.joined and _FIGURE.search(kind[0])
    return "perhaps" if weak or (kind and not is_name) or _bare(question, line, language) else "none"


def goes_on(question: str, language: str) -> bool:
    """Returns whether a question goes on with the one before it, about something else: "And for children?"."""
    return (
        _read(language).begins.search(" ".join(_APART.sub(" ", words.fold(question)).split()).strip(_EDGES)) is not None
    )


def _named_subject(before: str, language: str) -> bool:
    """Says whether a subject stands before the verb that an inverted pronoun follows."""
    spoken = before.removesuffix(" t ").split()
    return bool(words.content_words(" ".join(spoken[:-1]), language))


def _in_earlier_clause(before: str, read: _Read, language: str) -> bool:
    """Says whether a clause before a pronoun says anything."""
    ends = [match.start() for match in read.breaks.finditer(before)]
    return bool(ends) and bool(words.content_words(before[: ends[-1]], language))


def _bare(question: str, line: str, language: str) -> bool:
    """Says whether a question says little and names nothing."""
    if HAS_UNSPACED.search(line):
        return sum(map(len, _RUN.findall(line))) <= FEW_SIGNS and not _LATIN.search(line)
    meaning = set(words.content_words(line, language))
    if _CODE.search(question):
        return False
    if LEANING.get(language, LeaningWords()).capital_nouns or question == question.lower():
        return len(meaning) < FEW
    return len(meaning) <= FEW and not _NAME.search(question)
