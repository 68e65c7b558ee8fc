"""What the store keeps of a document for search: term counts per passage, statistics, and whether anything changed.

Computed here, away from the database and the event loop, because it is the expensive part of ingestion.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gateway import words
from gateway.knowledge.documents.corpus import Document, Passage
from gateway.knowledge.search.ranking import passage_length, strong, titled

RECIPE = "7.2"
"""Raised when words or indexing change, after a dot when splitting does (6, 6.1, 6.2, 7.2): stored documents then count
as changed, and are counted or split anew."""
SCOPE = "/"
"""Begins a lexeme that names a tenant or workspace, or repeats a word; no word contains it."""
STRONG = SCOPE * 2
"""Begins the second lexeme of a word that is strong in its passage (`ranking.strong`): the index then finds those
passages of a common word that can be among the best. No tenant's name begins with the sign."""

LANGUAGE = SCOPE * 3
"""Begins the lexeme that names the language by which a passage was stemmed. It is counted like a word, so that the
statistics tell the languages that a workspace holds."""


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """A passage with its terms and how often each occurs, its `marks` (lexemes that are no words), and its `length` in
    terms."""

    passage: Passage
    terms: Mapping[str, int]
    marks: Sequence[str]
    length: int


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """All that one transaction stores. `df`: term to the number of passages that hold it."""

    tenant: str
    document: Document
    fingerprint: str
    passages: tuple[IndexedPassage, ...]
    df: Mapping[str, int]

    @property
    def length(self) -> int:
        return sum(entry.length for entry in self.passages)


def index(
    tenant: str,
    document: Document,
    passages: Sequence[Passage],
    embedder: str,
    mark: str | None = None,
) -> IndexedDocument:
    """Counts the terms of every passage.

    `mark`: the `fingerprint` of what was sent; without it, that of the document's own fields.
    """
    df: Counter[str] = Counter()
    entries: list[IndexedPassage] = []
    declared = words.known(document.language) or words.UNDETERMINED
    for passage in passages:
        language = words.told_language(passage.text) or declared
        tf = Counter(words.terms(passage.text, language))
        titled(tf, document.title, passage.heading or "", language)
        df.update(tf.keys())
        length = passage_length(tf)
        marks = [STRONG + term for term in strong(tf, length)]
        marks.append(language_lexeme(language))
        df[marks[-1]] += 1
        entries.append(IndexedPassage(passage, tf, marks, length))
    mark = mark or fingerprint(
        embedder,
        document.content_hash,
        document.title,
        document.source,
        document.source_app,
        document.language,
        document.media_type,
        document.metadata,
    )
    return IndexedDocument(tenant, document, mark, tuple(entries), df)


def fingerprint(embedder: str, content_hash: str, *fields: object) -> str:
    """Returns what made a document, and a hash over what it was made of: equal ones mean there is nothing to do."""
    sent = json.dumps([content_hash, *fields], sort_keys=True, default=dict)
    return made_by(embedder) + hashlib.sha256(sent.encode()).hexdigest()


def made_by(embedder: str) -> str:
    """Returns how fingerprints begin of documents that this recipe counted and that have vectors of this embedder."""
    return f"{RECIPE}/{embedder}/"


def recipe_of(fingerprint: str = "", *, vectors: bool = True) -> str:
    """Returns a fingerprint with this recipe instead of its own; without one, how all of this recipe's begin.

    `vectors`: False names no embedder, for the passages have no vectors yet.
    """
    embedder = fingerprint.partition("/")[2]
    return f"{RECIPE}/{embedder if vectors else '/' + embedder.rpartition('/')[2]}"


def counting(recipe: str | None) -> str:
    """Returns the part of a recipe that says how words are counted."""
    return (recipe or "").partition(".")[0]


def is_split_so(fingerprint: str) -> bool:
    """Whether a document of this fingerprint was split as this recipe splits."""
    splitting, now = (recipe.partition("/")[0].partition(".")[2] for recipe in (fingerprint, recipe_of()))
    return splitting == now


def language_lexeme(code: str) -> str:
    """Returns what every passage holds that was stemmed by the rules of a language."""
    return f"{LANGUAGE}{code}"
