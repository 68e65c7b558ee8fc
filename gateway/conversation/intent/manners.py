"""What is no question to the documents: greetings, thanks, and questions about the collection itself.

Only a whole question counts: whatever follows a greeting is asked, and the greeting is beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from gateway import words
from gateway.conversation.intent import talk
from gateway.conversation.intent.asked_origins import OriginKind, asked_origin
from gateway.words.languages.small_talk import MANNERS

MannerKind = Literal["number", "documents", "help", "thanks", "greeting", "noted"]
"""What is wanted; of several in one question the first one here is answered."""
Kind = MannerKind | talk.TalkKind | OriginKind
LONGEST = 200
"""Characters: nothing longer is only polite, and no pattern meets a long text."""
_MOST = 4
"""Phrases beside each other: "ok, great, thanks, bye"."""
_MARKS = re.compile("[\u064b-\u0652\u0640\u200b-\u200f\u2060\ufe0f]")
"""Arabic vowels and what has no width: parts of words that are no letters."""
_BETWEEN = re.compile(r"\W+")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Manner:
    """What a question wants of whoever answers, and the language in which that is asked."""

    kind: Kind
    language: str
    subject: str = ""
    named: tuple[str, ...] = ()
    """Codes of the languages that are named in it."""
    otherwise: Kind | None = None
    """What is wanted if the subject is no document."""


def manner(text: str, language: str) -> Manner | None:
    """Returns what a question wants that is not for the documents; None: it is a question like any other. `language`:
    the one whose phrases count first."""
    if len(text) > LONGEST or text.lstrip().startswith("-"):  # "--help" is the option of a program
        return None
    plain = _MARKS.sub("", text)
    asked = _BETWEEN.sub(" ", words.fold(plain)).strip()
    joined = asked.replace(" ", "")
    one_word = joined == asked
    for find in (_phrase, _talk, _about):
        for code, spaced in _order(language):
            if find is _talk and one_word and spaced and code != language:
                continue  # it may be anything in another language
            if found := find(code, asked if spaced else joined, plain):
                return found
    return None


@lru_cache(maxsize=256)
def _order(language: str) -> tuple[tuple[str, bool], ...]:
    """Returns the languages with such phrases, this one first, and whether they write blanks."""
    return tuple((code, MANNERS[code].has_spaces) for code in sorted(MANNERS, key=lambda code: code != language))


def _phrase(code: str, asked: str, _: str) -> Manner | None:
    """Returns what a language's phrases know of a question; `asked` is folded and without punctuation."""
    whole = _patterns(code)[0].fullmatch(asked)
    if whole is None:
        return None
    kinds = whole.groupdict()
    kind: MannerKind | None = next((name for name in get_args(MannerKind) if kinds.get(name) is not None), None)
    return Manner(kind, code) if kind else None


def _talk(code: str, asked: str, written: str) -> Manner | None:
    """Returns what a language's words know of it, in whatever order they stand."""
    wanted = talk.told(code, asked)
    if wanted and wanted.kind == "newest" and (asks := asked_origin(code, asked)):
        return Manner(asks.kind, code, _as_written(asked, (asks.start, asks.end), written), otherwise=wanted.kind)
    return Manner(wanted.kind, code, named=wanted.named) if wanted else None


def _about(code: str, asked: str, written: str) -> Manner | None:
    """Returns the subject on which documents are wanted, or the document whose contents are; as it was `written`."""
    if whole := _patterns(code)[1].fullmatch(asked):
        group = next(number for number, part in enumerate(whole.groups(), 1) if part)
        return Manner("about", code, _as_written(asked, whole.span(group), written))
    if wanted := asked_origin(code, asked) or talk.on_subject(code, asked) or talk.in_document(code, asked):
        return Manner(wanted.kind, code, _as_written(asked, (wanted.start, wanted.end), written))
    return None


@lru_cache(maxsize=len(MANNERS))
def _patterns(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns the patterns of a language's polite phrases and of its questions for the documents on a subject."""
    table = MANNERS[code]
    kinds = "|".join(f"(?P<{kind}>{getattr(table, kind)})" for kind in get_args(MannerKind))
    end = "(?: |$)" if table.has_spaces else ""
    beside = f"(?:(?:{table.greeting}|{table.filler}){end}){{0,2}}"
    polite = re.compile(f"(?:(?:{kinds}|{table.filler}){end}){{1,{_MOST}}}")
    behind = "" if table.has_spaces else f"(?:{table.filler})*"
    return polite, re.compile(f"{beside}(?:{table.about}){behind}")


def _as_written(asked: str, span: tuple[int, int], text: str) -> str:
    """Returns a part of a question with accents, case and blanks, for a stemmer and a title may need them. `asked` is
    the `text`, folded and without punctuation."""
    letters = [(letter, at) for at, written in enumerate(text) for letter in words.fold(written) if _WORD.match(letter)]
    start = len(asked[: span[0]].replace(" ", ""))
    end = start + len(asked[slice(*span)].replace(" ", ""))
    if "".join(letter for letter, _ in letters) != asked.replace(" ", ""):
        return asked[slice(*span)]
    return text[letters[start][1] : letters[end - 1][1] + 1]
