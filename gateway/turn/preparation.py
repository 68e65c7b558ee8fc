"""What is decided before a model is asked: what the question points at, whether an earlier answer may stand in, what
the knowledge base has, and whether that is enough.

Everything decided here is frozen with the candidates: whoever goes on with the turn decides nothing again.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from gateway.answer.answer import Candidates
from gateway.conversation.citations.short_replies import accepts, declines
from gateway.conversation.intent.manners import Manner
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Question
from gateway.memory.recall import Announce, Recalled, Remembering
from gateway.models.ports import Embedder
from gateway.models.prompt import Prompts
from gateway.retrieval.sources import Sources
from gateway.turn.citations.citation_talk import CitationTalk, Talk
from gateway.turn.collection.about import AboutCollection
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import Collection, Reading, ShownSources
from gateway.turn.searching.follow_up_search import FollowUpSearch
from gateway.turn.searching.search import TurnSearch, sentence_json
from gateway.turn.searching.seen_rows import SeenRows
from gateway.turn.searching.walks import Walks
from gateway.turn.understanding.condenser import Condenser
from gateway.turn.understanding.understanding import Understanding, Understood, list_of

MOST_AT_ONCE = 64
"""Turns that one process prepares at a time. Of a crowd that arrives together the first get their text soon, and no
search runs into its time limit only because all the others search too."""


class Preparation:
    """The steps in front of the model, in order: manners, follow-up, memory, retrieval, gate."""

    def __init__(
        self,
        sources: Sources,
        prompts: Prompts,
        limits: TurnLimits,
        understanding: Understanding | None = None,
        condenser: Condenser | None = None,
        memory: Remembering | None = None,
        about: AboutCollection | None = None,
        walks: Walks | None = None,
    ) -> None:
        """Without a `memory` no earlier answer stands in; without `about` a greeting is a question like any other;
        without `walks` no document is read from its beginning to its end, and no row of a table is counted."""
        self._understanding = understanding or Understanding()
        self.search = TurnSearch(sources, prompts, limits, walks)
        self._following = FollowUpSearch(self.search, self._understanding, condenser or Condenser(prompts))
        self._prompts, self._memory, self._about = prompts, memory, about
        self._rows = SeenRows(walks.reading, prompts) if walks else None
        self._citations: CitationTalk | None = None
        self._room = asyncio.Semaphore(MOST_AT_ONCE)

    def with_citations(
        self, shown: ShownSources, reading: Reading, collection: Collection, embedder: Embedder | None = None
    ) -> None:
        """Lets questions be about the sources that their conversation has shown. `embedder`: of questions."""
        self._citations = CitationTalk(shown, reading, collection, self.search, self._prompts, embedder)

    async def prepare(self, question: Question, announce: Announce) -> Prepared:
        """Returns what is decided for a question. Raises what a knowledge source raises when none works, and
        `Unavailable` when the database is away."""
        async with self._room:
            wanted = self._about.wanted(question) if self._about else None
            accepted = accepts(question.text)
            concerns = self._citations is not None and self._citations.may_concern(question)
            if self._about and wanted and not wanted.subject and not concerns and not accepted:
                return await self._about.told(question, wanted)
            understood = await self._understanding.of(question)
            if accepted and understood.offer:
                wanted = None
            elif self._about and (accepted or declines(question.text)):
                wanted = wanted or Manner("noted", understood.language)
            talk = await self._talk(understood, concerns, wanted is not None)
            sure = self._citations if talk and talk.asked.is_sure else None
            if sure and talk and (told := await sure.answered(talk, announce)):
                return replace(told, outline=understood.outline)
            if self._about and wanted and not wanted.subject:
                return await self._about.told(question, wanted)
            if self._about and wanted:
                await announce("knowledge_searching")
                if listed := await self._about.found(understood, wanted, self.search):
                    return listed
            if understood.choices:
                return self._noted(self._clarification(understood), understood)
            recalled = await self._recall(understood, announce)
            if recalled.answer_text or question.options.memory == "only":
                return self._noted(self._from_memory(understood, recalled), understood)
            await announce("knowledge_searching")
            frozen = await self._following.run(understood)
            if self._rows is not None:
                frozen = await self._rows.told(understood, frozen)
            frozen = self._noted(replace(frozen, memory=recalled.decided), understood)
            return await self._citations.beside(talk, frozen) if self._citations and talk else frozen

    async def _talk(self, understood: Understood, concerns: bool, is_wanted: bool) -> Talk | None:
        """Returns the question about sources that a question is, by its words (`concerns`) or by its meaning; meaning
        is not asked where the question is small talk or about the collection."""
        if self._citations is None:
            return None
        likely = None if is_wanted else await self._citations.likely(understood)
        return await self._citations.of(understood, likely) if concerns or (likely and likely.is_likely) else None

    async def _recall(self, understood: Understood, announce: Announce) -> Recalled:
        """Looks in the memory, which knows questions as they can be understood by themselves."""
        if self._memory is None:
            return Recalled({})
        question = understood.question
        return await self._memory.recall(question, understood.resolved, announce, dependent=understood.leans)

    def _from_memory(self, understood: Understood, recalled: Recalled) -> Prepared:
        """Returns the remembered answer; where only such a one is wanted and there is none, the sentence for that."""
        resolved, language = understood.resolved, understood.question.language
        found = Prepared(
            recalled.candidates,
            SearchFacts(resolved, recalled.weights, meant=resolved if understood.followup.resolved else None),
            GateFacts(recalled.confidence),
            source="memory",
            answer_text=recalled.answer_text,
            memory=recalled.decided,
        )
        if recalled.answer_text:
            return found
        return replace(found, source="gate", answer_text=sentence_json(self._prompts.label("not_remembered", language)))

    def _noted(self, frozen: Prepared, understood: Understood) -> Prepared:
        """Returns what is decided with what was made of the question."""
        few = understood.question.options.deliverable and frozen.source == "model"
        return replace(frozen, followup=understood.facts, outline=understood.outline, says_few=few)

    def _clarification(self, understood: Understood) -> Prepared:
        """Returns the list of choices where nobody can tell what is meant: nothing is looked for, and no model is
        asked."""
        sentence = self._prompts.label("which_section", understood.question.language)
        listed = sentence_json(f"{sentence}\n{list_of(understood.choices)}")
        return Prepared(Candidates(), source="clarification", answer_text=listed)
