"""Finds the question in a model's text that rewrites one: behind thoughts, a label or a preamble, in JSON, bold or
quotes. A refusal is no question, nor is any other text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gateway import words
from gateway.answer.core.format_detection import ModelText
from gateway.answer.evidence.citation_ids import refuses
from gateway.answer.reading.characters import Sanitizer
from gateway.answer.reading.markup import without_ids
from gateway.answer.reading.parts import End, FormatBegun, Note, Part
from gateway.words.languages.subjects.citing import CITING

LONGEST = 500
"""Characters of a rewritten question; a longer text is no question."""
LONGEST_TEXT = 20_000
"""Characters of the text with its thoughts, after which it is no longer read."""

_FRAME = " \t*_`#>\"'“”„«»‘’「」『』"
_NAMES = sorted({name for language in CITING.values() for name in language.question.split()}, key=len, reverse=True)
_NAMED = "|".join(name if name[0] >= "\u2e80" else rf"\b{name}" for name in _NAMES)
_LABEL = re.compile(
    rf"^[^?？؟\n]{{0,80}}?(?:{_NAMED})(?:\s?[(（][^()（）]{{1,30}}[)）])?[\s*_`\"”»]{{0,4}}[:：]", re.IGNORECASE
)
"""What a model calls the question, at the end of which a colon stands."""
_ITEM = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s+|<[a-z_]{1,24}>", re.IGNORECASE)
_TAG = re.compile(r"</[a-z_]{1,24}>$", re.IGNORECASE)
_LEADS_ON = re.compile(r"[:：][\s*_]*$")
_REMARK = re.compile(r"(?<=[?？؟])[\s*_\"”»]*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_ASKS = ("?", "？", "؟")


class Rewriting:
    """The text of one request. `receive` takes pieces, `question` reads the whole."""

    def __init__(self) -> None:
        self._model, self._sanitizer = ModelText(), Sanitizer()
        self._received = 0
        self._blocks: list[list[str]] = [[]]

    @property
    def too_long(self) -> bool:
        """No question comes any more."""
        shown = sum(len(text) for block in self._blocks for text in block)
        return shown > LONGEST or self._received > LONGEST_TEXT

    def receive(self, text: str) -> None:
        self._received += len(text)
        self._take(self._model.feed(self._sanitizer.feed(text)))

    def question(self, asked: str, before: str, language: str) -> str | None:
        """Returns the question; None where the text is none.

        asked: the question that it rewrites.
        before: the question before that one, and its answer.
        """
        self._take(self._model.feed(self._sanitizer.close(), final=True))
        lines = [line for block in self._blocks for line in _lines("".join(block))]
        asking = [line for line in lines if line.endswith(_ASKS)]
        if self.too_long or refuses(" ".join(lines), language or None):
            return None
        if asking or len(lines) != 1:
            return asking[0] if asking else None
        known = set(words.content_words(f"{asked}\n{before}", language or None))
        own = set(words.content_words(lines[0], language or None))
        return lines[0] if len(known & own) * 2 >= len(own) or not asked.endswith(_ASKS) else None

    def _take(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if isinstance(part, str):
                self._blocks[-1].append(part)
            elif isinstance(part, (End, FormatBegun)):
                self._blocks.append([])
            elif isinstance(part, Note) and part.kind == "bad_shape":
                self._blocks += [[without_ids(text)] for text in part.detail["strings"]]


def _lines(text: str) -> list[str]:
    """Returns the lines of a text without what is written around them; one that only leads on to the next is none."""
    unwrapped = re.sub(r"\n(\w)", lambda found: (" " if found[1].islower() else "\n") + found[1], text)
    found = (_bare(line) for line in unwrapped.split("\n"))
    return [line for line in found if line]


def _bare(line: str) -> str:
    line = _REMARK.sub("", _TAG.sub("", line.strip()))
    item = _ITEM.match(line)
    rest = _LABEL.sub("", line[item.end() :] if item else line)
    return "" if _LEADS_ON.search(rest) else " ".join(rest.strip(_FRAME).split())
