"""What a question asks about a source, by its vector: a softmax regression over the vectors of one embedder.

`bench/citation_asks.py` fits it on labelled utterances of many authors and reports how well it reads those that were
left out (docs/adr/0078-asks-by-meaning.md). Rules decide what they are sure of; this decides the rest.
"""

from __future__ import annotations

import json
import math
from array import array
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import NamedTuple, cast

from gateway.answer.answer import Asks
from gateway.conversation.citations.citation_asked import CitationAsked, citation_meant
from gateway.conversation.citations.tagging import LONGEST

NOTHING = "none"
"""The entry of `asks` for questions about anything else."""
MOST_POINTED, MOST_BARE = 0.2, 0.05
"""The greatest probability of `NOTHING` at which a question is about a source that it points at, and about one that it
does not. Chosen with one author left out at a time: .4 % of public questions are taken."""
MOST_CERTAIN = 0.01
"""The greatest probability of `NOTHING` at which "how old is it?" is about a source and no thing of the answer."""
DECIDES = 0.7
"""The share of all asks from which the likeliest one replaces a rule's guess."""


class Likely(NamedTuple):
    """The likeliest thing that a question asks about a source."""

    asks: Asks
    share: float
    """Its probability if the question is about a source."""
    nothing: float
    """The probability that the question is about something else."""

    @property
    def is_likely(self) -> bool:
        """Whether the question may be about a source that it points at."""
        return self.nothing <= MOST_POINTED

    def completes(
        self, asked: CitationAsked | None, text: str, language: str, titles: Sequence[str]
    ) -> CitationAsked | None:
        """Returns what a question asks about a source of an answer that cites documents with these titles; None if it
        asks for something else. `asked`: what the rules say."""
        meant = citation_meant(text, language, titles, self.asks)
        is_likely = self.nothing <= (MOST_BARE if meant.pointed == "last" else MOST_POINTED)
        if self.nothing <= MOST_BARE and self.asks != "about":
            meant = replace(meant, is_guess=False)
        if asked is None:
            it_may_be_the_thing = meant.pointed == "last" and self.asks == "origin" and self.nothing > MOST_CERTAIN
            meant = replace(meant, is_sure=False, is_guess=False) if it_may_be_the_thing else meant
            return meant if is_likely else None
        if is_likely and meant.pointed == "chip" and asked.pointed in ("last", "document") and not asked.continues:
            asked = replace(asked, pointed="chip", numbers=meant.numbers)
        if (asked.is_guess or asked.asks == "about") and self.share >= DECIDES:
            asked = replace(asked, asks=self.asks, topic=asked.topic if self.asks == "about" else "")
        return asked


@dataclass(frozen=True, slots=True)
class AsksByMeaning:
    """The regression as it was fitted."""

    embedder: str
    """The name of the vectors' space."""
    asks: tuple[str, ...]
    bias: tuple[float, ...]
    weights: tuple[Sequence[float], ...]

    @classmethod
    def read(cls, content: bytes) -> AsksByMeaning:
        """Reads `{"embedder","asks":[…],"bias":[…],"scale","weights"}`: weights are signed bytes in base64, a row for
        each of `asks`."""
        found = json.loads(content)
        steps = array("b", b64decode(found["weights"]))
        size = len(steps) // len(found["asks"])
        rows = tuple(
            tuple(step * found["scale"] for step in steps[start : start + size]) for start in range(0, len(steps), size)
        )
        return cls(found["embedder"], tuple(found["asks"]), tuple(found["bias"]), rows)

    def reads(self, text: str, embedder: str) -> bool:
        """Says whether a question can be read by a vector of this embedder."""
        return embedder == self.embedder and 0 < len(text.strip()) <= LONGEST

    def likely(self, vector: Sequence[float]) -> Likely:
        """Returns what a question with this unit vector asks about a source."""
        sums = [bias + sum(map(mul, row, vector)) for bias, row in zip(self.bias, self.weights, strict=True)]
        return likely(self.asks, sums)


def likely(asks: Sequence[str], sums: Sequence[float]) -> Likely:
    """Returns the likeliest of several things by the sums of a softmax regression."""
    told = dict(zip(asks, sums, strict=True))
    other = told.pop(NOTHING)
    best = max(told, key=told.__getitem__)
    about = sum(math.exp(each - told[best]) for each in told.values())
    return Likely(cast(Asks, best), 1 / about, 1 / (1 + about * math.exp(min(told[best] - other, 500))))
