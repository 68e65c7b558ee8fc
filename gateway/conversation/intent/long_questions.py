"""What the rules read of a question: its text with single spaces, of a long one the parts in which people ask. Pure.

A long message quotes something and asks about it, mostly at its end, sometimes at its beginning. Its sentences that ask
and the last one come first, then in turn the beginning and the end, until `LONGEST` is full. A model is shown the whole
question, and the whole is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gateway.words.text.folding import UNSPACED, collapsed

LONGEST = 1_000
"""Characters, those of scripts without blanks counted twice, for each of them begins a word to look up: some 170
English words or 500 Chinese characters, more than hardly any question has. Each word costs a search and the gate the
same again, so that 8,000 characters held the event loop for 0.1 s and made a statement of thousands of terms, most of
them about what the question quotes; and the models that make vectors read some 512 tokens."""
LONGEST_PIECE = 200
"""The same of one sentence; a longer one, or a text without any, is cut at a blank, else anywhere."""

_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’»)\]]*+(?:\s++|\Z)|[。！？؟।…]++[”’」』》）]*+\s*+|\n\s*+")
_LONG_RUN = re.compile(r"\s{9}")
"""More white space than somebody types between two words; patterns cost too much behind it."""
_ASKS = re.compile(r"[?？؟][\"'”’»)\]」』》）]*+\s*+\Z")
_UNSPACED = re.compile(f"[{UNSPACED}]+")


def weight(text: str) -> int:
    """Returns the length that `LONGEST` bounds."""
    return len(text) if text.isascii() else len(text) + sum(map(len, _UNSPACED.findall(text)))


def is_long(question: str) -> bool:
    """Says whether the rules read less than the whole question."""
    return len(question) * 2 > LONGEST and weight(question) > LONGEST


@lru_cache(maxsize=256)
def gist(question: str) -> str:
    """Returns the question as it is, without long runs of white space; of a long question the parts in which it
    probably asks, in their order, a line between parts that are not next to each other. Never empty, and the gist of a
    gist is the same."""
    if _LONG_RUN.search(question) or is_long(question):
        question = collapsed(question)
    if not is_long(question):
        return question
    pieces = list(_pieces(question))
    room, chosen = LONGEST, set[int]()
    for index in _by_promise(pieces):
        cost = weight(pieces[index]) + 1  # a line may come before it
        if index in chosen or cost > room:
            continue
        chosen.add(index)
        room -= cost
    return collapsed("".join(_joined(pieces, sorted(chosen)))).strip()


def _by_promise(pieces: list[str]) -> Iterator[int]:
    """Yields the places of all pieces, the most promising first; some come twice."""
    last = len(pieces) - 1
    yield last
    yield from (index for index in range(last, -1, -1) if _ASKS.search(pieces[index]))
    for index in range(len(pieces)):
        yield index
        yield last - index


def _joined(pieces: list[str], indexes: list[int]) -> Iterator[str]:
    before = indexes[0] - 1
    for index in indexes:
        yield pieces[index] if index == before + 1 else f"\n{pieces[index]}"
        before = index


def _pieces(text: str) -> Iterator[str]:
    """Yields the text in sentences or lines, or parts of longer ones; joined they are the text."""
    begin = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        while weight(text[begin : min(end, begin + LONGEST_PIECE + 1)]) > LONGEST_PIECE:
            cut = _cut(text, begin)
            yield text[begin:cut]
            begin = cut
        if begin < end:
            yield text[begin:end]
            begin = end


def _cut(text: str, begin: int) -> int:
    """Says where a sentence from `begin` on that is too long is cut."""
    most = begin + LONGEST_PIECE
    if weight(text[begin:most]) > LONGEST_PIECE:
        most = begin + LONGEST_PIECE // 2
    blank = text.rfind(" ", begin + LONGEST_PIECE // 4, most)
    return blank + 1 if blank >= 0 else most
