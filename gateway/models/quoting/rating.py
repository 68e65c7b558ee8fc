"""How much each sentence of the candidates is worth for a question. Pure.

A sentence's worth is the share of the question's content words it covers, each word weighted by its inverse document
frequency among the candidates' sentences; words of its heading, its lead-in and the sentence before count in part.
Sentences of the form that the question asks for (a definition, a figure, steps, a reason) are worth more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.graph_text import statements
from gateway.knowledge.format_table import PLAIN_TEXT, is_code
from gateway.models.quoting.answer_kind import LABEL, Asking, gives_cause, has_figure, leans_back, negations, phrases
from gateway.models.quoting.blocks import Unit, code_lines, units
from gateway.models.quoting.excerpts import around, headed
from gateway.models.quoting.looks import entry_name, is_entry, is_record, is_rights

_HEADING, _LEAD, _BEFORE, _TITLE, _BELOW = 0.6, 0.6, 0.35, 0.6, 0.6
"""How much a question word counts that stands not in the sentence itself, but there."""
_SUBJECT = 0.3
"""How much a word of a follow-up's subject weighs beside those that it brings itself: the passages were found with it,
and the sentence wanted says what is new."""
_OTHER_LANGUAGE = 0.6
_ITEM = 0.9
"""The same for the words of that item of a list which has most of them."""
_COUNTED = ("sentence", "item", "code", "excerpt", "row")
"""Kinds of units in which words are counted; lists and tables repeat their items and rows."""
_LONG_UNIT, _REST = 200, 0.5
"""Characters from which an item or an indented paragraph is a text of several sentences, and how much the words count
that are neither in its best one nor in its name."""
_ENTRY = 0.15
"""More for an entry of a manual or glossary where it is asked what something is or how it is done."""
_LABELLED = 1.5
"""More for what has the number of the clause that is asked for, or stands below it."""
_RECORD = 0.6
"""A line of a changelog, unless a figure is asked for: it tells when things changed."""
_RIGHTS = 0.6
"""A line about whose a text is: it names the subject, and says something of it only where rights are asked for."""
_LOOSE = 0.7
"""An excerpt of text without sentences: a sentence that says as much is quoted first."""
_GRAPH = 0.9
"""A relation of the graph stands behind a passage that says the same: a reader can look the passage up in its place."""


@dataclass(slots=True, eq=False)
class Rating:
    """A unit of a candidate's passage with its worth for the question."""

    unit: Unit
    candidate: Candidate
    terms: frozenset[str]
    own: float = 0.0
    """Share of the question covered by its own words, 0 to 1."""
    told: float = 0.0
    """The same of what the title leaves open: in "When does the swimming bath close?" the page "Swimming bath" is the
    subject, and the sentence has to speak of closing."""
    worth: float = 0.0
    asked_for: bool = True
    """Whether a row holds in its cells what no heading or title says of the question."""

    @property
    def heading(self) -> str:
        """The heading above it: in the passage, else that of the passage."""
        return self.unit.heading or self.candidate.heading.rpartition(" › ")[2]

    def is_beside(self, other: Rating) -> bool:
        """Says whether both stand in one block."""
        return self.candidate is other.candidate and self.unit.block == other.unit.block


