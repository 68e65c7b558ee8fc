"""How much each sentence of the candidates is worth for a question. Pure.

A sentence's worth is the share of the question's content words it covers, each word weighted by its inverse document
frequency among the candidates' sentences; words of its heading, its lead-in and the sentence before count in part.
Sentences of the form that the question asks for (a definition, a figure, steps, a reason) are worth more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.graph_text import named, statements
from gateway.knowledge.documents.formats import is_code
from gateway.models.quoting.answer_kind import Asking, gives_cause, has_figure, leans_back, negations, phrases
from gateway.models.quoting.blocks import Unit, code_lines, units

_HEADING, _LEAD, _BEFORE, _TITLE, _BELOW = 0.6, 0.6, 0.35, 0.25, 0.6
"""How much a question word counts that stands not in the sentence itself, but there."""
_OTHER_LANGUAGE = 0.6
_GRAPH = 0.9
"""A relation of the graph stands behind a passage that says the same: a reader can look the passage up in its place."""


@dataclass(slots=True, eq=False)
class Rated:
    """A unit of a candidate's passage with its worth for the question."""

    unit: Unit
    candidate: Candidate
    terms: frozenset[str]
    own: float = 0.0
    """Share of the question covered by its own words, 0 to 1."""
    worth: float = 0.0


def rate(wanted: Asking, language: str, candidates: Sequence[Candidate]) -> list[Rated]:
    rated = [one for candidate in candidates for one in _quotable(candidate)]
    kin = words.kin(wanted.question, wanted.terms, frozenset().union(*(one.terms for one in rated)))
    weights = _weights(wanted.terms, [one.terms for one in rated if one.unit.kind not in ("list", "table", "row")])
    total = sum(weights.values()) or 1.0
    top = max((candidate.score for candidate in candidates), default=0.0) or 1.0
    before: Rated | None = None
    for one in rated:
        beside = (
            before if before and before.candidate is one.candidate and before.unit.block == one.unit.block else None
        )
        held, around = _held(one), _credits(one, beside)
        one.own = sum(weight * kin.credit(term, held) for term, weight in weights.items()) / total
        covered = sum(
            weight * max(kin.credit(term, around), kin.credit(term, held)) for term, weight in weights.items()
        )
        foreign = one.candidate.language not in (None, language)
        one.worth = covered / total * (1 + _fitting(wanted, one)) * (0.85 + 0.15 * one.candidate.score / top)
        one.worth *= (_OTHER_LANGUAGE if foreign else 1.0) * (_GRAPH if one.candidate.type == "graph" else 1.0)
        before = one
    return rated


def _quotable(candidate: Candidate) -> Iterator[Rated]:
    """Sentences of a passage; of a graph result the descriptions, and relations without one as they are. What the
    question calls an entity is among the words of whatever is said about it.
    """
    if candidate.type == "embedding":
        code = is_code(str(candidate.payload.get("source") or candidate.title))
        for unit in code_lines(candidate.text) if code else units(candidate.text):
            yield Rated(unit, candidate, frozenset(words.terms(unit.text)))
        return
    asked = " ".join(named(candidate.payload))
    for order, said in enumerate(statements(candidate.payload)):
        text = said.description or said.about
        terms = frozenset(words.terms(f"{text}\n{said.about}\n{asked if said.of_entity else ''}"))
        # Blocks of their own, a gap between them: relations do not read on from each other.
        yield Rated(Unit(text, "sentence", text, 2 * order, 2 * order), candidate, terms)


def _weights(terms: Iterable[str], sentences: Sequence[frozenset[str]]) -> dict[str, float]:
    """Inverse document frequency over these sentences, flattened because they are few; an unknown term weighs as the
    median one, as in the gate."""
    df = Counter(term for held in sentences for term in held)
    known = {term: math.log(1 + (len(sentences) + 1) / (df[term] + 0.5)) for term in terms if df[term]}
    usual = median(known.values()) if known else 1.0
    return {term: known.get(term, usual) for term in terms}


def _held(one: Rated) -> dict[str, float]:
    """The unit's own terms. List, table and code are about what their lead-in
    or heading says; they hold many words by chance."""
    if one.unit.kind in ("list", "table", "code"):
        about = one.unit.said or one.unit.heading
        return {**dict.fromkeys(one.terms, _BELOW), **dict.fromkeys(words.terms(about), 1.0)}
    return dict.fromkeys(one.terms, 1.0)


def _credits(one: Rated, before: Rated | None) -> dict[str, float]:
    """Terms around the unit that tell what it is about, with their credit; the highest counts."""
    around = [(one.candidate.title, _TITLE)]
    if before is not None and one.unit.kind == "sentence":
        around.append((before.unit.text, 2 * _BEFORE if leans_back(one.unit.text) else _BEFORE))
    around += [(one.unit.lead, _LEAD), (one.unit.heading or one.candidate.heading.rpartition(" › ")[2], _HEADING)]
    credit: dict[str, float] = {}
    for text, share in around:
        for term in words.terms(text):
            credit[term] = max(share, credit.get(term, 0.0))
    return credit


def _fitting(wanted: Asking, one: Rated) -> float:
    """How much more the unit is worth for having the form that the question asks for."""
    unit, said, more = one.unit, one.unit.said, 0.0
    if wanted.definition and unit.kind == "sentence" and wanted.defines(said):
        more += 0.5
    if wanted.quantity and unit.kind != "list":
        more += 0.4 if has_figure(said) else -0.15
    if wanted.method and (unit.kind == "code" or (unit.kind == "list" and unit.ordered)):
        more += 0.3
    elif wanted.method and "`" in said:
        more += 0.1
    elif unit.kind in ("list", "table", "code"):
        more += 0.2 if wanted.listing and unit.kind != "code" else -0.2
    if wanted.phrases:
        more += 0.25 * len(wanted.phrases & phrases(said)) / len(wanted.phrases)
    if wanted.reason and gives_cause(unit.text):
        more += 0.3
    if wanted.negations:
        more += 0.2 if wanted.negations & negations(unit.text) else -0.2
    if unit.kind == "sentence" and leans_back(unit.text):
        more -= 0.1
    return more
