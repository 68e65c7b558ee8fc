"""Which document a question names, and what stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from gateway import words
from gateway.turn.ports import NamedDocument

ENOUGH = 0.6
"""Share of the pairs of characters of a name that a title has to hold in a script without blanks, where a pair need not
be a word."""
PART = 6
"""Characters of a word that may be a part of a longer one: "policy" in "travelpolicy"."""
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


def titled(
    name: Sequence[str], documents: Sequence[NamedDocument], bare: Callable[[str], str], *, loosely: bool
) -> Sequence[NamedDocument]:
    """Returns the documents whose title or file name consists of the words of a name; without such, `loosely`, those
    whose title or file name holds all of them. `bare` returns a word without what changes with its case."""
    wanted = [words.fold(bare(piece)) for piece in name]

    def parts(called: str) -> list[str]:
        return [words.fold(bare(piece)) for piece in pieces(called.replace("_", " "))]

    listed = [[parts(called) for called in _names(document)] for document in documents]

    def fitting(is_whole: bool) -> list[NamedDocument]:
        return [
            document
            for document, titles in zip(documents, listed, strict=True)
            if any(_holds(title, wanted) and (not is_whole or len(title) <= len(wanted)) for title in titles)
        ]

    return fitting(True) or (fitting(False) if loosely else [])


def _holds(title: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tells whether each word begins one of a title, or is a part of one if it is long; of pairs of characters in a
    script without blanks, most of them."""
    found = sum(any(w.startswith(piece) or (len(piece) >= PART and piece in w) for w in title) for piece in wanted)
    least = len(wanted) * (ENOUGH if any(map(words.is_unspaced, wanted)) else 1)
    return bool(wanted) and found >= least


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