def rate(wanted: Asking, language: str, candidates: Sequence[Candidate]) -> list[Rating]:
    ratings = [rating for candidate in candidates for rating in quotable(candidate, wanted.language)]
    standing = frozenset().union(*(rating.terms for rating in ratings))
    kin = words.kin(wanted.question, wanted.terms, standing, wanted.language)
    weights = _weights(
        wanted.terms, [_said(rating, wanted.language) for rating in ratings if rating.unit.kind in _COUNTED]
    )
    weights = {term: weight * (_SUBJECT if term in wanted.subject else 1.0) for term, weight in weights.items()}
    total = sum(weights.values()) or 1.0
    for rating in ratings:
        if rating.unit.kind == "loose":
            _cut(rating, weights, kin, wanted.language)
    closeness, of_rights = _closeness(candidates), "copyright" in words.fold(wanted.question)
    records = {candidate.citation_id for candidate in candidates if is_record(candidate.text)}
    before: Rating | None = None
    for rating in ratings:
        beside = before if before and before.is_beside(rating) else None
        own, around = _own_terms(wanted, rating, weights), _credits(rating, beside, wanted.language)
        rating.own = sum(weight * kin.credit(term, own) for term, weight in weights.items()) / total
        titled = dict.fromkeys(words.terms(rating.candidate.title, wanted.language), 1.0)
        left = {term: weight for term, weight in weights.items() if not kin.credit(term, titled)}
        spoken = sum(weight * kin.credit(term, own) for term, weight in left.items())
        rating.told = max(rating.own, spoken / sum(left.values()) if left else 0.0)
        covered = sum(weight * max(kin.credit(term, around), kin.credit(term, own)) for term, weight in weights.items())
        if rating.unit.kind == "row":
            cells = dict.fromkeys(_said(rating, wanted.language), 1.0)
            rating.asked_for = any(kin.credit(term, cells) and not kin.credit(term, around) for term in weights)
        foreign = rating.candidate.language not in (None, language)
        rating.worth = covered / total * (1 + _fitting(wanted, rating))
        rating.worth *= closeness[rating.candidate.citation_id] * (_OTHER_LANGUAGE if foreign else 1.0)
        rating.worth *= _RECORD if not wanted.quantity and rating.candidate.citation_id in records else 1.0
        rating.worth *= _RIGHTS if not of_rights and is_rights(rating.unit.text) else 1.0
        rating.worth *= _LOOSE if rating.unit.kind == "loose" else 1.0
        before = rating
    return ratings


def _cut(rating: Rating, weights: Mapping[str, float], kin: words.Kin, language: str | None) -> None:
    """Leaves of a text without sentences the excerpt around the question's words."""
    heading = rating.heading or rating.candidate.title
    excerpt = headed(around(rating.unit.text, weights, kin, language), heading, weights, kin, language)
    rating.unit = replace(rating.unit, text=excerpt, sentence=excerpt)
    rating.terms = frozenset(words.terms(excerpt, language))


def _closeness(candidates: Sequence[Candidate]) -> dict[str, float]:
    """Returns how close each candidate is to the question, as a share of the closest of its kind: scores of passages
    and of the graph cannot be compared."""
    top: dict[str, float] = {}
    for candidate in candidates:
        top[candidate.type] = max(candidate.score, top.get(candidate.type, 0.0))
    whole = {"embedding": 1.0, "graph": _GRAPH}
    return {each.citation_id: whole[each.type] * each.score / (top[each.type] or 1.0) for each in candidates}


def quotable(candidate: Candidate, language: str | None) -> Iterator[Rating]:
    """Sentences of a passage; of a graph result the descriptions, and relations without one as they are. What the
    question calls an entity is among the words of whatever is said about it.
    """
    if candidate.type == "embedding":
        code = is_code(candidate.source or candidate.title)
        plain = candidate.media_type == PLAIN_TEXT
        for unit in code_lines(candidate.text) if code else units(candidate.text, plain=plain):
            yield Rating(unit, candidate, frozenset(words.terms(unit.text, language)))
        return
    asked = " ".join(candidate.entities)
    for order, statement in enumerate(statements(candidate.graph)):
        text = statement.description or statement.about
        about = f"{text}\n{statement.about}\n{asked if statement.of_entity else ''}"
        terms = frozenset(words.terms(about, language))
        # Blocks of their own, a gap between them: relations do not read on from each other.
        yield Rating(Unit(text, "sentence", text, 2 * order, order), candidate, terms)


def _weights(terms: Iterable[str], sentences: Sequence[frozenset[str]]) -> dict[str, float]:
    """Inverse document frequency over these sentences, flattened because they are few; an unknown term weighs as the
    median one, as in the gate."""
    df = Counter(term for sentence in sentences for term in sentence)
    known = {term: math.log(1 + (len(sentences) + 1) / (df[term] + 0.5)) for term in terms if df[term]}
    usual = median(known.values()) if known else 1.0
    return {term: known.get(term, usual) for term in terms}


def _said(rating: Rating, language: str | None) -> frozenset[str]:
    """Returns the terms of a unit; of a row, those of its cells alone, for every row has the head of its table."""
    return frozenset(words.terms(rating.unit.sentence, language)) if rating.unit.kind == "row" else rating.terms


