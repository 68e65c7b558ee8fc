"""What a language's grammar of follow-ups consists of: tables of folded words, read by `_pointing.py`.

Words are written as `words.fold` spells them (no accents), apostrophes and hyphens taken as blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


def table(text: str) -> frozenset[str]:
    return frozenset(text.split())


def counted(names: Iterable[str]) -> dict[str, int]:
    """Word to number: the first text names 1, the second 2, …; each may hold several words."""
    return {word: number for number, text in enumerate(names, start=1) for word in text.split()}


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """One language that puts blanks between words."""

    code: str
    markers: frozenset[str]
    """Words that show that the language is spoken, though it was taken for another one."""
    articles: frozenset[str]
    """What makes a noun a known one: "the", "your", "this"."""
    yours: frozenset[str]
    """Those of `articles` that mean whoever answers: "your second reason"."""
    strangers: frozenset[str]
    """What makes it another one, however it goes on: "a", "my", "each"."""
    nouns: frozenset[str]
    """What sections and items are called."""
    ones: frozenset[str]
    """Those of `nouns` that stand for a noun: "the second one"."""
    common: frozenset[str]
    """Those of `nouns` that other things are called too: "the first item sold"."""
    sections: frozenset[str]
    """Those of `nouns` behind which a number is an id: "section 2"."""
    things: frozenset[str]
    """What they are called only where the question is about nothing else: "reason", "step"."""
    ordinals: Mapping[str, int]
    """Counted from 1; from the end -1, -2."""
    suffixes: frozenset[str]
    """Behind a figure they make it an ordinal: "2nd"."""
    cardinals: Mapping[str, int]
    """Written-out numbers from 1 on; articles are not among them."""
    both: frozenset[str]
    """What means two things that are known already."""
    numbered: frozenset[str]
    """What may stand before a number: "number", "no"."""
    verbs: frozenset[str]
    """What one asks for something about a section with: they frame a reference."""
    deep: frozenset[str]
    """Those of `verbs` that ask for more: with nothing else in the question, of what was just said."""
    glue: frozenset[str]
    """Words that may stand beside a reference without being what it belongs to."""
    joins: frozenset[str]
    spans: frozenset[str]
    """Between two references: all from the one to the other."""
    of: frozenset[str]
    """What makes a reference a part of something else, unless that is the answer itself (`own`)."""
    within: frozenset[str]
    """The same, where an article follows: "in the contract"."""
    speakers: frozenset[str]
    """Who begins a clause that tells which one is meant: "the last item I borrowed"."""
    own: frozenset[str]
    """What an answer or its outline is called."""
    merged: Mapping[str, str]
    """Several words that are read as one: "second to last"."""
    traps: re.Pattern[str]
    """Phrases that hold words of this grammar and point at nothing."""
    opener: re.Pattern[str]
    """Beginnings that make the rest point back: "what about", "and"."""
    more: re.Pattern[str]
    """Phrases that ask for more, as the words of `deep` do."""
    back: re.Pattern[str]
    """Phrases that lean on what was said before."""
    pronouns: frozenset[str]
    """They lean on it where no content word stands before them."""
    impersonal: re.Pattern[str]
    """Phrases whose pronoun stands for nothing."""
    ordinal_behind: bool = False
    """The ordinal may follow its noun: "punto segundo"."""
    dotted: bool = False
    """A point behind a figure makes it an ordinal: "2. Punkt"."""
