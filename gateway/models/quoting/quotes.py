"""Which sentences of the candidates answer a question, and how they stand together. Pure.

The best sentence, and what else is nearly as good and says something new; grouped by passage, in the source's order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.graph_text import apart
from gateway.models.quoting.answer_kind import Asking, asking, has_figure, leans_back
from gateway.models.quoting.blocks import Unit
from gateway.models.quoting.embedded_questions import is_question, with_answer
from gateway.models.quoting.excerpts import WIDE, pieces
from gateway.models.quoting.rating import Rating, quotable, rate
from gateway.models.quoting.shortening import LEFT_OUT, shown

LEAST_COVERAGE = 0.25
"""Below this share of the question's content words in every sentence there is no answer."""
KEEP, KEEP_COVERED = 0.75, 0.1
"""A further sentence must be worth this share of the best one; more by the second figure where that covers
everything."""
KEEP_BROAD = 0.4
"""The same where a summary or report is wanted: what else the documents say about the topic belongs to it."""
FIRST = 0.9
"""Worth, as a share of the best, from which a paragraph may stand before it because its source does."""
PARAGRAPHS, UNSURE_PARAGRAPHS, UNSURE = 5, 2, 0.6
"""Most paragraphs; fewer where the best sentence covers less than this share of the question, or defines nothing though
a definition was asked for: a vague answer must at least be short."""
SENTENCES = 3
"""Most sentences of one paragraph."""
SURE = 0.8
"""Share of the question from which a sentence answers by itself; around any other best one its paragraph is quoted."""
CURT = 12
"""Characters of a sentence that only answers ("Yes, they may."), counted as below; it comes along with the next one."""
STUB = 30
"""Characters of a sentence that names a thing and says nothing of it ("The sixth field."); the next one comes along."""
GAP = "…"
"""Stands for what is left out between two quoted sentences."""
AROUND = 600
"""Most characters of a paragraph that is quoted around a sentence; those of scripts without blanks count twice."""
SAME = 0.75
"""Share of common terms from which two sentences say the same."""


