"""BM25 as a textbook has it, made from nothing of the gateway: the yardstick of the quality table.

k1 1.2, b 0.75, the inverse document frequency of Robertson and Sparck Jones that never turns negative. A term is a run
of letters and digits in lower case without accents; Chinese is cut into pairs of neighbours. No stop words, no stems.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

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
    """An index over texts, in memory."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(tokens(text)) for text in texts]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._average = sum(self._lengths) / len(self._lengths)
        self._df = Counter(term for counts in self._counts for term in counts)

    def search(self, question: str, limit: int) -> list[int]:
        """Places of the best texts, best first; texts without any word of the question are not among them."""
        scores = [self._score(tokens(question), at) for at in range(len(self._counts))]
        ranked = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
        return ranked[:limit]

    def _score(self, query: Sequence[str], at: int) -> float:
        counts, norm = self._counts[at], K1 * (1 - B + B * self._lengths[at] / self._average)
        return sum(self._idf(term) * counts[term] * (K1 + 1) / (counts[term] + norm) for term in query if counts[term])

    def _idf(self, term: str) -> float:
        df = self._df[term]
        return math.log(1 + (len(self._counts) - df + 0.5) / (df + 0.5))
