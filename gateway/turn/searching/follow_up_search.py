"""The search of a question that may refer to what was said before it.

Its words decide first whether it does (`conversation.followups.leaning`). With a model, the question is rewritten so
that it can be understood alone, and then searched once. Without one, or if the rewriting fails, rules decide: the
question is searched as it was asked and together with the subject of the conversation; the passages and the last answer
decide whether it refers to that. The documents that the last answer cited are searched once more; they only order the
results. Any other question is searched once, as it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from gateway import words
from gateway.answer.answer import Candidate
from gateway.conversation.citations.short_replies import corrected, own_subject
from gateway.conversation.followups.leaned_on import JOINT, LeanedOn
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.prepared import Prepared
from gateway.turn.searching.search import Looked, TurnSearch
from gateway.turn.understanding.condenser import Condenser
from gateway.turn.understanding.understanding import SearchRequest, Understanding, Understood
from gateway.words.languages import language_of
from gateway.words.text.patterns import compiled

NEAR = 2
"""How many of the documents that the last answer cited first are searched once more."""
SUBJECT = 0.4
"""The share of the subject's weight that a passage must contain to speak of it."""
ASKED = 0.5
"""The share of the question's weight that such a passage must contain, relative to the best passage for the question
alone."""
CITED = 0.7
"""The same for a passage of a cited document that does not speak of the subject."""
ANSWERED = 0.2
"""The share of the question's weight in words of the last answer from which the question goes on from that answer."""


class FollowUpSearch:
    def __init__(self, search: TurnSearch, understanding: Understanding, condenser: Condenser) -> None:
        self._search, self._understanding, self._condenser = search, understanding, condenser

    async def run(self, understood: Understood) -> Prepared:
        """Returns the findings. Raises what `TurnSearch.run` raises."""
        context = await self._understanding.context(understood)
        question, offer = understood.question, understood.offer
        if context is None:
            return await (
                self._as_meant(understood, SearchRequest(offer, offer)) if offer else self._search.run(understood)
            )
        spoken = understood.language if question.language_known else ""
        rewritten, spent = await self._condenser.condense(
            question.text, context.previous, spoken, question.scope.within
        )
        if offer and rewritten in (None, _asked(understood)):
            frozen = await self._as_meant(understood, _lookup(offer, context))
        elif rewritten is None:
            frozen = await self._by_rules(understood, context)
        elif rewritten == _asked(understood):
            frozen = await self._search.run(understood)
        else:
            frozen = await self._as_meant(understood, _lookup(rewritten, context))
        return replace(frozen, spent=spent)

    async def _by_rules(self, understood: Understood, context: LeanedOn) -> Prepared:
        """Returns the findings for the question with its subject if the question refers to it, else for the question as
        it was asked."""
        asked = _asked(understood)
        if _asks_only_why(asked, understood.language):
            return await self._search.run(understood)
        lookups = understood.lookups
        alone = await self._search.look(understood, lookups)
        lookup = _lookup(context.beside(gist(understood.question.text), understood.language), context)
        together = await self._search.look(understood, [lookup])
        found: Looked | None = None
        if new := _new_subject(understood, context, alone, together):
            lookup = new
        else:
            sure = understood.leaning == "sure"
            found = together if sure else _of_the_subject(understood, context, alone, together)
            if found is None:
                return self._search.frozen(understood, lookups, alone)
        frozen = await self._as_meant(understood, lookup, found)
        return replace(frozen, search=replace(frozen.search, first_query="\n".join(each.text for each in lookups)))

    async def _as_meant(self, understood: Understood, lookup: SearchRequest, found: Looked | None = None) -> Prepared:
        """Returns the findings for the question as it is meant. `found`: the result of that search, if it was made."""
        found = found or await self._search.look(understood, [lookup])
        frozen = self._search.frozen(understood, [lookup], found)
        return replace(frozen, search=replace(frozen.search, meant=lookup.text, subject=lookup.subject))


