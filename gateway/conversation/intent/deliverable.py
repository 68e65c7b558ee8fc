"""Does a question ask for a document, such as a summary, a report or an overview? Words and their frames, no model.

A word that asks for such a document by itself (`summarise`, `synthèse`, `总结`) is enough, unless the clause asks about
an existing one ("how do I export the summary?"). A word that mostly names something else (`report`, `rapport`, `plan`,
`报告`) has to be asked for: "write a report", "rapport sur les congés", "写一份报告". When in doubt the answer is no:
an answer without an outline is an answer, an outline nobody wanted is in the way.
"""

from __future__ import annotations

import re

from gateway import words
from gateway.conversation.intent.long_questions import gist
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.languages.tables import DeliverableWords
from gateway.words.text.folding import HAS_UNSPACED
from gateway.words.text.patterns import compiled

_CLAUSE = re.compile(r"[.!?;:\n。！？；：，]+|,(?!\d)")
_REQUESTS = [language.deliverable for language in LANGUAGES.values() if language.deliverable]
_SECTIONS = "|".join(requests.sections for requests in _REQUESTS if requests.sections)
_POINTS_AT_SECTION = re.compile(
    rf"^\W*s[1-8]\b(?!\s+\w+\s+\w)|(?:{_SECTIONS})\w{{0,30}}(?:\s{{1,2}}\w{{1,40}}){{0,3}}?\s{{0,2}}\W{{0,2}}s[1-8]\b"
)
_WORD = re.compile("(?:[^\\W\\d_]|[\u0300-\u036f\u064b-\u0652])+")


def is_deliverable(question: str, language: str) -> bool:
    """Says whether a finished document is wanted, for which an outline is asked (request field `deliverable` absent).

    `language`: that of the question; without a table of requests it asks for none. A follow-up that points at a section
    (`S2`) wants that section. Of a long question its gist is read.
    """
    requests = language_of(language).deliverable
    folded = words.fold(gist(question))
    if requests is None or _POINTS_AT_SECTION.search(folded):
        return False
    return any(_asks(requests, clause) for clause in _CLAUSE.split(folded))


def _asks(requests: DeliverableWords, clause: str) -> bool:
    clause = compiled(requests.traps).sub(" ", clause.strip())
    found = compiled(requests.enough).search(clause) or compiled(requests.asked).search(clause)
    return found is not None and not compiled(requests.about).search(clause, 0, found.start())


def topic(question: str, language: str) -> str:
    """Returns what a deliverable is to be about: `topic("Write a report on loans", "en") == "a on loans"`.

    For looking things up: the words of the request stand in no passage, or in the wrong one. The question itself (of a
    long one its gist) where nothing else is left of it, or where it asks for no document.
    """
    question = gist(question)
    requests = language_of(language).deliverable
    if requests is None or not is_deliverable(question, language):
        return question
    cut = _without_request_unspaced if HAS_UNSPACED.search(requests.names) else _without_request
    clauses = (
        cut(clause, requests) if _asks(requests, words.fold(clause)) else clause for clause in _CLAUSE.split(question)
    )
    left = " ".join(" ".join(clauses).split())
    return left if words.content_words(left, language) else question


def _without_request(clause: str, requests: DeliverableWords) -> str:
    """Returns a clause without the name of the document, and without what asks for it before that."""
    name, frame = compiled(requests.names), compiled(requests.frame)
    found = [(match, words.fold(match.group())) for match in _WORD.finditer(clause)]
    end = next((match.end() for match, word in found if name.fullmatch(word)), 0)
    before = (
        match.group()
        for match, word in found
        if match.end() <= end and not (name.fullmatch(word) or frame.fullmatch(word))
    )
    return f"{' '.join(before)} {clause[end:].strip()}"


def _without_request_unspaced(clause: str, requests: DeliverableWords) -> str:
    return compiled(requests.names).sub(" ", compiled(requests.frame).sub("", clause))
