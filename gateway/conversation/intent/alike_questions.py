"""Which questions ask nearly the same: those whose words that carry meaning are nearly the same. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gateway import words

ALIKE = 0.8
"""The share of their words, all taken together, that two questions have in common: four of five."""
COMPARED = 50
"""Groups with which a question is compared, those first that have most of its words."""


def grouped(questions: Sequence[tuple[str, str | None]]) -> list[list[int]]:
    """Returns the places of questions (text, language) in groups that ask nearly the same, in the order of their first
    members. A question belongs to the first group whose first member is near enough to it."""
    groups: list[list[int]] = []
    terms_of: list[frozenset[str]] = []
    groups_with: dict[str, list[int]] = defaultdict(list)
    same: dict[frozenset[str], int] = {}
    for number, (text, language) in enumerate(questions):
        terms = frozenset(words.content_words(text, language)) or frozenset({" ".join(text.lower().split())})
        group = same.get(terms)
        if group is None:
            group = _nearest(terms, terms_of, groups_with)
        if group is None:
            group = len(groups)
            groups.append([])
            terms_of.append(terms)
            for term in terms:
                groups_with[term].append(group)
        same.setdefault(terms, group)
        groups[group].append(number)
    return groups


def _nearest(
    terms: frozenset[str], terms_of: Sequence[frozenset[str]], groups_with: dict[str, list[int]]
) -> int | None:
    """Returns the group with the largest share of common words, if that is large enough."""
    shared: dict[int, int] = defaultdict(int)
    for term in terms:
        for group in groups_with.get(term, ()):
            shared[group] += 1
    likely = sorted(shared, key=lambda group: (-shared[group], group))[:COMPARED]
    rated = [(shared[group] / len(terms | terms_of[group]), -group) for group in likely]
    best = max(rated, default=(0.0, 0))
    return -best[1] if best[0] >= ALIKE else None
