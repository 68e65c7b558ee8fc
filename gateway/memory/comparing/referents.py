"""Of whom a question speaks: who acts, and whose things they are: mine, yours, his, a colleague's. Pure.

"How do you reset your password?" asks what "How do I reset my password?" asks: where the owner is also the one who
acts, it is whoever asks. Beside "I" or "my", "you" is whoever answers.
"""

from __future__ import annotations

import re
from functools import cache

from gateway import words
from gateway.memory.comparing.question_words import QuestionReading
from gateway.words.languages import language_of
from gateway.words.text.patterns import compiled

_ALSO = {"he": "they", "she": "they"}
"""Whose owner "they" may be as well."""


@cache
def _related(language: str) -> dict[str, str]:
    """Returns the words for third persons, to the first word of their group."""
    groups = (group.split() for group in language_of(language).persons.related.split("|"))
    return {word: group[0] for group in groups for word in group}


@cache
def _related_owner(language: str) -> re.Pattern[str]:
    """Returns the pattern of what belongs to a third person; the group is the word for that person."""
    related = "|".join(sorted(_related(language), key=len, reverse=True))
    return compiled(language_of(language).persons.related_owner.replace("{}", related))


def owners(reading: QuestionReading) -> frozenset[str]:
    """Whose things, and to whom: `self`, `you`, `he`, `she`, `they`, `it`, `user` (some user's); empty without any."""
    persons = reading.tables.persons
    if not reading.tables.has_spaces:
        pronouns = (match[1] or match[2] for match in compiled(persons.owner).finditer(reading.folded))
        return frozenset({persons.pronouns[pronoun[0]] for pronoun in pronouns} | _named(reading))
    acting = {who for token in reading.tokens if (who := persons.acting.get(token))}
    found = {persons.owners[token] for token in reading.tokens if token in persons.owners}
    if "you" in found and acting == {"you"}:
        found = found - {"you"} | {"self"}
    return frozenset(found | _named(reading))


def _named(reading: QuestionReading) -> set[str]:
    """Owners that are no pronouns: `user` for some user, and third persons ("a friend's car")."""
    owned_by, related = reading.tables.persons.owned_by, _related(reading.language)
    found = {"user"} if owned_by and compiled(owned_by).search(reading.folded) else set()
    return found | {related[match[1]] for match in _related_owner(reading.language).finditer(reading.folded)}


def actors(reading: QuestionReading) -> frozenset[str]:
    """Says who acts, as far as the first pronoun tells: `self`, `he`, `she`, `they`, or `you` where that is whoever
    answers."""
    text = words.fold(reading.text)
    persons = reading.tables.persons
    if not reading.tables.has_spaces:
        return frozenset(persons.pronouns[match[1][0]] for match in compiled(persons.actor).finditer(text))
    tokens = re.findall(r"\w+", text)
    acting = persons.acting
    first = next((acting[token] for token in tokens if token in acting), None)
    if first == "you":
        selves = any(is_self(token, reading.language) for token in tokens)
        telling = reading.tables.reading.telling
        return frozenset({first} if selves and telling.isdisjoint(tokens) else ())
    if first is None or (first == "they" and persons.inverted and not compiled(persons.inverted).match(text)):
        return frozenset()
    return frozenset({first})


def others(reading: QuestionReading) -> frozenset[str]:
    """Third persons that a question is about: a child, a colleague, somebody else."""
    tables, related = reading.tables, _related(reading.language)
    if tables.has_spaces:
        found = {related[token] for token in reading.tokens if token in related}
    else:
        found = {group for word, group in related.items() if word in reading.folded}
    pattern = tables.persons.someone_else
    return frozenset(found | ({"else"} if compiled(pattern).search(reading.folded) else set()))


def is_self(token: str, language: str) -> bool:
    """Says whether a word means whoever asks: "I", "me", "my"."""
    persons = language_of(language).persons
    return "self" in (persons.acting.get(token), persons.owners.get(token)) or token in persons.asker


def differ(first: frozenset[str], second: frozenset[str]) -> bool:
    """Says whether two questions with owners have none in common; one that names none fits any."""
    return bool(first and second) and not any(_may_be(mine, theirs) for mine in first for theirs in second)


def _may_be(first: str, second: str) -> bool:
    return first == second or _ALSO.get(first) == second or _ALSO.get(second) == first