COMPARED_PASSAGES, COMPARED_CHARACTERS = 3, 3600
"""Passages whose sentences are compared with the question by their meaning: vectors for so many characters take a tenth
of a second."""
NEAR, NEAR_BROAD = 0.9, 0.6
"""Share of the nearest sentence's cosine from which on the nearest one of another passage is quoted, too."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """One paragraph: whole sentences of one passage, and the passages that hold them, the best first."""

    citation_ids: tuple[str, ...]
    text: str


@dataclass(slots=True, eq=False)
class _QuotedParagraph:
    candidate: Candidate
    worth: float
    units: list[Rating] = field(default_factory=list)


def quote(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    *,
    broad: bool = False,
    least: float = LEAST_COVERAGE,
    own: str = "",
    more: str = LEFT_OUT,
) -> list[Quoted]:
    """Up to five paragraphs of whole sentences; empty when no sentence covers `least` of the question. `broad`: all
    that is said about a topic, not the one answer. `own`: of a follow-up, the words that it brings itself; the others
    are its subject. `more`: what stands for `{count}` items or rows left out."""
    wanted = asking(apart(question, (name for candidate in candidates for name in candidate.entities)), language, own)
    ratings = rate(wanted, language, candidates)
    chosen = _choose(wanted, ratings, broad, least)
    paragraphs = _paragraphs(wanted, chosen, ratings, broad)
    return [_quoted(wanted, paragraph, candidates, more) for paragraph in _in_order(wanted, paragraphs)]


def comparable(candidates: Sequence[Candidate], language: str | None) -> list[Rating]:
    """Returns what can be quoted of the first passages for its meaning alone: sentences, items and rows, and pieces of
    text that has no sentences."""
    found: list[Rating] = []
    room = COMPARED_CHARACTERS
    for candidate in [each for each in candidates if each.type == "embedding"][:COMPARED_PASSAGES]:
        for rating in quotable(candidate, language):
            for unit in _in_pieces(rating.unit):
                room -= len(unit.text)
                if unit.kind in ("sentence", "item", "row", "excerpt") and room >= 0:
                    found.append(replace(rating, unit=unit))
    return found


def _in_pieces(unit: Unit) -> Sequence[Unit]:
    if unit.kind != "loose":
        return [unit]
    return [
        replace(unit, kind="sentence", text=piece, sentence=piece, order=unit.order + number)
        for number, piece in enumerate(pieces(unit.text))
    ]


def nearest(
    question: str,
    language: str,
    ratings: Sequence[Rating],
    candidates: Sequence[Candidate],
    *,
    broad: bool = False,
    least: float = 0.0,
    more: str = LEFT_OUT,
) -> list[Quoted]:
    """Returns the sentence that is nearest in meaning with those around it, and the nearest of other passages that are
    about as near; empty if none reaches `least`. `ratings`: those of `comparable`, with the cosine as their worth."""
    wanted = asking(question, language)
    found: list[_QuotedParagraph] = []
    for rating in sorted(ratings, key=lambda each: -each.worth):
        if rating.worth < least or (found and rating.worth < (NEAR_BROAD if broad else NEAR) * found[0].worth):
            break
        is_new = all(rating.candidate is not paragraph.candidate for paragraph in found)
        if is_new and (units := with_answer(rating, ratings)):
            found.append(_QuotedParagraph(rating.candidate, rating.worth, units))
    for paragraph in found[: len(found) if broad else 1]:
        _surrounded(paragraph, ratings)
    return [
        _quoted(wanted, paragraph, candidates, more)
        for paragraph in found[: PARAGRAPHS if broad else UNSURE_PARAGRAPHS]
    ]


def _choose(wanted: Asking, ratings: Sequence[Rating], broad: bool, coverage: float) -> list[Rating]:
    """Returns the best unit and what else is nearly as good and says something new, the best first; each covers so much
    of the question, or of what its title leaves open."""
    able = (rating for rating in ratings if rating.told >= coverage and (wanted.method or not _loose_code(rating.unit)))
    ranked = sorted((rating for rating in able if with_answer(rating, ratings)), key=lambda rating: -rating.worth)
    if not ranked:
        return []
    best = ranked[0]
    least = best.worth * (KEEP_BROAD if broad else KEEP + KEEP_COVERED * best.own)
    defined = not broad and wanted.definition and wanted.defines(best.unit.text)
    chosen: list[Rating] = []
    for rating in ranked:
        if rating.worth < least or len(chosen) >= PARAGRAPHS * SENTENCES:
            break
        if rating is not best and (
            (rating.unit.kind == "loose" and not broad)
            or (defined and not wanted.defines(rating.unit.text))
            or (wanted.quantity and not has_figure(rating.unit.sentence))
            or (
                rating.unit.kind in ("table", "row", "code")
                and not (wanted.method or wanted.listing or _rows_of_one(rating, best))
            )
        ):
            continue
        if not any(_same(rating, other) for other in chosen):
            chosen.append(rating)
    return _with_lists(wanted, chosen, ratings)


def _rows_of_one(rating: Rating, other: Rating) -> bool:
    return rating.is_beside(other) and rating.unit.kind == other.unit.kind == "row"


def _loose_code(unit: Unit) -> bool:
    """Code after a sentence that does not announce it: part of the answer to "how to" only."""
    return unit.kind == "code" and not unit.sentence.rstrip("*_ ").endswith((":", "："))


def _with_lists(wanted: Asking, chosen: Sequence[Rating], ratings: Sequence[Rating]) -> list[Rating]:
    """Where a list or a table is the answer, what stands for it gives way to it, and so do its items and rows."""
    lists = [rating for rating in ratings if rating.unit.kind in ("list", "table")]
    found: list[Rating] = []
    for rating in chosen:
        whole = next((whole for whole in lists if _stands_for(wanted, rating, whole)), None)
        if whole is not None:
            whole.worth = max(whole.worth, rating.worth)
        found.append(whole or rating)
    present = [rating for rating in found if rating.unit.kind in ("list", "table")]
    return [
        rating
        for index, rating in enumerate(found)
        if rating not in found[:index] and not any(rating is not other and rating.is_beside(other) for other in present)
    ]


def _stands_for(wanted: Asking, rating: Rating, whole: Rating) -> bool:
    """Tells whether a sentence that introduces a list or a table stands for it, or a row for the table: it does unless
    its cells hold what the question asks for."""
    if whole.candidate is not rating.candidate:
        return False
    if rating.unit.kind == "row":
        return whole.unit.block == rating.unit.block and not rating.asked_for
    introduces = rating.unit.kind == "sentence" and rating.unit.text == whole.unit.sentence
    return introduces and (wanted.listing or (wanted.method and whole.unit.kind == "list"))


def _same(rating: Rating, other: Rating) -> bool:
    """Near-duplicates, and a list beside its own items. Rows of one table have its head in common, and differ."""
    if _rows_of_one(rating, other):
        return False
    if rating.is_beside(other) and rating.unit.kind != other.unit.kind:
        return True
    common = len(rating.terms & other.terms)
    return common >= SAME * min(len(rating.terms), len(other.terms)) and common > 0


def _paragraphs(
    wanted: Asking, chosen: Sequence[Rating], ratings: Sequence[Rating], broad: bool
) -> list[_QuotedParagraph]:
    """One paragraph per passage and block of its own (list, code, table), each with what its sentences lean on."""
    found: list[_QuotedParagraph] = []
    sure = (
        bool(chosen) and chosen[0].own >= UNSURE and (not wanted.definition or wanted.defines(chosen[0].unit.sentence))
    )
    most = PARAGRAPHS if sure or broad else UNSURE_PARAGRAPHS
    for rating in chosen:
        if any(rating in paragraph.units for paragraph in found):
            continue  # it came along as a neighbour
        if is_question(rating.unit):
            answered = with_answer(rating, ratings)
            if len(found) < most and not any(unit in paragraph.units for paragraph in found for unit in answered):
                found.append(_QuotedParagraph(rating.candidate, rating.worth, answered))
            continue
        mine = next((p for p in found if _fits(p, rating)), None)
        if mine is None:
            if len(found) == most:
                continue
            found.append(mine := _QuotedParagraph(rating.candidate, rating.worth))
        mine.units.append(rating)
        _with_neighbours(wanted, mine, rating, ratings)
        if rating is chosen[0] and not broad and not _sure(wanted, rating):
            _surrounded(mine, ratings)
    return found


def _sure(wanted: Asking, rating: Rating) -> bool:
    """Says whether a sentence answers by itself: it covers the question, or most of it and has the figure asked for."""
    return rating.own >= (UNSURE if wanted.quantity and has_figure(rating.unit.sentence) else SURE)


def _fits(paragraph: _QuotedParagraph, rating: Rating) -> bool:
    if _rows_of_one(rating, paragraph.units[0]):
        return True
    if paragraph.candidate is not rating.candidate or rating.unit.kind in ("list", "code", "table", "row", "excerpt"):
        return False
    if any(other.unit.kind != rating.unit.kind for other in paragraph.units):
        return False
    same_list = rating.unit.kind == "item" and paragraph.units[0].unit.block == rating.unit.block
    return same_list or (rating.unit.kind == "sentence" and len(paragraph.units) < SENTENCES)


def _with_neighbours(wanted: Asking, paragraph: _QuotedParagraph, rating: Rating, ratings: Sequence[Rating]) -> None:
    """The sentence before one that points back, or a "Yes." before it, and the one after where it goes on about the
    same thing."""
    if rating.unit.kind != "sentence":
        return
    here = {other.unit.order: other for other in ratings if _beside(other, rating)}
    before, after = here.get(rating.unit.order - 1), here.get(rating.unit.order + 1)
    figure = wanted.quantity and has_figure(rating.unit.text)
    goes_on = after and (
        leans_back(after.unit.text)
        or (wanted.definition and wanted.defines(rating.unit.text))
        or (_length(rating) <= STUB and not figure)
    )
    for neighbour in (before if _leads(before, rating) else None, after if goes_on else None):
        fits = neighbour and neighbour not in paragraph.units and len(paragraph.units) < SENTENCES
        if neighbour and fits and not (neighbour is after and is_question(neighbour.unit)):
            paragraph.units.append(neighbour)


def _leads(before: Rating | None, rating: Rating) -> bool:
    """Says whether a sentence belongs to the one before it."""
    return before is not None and (leans_back(rating.unit.text) or _length(before) <= CURT)


def _surrounded(paragraph: _QuotedParagraph, ratings: Sequence[Rating]) -> None:
    """Adds the sentences around those of a paragraph, the worthier side first, as far as `AROUND` goes."""
    best = paragraph.units[0]
    if best.unit.kind != "sentence" or is_question(best.unit):
        return
    here = [other for other in ratings if _beside(other, best)]
    at = [index for index, other in enumerate(here) if other in paragraph.units]
    first, last = min(at), max(at)
    length = sum(_length(other) for other in here[first : last + 1])
    while True:
        sides = [index for index in (first - 1, last + 1) if 0 <= index < len(here)]
        fitting = [index for index in sides if length + _length(here[index]) <= AROUND]
        if not fitting:
            break
        side = max(fitting, key=lambda index: here[index].worth)
        length += _length(here[side])
        first, last = min(first, side), max(last, side)
    paragraph.units = here[first : last + 1]


def _beside(rating: Rating, other: Rating) -> bool:
    """Says whether two sentences stand in one block."""
    return rating.is_beside(other) and rating.unit.kind == other.unit.kind == "sentence"


def _length(rating: Rating) -> int:
    return len(rating.unit.text) + len(WIDE.findall(rating.unit.text))


def _in_order(wanted: Asking, paragraphs: Sequence[_QuotedParagraph]) -> list[_QuotedParagraph]:
    """Documents by their best paragraph, inside a document as in the source; but a definition,
    or what answers far better than the rest, stands first."""
    best: dict[str, float] = {}
    for paragraph in paragraphs:
        document = document_of(paragraph.candidate)
        best[document] = max(best.get(document, 0.0), paragraph.worth)
    ordered = sorted(paragraphs, key=lambda p: (-best[document_of(p.candidate)], document_of(p.candidate), _place(p)))
    if not ordered:
        return ordered
    first = max(ordered, key=lambda p: p.worth)
    if wanted.definition or ordered[0].worth < FIRST * first.worth:
        ordered.sort(key=lambda p: p is not first)
    return ordered


def document_of(candidate: Candidate) -> str:
    return candidate.document_id or candidate.citation_id


def _place(paragraph: _QuotedParagraph) -> tuple[int, int]:
    return paragraph.candidate.position["start"], min(rating.unit.order for rating in paragraph.units)


def _quoted(wanted: Asking, paragraph: _QuotedParagraph, candidates: Sequence[Candidate], more: str) -> Quoted:
    ratings = sorted(paragraph.units, key=lambda rating: rating.unit.order)
    texts = [shown(rating.unit, wanted.terms, wanted.language, more) for rating in ratings]
    if ratings[0].unit.kind == "row":
        text = "\n".join([texts[0], *(rating.rpartition("\n")[2] for rating in texts[1:])])
    elif ratings[0].unit.kind == "item" and len(ratings) > 1:
        lead = f"{ratings[0].unit.lead}\n" if ratings[0].unit.lead else ""
        text = lead + "\n".join(f"- {item}" for item in _with_gaps(ratings, texts))
    else:
        # A list or table that answers a question begins on a line of its own.
        is_prose = ratings[-1].unit.kind in ("sentence", "item")
        text = joined(_with_gaps(ratings, texts)) if is_prose else "\n".join(texts)
    needles = [bare(rating.unit.text) for rating in ratings]
    also = (
        other.citation_id
        for other in candidates
        if other is not paragraph.candidate and all(needle in bare(other.text) for needle in needles)
    )
    return Quoted((paragraph.candidate.citation_id, *list(also)[:1]), text)


def _with_gaps(ratings: Sequence[Rating], texts: Sequence[str]) -> list[str]:
    """Returns the texts of units in their order, and "…" for what is left out between two of one text."""
    found = [texts[0]]
    for before, rating, text in zip(ratings, ratings[1:], texts[1:], strict=False):
        is_gap = rating.unit.order > before.unit.order + 1 and rating.candidate.type == "embedding"
        found += [GAP, text] if is_gap else [text]
    return found


def joined(sentences: Sequence[str]) -> str:
    """Returns sentences on one line; after Chinese punctuation there is no space."""
    text = sentences[0]
    for sentence in sentences[1:]:
        text += ("" if re.search("[\u3000-\u9fff\uff00-\uffef]$", text) else " ") + sentence
    return text


def bare(text: str) -> str:
    """Letters and digits only, so that the same sentence is found whatever its markup and line breaks."""
    return re.sub(r"[\W_]+", "", words.fold(text))
