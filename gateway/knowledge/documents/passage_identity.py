"""Which passages of a new text were passages of the old one, so that answers and bookmarks still point at them. Pure.

Passages of equal text are the same wherever they are. Of the others, one stays the same if at least `SIMILAR` of it is
left. The work grows with the length of the texts alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence

SIMILAR = 0.8
MOST_COMPARED = 20_000
"""Passages of one document whose changed texts are compared: some 20 MB."""
_SKETCH, _SHARED = 8, 8
"""Runs of three words that stand for a text, and passages that may share one: a common run says nothing."""
_CANDIDATES = 3
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Letters of scripts that put no space between words; their words are pairs of letters."""
_WITHOUT_SPACES, _WORD = re.compile(f"[{_UNSPACED}]"), re.compile(r"\w+")
_PAIR_OR_WORD = re.compile(f"(?=([{_UNSPACED}]{{1,2}}))|([^\\W{_UNSPACED}]+)")


def unchanged(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Returns which passages have equal texts, given by their hashes in reading order: new number to old number."""
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, chunk_hash in enumerate(old):
        places[chunk_hash].append(number)
    free, found = set(range(len(old))), dict[int, int]()
    for number, chunk_hash in enumerate(new):
        waiting, follower = places[chunk_hash], _follower(found, number)
        while waiting and waiting[0] not in free:
            waiting.popleft()
        if waiting:
            found[number] = follower if follower in free and old[follower] == chunk_hash else waiting.popleft()
            free.remove(found[number])
    return found


def alike(old: Mapping[int, str], new: Mapping[int, str], known: Mapping[int, int]) -> dict[int, int]:
    """Returns which of the other passages, given as number to text in reading order, are the same, changed a little.

    known: what `unchanged` found.
    """
    found, free = dict(known), dict(old)
    sharing: defaultdict[int, list[int]] = defaultdict(list)
    for number, text in old.items():
        for run in _sketch(text):
            sharing[run].append(number)
    for number, text in new.items():
        lists = [sharing.get(run, ()) for run in _sketch(text)]
        votes = Counter(candidate for some in lists if len(some) <= _SHARED for candidate in some if candidate in free)
        candidates = {candidate for candidate, _ in votes.most_common(_CANDIDATES)} | {_follower(found, number)}
        rated = [(overlap(free[candidate], text), -candidate) for candidate in candidates if candidate in free]
        share, best = max(rated, default=(0.0, 0))
        if share >= SIMILAR:
            found[number] = -best
            del free[-best]
    return {number: before for number, before in found.items() if number not in known}


def overlap(old: str, new: str) -> float:
    """Returns how much two texts share, of the longer one: common words, or one beginning and end around one change."""
    before, now = Counter(_words(old)), Counter(_words(new))
    words = (before & now).total() / max(before.total(), now.total(), 1)
    around = _beginning(old, new) + _beginning(old[::-1], new[::-1])
    return max(words, min(around, len(old), len(new)) / max(len(old), len(new), 1))


def _beginning(old: str, new: str) -> int:
    """Returns how many characters two texts share at their beginnings."""
    pairs = zip(old, new, strict=False)
    return next((at for at, (before, now) in enumerate(pairs) if before != now), min(len(old), len(new)))


def _follower(found: Mapping[int, int], number: int) -> int:
    """Returns the old passage behind the one that the passage before was."""
    return found.get(number - 1, -1 if number == 0 else -2) + 1


def _sketch(text: str) -> list[int]:
    """Returns a few numbers, most of which two texts share that differ a little."""
    words = _words(text)
    return sorted({*map(hash, zip(words, words[1:], words[2:], strict=False))} or {hash(tuple(words))})[:_SKETCH]


def _words(text: str) -> list[str]:
    if not _WITHOUT_SPACES.search(text):
        return _WORD.findall(text)
    return [found[1] or found[2] for found in _PAIR_OR_WORD.finditer(text)]
