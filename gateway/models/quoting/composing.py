"""What is quoted for a whole message: an answer to each of its questions, a document's parts in their order for a
summary. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.disagreement import Side
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement, without_others
from gateway.conversation.followups.several import several
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.intent.naming import name_words
from gateway.models.quoting.excerpts import closest
from gateway.models.quoting.quotes import LEAST_COVERAGE, Quoted, bare, document_of, quote
from gateway.models.quoting.shortening import LEFT_OUT
from gateway.models.quoting.walking import is_walk, walked

BEFORE = 12
"""Characters before a value by which its place is known."""
FEW_WORDS = 3
"""Words of a long question that are enough of it for a sentence; a paragraph of a technical question has forty."""
LITTLE = 0.01
"""Share of the question that a sentence has to cover in doubt: any of its words."""
AT_HOME = 0.5
"""Share of a further question that a sentence has to cover in the documents which answered the one before."""


Extent = Literal["answer", "topic", "document"]
"""What is wanted: the one answer, all that is said about a topic, or what a document says from its beginning on."""


Level = Literal["confident", "doubtful"]
"""The gate's decision. In doubt a sentence or an excerpt may cover however little of the question, but some of it."""


class Quoting(Protocol):
    """Quotes for one question among these candidates; `least`: the share of it that a sentence has to cover."""

    def __call__(self, text: str, among: Sequence[Candidate], least: float | None = None) -> list[Quoted]: ...


def composed(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    *,
    extent: Extent = "answer",
    level: Level | None = None,
    own: str = "",
    more: str = LEFT_OUT,
) -> list[Quoted]:
    """Returns the paragraphs of an answer. One without ids is a part of the question that nothing answers, in its
    place. If no sentence answers, an excerpt of the closest passage does, as far as the `level` of the gate allows;
    else the result is empty.

    `extent`: what is wanted; `own` and `more`: see `quote`.
    """
    doubtful = level == "doubtful"
    if told := by_words(question, language, candidates, extent=extent, doubtful=doubtful, own=own, more=more):
        return told
    found = closest(question, language, candidates, matching=level == "doubtful") if level else None
    return [Quoted((found[0].citation_id,), found[1])] if found else []


def by_words(
    question: str,
    language: str,
    candidates: Sequence[Candidate],
    *,
    extent: Extent = "answer",
    doubtful: bool = False,
    own: str = "",
    more: str = LEFT_OUT,
) -> list[Quoted]:
    """Returns the paragraphs of whole sentences, lists, tables and loose text that answer; empty if none does."""
    broad = extent != "answer"
    passages = [candidate for candidate in candidates if candidate.type == "embedding"]
    if extent == "document" and is_walk(passages) and (told := walked(passages)):
        return told

    def quoting(text: str, among: Sequence[Candidate], least: float | None = None) -> list[Quoted]:
        usual = LITTLE if doubtful else _least(text, language)
        return quote(text, language, among, broad=broad, least=usual if least is None else least, own=own, more=more)

    if own and passages:  # documents cited before come first
        home = [candidate for candidate in passages if document_of(candidate) == document_of(passages[0])]
        if told := quoting(question, home):
            return told
    parts = () if broad else several(gist(question), language)
    return (len(parts) > 1 and _each(parts, language, candidates, quoting)) or quoting(question, candidates)


def _least(question: str, language: str) -> float:
    """Returns the share of a question that a sentence has to cover: of a long one, that of a few words."""
    return min(LEAST_COVERAGE, FEW_WORDS / max(1, len(words.query_terms(question, language))))


def _each(parts: Sequence[str], language: str, candidates: Sequence[Candidate], quoting: Quoting) -> list[Quoted]:
    """Returns the answers to several questions, one after the other; the document that a question names, else
    what answered the one before, is looked at first. One that nothing answers is named, if another has its answer."""
    answers: dict[str, list[Quoted]] = {}
    found: list[Quoted] = []
    for part in parts:
        home = _documents(found, candidates)
        titled = _titled(part, language, candidates)
        near = [candidate for candidate in candidates if document_of(candidate) in home]
        answer = quoting(part, titled, LEAST_COVERAGE) or quoting(part, near, AT_HOME)
        answers[part] = list(_new(answer or quoting(part, candidates, LEAST_COVERAGE), found))
        found += answers[part]
    if not found:
        return []
    return [each for part in parts for each in answers[part] or [Quoted((), part)]]


def _titled(text: str, language: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Returns the candidates of documents whose whole title a text says, those in its language if there are any;
    the section of a manual in a title is no word."""
    asked_words = name_words(text, language)

    def named(candidate: Candidate) -> bool:
        title = {term for term in name_words(candidate.title, language) if not term.isdigit()}
        return bool(title) and title <= asked_words

    found = [candidate for candidate in candidates if named(candidate)]
    return [candidate for candidate in found if candidate.language in (language, None)] or found


def _documents(found: Sequence[Quoted], candidates: Sequence[Candidate]) -> set[str]:
    cited = {quoted.citation_ids[0] for quoted in found}
    return {document_of(each) for each in candidates if each.citation_id in cited}


def _new(quoted: Sequence[Quoted], found: Sequence[Quoted]) -> Iterator[Quoted]:
    standing = {each.text for each in found}
    return (each for each in quoted if not any(each.text in text for text in standing))


def showing(
    compose: Callable[[Sequence[Candidate]], list[Quoted]], candidates: Candidates, found: Sequence[ToldDisagreement]
) -> list[Quoted]:
    """Returns the quotes of an answer with the gateway's own sentences. Of sides that disagree the first one is quoted,
    unless the answer then quotes none."""
    quoted = compose(without_others(candidates, found))
    shown = with_own(quoted, candidates, found)
    return with_own(compose(candidates), candidates, found) if found and len(shown) == len(quoted) else shown


def with_own(quoted: Sequence[Quoted], candidates: Candidates, found: Sequence[ToldDisagreement]) -> list[Quoted]:
    """Returns the quotes with the gateway's own sentence before the first quote of each thing that is disputed."""
    shown = list(quoted)
    for each in found:
        spots = [spot for side in each.found.sides if (spot := _spot(side, candidates))]
        cited = ((at, bare(quote.text)) for at, quote in enumerate(shown) if quote.citation_ids)
        at = next((at for at, text in cited if any(spot in text for spot in spots)), None)
        if at is not None:
            ids = tuple(dict.fromkeys(side.citation_id for side in each.found.sides))
            shown.insert(at, Quoted(ids, each.sentence))
    return shown


def _spot(side: Side, candidates: Candidates) -> str:
    """Returns the value of a side with the words before it: quotes may cut its sentence elsewhere."""
    candidate = candidates.get(side.citation_id)
    sentence = candidate.text[side.start : side.end] if candidate else ""
    before, value, _ = sentence.partition(side.value)
    return bare(before)[-BEFORE:] + bare(value) if value else bare(sentence)
