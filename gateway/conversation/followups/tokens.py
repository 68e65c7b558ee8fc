"""The words of a question, for grammars that go from word to word, and a reference before it is looked up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from gateway import words
from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import Grammar
from gateway.words.text.folding import UNSPACED
from gateway.words.text.patterns import compiled

LARGEST = 20
"""A larger number is no item of an answer."""
LARGEST_SECTION = 8
"""Behind the word "section" a larger number is one of a document's sections; "S9" is always meant as ours."""
_TOKEN = re.compile(
    rf"(?P<hash>(?:#|№|\b[nN][°º])\s?\d{{1,2}}(?![\w.,:/]*\d))|(?P<run>[^\W_{UNSPACED}]+(?:[.,:/]\d+)*)(?P<elided>['’])?|(?P<sign>\S)"
)
_SID, _NUMBER, _NTH = re.compile(r"s(\d{1,2})"), re.compile(r"\d{1,2}"), re.compile(r"(\d{1,2})([a-z]{1,4})")
GRAMMARS = {code: language.grammar for code, language in LANGUAGES.items() if language.grammar}
_CLITICS = frozenset().union(*(grammar.clitics for grammar in GRAMMARS.values()))
_DASHES = frozenset("-–—‐‑")
TRAP = "…"
"""Stands for the words of a phrase that points at nothing."""
UNITS = frozenset("%$€£°+=/\\*_&@^~")
"""Signs that belong to what stands beside them, not to the sentence."""
NAMES = frozenset().union(*(grammar.names for grammar in GRAMMARS.values()))
"""Where such a word stands, "S3" or "S8" is a product or a term."""

Kind = Literal["section_id", "letter", "ordinal", "number", "relative"]


class QuestionToken(NamedTuple):
    text: str
    """Folded."""
    start: int
    end: int
    kind: str
    """`word`, `letter`, `sid`, `number`, `nth`, `hash`, `sign` or `other`."""
    value: int = 0
    capital: bool = False
    """Its first letter is one."""


class Pointer(NamedTuple):
    """What a question points at, not yet looked up."""

    kind: Kind
    numbers: tuple[int, ...]
    """Counted from 1, from the end -1, -2."""
    start: int
    end: int
    """Characters of the question."""
    section: bool = False
    """Said with the word "section": an outline is meant before a list."""


def tokens(text: str) -> list[QuestionToken]:
    """Words, numbers and signs; apostrophes and hyphens within words are taken as blanks."""
    found: list[QuestionToken] = []
    elided = False
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        run, sign = match["run"], match["sign"]
        if match["hash"]:
            sign = "#" if match["hash"][0] == "#" else "no"
            found.append(QuestionToken(sign, start, end, "hash", int(re.sub(r"\D", "", match["hash"]))))
        elif run:
            end = match.end("run")
            folded = words.fold(run)
            if not (elided and folded in _CLITICS):
                found.append(_classified(folded, run, start, end, bool(match["elided"])))
        elif sign in _DASHES:
            if not (found and _is_hyphen(found[-1], start, text[end : end + 1])):
                found.append(QuestionToken("-", start, end, "sign"))
        elif sign not in "'’":
            found.append(QuestionToken(sign, start, end, "sign"))
        elided = bool(match["elided"]) or sign in ("'", "’")
    return found


def _is_hyphen(before: QuestionToken, start: int, following: str) -> bool:
    """Says whether a dash joins two words; between ids, capitals and figures it means "to"."""
    word = before.kind == "word" or (before.kind == "letter" and not before.capital)
    return word and before.end == start and following.isalpha()


def _classified(folded: str, run: str, start: int, end: int, elided: bool) -> QuestionToken:
    if match := _SID.fullmatch(folded):
        return QuestionToken(folded, start, end, "sid", int(match[1]))
    if _NUMBER.fullmatch(folded):
        return QuestionToken(folded, start, end, "number", int(folded))
    if match := _NTH.fullmatch(folded):
        return QuestionToken(match[2], start, end, "nth", int(match[1]))
    if len(folded) == 1 and run.isascii() and not elided and folded in "abcdefgh":
        return QuestionToken(folded, start, end, "letter", ord(folded) - ord("a") + 1, run.isupper())
    return QuestionToken(folded, start, end, "word" if folded.isalpha() else "other", capital=run[0].isupper())


def line_of(tokens: Sequence[QuestionToken]) -> str:
    """Returns the tokens with one blank between them, numbers as they are written: what phrases are searched in."""
    return " ".join(token.text if token.kind != "nth" else f"{token.value}{token.text}" for token in tokens)


def without_traps(tokens: Sequence[QuestionToken], grammar: Grammar) -> list[QuestionToken]:
    """Returns the tokens; those of trap phrases point at nothing any more."""
    line = line_of(tokens)
    spans = [match.span() for match in compiled(grammar.traps).finditer(line)]
    if not spans:
        return list(tokens)
    found: list[QuestionToken] = []
    at = 0
    for token in tokens:
        end = at + len(line_of([token]))
        caught = any(start < end and at < stop for start, stop in spans)
        found.append(token._replace(kind="other", text=TRAP) if caught else token)
        at = end + 1
    return found


def merged(tokens: list[QuestionToken], grammar: Grammar) -> list[QuestionToken]:
    """Several words that are one ordinal become one."""
    for phrase, text in grammar.merged.items():
        parts = phrase.split()
        for at in range(len(tokens) - len(parts), -1, -1):
            if tokens[at].text == parts[0] and [token.text for token in tokens[at : at + len(parts)]] == parts:
                tokens[at : at + len(parts)] = [
                    QuestionToken(text, tokens[at].start, tokens[at + len(parts) - 1].end, "word")
                ]
    return tokens
