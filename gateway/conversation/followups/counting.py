"""Numbers, letters and ordinals among the words of a question: "1, 3 and 4", "S2 to S4", "les deux premiers"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gateway.conversation.followups.tokens import (
    LARGEST,
    LARGEST_SECTION,
    QuestionToken,
    line_of,
    merged,
    without_traps,
)
from gateway.words.languages.tables import Grammar

_LEADING = '¿¡«»"“”([-–— '


@dataclass(slots=True)
class Nouns:
    """What a reference is called, if it is."""

    strong: bool = False
    weak: bool = False
    is_pronoun: bool = False

    @property
    def any(self) -> bool:
        return self.strong or self.weak


class Counting:
    """A question's words as one grammar reads them, without what is a trap in it."""

    def __init__(self, tokens: Sequence[QuestionToken], grammar: Grammar) -> None:
        self.grammar = grammar
        self.tokens = merged(without_traps(tokens, grammar), grammar)
        self.line = line_of(self.tokens).lstrip(_LEADING)

    def _values(self, at: int, kind: str) -> tuple[list[int], int]:
        """Returns the values of one kind from here on, "1, 3 and 4" and "1 to 3" among them, and the place behind
        them."""
        if not self._is(at, kind):
            return [], at
        numbers, end = [self._number(at)], at + 1
        while True:
            joined = self._joined(end)
            follows = ("number",) if kind in ("sid", "hash") else ()
            if joined > end and any(self._is(joined, other_kind) for other_kind in (kind, *follows)):
                new = self._number(joined)
                spanned = self._text(joined - 1) in self.grammar.spans or self._text(joined - 1) == "-"
                numbers += range(numbers[-1] + 1, new + 1) if spanned and new <= LARGEST else [new]
                end = joined + 1
            else:
                return numbers, end

    def _joined(self, at: int) -> int:
        """Returns the place behind a comma, an "and", a "to" and an article."""
        start = at
        if self._text(at) in (",", "/", "-"):
            at += 1
        if self._text(at) in self.grammar.joins or self._text(at) in self.grammar.spans:
            at += 1
        if at > start and self._text(at) in self.grammar.articles:
            at += 1
        return at

    def _ordinals(self, at: int) -> tuple[list[int], int]:
        """Ordinals from here on, and the place behind them; with a number before or behind a group: the first two."""
        count = self._number(at) if self._is(at, "number") and not self._ordinal(at) else 0
        if self._text(at) in self.grammar.both:
            count = 2
        if count:
            end = at + 1 + (self._text(at + 1) in self.grammar.articles)
            return self._group(self._ordinal(end), count), end + 1
        number = self._ordinal(at)
        if not number:
            return [], at
        numbers, end = [number], at + 1 + self._dotted(at)
        if self._is(end, "number") and not self._ordinal(end) and 2 <= self._number(end) <= LARGEST_SECTION:
            group = self._group(number, self._number(end))
            return (group, end + 1) if group else ([], at)
        if self._text(end) in self.grammar.both:
            return self._group(number, 2), end + 1
        while (joined := self._joined(end)) > end and (number := self._ordinal(joined)):
            spanned = self._text(joined - 1) in self.grammar.spans
            numbers += range(numbers[-1] + 1, number + 1) if spanned and number > 0 else [number]
            end = joined + 1 + self._dotted(joined)
        return numbers, end

    @staticmethod
    def _group(number: int, count: int) -> list[int]:
        if count > LARGEST_SECTION or number not in (1, -1):
            return []
        return list(range(1, count + 1)) if number == 1 else list(range(-count, 0))

    def _ordinal(self, at: int) -> int:
        token = self._token(at)
        if token is None:
            return 0
        if token.kind == "nth" and token.text in self.grammar.suffixes and token.value <= LARGEST:
            return token.value
        if self._dotted(at):
            return token.value
        return self.grammar.ordinals.get(token.text, 0) if token.kind == "word" else 0

    def _dotted(self, at: int) -> bool:
        return (
            self.grammar.dotted and self._kind(at) == "number" and self._text(at + 1) == "." and self._noun(at + 2).any
        )

    def _noun(self, at: int) -> Nouns:
        text, g = self._text(at), self.grammar
        return Nouns(text in g.nouns, text in g.things, text in g.ones)

    def _is(self, at: int, kind: str) -> bool:
        token = self._token(at)
        if token is None:
            return False
        return token.kind == kind or (kind == "number" and token.text in self.grammar.cardinals)

    def _number(self, at: int) -> int:
        token = self.tokens[at]
        return token.value or self.grammar.cardinals.get(token.text, 0)

    def _value(self, at: int) -> bool:
        return any(self._is(at, kind) for kind in ("number", "hash", "sid", "letter"))

    def _article(self, at: int) -> bool:
        return self._text(at - 1) in self.grammar.articles

    def _token(self, at: int) -> QuestionToken | None:
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def _text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def _kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""
