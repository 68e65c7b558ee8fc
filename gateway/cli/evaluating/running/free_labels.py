"""Labels that cost nothing: a case that was answered is changed so that the right reaction is known.

Two labels ask again: with the gold left out, and in other words. The others change a paragraph of the answer and give
it to the answer core. The same case is always changed in the same way.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from gateway import words
from gateway.cli.evaluating.running.answer_facts import Observed, facts_of
from gateway.cli.evaluating.running.ask_here import AskHere, CaseQuestion
from gateway.evaluation.cases import Case
from gateway.evaluation.gold import GoldEntry
from gateway.evaluation.measures.answer_wording import states
from gateway.evaluation.outcomes import AnswerFacts
from gateway.evaluation.planted.changed_claims import negated, other_source, renumbered
from gateway.evaluation.planted.rewording import reworded
from gateway.models.prices import Prices

PARAGRAPHS = 4
"""Paragraphs of an answer that are changed."""
HIDINGS = 3
"""Searches in which further documents with the gold may show up, such as those of a retriever over HTTP."""
FindHolders = Callable[[str, Iterable[GoldEntry]], Awaitable[Set[str]]]
"""Returns the documents of a tenant that contain gold, copies included."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A case and what came of it."""

    case: Case
    workspace: str | None
    gold: Mapping[str, GoldEntry]
    observed: Observed
    facts: AnswerFacts

    @property
    def found(self) -> set[int]:
        """The entries of the gold that were among the candidates."""
        return {entry for each in self.facts.offered for entry in each.gold}

    @property
    def can_ask_again(self) -> bool:
        """Whether the case was answered from candidates with its gold, and by its question alone: a conversation may
        contain the answer."""
        return bool(self.found) and not self.facts.refused and self.case.answerable and not self.case.stated.history


class FreeLabels:
    """Makes the labels of answered cases."""

    def __init__(self, tenant: str, checker: AskHere, find_holders: FindHolders) -> None:
        self._tenant, self._checker, self._find_holders = tenant, checker, find_holders

    async def of(self, answered: Answered, cases: Iterable[Case]) -> dict[str, tuple[bool, ...]] | None:
        """Returns the attempts by label and whether each came out well; None if the case allows none. cases: those of
        the set, which may ask the same in another language."""
        found: dict[str, list[bool | None]] = defaultdict(list)
        if answered.facts.source == "model" and not answered.facts.refused:
            paragraphs = [each for each in answered.observed.document["paragraphs"] if each["citation_ids"]]
            for paragraph in paragraphs[:PARAGRAPHS]:
                await self._change(answered, paragraph["text"], paragraph["citation_ids"], found)
        if answered.can_ask_again:
            found["gold_left_out_refused"].append(await self._without_gold(answered))
            found["reworded_found"].append(await self._in_other_words(answered, cases))
        known = {name: tuple(verdict for verdict in tries if verdict is not None) for name, tries in found.items()}
        return {name: tries for name, tries in known.items() if tries} or None

    # Asks again --------------------------------------------------------------------------------------------------

    async def _without_gold(self, answered: Answered) -> bool | None:
        """Hides every document with the gold. Returns whether the gateway refuses or doubts; None if another document
        contains the answer."""
        case = answered.case
        hidden = set(await self._find_holders(self._tenant, answered.gold.values()))
        question = CaseQuestion(case.stated.question, case.stated, answered.workspace)
        for _ in range(HIDINGS):
            observed = await self._checker.ask(replace(question, hidden_documents=tuple(sorted(hidden))))
            if observed.code:
                return None
            facts = facts_of(observed, case, answered.gold, Prices())
            if further := {each.document_id for each in facts.offered if each.gold} - hidden:
                hidden |= further
                continue
            if facts.refused or observed.doubted or facts.source == "clarification":
                return True
            return None if _is_elsewhere(observed, facts, case) else False
        return None

    async def _in_other_words(self, answered: Answered, cases: Iterable[Case]) -> bool | None:
        """Asks the question in other words. Returns whether the same gold is found and the question is not refused."""
        if (other := reworded(answered.case, cases, random.Random(answered.case.id).randint)) is None:
            return None
        text, stated = other
        observed = await self._checker.ask(CaseQuestion(text, stated, stated.workspace or answered.workspace))
        if observed.code:
            return None
        facts = facts_of(observed, answered.case, answered.gold, Prices())
        return not facts.refused and answered.found <= {entry for each in facts.offered for entry in each.gold}

    # Changes the answer ------------------------------------------------------------------------------------------

    async def _change(
        self, answered: Answered, text: str, ids: Sequence[str], found: dict[str, list[bool | None]]
    ) -> None:
        """Adds the attempts of one paragraph, if the answer core calls all of its citations sound without a change."""
        candidates, language = answered.observed.candidates, answered.observed.language
        sound = "ok" if self._checker.checks_evidence else "unchecked"

        async def statuses(text: str, ids: Sequence[str]) -> dict[str, str]:
            citations = await self._checker.checked(text, ids, candidates, language, answered.workspace)
            return {citation.citation_id: str(citation.status) for citation in citations}

        if await statuses(text, ids) != dict.fromkeys(ids, sound):
            return
        by_id = {each.citation_id: each for each in candidates}
        sources = [by_id[each].text for each in ids]
        spoken = words.told_language(text) or language
        draw = random.Random(f"{answered.case.id} {text}").randint
        for name, changed in (
            ("number_changed_caught", renumbered(text, sources, draw)),
            ("negation_changed_caught", negated(text, spoken)),
        ):
            if changed is not None:
                found[name].append(_caught(await statuses(changed, ids), ids, sound))
        gold = {each.citation_id: each.gold for each in answered.facts.offered}
        if (other := other_source(text, ids[0], candidates, gold, ids)) is not None:
            found["source_swapped_caught"].append(_caught(await statuses(text, [other, *ids[1:]]), [other], sound))


def _caught(after: Mapping[str, str], ids: Sequence[str], sound: str) -> bool | None:
    """Returns whether the change was noticed: some of these citations is weak, was moved or was dropped. None: the
    answer core cannot compare the texts."""
    statuses = {after.get(citation_id, "dropped") for citation_id in ids}
    if statuses == {sound}:
        return False
    return None if statuses <= {sound, "unchecked"} else True


def _is_elsewhere(observed: Observed, facts: AnswerFacts, case: Case) -> bool:
    """Returns whether a passage that the answer cites without doubt contains a gold answer."""
    cited = {each.citation_id for each in facts.cited if each.status in ("ok", "moved")}
    texts = [each.text for each in observed.candidates if each.citation_id in cited]
    return any(states(text, wording, facts.language) for text in texts for wording in case.gold_answers)
