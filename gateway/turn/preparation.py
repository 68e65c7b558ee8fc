"""What is decided before a model is asked: what the question points at, whether an earlier answer may stand in, what
the knowledge base has, and whether that is enough.

Everything decided here is frozen with the candidates: whoever goes on with the turn decides nothing again.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from gateway.answer.answer import Candidates
from gateway.answer.checking.confidence_gate import Bar, Confidence, Judged, confidence, judge
from gateway.answer.stream import EvidenceSettings
from gateway.conversation.prepared import Frozen
from gateway.conversation.question import Question
from gateway.memory.recall import Recalled, Remembering
from gateway.models.prompt import Prompts
from gateway.retrieval.ports import Query
from gateway.retrieval.sources import Gathered, Sources
from gateway.thresholds import Levels
from gateway.turn.condenser import Condenser
from gateway.turn.understanding import SearchRequest, Understanding, Understood, list_of

Announce = Callable[[str], Awaitable[None]]
"""Takes the state that the turn is in now, for its readers."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """What a turn may take and must reach, from settings."""

    top_k: int = 8
    min_score: float = 0.0
    retrieval_s: float = 10.0
    """Seconds that one knowledge source may take; the others answer without it, and nobody waits longer."""
    gate_threshold: Levels = field(default_factory=lambda: Levels(0.3))
    gate_margin: Levels = field(default_factory=Levels)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    regenerate: int = 1
    """Tries for a lost paragraph."""
    answer_tokens: int = 2000
    """Tokens that an answer may have; repairs take a share of them."""
    total_s: float = 180.0
    """Seconds for one whole generation."""
    turn_tokens: int = 0
    """Tokens of all its requests to models, prompts included, behind which no paragraph begins; 0: no bound."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a question's searches found, and how well that covers each thing that was looked for."""

    gathered: Gathered
    workspaces: tuple[str, ...]
    """Those that were searched; empty: all that there are."""
    sure: tuple[Confidence, ...]

    @property
    def confidence(self) -> float:
        return max(found.value for found in self.sure)

    def judged(self, threshold: Levels, margin: Levels) -> Judged:
        """Returns the gate's decision: of several things that were looked for, one has to be known. The bar is that of
        the workspaces and of who found a candidate."""

        def bar(citation_id: str) -> Bar:
            retriever = self.gathered.retrievers.get(citation_id)
            return Bar(
                threshold.shared(self.workspaces, retriever),
                margin.shared(self.workspaces, retriever),
            )

        return min((judge(found, bar) for found in self.sure), key=lambda judged: judged.refused)


