"""BM25 as a textbook has it, made from nothing of the gateway: the yardstick of the quality table.

k1 1.2, b 0.75, the inverse document frequency of Robertson and Sparck Jones that never turns negative. A term is a run
of letters and digits in lower case without accents; Chinese is cut into pairs of neighbours. No stop words, no stems.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

K1, B = 1.2, 0.75
HAN = "\u4e00-\u9fff"


def tokens(text: str) -> list[str]:
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    found: list[str] = []
    for run in re.findall(rf"[{HAN}]+|[^\W_{HAN}]+", plain):
        if re.match(f"[{HAN}]", run):
            found.extend(run[index : index + 2] for index in range(max(1, len(run) - 1)))
        else:
            found.append(run)
    return found


class Textbook:
    """An index over texts, in memory. `cut` makes terms of a text."""

    def __init__(self, texts: Sequence[str], cut: Callable[[str], list[str]] = tokens) -> None:
        self._cut = cut
        self._count = len(texts)
        counts = [Counter(cut(text)) for text in texts]
        lengths = [sum(found.values()) for found in counts]
        average = sum(lengths) / max(1, len(lengths)) or 1.0
        self._norms = [K1 * (1 - B + B * length / average) for length in lengths]
        self._holders: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, found in enumerate(counts):
            for term, times in found.items():
                self._holders[term].append((at, times))

    def search(self, question: str, limit: int) -> list[int]:
        """Returns the places of the best texts, best first; texts without any word of the question are not among
        them. Of texts with one score, the first comes first."""
        scores: defaultdict[int, float] = defaultdict(float)
        for term in self._cut(question):
            holders = self._holders.get(term, ())
            weight = math.log(1 + (self._count - len(holders) + 0.5) / (len(holders) + 0.5))
            for at, times in holders:
                scores[at] += weight * times * (K1 + 1) / (times + self._norms[at])
        return sorted(scores, key=lambda at: (-scores[at], at))[:limit]
