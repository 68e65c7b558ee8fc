"""Asks a question in other words that mean the same. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gateway import words
from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.planted.changed_claims import Draw
from gateway.words.text.folding import HAS_UNSPACED, UNSPACED

LONG = 6
"""Letters from which on a word gets a typing error."""
ERRORS = 2
"""Typing errors of a question."""
FEWEST = 4
"""Keywords of a question whose order can be changed; characters of a run from which one can be left out."""
_WORD = re.compile(rf"(?![{UNSPACED}])[^\W\d_](?:(?![{UNSPACED}])[^\W\d_])*")
_TOKEN = re.compile(r"(?<![\w'’.-])[\w'’.-]*\w")
_RUN = re.compile(rf"[{UNSPACED}]{{{FEWEST},}}")


def reworded(case: Case, others: Iterable[Case], draw: Draw) -> tuple[str, CaseLine] | None:
    """Returns the question of a case in other words, and the line whose filters and language it has; None if the
    question is too short. Draws between typing errors, another order of words and another language.

    others: the cases of the set, of which parallel ones ask for the same gold in another language.
    """
    stated = case.stated
    found = [
        (text, stated)
        for text in (mistyped(stated.question, draw), reordered(stated.question))
        if text is not None and text != stated.question
    ]
    if (parallel := in_another_language(case, others)) is not None:
        found.append((parallel.question, parallel))
    return found[draw(0, len(found) - 1)] if found else None


def mistyped(question: str, draw: Draw) -> str | None:
    """Returns a question with typing errors in its longest words: a letter that is doubled, left out or swapped with
    the next one. In scripts without spaces, a character of a long run is left out."""
    long = [match for match in _WORD.finditer(question) if len(match[0]) >= LONG]
    chosen = sorted(long, key=lambda match: -len(match[0]))[:ERRORS]
    for match in sorted(chosen, key=lambda match: -match.start()):
        word, at = match[0], draw(1, len(match[0]) - 3)
        middle = (word[at] * 2 + word[at + 1], word[at + 1], word[at + 1] + word[at])[draw(0, 2)]
        question = question[: match.start()] + word[:at] + middle + word[at + 2 :] + question[match.end() :]
    if chosen:
        return question
    runs = list(_RUN.finditer(question))
    if not runs:
        return None
    run = max(runs, key=lambda match: len(match[0]))
    at = draw(run.start() + 1, run.end() - 2)
    return question[:at] + question[at + 1 :]


def reordered(question: str) -> str | None:
    """Returns the keywords of a question, the last one first; None in scripts without spaces, and for few keywords."""
    if HAS_UNSPACED.search(question):
        return None
    keywords = [token for token in _TOKEN.findall(question) if not words.is_function(words.fold(token))]
    return " ".join(reversed(keywords)) if len(keywords) >= FEWEST else None


def in_another_language(case: Case, others: Iterable[Case]) -> CaseLine | None:
    """Returns the first line of the set that asks for the same gold in another language."""
    own = case.stated
    return next(
        (
            line
            for other in others
            if (line := other.stated).gold_passages
            and set(line.gold_passages) == set(own.gold_passages)
            and line.language
            and own.language
            and line.language != own.language
            and not line.history
        ),
        None,
    )
