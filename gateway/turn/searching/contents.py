"""Which document a question names, and what stands in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from gateway import words
from gateway.turn.ports import NamedDocument

ENOUGH = 0.6
"""Share of the pairs of characters of a name that a title has to hold in a script without blanks, where a pair need not
be a word."""
_WORD = re.compile(r"\w+")


def pieces(name: str) -> list[str]:
    """Returns the words of a name that carry meaning, as they are written; of a script without blanks, pairs of
    characters."""
    found: list[str] = []
    for word in _WORD.findall(name):
        if words.is_unspaced(word):
            found += [word[start : start + 2] for start in range(max(1, len(word) - 1))]
        elif not words.is_function(words.fold(word)):
            found.append(word)
    return list(dict.fromkeys(found))


def meant(name: str, documents: Sequence[NamedDocument]) -> list[NamedDocument]:
    """Returns the documents that a name means: those that are called so, else those whose title or file name holds all
    of it. One word alone has to be half of either."""
    plain = _plain(name)
    if called := [document for document in documents if plain in map(_plain, _names(document))]:
        return called
    wanted = pieces(name)
    least = len(wanted) * (ENOUGH if any(map(words.is_unspaced, wanted)) else 1)
    fitting = [document for document in documents if document.fitting >= least and _is_much(wanted, document)]
    most = max((document.fitting for document in fitting), default=0)
    return [document for document in fitting if document.fitting == most]


def _is_much(wanted: Sequence[str], document: NamedDocument) -> bool:
    """Says whether a name is long enough to mean a document: one word alone is where it is half of what it is in."""
    if len(wanted) != 1:
        return len(wanted) > 1
    names = [called for called in _names(document)[:2] if words.fold(wanted[0]) in words.fold(called)]
    return any(len(pieces(called)) <= 2 for called in names)


def _names(document: NamedDocument) -> tuple[str, str, str]:
    return document.title, PurePosixPath(document.file_name).stem, document.file_name


def _plain(name: str) -> str:
    return " ".join(_WORD.findall(words.fold(name)))
