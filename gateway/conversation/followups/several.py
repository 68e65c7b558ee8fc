"""What one message asks: one thing or several, a comparison of two, with or without words around. Pure.

A question is one until something shows that it is several: two sentences that ask, a second question word behind an
"and", or the frame of a comparison. "And" between two nouns shows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gateway import words
from gateway.conversation.followups.resolve import resolve
from gateway.conversation.intent.long_questions import gist
from gateway.words.languages import language_of
from gateway.words.languages.subjects.composed import COMPOSED, ComposedWords

MOST = 3
"""Questions of one message that are looked for each by itself."""
FEW = 2
"""Content words below which a question needs what stands before it to be understood, and those of other sentences
below which they are no background."""
_MARK = re.compile(r"[?？؟]\W{0,40}$")
_LEADING = re.compile(r"^[\W_]+")
_SHORTENED = re.compile(r"(?:^|[\s.])(?:\d+|[A-Z]{1,4}|[A-Z]\w)\.$")
_NAMED = re.compile("[《「『“][^》」』”]*[》」』”]")
_QUOTATION = re.compile('[「『“«"].*[」』”»"]', re.DOTALL)
_NOTHING = "(?!)"
"""A pattern that nothing fits."""
_BRACKETS = ("「」", "『』", "《》", "“”", "«»", "()", "（）")


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """What is to be looked for. Where it is one plain question, `whole` is the question with single spaces."""

    whole: str
    """Without what is only polite."""
    parts: tuple[str, ...] = ()
    """Several questions, or the one that stands among other sentences; empty: `whole` is the question."""
    sides: tuple[str, ...] = ()
    """Two things that are compared."""

    @property
    def lookups(self) -> tuple[str, ...]:
        """Everything to look up, the whole first."""
        return tuple(dict.fromkeys((self.whole, *self.parts, *self.sides)))


@lru_cache(maxsize=256)
def asked(question: str, language: str) -> QuestionParts:
    """Returns what a question asks; `language`: that of its words."""
    text = gist(question)
    if language not in COMPOSED:
        return QuestionParts(text)
    sentences = _sentences(text, language)
    if not all(map(_stands, sentences)):
        return QuestionParts(text)
    rules = _rules(language)
    telling = [left for sentence in sentences if (left := rules.without_manners(sentence))]
    if not telling:
        return QuestionParts(text)
    whole = text if telling == sentences else rules.joint.join(telling)
    if len(telling) == 1 and (sides := rules.compared(telling[0])):
        return QuestionParts(whole, sides=sides)
    parts = [(part, index) for index, sentence in enumerate(telling) for part in rules.questions(sentence)]
    beside = [sentence for sentence in telling if not rules.asks(sentence)]
    background = len(rules.content(" ".join(beside))) > FEW
    if not parts or (len(parts) == 1 and not background and parts[0][0] == rules.bare(telling[0])):
        return QuestionParts(whole)
    standing = tuple(rules.standing(parts[-MOST:], telling))
    if len(parts) == 1 and standing[0] != parts[0][0]:
        return QuestionParts(whole)  # what asks says too little without the rest
    return QuestionParts(whole, standing)


class _Rules:
    """The rules with the words of one language."""

    def __init__(self, table: ComposedWords, language: str) -> None:
        self._language = language
        self._spaced = spaced = language_of(language).has_spaces
        self.joint = " " if spaced else ""
        also, asks = table.also, table.asks
        before = rf"(?:^\W*|[,;:]\s*|\b{also}\s+|[,;:]\s*\w+\s+)" if spaced else ""
        cuts = (
            rf"\s{{0,2}}[,;]?\s{{1,2}}{also}\s{{1,2}}(?=(?:{asks})\b)|\s{{0,2}};\s{{1,2}}(?=(?:{asks})\b)"
            if spaced
            else rf"(?:{also})++(?=[^，,；;。]{{0,100}}(?:{asks}))"
        )
        self._polite = re.compile(
            rf"[\W_]*(?:{table.polite or _NOTHING})[^,.!?:;，。！？：；]{{0,60}}(?:[,.!:，。！：~]+\s*|$)",
            re.IGNORECASE,
        )
        self._versus = tuple(re.compile(pattern, re.IGNORECASE) for pattern in table.versus)
        self._joining = re.compile(rf"(?:^(?:{asks})|\b{also})\b", re.IGNORECASE)
        self._requests = re.compile(rf"{before}(?:{table.requests or _NOTHING})[\s,:，：]*", re.IGNORECASE)
        self._unfinished = re.compile(rf"(?:{table.unfinished or _NOTHING})$")
        self._cuts = re.compile(cuts, re.IGNORECASE if spaced else 0)
        self._asks = re.compile(
            rf"^\W*+(?:{also}\W++)?(?:{asks})\b" if spaced else asks, re.IGNORECASE if spaced else 0
        )
        self._also = re.compile(rf"^(?:\W*{also}\s+)" if spaced else r"^(?:[，,；;。\s]+)", re.IGNORECASE)

    def content(self, text: str) -> set[str]:
        return set(words.content_words(text, self._language))

    def without_manners(self, sentence: str) -> str:
        """Returns a sentence without a greeting or thanks at its beginning; empty where nothing else is in it."""
        left = sentence
        while (found := self._polite.match(left)) and found.end():
            left = left[found.end() :]
        cut = left != sentence
        return "" if cut and len(self.content(left)) < FEW and not _MARK.search(left) else left

    def asks(self, sentence: str) -> bool:
        return any(True for _ in self.questions(sentence))

    def compared(self, sentence: str) -> tuple[str, ...]:
        """Returns the two things that a sentence compares; none where it cannot be told what they are."""
        bare = _LEADING.sub("", sentence)
        for pattern in self._versus:
            if found := pattern.fullmatch(bare):
                sides = found["a"].strip(), found["b"].strip()
                if all(self.content(side) and not (self._spaced and self._joining.search(side)) for side in sides):
                    return sides
        return ()

    def questions(self, sentence: str) -> Iterator[str]:
        """Yields the questions of a sentence, without what asks for an answer: it is cut where a question word follows
        what joins two clauses, if either side asks something."""
        found = self._requests.search(sentence)
        rest = sentence[found.end() :] if found and self.content(sentence[found.end() :]) else ""
        if not rest and not (_MARK.search(sentence) and self.content(sentence)):
            return
        rest, start = rest or sentence, 0
        for cut in self._cuts.finditer(rest):
            before, after = rest[start : cut.start()], rest[cut.end() :]
            open_ended = self._unfinished.search(before)
            if self._is_question(before) and not open_ended and self.content(after):
                yield self.bare(before)
                start = cut.end()
        yield self.bare(rest[start:])

    def _is_question(self, clause: str) -> bool:
        """Says whether a clause asks something of something."""
        if not self.content(clause):
            return False
        if not self._spaced:
            return self._asks.search(_NAMED.sub("", clause)) is not None
        return self._asks.match(clause) is not None

    def bare(self, question: str) -> str:
        """Returns a question without the "and" before it."""
        return self._also.sub("", question.strip(), count=1)

    def standing(self, parts: Sequence[tuple[str, int]], telling: Sequence[str]) -> Iterator[str]:
        """Yields questions that can be understood by themselves: one that leans on the sentence before it, or says next
        to nothing, comes with that."""
        few, before = FEW if self._spaced else 1, ""
        for part, index in parts:
            context = before or (telling[index - 1] if index else "")
            leaning = context and (len(self.content(part)) < few or resolve(part, self._language, None).dependent)
            yield f"{context}{self.joint}{part}" if leaning else part
            before = part


@lru_cache(maxsize=len(COMPOSED))
def _rules(language: str) -> _Rules:
    """Returns the rules of a language that has a table."""
    return _Rules(COMPOSED[language], language)


def _sentences(text: str, language: str) -> list[str]:
    """Returns the sentences of a question; the point behind a numeral or an initial ends none."""
    found: list[str] = []
    last = 0
    for start, end in words.sentences(text, language):
        if found and _SHORTENED.search(found[-1]):
            found[-1] = text[last:end]
        else:
            found.append(text[start:end])
            last = start
    return found


def _stands(sentence: str) -> bool:
    """Says whether a sentence is the asker's own: none that is quoted, or that a quotation runs into."""
    balanced = all(sentence.count(pair[0]) == sentence.count(pair[1]) for pair in _BRACKETS)
    return balanced and not _QUOTATION.fullmatch(sentence)
