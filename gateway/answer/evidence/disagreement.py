"""Candidates of one search that give different values for the same thing. Pure.

Two statements of different documents are about the same thing if they share most other words in one order, or if they
are the same row of the same table. What a title names must not differ: two offices may have 30 and 40 desks. What
counts as the same thing and what does not: `docs/adr/0065-sources-that-disagree.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, islice
from typing import Any, NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.evidence.same_thing import ComparedSentence, differing, other_subject, titles_apart
from gateway.answer.evidence.table_rows import cells_that_differ, table_rows
from gateway.answer.references import Referenced
from gateway.limits.disagreement_rule import DisagreementRule

FIRST = 8
"""Candidates that are compared: the best ones."""
MOST_SENTENCES, LONGEST = 60, 1000
"""Sentences of one candidate that are compared, and characters of one."""
MOST = 3
"""Disagreements of one search that are shown."""
MOST_ALIKE, MOST_PAIRS = 3, 12
"""Sentences of another text that are like one; more are lines of a form, such as a log's. Pairs that are looked for."""
SHARED = 0.5
"""Share of common words below which two sentences are not aligned."""
_WORD = re.compile(r"[^\W\d_]{2,}|\d+|[\u3040-\u9fff\uac00-\ud7af]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)")
_OPENING, _SHORT_LINE = 300, 60
"""Characters of a text, and of one of its lines, that may tell its date: "As of 3 March 2024"."""
_STOPS = (".", "!", "?", "。", "|")
_NOT_STATED = ("file", "loaded")
"""Origins of a date that its author did not state."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one candidate says. `start`, `end`: its sentence or row, in code points of the candidate's text."""

    citation_id: str
    start: int
    end: int
    value: str
    date: str = ""
    """RFC 3339, a date or a year; empty: nobody knows."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two or more sides, the newest first. `rule`: which rule decided that the first one counts; empty: none."""

    sides: tuple[Side, ...]
    rule: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Disagreement:
        return cls(tuple(Side(**side) for side in stored["sides"]), stored["rule"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def others(self) -> tuple[Side, ...]:
        """The sides with another value than the first."""
        return tuple(side for side in self.sides if side.value != self.sides[0].value)


class _Pair(NamedTuple):
    left: Side
    other: Side


def disagreements(
    candidates: Sequence[Candidate], language: str, rule: DisagreementRule | None = None
) -> tuple[Disagreement, ...]:
    """Returns what the best candidates disagree about, in their order. `rule`: what may decide it."""
    passages = [each for each in candidates if each.type == "embedding" and each.text][:FIRST]
    read = [(each, _statements(each, language)) for each in passages]
    pairs: list[_Pair] = []
    for (left, ours), (other, theirs) in combinations(read, 2):
        same_language = left.language == other.language or None in (left.language, other.language)
        if _document(left) != _document(other) and same_language and not other_subject(left, other, language):
            pairs += islice(_sentence_pairs(left, ours, other, theirs, titles_apart(left, other, language)), MOST_PAIRS)
            pairs += _row_pairs(left, other)
    by_id = {each.citation_id: each for each in passages}
    return tuple(_decided(sides, by_id, rule) for sides in _grouped(pairs))[:MOST]


def dated(candidate: Referenced, sentence: str = "") -> str:
    """Returns when a candidate was written: the date that its author stated, else a year in the sentence that says
    since when it applies, in title, heading, source or a short first line; else the date of the file; empty if nobody
    knows."""
    passage: Mapping[str, Any] = candidate.passage
    stated, origin = str(passage.get("date") or ""), passage.get("dateFrom")
    if sentence or (stated and origin not in _NOT_STATED):
        return sentence or stated
    first = [
        line
        for line in candidate.text[:_OPENING].split("\n")
        if len(line) <= _SHORT_LINE and not line.rstrip().endswith(_STOPS)
    ]
    named = (_YEAR.findall(text) for text in (candidate.title, candidate.heading, candidate.source, *first))
    return next((found[-1] for found in named if found), stated)


def _document(candidate: Candidate) -> str:
    return candidate.document_id or candidate.citation_id


def _statements(candidate: Candidate, language: str) -> list[ComparedSentence]:
    """Returns the sentences of a candidate that can be compared; rows of tables are none."""
    text = candidate.text
    ranges = [(start, end) for start, end in words.sentences(text, candidate.language) if end - start <= LONGEST]
    found = []
    for start, end in ranges[:MOST_SENTENCES]:
        sentence = text[start:end]
        if not sentence.lstrip().startswith("|"):
            known = frozenset(_WORD.findall(sentence.casefold()))
            found.append(ComparedSentence(start, end, sentence, candidate.language or language, known))
    return found


def _sentence_pairs(
    left: Candidate, ours: Sequence[ComparedSentence], other: Candidate, theirs: Sequence[ComparedSentence], apart: bool
) -> Iterator[_Pair]:
    same = {each.text for each in ours} & {each.text for each in theirs}
    for mine in ours:
        alike = [] if mine.text in same else [each for each in theirs if each.text not in same and _alike(mine, each)]
        if not alike or len(alike) > MOST_ALIKE:
            continue
        yours = max(alike, key=lambda each: len(mine.known & each.known))
        if found := differing(mine, yours, apart=apart):
            yield _Pair(
                Side(left.citation_id, mine.start, mine.end, found.value, dated(left, found.date)),
                Side(other.citation_id, yours.start, yours.end, found.other, dated(other, found.other_date)),
            )


def _alike(mine: ComparedSentence, yours: ComparedSentence) -> bool:
    return len(mine.known & yours.known) >= SHARED * max(len(mine.known), len(yours.known))


def _row_pairs(left: Candidate, other: Candidate) -> Iterator[_Pair]:
    if "|" not in left.text or "|" not in other.text:
        return
    theirs = table_rows(other.text)
    for key, row in table_rows(left.text).items():
        if (against := theirs.get(key)) and (cells := cells_that_differ(row, against)):
            yield _Pair(
                Side(left.citation_id, row.start, row.end, cells[0], dated(left)),
                Side(other.citation_id, against.start, against.end, cells[1], dated(other)),
            )


def _grouped(pairs: Sequence[_Pair]) -> list[list[Side]]:
    """Returns the sides of each disagreement: pairs that have a statement in common are about one thing."""
    groups: list[dict[tuple[str, int], Side]] = []
    for pair in pairs:
        places = {(side.citation_id, side.start): side for side in pair}
        group = next((each for each in groups if not each.keys().isdisjoint(places)), None)
        if group is None:
            groups.append(group := {})
        for spot, side in places.items():
            group.setdefault(spot, side)
    return [list(group.values()) for group in groups]


def _decided(sides: Sequence[Side], candidates: Mapping[str, Candidate], rule: DisagreementRule | None) -> Disagreement:
    """Returns the sides with the newest first, or with the one first that a rule prefers."""
    newest = sorted(sides, key=lambda side: side.date, reverse=True)
    if rule is None or rule.kind == "show":
        return Disagreement(tuple(newest))
    ranks = {side: side.date if rule.kind == "newest" else _rank(side, candidates, rule) for side in newest}
    if rule.kind == "order":
        newest.sort(key=lambda side: ranks[side])
    first, ahead = newest[0], ranks[newest[0]]
    is_decided = bool(ahead or rule.kind == "order") and all(
        ranks[side] != ahead for side in newest if side.value != first.value
    )
    return Disagreement(tuple(newest), rule.kind if is_decided else "")


def _rank(side: Side, candidates: Mapping[str, Candidate], rule: DisagreementRule) -> int:
    app = candidates[side.citation_id].passage.get("sourceApp")
    return rule.order.index(app) if app in rule.order else len(rule.order)


def without(candidate: Candidate, ranges: Sequence[tuple[int, int]]) -> Candidate:
    """Returns a candidate without these parts of its text."""
    text, passage = candidate.text, candidate.passage
    for start, end in sorted(ranges, reverse=True):
        text = text[:start] + text[end:].removeprefix("\n" if text[start : start + 1] == "|" else "")
    return replace(candidate, reference={**passage, "text": text})  # type: ignore[arg-type]
