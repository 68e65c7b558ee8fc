"""Which questions are neither served from memory nor kept in it, by their words.

Three kinds: *volatile* (the answer changes with time), *personal* (about the asker's own case) and *action* (something
is to be done). A question how something is done is none of the last two: "How do I cancel my order?" has one answer for
everybody. In doubt the memory stands aside: that costs one model call, the other mistake is a wrong answer.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gateway.memory.rules.reasons import Reason
from gateway.words import fold
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.languages.subjects.exclusions import EXCLUSIONS
from gateway.words.languages.tables import RoutingWords
from gateway.words.text.patterns import any_of, compiled

_NUMBERED_CASE = any_of(language.routing.numbered_case for language in LANGUAGES.values() if language.routing)
_CONTACT = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,}\b|\b\d{15,19}\b")
"""An address, an IBAN or a card number: somebody's own data."""

LOOKED_AT = 2000
"""Code points of a question that are judged; the longest ones quote a document at their end."""


@lru_cache(maxsize=1024)
def admission(question: str, language: str, dependent: bool = False) -> Reason | None:
    """Says why a question may be neither served from memory nor kept in it; None where it may.

    `dependent`: it depends on what was said before and was not resolved. In a language without
    such tables those of the languages that have long ones count.
    """
    if dependent:
        return "dependent"
    folded = " ".join(fold(question[:LOOKED_AT]).replace("’", "'").split())
    own = language_of(language).routing or EXCLUSIONS.get(language)
    chosen = [own] if own else [each.routing for each in LANGUAGES.values() if each.routing]
    found = {reason for rules in chosen for reason in _reasons(folded, rules)}
    return next((reason for reason in _ORDER if reason in found), None)


_ORDER: tuple[Reason, ...] = ("volatile", "personal", "action")


def _reasons(folded: str, rules: RoutingWords) -> set[Reason]:
    found: set[Reason] = set()
    if compiled(rules.volatile).search(compiled(rules.lasting).sub(" ", folded)):
        found.add("volatile")
    if compiled(rules.own_state).search(folded) or _NUMBERED_CASE.search(folded) or _CONTACT.search(folded):
        found.add("personal")
    if not compiled(rules.how).search(folded):
        if compiled(rules.own).search(folded):
            found.add("personal")
        if compiled(rules.action).search(folded):
            found.add("action")
    return found
