"""References to sections and items in languages with blanks between words: one reading, a `Grammar` for each language.

A reference counts only where its surroundings leave it alone: beside it stand function words, words of asking, signs or
nothing. So "detail S3" points and "an S3 bucket" does not, "the second point" does and "the second point of the
contract" does not, for that is a part of something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from gateway.conversation.followups.counting import Counting, Nouns
from gateway.conversation.followups.tokens import (
    GRAMMARS,
    LARGEST,
    LARGEST_SECTION,
    NAMES,
    TRAP,
    UNITS,
    Kind,
    Pointer,
    QuestionToken,
)
from gateway.words.text.patterns import compiled

_Found = tuple[Pointer, int] | None
"""A reference and the place behind it."""
_WORDS = ("word", "sign", "other")


class _Known(NamedTuple):
    """Words by what they may do beside a reference; made once for a grammar."""

    beside: frozenset[str]
    """May stand before it."""
    behind: frozenset[str]
    """May stand behind it."""
    empty: frozenset[str]
    """Carry no meaning of their own."""
    first: frozenset[str]
    """May be the first of a reference."""


@cache
def _known(language: str) -> _Known:
    g = GRAMMARS[language]
    beside = g.glue | g.verbs | g.joins | g.articles
    behind = beside | g.strangers | g.both
    first = g.nouns | g.things | g.ones | g.numbered | g.both | g.ordinals.keys() | g.cardinals.keys()
    return _Known(beside, behind, behind | g.nouns | g.own | g.numbered | g.pronouns, first)


class Sentence(Counting):
    """A question read with one grammar. `sure`: it is the language of the question, as far as one can see."""

    def __init__(self, tokens: Sequence[QuestionToken], language: str, *, sure: bool = True) -> None:
        super().__init__(tokens, GRAMMARS[language])
        self._sure = sure
        self._known = _known(language)
        self._ends: set[int] = set()

    def pointers(self) -> list[Pointer]:
        """Returns all references, in the order of the question."""
        found: list[Pointer] = []
        passed: list[Pointer] = []
        at = 0
        while at < len(self.tokens):
            if self.tokens[at].kind in _WORDS and self.tokens[at].text not in self._known.first:
                at += 1
                continue
            read = (
                self._section_ids(at)
                or self._counted(at)
                or self._named(at)
                or self._numbered(at)
                or self._lettered(at)
            )
            if read:
                pointer, at = read
                self._ends.add(at)
                found.append(pointer)
            else:
                if self._is(at, "sid"):
                    passed.append(self._pointer("section_id", [self.tokens[at].value], at, at + 1)[0])
                at += 1
        if passed and any(pointer.kind == "section_id" for pointer in found):  # where one is meant, the others are
            found = sorted([*found, *passed], key=lambda pointer: pointer.start)
        return found

    @cached_property
    def framed(self) -> bool:
        """Something is asked for, or the question goes on from what was said."""
        asked = any(token.text in self.grammar.verbs for token in self.tokens)
        return asked or compiled(self.grammar.opener).match(self.line) is not None

    def content(self) -> list[QuestionToken]:
        """Words that are neither function words nor words of asking nor what sections are called."""
        return [token for token in self.tokens if token.kind != "sign" and token.text not in self._known.empty]

    def _section_ids(self, at: int) -> _Found:
        numbers, end = self._values(at, "sid")
        if not numbers:
            return None
        bracketed = self._text(at - 1) in ("[", "(") and self._text(end) in ("]", ")")
        if bracketed or (len(numbers) > 1 and not self._names) or self._is_section(at, end):
            return self._pointer("section_id", numbers, at, end)
        return None

    def _is_section(self, at: int, end: int) -> bool:
        """Says whether an "S2" without brackets is a section, not a product, a train or a term."""
        if self._names or (self._article(at) and not self.framed):
            return False
        return (self._alone_before(at) or self._object(at)) and self._alone_behind(end)

    @cached_property
    def _names(self) -> bool:
        return any(token.text in NAMES for token in self.tokens)

    def _counted(self, at: int) -> _Found:
        """ "the second point", "first and last", "les deux premiers", "the last three items"."""
        numbers, end = self._ordinals(at)
        if not numbers:
            return None
        noun = self._noun(end)
        end += noun.any
        if not self._stands(at, end, noun, listed=len(numbers) > 1):
            return None
        kind: Kind = "relative" if numbers[0] < 0 else "ordinal"
        return self._pointer(kind, numbers, at, end)

    def _stands(self, at: int, end: int, noun: Nouns, *, listed: bool) -> bool:
        """Says whether an ordinal stands for a section or an item, not for a floor, a time or a person."""
        g = self.grammar
        article = self._article(at)
        own = noun.strong and self._text(end - 1) not in g.common
        if self._text(at - 1) == "a" or self._tells_which(end):
            return False
        if not self._alone_before(at, named=noun.any) and not (own and article):
            return False
        if noun.strong and (article or not noun.is_pronoun) and (own or self.framed or self._said_of(end)):
            return self._whole(end) and not (noun.is_pronoun and self._text(end) in g.spans)
        if not self._alone_behind(end) or (self._text(end) in g.spans and not self._value(end + 1)):
            return False
        if noun.strong:
            return not noun.is_pronoun or article or listed or self.framed or not at
        alone = not self._others(at, end)
        if noun.weak:
            return self.framed or alone or self._text(at - 1) in g.yours
        subject = article and at == 1 and self._text(end) not in g.pronouns
        return (article or listed or len(self.tokens) <= end - at + 1) and (self.framed or alone or subject)

    def _named(self, at: int) -> _Found:
        """ "point 2", "partie B", "sections 1 and 3", "section S2"."""
        noun, g = self._noun(at), self.grammar
        if not noun.any or noun.is_pronoun:
            return None
        first = self._behind_numbered(at + 1)
        for kind in ("sid", "number", "letter"):
            numbers, end = self._values(first, kind)
            if numbers:
                break
        else:
            return self._ordinal_behind(at) if g.ordinal_behind and noun.strong else None
        section = self._text(at) in g.sections
        if kind == "letter" and not self._is_letter(first, end):
            return None
        if kind != "sid" and max(numbers) > (LARGEST_SECTION if section else LARGEST):
            return None
        subject = noun.strong and (self._text(at) not in g.common or at == 0) and self._whole(end)
        if not self._alone_before(at, named=True):
            return None
        if not self._alone_behind(end) and not (subject and self._kind(end) == "word") and not self._said_of(end):
            return None
        if noun.weak and not self.framed and self._others(at, end):
            return None
        reference: Kind = "letter" if kind == "letter" else "section_id" if kind == "sid" or section else "number"
        found, end = self._pointer(reference, numbers, at, end)
        return found._replace(section=section and kind != "sid"), end

    def _ordinal_behind(self, at: int) -> _Found:
        numbers, end = self._ordinals(at + 1)
        if not numbers or not self._alone_before(at, named=True) or not self._alone_behind(end):
            return None
        return self._pointer("relative" if numbers[0] < 0 else "ordinal", numbers, at, end)

    def _numbered(self, at: int) -> _Found:
        """ "#2", "number 2", "n° 3"."""
        numbers, end = self._values(at, "hash")
        if not numbers and self._figures_only:
            numbers, end = self._values(at, "number")  # what is answered to "which one?"
        if not numbers:
            first = self._behind_numbered(at)
            numbers, end = self._values(first, "number") if first > at else ([], at)
        if not numbers or max(numbers) > LARGEST or not self._alone_before(at, named=True):
            return None
        best = self._text(at) == "#" and self._article(at)  # "the #1 song"
        if not self._alone_behind(end) and (best or not at or not self._said_of(end)):
            return None
        if self._kind(at) != "hash" and not self.framed and self._others(at, end) > 1:
            return None
        return self._pointer("number", numbers, at, end)

    @cached_property
    def _figures_only(self) -> bool:
        return all(token.kind in ("number", "sign") for token in self.tokens)

    def _behind_numbered(self, at: int) -> int:
        """Returns the place behind "number" or "no.", where a value follows it."""
        if self._text(at) not in self.grammar.numbered:
            return at
        behind = at + 1 + (self._text(at + 1) == ".")
        return behind if self._value(behind) else at

    def _lettered(self, at: int) -> _Found:
        """ "B)" and, asked for, a capital letter alone: "expand on B", "and C?"."""
        numbers, end = self._values(at, "letter")
        if not numbers or not self._alone_before(at):
            return None
        letters = self.tokens[at:end]
        if self._text(end) != ")":
            capitals = all(token.capital for token in letters if token.kind == "letter")
            stands = end == len(self.tokens) or self.tokens[end].kind == "sign" or self._text(end) in self.grammar.joins
            if not (capitals and stands and (self.framed or not self._others(at, end))):
                return None
            if self._article(at):
                return None
        return self._pointer("letter", numbers, at, end)

    def _pointer(self, kind: Kind, numbers: Sequence[int], at: int, end: int) -> tuple[Pointer, int]:
        first, last = self.tokens[at], self.tokens[end - 1]
        return Pointer(kind, tuple(dict.fromkeys(numbers)), first.start, last.end), end

    def _is_letter(self, at: int, end: int) -> bool:
        """A small letter is also a word: "point a souligner"."""
        letter = self.tokens[at]
        return letter.capital or end == len(self.tokens) or self.tokens[end].kind == "sign" or letter.text in "bcdefgh"

    def _alone_before(self, at: int, *, named: bool = False) -> bool:
        """Says whether what stands before lets the reference be one. `named`: it says "point" or the like, and may
        follow a verb that is not in the table."""
        g = self.grammar
        article = False
        while at > 0 and self.tokens[at - 1].text in g.articles:
            at, article = at - 1, True
        if not at or at in self._ends:
            return True
        token = self.tokens[at - 1]
        if token.kind == "sign":
            return token.text not in UNITS
        if token.text in g.strangers or token.kind == "other":
            return False
        if token.text in self._known.beside or token.text in g.spans or token.text in g.nouns:
            return True
        return (
            named
            and article
            and (at == 1 or self.tokens[at - 2].kind == "sign" or self.tokens[at - 2].text in self._known.beside)
        )

    def _object(self, at: int) -> bool:
        """Says whether what stands before is a verb that is not in the table: "verify S2", "documents support S2"; a
        noun would have an article, a name a capital."""
        before = self._token(at - 1)
        if not self._sure or before is None or before.kind != "word" or (before.capital and at > 1):
            return False
        verb = self._token(at - 2)
        return (
            verb is None
            or verb.kind == "sign"
            or (verb.text not in self._known.behind and verb.text not in self.grammar.of)
        )

    def _alone_behind(self, at: int) -> bool:
        token = self._token(at)
        if token is None:
            return True
        if token.kind == "sign":
            return token.text not in UNITS
        return self._whole(at) and (
            token.text in self._known.behind or token.text in self.grammar.spans or token.text == TRAP
        )

    def _said_of(self, end: int) -> bool:
        """Says whether a single word behind says something of the reference: "is #2 mandatory?"."""
        rest = [token for token in self.tokens[end:] if token.kind != "sign"]
        return len(rest) == 1 and rest[0].kind == "word"

    def _whole(self, at: int) -> bool:
        """Says whether the reference is no part of something else: "of the contract", "in the invoice"."""
        g, text = self.grammar, self._text(at)
        if text not in g.of and not (text in g.within and self._text(at + 1) in g.articles | g.strangers):
            return True
        at += 1
        while self._text(at) in g.articles | g.strangers | g.of:
            at += 1
        return self._token(at) is None or self._text(at) in g.own

    def _tells_which(self, at: int) -> bool:
        texts = (self._text(at), self._text(at + 1) if self._text(at) in self.grammar.glue else "")
        return any(text in self.grammar.speakers for text in texts)

    def _others(self, at: int, end: int) -> int:
        """Says how many words beside the reference carry meaning."""
        rest = [*self.tokens[:at], *self.tokens[end:]]
        return sum(token.kind != "sign" and token.text not in self._known.behind for token in rest)
