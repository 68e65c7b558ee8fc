"""What kind of answer a question wants, read from its question words, in every language. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from gateway import words
from gateway.words.languages import LANGUAGES
from gateway.words.text.patterns import any_of

_TABLES = [language.quoting for language in LANGUAGES.values()]
_DEFINITION = any_of(each.definition for each in _TABLES)
_QUANTITY = any_of(each.quantity for each in _TABLES)
_METHOD = any_of(each.method for each in _TABLES)
_LISTING = any_of(each.listing for each in _TABLES)
_TABLE = any_of(each.table for each in _TABLES)
_REASON = any_of(each.reason for each in _TABLES)
_COPULA = any_of(each.copula for each in _TABLES)
_FIGURE = any_of([r"\d", *(each.figure for each in _TABLES)])
_CAUSE = any_of(each.cause for each in _TABLES)
_ANAPHOR = any_of(each.anaphor for each in _TABLES)
_NEGATION = any_of(each.negation for each in _TABLES)
_NEGATED = any_of(each.negated for each in _TABLES)
"""A negation and what it negates, where no blank is between."""
_STRADDLING = any_of(each.straddling for each in _TABLES)
"""A pair of characters that is no word of its own, for the second negates what follows."""
LABEL = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{1,3})++(?![.,]?\d)")
"""The number of a clause or section of a lower level."""
_ENTRY = re.compile(r"(?<=\w)[*_`\"»”)]{0,8} ?[:：]")
"""Behind the term of a glossary's entry."""
_LEAD_IN = re.compile(rf"^(?:{'|'.join(filter(None, (each.articles for each in _TABLES)))}|\W)+\s*")


@dataclass(frozen=True, slots=True)
class Asking:
    """The question's content words and the kinds of answer that fit; a question may want several kinds."""

    question: str
    language: str | None
    """That of the question: whatever is compared with it is stemmed by its rules."""
    terms: tuple[str, ...]
    phrases: frozenset[tuple[str, str]]
    """Neighbouring terms of the question, function words included."""
    definition: bool
    quantity: bool
    method: bool
    listing: bool
    subject: frozenset[str]
    """Terms that are only what a follow-up is about, while it brings others itself."""
    table: frozenset[str]
    """The terms by which it asks for a table; empty where it asks for none."""
    reason: bool
    negations: frozenset[str]
    """What it negates, see `negations`: "Which goods cannot be returned?"."""

    labels: frozenset[str] = frozenset()
    """Numbers of clauses and sections that it names: `2.1`."""

    def defines(self, sentence: str) -> bool:
        """Says whether the sentence says what the asked thing is: the thing stands at the start, before a copula or, as
        in a glossary, a colon."""
        folded = _LEAD_IN.sub("", words.fold(sentence)[:160])
        entry, copula = _ENTRY.search(folded), _COPULA.search(folded)
        if not self.terms:
            return False
        if entry:
            shared, own = self._shared(folded[: entry.start()])
            if shared >= own > 0:
                return True
        if copula is None:
            return False
        shared, own = self._shared(folded[: copula.start()])
        return shared * 2 >= max(len(self.terms), own) > 0

    def _shared(self, subject: str) -> tuple[int, int]:
        """Returns how many of the question's terms a subject has, and how many content words."""
        terms = set(words.terms(subject, self.language))
        return sum(term in terms for term in self.terms), len(set(words.content_words(subject, self.language)))


def asking(question: str, language: str, own: str = "") -> Asking:
    """Returns what a question asks for; `own`: of a follow-up, the words that it brings itself."""
    folded = words.fold(question).strip()
    quantity, listing = bool(_QUANTITY.search(folded)), bool(_LISTING.search(folded))
    terms, table = words.query_terms(question, language), _TABLE.search(folded)
    brought = set(words.query_terms(own, language))
    return Asking(
        question=question,
        language=language,
        terms=tuple(term for term in terms if not _STRADDLING.fullmatch(term)) or tuple(terms),
        phrases=phrases(question, language),
        definition=bool(_DEFINITION.search(folded)) and not quantity,
        quantity=quantity,
        method=bool(_METHOD.search(folded)),
        listing=(listing or bool(table)) and not quantity,
        subject=frozenset(terms) - brought if brought else frozenset(),
        table=frozenset(words.terms(table.group(), language)) if table else frozenset(),
        reason=bool(_REASON.search(folded)),
        negations=negations(folded),
        labels=frozenset(LABEL.findall(question)),
    )


def phrases(text: str, language: str | None) -> frozenset[tuple[str, str]]:
    """Returns pairs of terms that follow each other."""
    return frozenset(pairwise(words.terms(text, language)))


def has_figure(text: str) -> bool:
    """A number, a date, or how often."""
    return bool(_FIGURE.search(words.fold(text))) or bool(words.numbers(text))


def negations(text: str) -> frozenset[str]:
    """Returns "not" for any negation; in a language without blanks the negation with what is negated behind it."""
    folded = words.fold(text)
    found = {match.group() for match in _NEGATED.finditer(folded)}
    return frozenset(found | {"not"} if _NEGATION.search(folded) else found)


def gives_cause(text: str) -> bool:
    return bool(_CAUSE.search(words.fold(text)))


def leans_back(text: str) -> bool:
    """Says whether a sentence needs the one before it: it begins with a word that points back."""
    return bool(_ANAPHOR.match(words.fold(text).lstrip("*_\"'« ")))