def _new_subject(understood: Understood, context: LeanedOn, alone: Looked, together: Looked) -> SearchRequest | None:
    """Returns the search for a question that names a subject of its own: "and the parking, how much is it?". The
    earlier question supplies only what is asked, if the question does not say it. None if the best passage about the
    earlier subject speaks of the new one too."""
    language, question = understood.language, gist(understood.question.text)
    own, asks = own_subject(question, language)
    subject = set(words.content_words(context.subject, language))
    terms = set(words.content_words(own, language)) - subject
    new, old = (found.gathered.candidates.passages[:1] for found in (alone, together))
    if not terms or not new or not old:
        return None
    found = terms & _terms(new[0], language)
    is_named = asks or corrected(question) or terms & _terms(new[0], language, whole=False)
    if (
        not is_named
        or 2 * len(found) < len(terms)
        or (len(terms & _terms(old[0], language)) >= len(found) and old[0] is not new[0])
    ):
        return None
    kind = (subject - _terms(old[0], language, whole=False)) & _terms(new[0], language)
    kind_of_it = "" if asks else words.excerpt(context.subject, kind, language)
    named = " ".join(filter(None, (words.excerpt(question, terms, language), kind_of_it)))
    return SearchRequest(f"{named}{JOINT}{question}", named)


def _terms(passage: Candidate, language: str, *, whole: bool = True) -> Set[str]:
    """Returns the terms of a passage, or only those of its title and headings, as both languages stem them."""
    text = "\n".join([passage.title, passage.heading, *([passage.text] if whole else [])])
    return words.vocabulary(text, passage.language) | words.vocabulary(text, language)


def _asked(understood: Understood) -> str:
    return " ".join(gist(understood.question.text).split())


def _asks_only_why(question: str, language: str) -> bool:
    """Says whether a question says only "why": with its subject, a search would return the last answer again."""
    reason = language_of(language).quoting.reason
    asks = reason and compiled(reason).search(words.fold(question))
    return bool(asks) and not words.content_words(question, language)


def _lookup(text: str, context: LeanedOn) -> SearchRequest:
    return SearchRequest(text, text, context.document_ids[:NEAR], hinted=True)


def _of_the_subject(understood: Understood, context: LeanedOn, alone: Looked, together: Looked) -> Looked | None:
    """Returns the findings of a question that may refer to the subject, if it does; None if not.

    It does if a passage speaks of the subject and of what is asked. It also does if the first passage for the question
    alone speaks of the subject, or if the question seems to lean and has words of the last answer; these findings stay
    as they are."""
    language = understood.language
    subject = set(words.content_words(context.subject, language))
    asked = set(words.content_words(gist(understood.question.text), language)) - subject
    weights = {**together.gathered.weights, **alone.gathered.weights}
    if not asked:  # it says the subject itself
        return None
    found = alone.gathered.candidates.passages
    best = max((_share(asked, passage, weights, language) for passage in found), default=0.0)
    if found and _share(subject, found[0], weights, language) >= SUBJECT:
        return alone
    for passage in together.gathered.candidates.passages if best > 0 else ():
        says = _share(subject, passage, weights, language) >= SUBJECT
        cited = passage.document_id in context.document_ids[:NEAR]
        if (says or cited) and _share(asked, passage, weights, language) >= (ASKED if says else CITED) * best:
            return together
    repeated = asked & context.answered(language) if understood.leaning != "none" else set[str]()
    return alone if repeated and _weight(repeated, weights) >= ANSWERED * _weight(asked, weights) else None


def _weight(terms: Set[str], weights: Mapping[str, float]) -> float:
    """Returns the weight of terms together; a term that no passage has weighs the most."""
    most = max(weights.values(), default=1.0)
    return sum(weights.get(term, most) for term in terms)


def _share(terms: Set[str], passage: Candidate, weights: Mapping[str, float], language: str) -> float:
    """Returns the share of the terms' weight that a passage holds."""
    above = f"{passage.title}\n{passage.heading}"
    spoken = words.known(language) or words.guess_language(f"{above}\n{passage.text}") or words.UNDETERMINED
    text, titles = words.placed(passage.text, spoken), words.placed(above, spoken)
    covered = {term for term in terms if term in text or term in titles}
    return _weight(covered, weights) / (_weight(terms, weights) or 1.0)
