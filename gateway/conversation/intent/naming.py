"""Which document, or which part of one, a report or a summary is to be about: the one whose name it says. Pure.

Names are titles, file names and headings. The topic has to be named, for the most part, and the name said, for the most
part: "npm audit" is the page "npm-audit" and no heading "audit" of another one. What a document calls itself, a page or
a manual, names none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from gateway import words
from gateway.answer.answer import Candidate
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.holders import HOLDERS
from gateway.words.text.patterns import any_of

LEAST_NAMED, LEAST_SAID = 0.6, 0.5
"""Shares of the topic that its document's names have to hold, and of one of its names that the topic has to say."""
_HOLDERS = any_of(HOLDERS.values())
_HOLDERS_UNSPACED = any_of(names for code, names in HOLDERS.items() if not LANGUAGES[code].has_spaces)
_WORD = re.compile(r"[^\W\d_]+")
_JOINT = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_SUFFIX = re.compile(r"\.\w{1,5}$")


@dataclass(frozen=True, slots=True)
class Named:
    """A document, or what stands under one of its headings."""

    document_id: str
    heading: str
    share: float
    """Of the topic that its names hold, each word by its weight."""


@dataclass(frozen=True, slots=True)
class _Name:
    """One way to call what is there; `beside`: what tells it apart from others of the name."""

    heading: str
    names: tuple[str, ...]
    beside: str


def named(topic: str, language: str, candidates: Sequence[Candidate], weights: Mapping[str, float]) -> Named | None:
    """Returns what the topic names among the documents of passages that were found for it, the best first; None: no
    document, or several alike. `weights`: of the corpus, by term; a word that it does not know weighs as the median."""
    asked = name_words(_bare(topic), language)
    usual = median(found) if (found := [weights[term] for term in asked if term in weights]) else 1.0
    worth = {term: weights.get(term, usual) for term in asked}
    total = sum(worth.values())
    spoken = {each.document_id for each in candidates if each.language == language}
    best: dict[tuple[str, str], tuple[float, ...]] = {}
    for rank, candidate in enumerate(candidates):
        document = candidate.document_id
        for name in _names(candidate) if document and total else ():
            named_terms = name_words(" ".join((*name.names, name.beside)), language)
            share = sum(weight for term, weight in worth.items() if term in named_terms) / total
            told = max(_said(each, asked, language) for each in name.names)
            if share >= LEAST_NAMED and told >= LEAST_SAID:
                whole, at_home = not name.heading, document in spoken
                best.setdefault((document, name.heading), (round(share, 6), whole, round(told, 6), at_home, -rank))
    if not best:
        return None
    (document, heading), found_best = max(best.items(), key=lambda item: item[1])
    rivals = {other for (other, _), value in best.items() if value[:4] == found_best[:4]}
    return Named(document, heading, found_best[0]) if len(rivals) <= 1 else None


def _bare(topic: str) -> str:
    """Returns a topic without the words for documents themselves, unless it has no others."""
    left = _WORD.sub(lambda word: " " if _HOLDERS.fullmatch(words.fold(word.group())) else word.group(), topic)
    left = _HOLDERS_UNSPACED.sub(" ", left)
    return left if words.content_words(left) else topic


def _names(candidate: Candidate) -> Iterator[_Name]:
    folder, _, file = candidate.source.rpartition("/")
    names = tuple(filter(None, (candidate.title, _SUFFIX.sub("", file))))
    folder_name = folder.rpartition("/")[2]
    if names:
        yield _Name("", names, folder_name)
    path = candidate.heading.split(" › ") if candidate.heading else []
    for depth in range(len(path)):
        yield _Name(" › ".join(path[: depth + 1]), (path[depth],), " ".join((*names, folder_name, *path[:depth])))


def name_words(text: str, language: str) -> set[str]:
    """Returns the words of a name, each part of what is written together: those of "apt-mark.8" are apt, mark and 8."""
    return set(words.content_words(" ".join(_JOINT.split(text)), language))


def _said(name: str, asked: set[str], language: str) -> float:
    """Returns the share of a name's words that the topic says; figures in it, such as the section of a manual, are
    none."""
    own = {term for term in name_words(name, language) if not term.isdigit()}
    return len(own & asked) / len(own) if own else 0.0