def _own_terms(wanted: Asking, rating: Rating, weights: Mapping[str, float]) -> dict[str, float]:
    """Returns the unit's own terms. List, table and code are about what their lead-in and heading say; they hold many
    words by chance, but for what one of their items holds together. A table is what a question calls one."""
    unit, language = rating.unit, wanted.language
    if unit.kind in ("item", "excerpt") and len(unit.text) > _LONG_UNIT:
        return _by_sentence(rating, weights, language)
    if unit.kind not in ("list", "table", "code"):
        return dict.fromkeys(rating.terms, 1.0)
    about = words.terms(f"{unit.sentence}\n{unit.heading}", language)
    own = {**dict.fromkeys(rating.terms, _BELOW), **dict.fromkeys(about, 1.0)}
    if unit.kind == "table":
        own |= dict.fromkeys(wanted.table, 1.0)
    elif unit.kind == "list" and not weights.keys().isdisjoint(rating.terms):
        items = (set(words.terms(part, language)) for part in unit.parts)
        best = max(items, key=lambda item: sum(weights[term] for term in weights.keys() & item), default=set[str]())
        own |= {term: max(_ITEM, own.get(term, 0.0)) for term in best}
    return own


def _by_sentence(rating: Rating, weights: Mapping[str, float], language: str | None) -> dict[str, float]:
    """Returns the terms of a unit of several sentences: those of its best sentence and of its name count whole, for
    over a long text the words of a question come together by chance."""
    text = rating.unit.text
    sentences = [frozenset(words.terms(text[start:end], language)) for start, end in words.sentences(text)]
    best = max(sentences, key=lambda terms: sum(weights[term] for term in weights.keys() & terms), default=frozenset())
    name = words.terms(entry_name(text), language)
    return {**dict.fromkeys(rating.terms, _REST), **dict.fromkeys(best, 1.0), **dict.fromkeys(name, 1.0)}


def _credits(rating: Rating, before: Rating | None, language: str | None) -> dict[str, float]:
    """Returns terms around the unit that tell what it is about, with their credit; the highest counts."""
    around = [(rating.candidate.title, _TITLE)]
    if before is not None and rating.unit.kind == "sentence":
        around.append((before.unit.text, 2 * _BEFORE if leans_back(rating.unit.text) else _BEFORE))
    around += [(rating.unit.lead, _LEAD), (rating.heading, _HEADING)]
    credit: dict[str, float] = {}
    for text, share in around:
        for term in words.terms(text, language):
            credit[term] = max(share, credit.get(term, 0.0))
    return credit


def _fitting(wanted: Asking, rating: Rating) -> float:
    """Says how much more the unit is worth for having the form that the question asks for."""
    unit, sentence, more = rating.unit, rating.unit.sentence, 0.0
    if wanted.definition and unit.kind == "sentence" and wanted.defines(sentence):
        more += 0.5
    if wanted.quantity and unit.kind != "list":
        more += 0.4 if has_figure(sentence) else -0.15
    if wanted.method and (
        unit.kind == "code" or (unit.kind == "list" and unit.ordered and _introduced(wanted, rating))
    ):
        more += 0.3
    elif wanted.method and "`" in sentence:
        more += 0.1
    elif unit.kind in ("list", "table", "code"):
        more += 0.2 if wanted.listing and unit.kind != "code" and _introduced(wanted, rating) else -0.2
        more += 0.3 if wanted.table and unit.kind == "table" else 0.0
    if (
        unit.kind in ("excerpt", "item")
        and (wanted.method or wanted.definition or wanted.listing)
        and is_entry(unit.text)
    ):
        more += _ENTRY
    if wanted.phrases:
        more += 0.25 * len(wanted.phrases & phrases(sentence, wanted.language)) / len(wanted.phrases)
    if wanted.reason and gives_cause(unit.text):
        more += 0.3
    if wanted.negations:
        more += 0.2 if wanted.negations & negations(unit.text) else -0.2
    if wanted.labels and any(
        label[0] in wanted.labels for label in (LABEL.match(sentence), LABEL.match(unit.heading)) if label
    ):
        more += _LABELLED
    if unit.kind == "sentence" and leans_back(unit.text):
        more -= 0.1
    return more


def _introduced(wanted: Asking, rating: Rating) -> bool:
    """Says whether what stands over a list or table has a word of the question: then it may be the answer, while any
    other holds many words by chance."""
    over = words.terms(f"{rating.unit.sentence}\n{rating.heading}", wanted.language)
    return not set(wanted.terms).isdisjoint(over)
