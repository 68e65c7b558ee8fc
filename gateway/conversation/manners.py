"""What is no question to the documents: greetings, thanks, and questions about the collection itself.

Only a whole question counts: whatever follows a greeting is asked, and the greeting is beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from gateway import words
from gateway.words.languages.manners import MANNERS

MannerKind = Literal["number", "documents", "help", "thanks", "greeting", "noted"]
"""What is wanted; of several in one question the first one here is answered."""
LONGEST = 200
"""Characters: nothing longer is only polite, and no pattern meets a long text."""
_MOST = 4
"""Phrases beside each other: "ok, great, thanks, bye"."""
_MARKS = re.compile("[\u064b-\u0652\u0640\u200b-\u200f\u2060\ufe0f]")
"""Arabic vowels and what has no width: parts of words that are no letters."""
_BETWEEN = re.compile(r"\W+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Manner:
    """What a question wants of whoever answers, and the language in which that is asked."""

    kind: MannerKind | Literal["about"]
    """`about`: the documents on a subject."""
    language: str
    subject: str = ""


def manner(text: str, language: str) -> Manner | None:
    """Returns what a question wants that is not for the documents; None: it is a question like any other. `language`:
    the one whose phrases count first."""
    if len(text) > LONGEST or text.lstrip().startswith("-"):  # "--help" is the option of a program
        return None
    plain = _MARKS.sub("", text)
    asked = _BETWEEN.sub(" ", words.fold(plain)).strip()
    for code in sorted(MANNERS, key=lambda code: code != language):
        if found := _in(code, asked, plain):
            return found
    return None


def _in(code: str, asked: str, written: str) -> Manner | None:
    """Returns what a language's table knows of it; `asked` is what was `written`, folded and without punctuation."""
    spaced = MANNERS[code].has_spaces
    asked = asked if spaced else asked.replace(" ", "")
    polite, about = _patterns(code)
    if whole := polite.fullmatch(asked):
        kinds = whole.groupdict()
        kind: MannerKind | None = next((name for name in get_args(MannerKind) if kinds[name] is not None), None)
        return Manner(kind, code) if kind else None
    if whole := about.fullmatch(asked):
        subject = next(part for part in whole.groups() if part)
        return Manner("about", code, _as_written(subject, written) if spaced else subject)
    return None


@lru_cache(maxsize=len(MANNERS))
def _patterns(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns the patterns of a language's polite phrases and of its questions for the documents on a subject."""
    table = MANNERS[code]
    kinds = "|".join(f"(?P<{kind}>{getattr(table, kind)})" for kind in get_args(MannerKind))
    end = "(?: |$)" if table.has_spaces else ""
    beside = f"(?:(?:{table.greeting}|{table.filler}){end}){{0,2}}"
    polite = re.compile(f"(?:(?:{kinds}|{table.filler}){end}){{1,{_MOST}}}")
    return polite, re.compile(f"{beside}(?:{table.about})")


def _as_written(subject: str, text: str) -> str:
    """Returns the last words of a question with accents and case; a stemmer may need them."""
    written = list(_WORD.finditer(text))
    count = len(subject.split())
    return text[written[-count].start() : written[-1].end()] if count <= len(written) else subject
