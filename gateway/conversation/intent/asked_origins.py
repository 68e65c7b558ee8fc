"""Questions for the age and the author of a document: what they ask, and whether their subject may be a document."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from gateway import words
from gateway.words.languages.small_talk import MANNERS
from gateway.words.languages.small_talk.origins import ORIGINS
from gateway.words.text.patterns import compiled

OriginKind = Literal["changed", "aged", "written"]
"""`changed`: when it was changed last; `aged`: how old it is; `written`: who wrote it."""
LONGEST = 120
"""Characters, folded."""
_QUOTES = "\"“”„«»‹›『』「」《》'‘’"
_FILE = re.compile(r"\w\.(?:[a-z]{2,4}|[a-z]{2,3}\d)\Z", re.IGNORECASE)


class OriginAsked(NamedTuple):
    kind: OriginKind
    start: int
    end: int
    """Where the subject lies in the folded text."""


def asked_origin(code: str, asked: str) -> OriginAsked | None:
    """Returns what a text asks of a document, in one language; it is folded and without punctuation, and without
    blanks where the language has none. Whether its subject is a document is not known yet."""
    if code not in ORIGINS or len(asked) > LONGEST:
        return None
    for kind in get_args(OriginKind):
        if whole := compiled(_folded(code, kind)).fullmatch(asked):
            group = next(number for number, part in enumerate(whole.groups(), 1) if part)
            content = words.content_words(whole[group], code)  # "it" is what was spoken of before
            return OriginAsked(kind, *whole.span(group)) if content else None
    return None


def is_open_document(code: str, subject: str) -> bool:
    """Tells whether a subject is the document that is open, such as "this page"."""
    return compiled(_folded(code, "this")).fullmatch(_plain(code, subject)) is not None


def is_called_document(code: str, subject: str, question: str) -> bool:
    """Tells whether a question calls its subject a document: by a word such as "handbook", by quotation marks around
    it, or by the suffix of a file."""
    start = r"\b" if MANNERS[code].has_spaces else ""
    if compiled(f"{start}(?:{_folded(code, 'documents')})").search(_plain(code, subject)) or _FILE.search(subject):
        return True
    before, found, behind = question.partition(subject)
    return bool(found and before.rstrip()[-1:] and before.rstrip()[-1] in _QUOTES and behind.lstrip()[:1] in _QUOTES)


def bare(code: str, word: str) -> str:
    """Returns a word without its article, if that is a part of it, and without letters that change with its case."""
    table = ORIGINS[code]
    word = compiled(table.article).sub("", word)
    return word[: -table.endings] if table.endings and len(word) > table.endings + 4 else word


def _plain(code: str, text: str) -> str:
    return " ".join(re.findall(r"\w+", words.fold(text))) if MANNERS[code].has_spaces else words.fold(text)


@lru_cache(maxsize=5 * len(ORIGINS))
def _folded(code: str, name: str) -> str:
    return words.fold(str(getattr(ORIGINS[code], name)))