class Preparation:
    """The steps in front of the model, in order: follow-up, memory, retrieval, gate."""

    def __init__(
        self,
        sources: Sources,
        prompts: Prompts,
        limits: TurnLimits,
        understanding: Understanding | None = None,
        condenser: Condenser | None = None,
        memory: Remembering | None = None,
    ) -> None:
        """Without a `memory` no earlier answer stands in."""
        self._sources, self._prompts, self._limits = sources, prompts, limits
        self._understanding = understanding or Understanding()
        self._condenser, self._memory = condenser or Condenser(prompts), memory

    async def prepare(self, question: Question, announce: Announce) -> Frozen:
        """Returns what is decided for a question. Raises what a knowledge source raises when none works, and
        `Unavailable` when the database is away."""
        understood = await self._understanding.of(question)
        if understood.choices:
            return self._noted(self._clarification(understood), understood)
        recalled = await self._recall(understood, announce)
        if recalled.answer_text or question.memory == "only":
            return self._noted(self._from_memory(understood, recalled), understood)
        await announce("knowledge_searching")
        frozen = await self._retrieve(understood, understood.lookups)
        if frozen.source == "gate" and understood.leans:
            frozen = await self._second_pass(understood, frozen)
        return self._noted(replace(frozen, memory=recalled.decided), understood)

    async def _recall(self, understood: Understood, announce: Announce) -> Recalled:
        """Looks in the memory, which knows questions as they can be understood by themselves."""
        if self._memory is None:
            return Recalled({})
        question = understood.question
        return await self._memory.recall(question, understood.resolved, announce, dependent=understood.leans)

    def _from_memory(self, understood: Understood, recalled: Recalled) -> Frozen:
        """Returns the remembered answer; where only such a one is wanted and there is none, the sentence for that."""
        resolved, language = understood.resolved, understood.question.language
        found = Frozen(
            recalled.candidates,
            resolved,
            recalled.weights,
            recalled.confidence,
            source="memory",
            answer_text=recalled.answer_text,
            memory=recalled.decided,
            meant=resolved if understood.followup.resolved else None,
        )
        if recalled.answer_text:
            return found
        return replace(found, source="gate", answer_text=sentence_json(self._prompts.label("not_remembered", language)))

    def _noted(self, frozen: Frozen, understood: Understood) -> Frozen:
        """Returns what is decided with what was made of the question."""
        return replace(frozen, followup=understood.facts, outline=understood.outline)

    def _clarification(self, understood: Understood) -> Frozen:
        """Returns the list of choices where nobody can tell what is meant: nothing is looked for, and no model is
        asked."""
        sentence = self._prompts.label("which_section", understood.question.language)
        listed = sentence_json(f"{sentence}\n{list_of(understood.choices)}")
        return Frozen(Candidates(), "", {}, None, source="clarification", answer_text=listed)

    async def _second_pass(self, understood: Understood, first: Frozen) -> Frozen:
        """Looks once more, for the question as it can be understood by itself; returns `first` where it cannot be made
        so."""
        question = understood.question
        previous = await self._understanding.previous(question)
        meant, spent = await self._condenser.condense(question.text, previous, understood.language, first.weights)
        if meant is None:
            return replace(first, spent=spent)
        second = await self._retrieve(understood, [SearchRequest(meant, meant)])
        return replace(second, first_query=first.query, meant=meant, subject=meant, spent=spent)

    async def _retrieve(self, understood: Understood, lookups: Sequence[SearchRequest]) -> Frozen:
        """Looks for what is known about a question; the gate decides whether that is enough."""
        language, limits = understood.question.language, self._limits
        looked = await self.look(understood, lookups)
        gathered, judged = looked.gathered, looked.judged(limits.gate_threshold, limits.gate_margin)
        looked_for = "\n".join(lookup.text for lookup in lookups)
        warnings = [self._prompts.label(name, language).format(source=source) for name, source in gathered.failures]
        frozen = Frozen(
            gathered.candidates,
            looked_for,
            gathered.weights,
            looked.confidence,
            judged.threshold,
            warnings=tuple(warnings),
        )
        if understood.followup.resolved:
            frozen = replace(frozen, meant=looked_for, subject=_subject(lookups))
        if judged.refused:
            return replace(
                frozen, source="gate", answer_text=sentence_json(self._prompts.label("nothing_found", language))
            )
        return frozen

    async def look(self, understood: Understood, lookups: Sequence[SearchRequest]) -> Looked:
        """Searches for each lookup, and once more in the documents where it was found before; the results are fused."""
        question, limits, scope = understood.question, self._limits, understood.question.scope
        queries = []
        for lookup in lookups:
            query = Query(
                tenant=question.tenant,
                text=lookup.text,
                language=understood.language,
                limit=limits.top_k,
                min_score=limits.min_score,
                workspace=scope.workspace,
                source_app=scope.source_app,
                document_ids=scope.document_ids,
                languages=scope.languages,
                workspaces=scope.workspaces,
            )
            queries.append(query)
            allowed = scope.document_ids or lookup.document_ids
            if nearer := tuple(document_id for document_id in lookup.document_ids if document_id in allowed):
                queries.append(replace(query, document_ids=nearer))
        found = await self._sources.search(*queries, about=_subject(lookups))
        language, hits, weights, closeness = understood.language, found.candidates, found.weights, found.closeness
        sure = [confidence(lookup.subject, language, hits, weights, closeness, (0.0, 1.0)) for lookup in lookups]
        return Looked(found, scope.within, tuple(sure))


def _subject(lookups: Sequence[SearchRequest]) -> str:
    return "\n".join(lookup.subject for lookup in lookups)


def sentence_json(sentence: str) -> str:
    """Returns a fixed sentence in the form a model would write it."""
    return json.dumps({"paragraphs": [{"citationIds": [], "text": sentence}]}, ensure_ascii=False)
