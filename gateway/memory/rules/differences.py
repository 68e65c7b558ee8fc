"""Which words two questions do not share, and whether they may stand for each other. Pure.

A question in the same frame with another word in it is nearly as similar to an embedder as the same question. So: what
both share goes, then what may change places (`synonyms`, or the words' own embeddings); where exactly one word is left
on each side, or several in the same frame, the questions are two.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from gateway.memory.rules import interchangeable
from gateway.memory.rules.interchangeable import are_near
from gateway.memory.rules.question_words import QuestionReading, term
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.stopwords import FUNCTION_WORDS_UNSPACED, STOP

WordSimilarity = Callable[[str, str], float | None]
SIMILAR_WORDS = 0.6
"""Cosine of two single words from which they count as near-synonyms."""
LONGEST_FRAME_SLOTS = 3
"""Words that may differ in one frame for it to be the same frame."""


@cache
def _empty(language: str) -> frozenset[str]:
    """Returns the terms that come and go without changing a question."""
    return frozenset(map(term, language_of(language).swaps.empty.split()))


@cache
def _light(language: str) -> frozenset[str]:
    """Returns the terms that stand for each other, and come and go beside another one."""
    return frozenset(map(term, language_of(language).swaps.light.split()))


_SEPARATOR = "|"
_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")


def swapped(
    first: QuestionReading, second: QuestionReading, word_similarity: WordSimilarity | None = None
) -> tuple[str, str] | None:
    """Returns the words that differ and do not stand for each other, or None."""
    found = _spaced(first, second, word_similarity)
    if found or language_of(first.language).has_spaces:
        return found
    return _unspaced(first, second, word_similarity)


def _similar(first: str, second: str, word_similarity: WordSimilarity | None) -> bool:
    if word_similarity is None:
        return False
    cosine = word_similarity(*sorted((first, second)))
    return cosine is not None and math.isfinite(cosine) and cosine >= SIMILAR_WORDS


# Words between blanks ------------------------------------------------------------------------------------------------


def _spaced(
    first: QuestionReading, second: QuestionReading, word_similarity: WordSimilarity | None
) -> tuple[str, str] | None:
    ours, theirs = Counter(first.content), Counter(second.content)
    mine, yours = list((ours - theirs).elements()), list((theirs - ours).elements())
    known = bool(language_of(first.language).kinds.rules)
    if known and not (mine and yours):
        return None
    near = _near_test(first, second, word_similarity)
    _pair_off(mine, yours, near)
    if not known:
        return _strictly(first, second, mine, yours)
    empty, light = _empty(first.language), _light(first.language)
    mine, yours = ([word for word in left if word not in empty] for left in (mine, yours))
    heavy, heavier = ([word for word in left if word not in light] for left in (mine, yours))
    for left, right in ((mine, yours), (heavy, heavier)):
        runs = _run(first, left), _run(second, right)
        if all(runs) and not {*left, *right} <= light:
            return _said(first, second, left, right) if _same_place(first, second, *runs) else None
    return _said(first, second, heavy, heavier) if _same_frame(first, second, heavy, heavier) else None


def _strictly(
    first: QuestionReading, second: QuestionReading, mine: Sequence[str], yours: Sequence[str]
) -> tuple[str, str] | None:
    """Returns what differs in a language without tables: any words against others, and any that only one question has
    and that are no function words."""
    stop = STOP.get(first.language, frozenset())
    more = any(
        reading.surfaces.get(word, word) not in stop
        for reading, left in ((first, mine), (second, yours))
        for word in left
    )
    return _said(first, second, mine, yours) if (mine and yours) or more else None


def _near_test(
    first: QuestionReading, second: QuestionReading, word_similarity: WordSimilarity | None
) -> Callable[[str, str], bool]:
    def near(mine: str, yours: str) -> bool:
        if are_near(mine, yours, first.language) or _misspelt(
            first.surfaces.get(mine, ""), second.surfaces.get(yours, "")
        ):
            return True
        return _similar(first.surfaces.get(mine, mine), second.surfaces.get(yours, yours), word_similarity)

    return near


def _pair_off(mine: list[str], yours: list[str], near: Callable[[str, str], bool]) -> None:
    """Takes out, pair by pair, what may change places."""
    for word in list(mine):
        match = next((against for against in yours if near(word, against)), None)
        if match is not None:
            mine.remove(word)
            yours.remove(match)


def _misspelt(first: str, second: str) -> bool:
    """One letter doubled or not, or two neighbours swapped: hardly ever another word. One letter more, less or other
    often is ("contact", "contract"), and a miss costs less than a wrong answer."""
    if min(len(first), len(second)) < 6 or first[0] != second[0]:
        return False
    if len(first) == len(second):
        places = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
        return len(places) == 2 and places[1] == places[0] + 1 and first[places[0]] == second[places[1]]
    return abs(len(first) - len(second)) <= 2 and _undoubled(first) == _undoubled(second)


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _run(reading: QuestionReading, left: Sequence[str]) -> tuple[str, ...]:
    """Returns the words that are left as they stand one after another ("driving licence", "permis de conduire"); empty
    where others are between."""
    if len(left) == 1:
        return tuple(left)
    if len(left) > LONGEST_FRAME_SLOTS:
        return ()
    tokens = [term(token) for token in reading.tokens if token not in _JOINING]
    runs = (tuple(tokens[at : at + len(left)]) for at in range(len(tokens)))
    return next((run for run in runs if sorted(run) == sorted(left)), ())


_JOINING = frozenset().union(*(language.swaps.joining for language in LANGUAGES.values()))
"""Between the words of one name of a thing."""


def _same_place(first: QuestionReading, second: QuestionReading, mine: Sequence[str], yours: Sequence[str]) -> bool:
    """Says whether two runs of words stand beside the same word, or both first or last among those that carry
    meaning."""
    return bool(_places(first, mine) & _places(second, yours))


def _places(reading: QuestionReading, run: Sequence[str]) -> set[tuple[str, str]]:
    """Returns what stands before and after a run of words: among all tokens, and among those that carry meaning."""
    places: set[tuple[str, str]] = set()
    for tokens in (tuple(map(term, reading.tokens)), reading.content):
        first, last = tokens.index(run[0]), tokens.index(run[-1])
        places.add(("before", tokens[first - 1] if first else ""))
        places.add(("after", tokens[last + 1] if last + 1 < len(tokens) else ""))
    return places


def _same_frame(first: QuestionReading, second: QuestionReading, mine: Sequence[str], yours: Sequence[str]) -> bool:
    """Says whether all that differs stands in the same places of the same sentence."""
    if not 1 < len(mine) == len(yours) <= LONGEST_FRAME_SLOTS or len(first.tokens) != len(second.tokens):
        return False
    differing = sum(a != b for a, b in zip(first.tokens, second.tokens, strict=True))
    return differing <= LONGEST_FRAME_SLOTS < len(first.tokens)


def _said(
    first: QuestionReading, second: QuestionReading, mine: Sequence[str], yours: Sequence[str]
) -> tuple[str, str]:
    return (
        " ".join(first.surfaces.get(word, word) for word in mine),
        " ".join(second.surfaces.get(word, word) for word in yours),
    )


# Runs without blanks -------------------------------------------------------------------------------------------------


def _unspaced(
    first: QuestionReading, second: QuestionReading, word_similarity: WordSimilarity | None
) -> tuple[str, str] | None:
    """Returns what is left of two runs of characters when shared words, near-synonyms and function words are gone."""
    language = first.language
    empty, light = _empty(language), _light(language)
    mine, yours = _without_near(first.folded, second.folded, language)
    mine, yours = _without_shared(_without_function(mine), _without_function(yours))
    ours, theirs = _runs(mine), _runs(yours)
    if not ours or not theirs:
        return None
    ours, theirs = ([run for run in runs if run not in empty] for runs in (ours, theirs))
    heavy, heavier = ([run for run in runs if run not in light] for runs in (ours, theirs))
    longer, longest = ([run for run in runs if len(run) > 1] for runs in (heavy, heavier))
    for left, right in ((ours, theirs), (heavy, heavier), (longer, longest)):
        if (
            len(left) == len(right) == 1
            and not {*left, *right} <= light
            and not _similar(left[0], right[0], word_similarity)
        ):
            return left[0], right[0]
    same_frame = len(heavy) == len(heavier) > 1 and _skeleton(mine) == _skeleton(yours)
    return ("".join(heavy), "".join(heavier)) if same_frame else None


def _without_function(text: str) -> str:
    runs = _HAN_RUN.findall(text)
    return _SEPARATOR.join(FUNCTION_WORDS_UNSPACED.sub(lambda match: match.group(1) or _SEPARATOR, run) for run in runs)


def _without_near(first: str, second: str, language: str) -> tuple[str, str]:
    """Each word of the list that stands only on one side goes with one near it that stands only on the other."""
    ours = [found for found in interchangeable.words_within(first, language) if found[0] not in second]
    theirs = [found for found in interchangeable.words_within(second, language) if found[0] not in first]
    for word, start, end in ours:
        match = next((found for found in theirs if are_near(word, found[0], language)), None)
        if match is not None:
            theirs.remove(match)
            first = _blanked(first, start, end)
            second = _blanked(second, match[1], match[2])
    return first, second


def _without_shared(first: str, second: str) -> tuple[str, str]:
    """Takes the longest stretch that both hold from both, again and again, down to single characters."""
    while True:
        start, at, length = _longest_shared(first, second)
        if not length:
            return first, second
        first, second = _blanked(first, start, start + length, " "), _blanked(second, at, at + length, " ")


def _longest_shared(first: str, second: str) -> tuple[int, int, int]:
    best = (0, 0, 0)
    before = [0] * (len(second) + 1)
    for start, character in enumerate(first):
        row = [0] * (len(second) + 1)
        if character not in _BLANKS:
            for at, against in enumerate(second):
                if character == against:
                    row[at + 1] = length = before[at] + 1
                    if length > best[2]:
                        best = (start - length + 1, at - length + 1, length)
        before = row
    return best


_BLANKS = frozenset((_SEPARATOR, " "))


def _blanked(text: str, start: int, end: int, blank: str = _SEPARATOR) -> str:
    return text[:start] + blank * (end - start) + text[end:]


def _runs(text: str) -> list[str]:
    return _HAN_RUN.findall(text)


def _skeleton(text: str) -> str:
    """Returns the frame around what differs."""
    return re.sub("x+", "x", _HAN_RUN.sub("x", text))
