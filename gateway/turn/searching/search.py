"""The search of one turn: for what the question asks, judged by the gate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gateway.answer.evidence.disagreement import disagreements
from gateway.answer.gate.confidence_gate import Bar, Confidence, Judged, confidence, judge
from gateway.answer.gate.gate_features import CorpusWords
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.limits.thresholds import Levels
from gateway.models.prompt import Prompts
from gateway.models.quoting.refusing import refusal
from gateway.retrieval.ports import Query
from gateway.retrieval.sources import Gathered, Sources
from gateway.turn.limits import TurnLimits
from gateway.turn.searching.walks import LONGEST, WIDE, Walks
from gateway.turn.understanding.understanding import SearchRequest, Understood

NEVER = Levels()
"""A bound of doubt that every confidence reaches."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a question's searches found, and how well that covers each thing that was looked for."""

    gathered: Gathered
    workspaces: tuple[str, ...]
    """Those that were searched; empty: all that there are."""
    sure: tuple[Confidence, ...]
    named: float = 0.0
    """How much of its topic the document that is walked through has in its name; 0: none is."""

    @property
    def confidence(self) -> float:
        return max(self.named, *(found.value for found in self.sure))

    def judged(self, threshold: Levels, doubt: Levels = NEVER) -> Judged:
        """Returns the gate's decision: of several things that were looked for, one has to be known. The bar is that of
        the workspaces and of who found a candidate."""

        def bar(citation_id: str) -> Bar:
            retriever = self.gathered.retrievers.get(citation_id)
            return Bar(threshold.shared(self.workspaces, retriever), doubt.shared(self.workspaces, retriever))

        judged = min((judge(found, bar) for found in self.sure), key=lambda judged: (judged.refused, judged.doubtful))
        return replace(judged, refused=False, doubtful=False) if self.named else judged


class TurnSearch:
    """Searches for what is known about a question, and asks the gate whether that is enough."""

    def __init__(self, sources: Sources, prompts: Prompts, limits: TurnLimits, walks: Walks | None = None) -> None:
        """Without `walks` a deliverable is made of what a search finds."""
        self._sources, self._prompts, self._limits = sources, prompts, limits
        self._walks = walks

    async def run(self, understood: Understood) -> Prepared:
        """Returns what was found. Raises what a knowledge source raises when none works, and `Unavailable` when the
        database is away."""
        return self.frozen(understood, understood.lookups, await self.look(understood, understood.lookups))

    def frozen(self, understood: Understood, lookups: Sequence[SearchRequest], looked: Looked) -> Prepared:
        """Returns what was found as a turn keeps it; the gate decides whether that is enough."""
        language = understood.question.language
        gathered, judged = looked.gathered, self.judged(looked)
        looked_for = "\n".join(lookup.text for lookup in lookups)
        warnings = [self._prompts.label(name, language).format(source=source) for name, source in gathered.failures]
        frozen = Prepared(
            gathered.candidates,
            SearchFacts(
                looked_for,
                gathered.weights,
                meant=looked_for if understood.followup.resolved else None,
                subject=_subject(lookups) if understood.followup.resolved else None,
                sample_left_out=gathered.sample_left_out,
            ),
            GateFacts(looked.confidence, judged.threshold, judged.doubtful),
            warnings=tuple(warnings),
        )
        if judged.refused:
            sentences = refusal(
                lookups[0].text,
                understood.language,
                gathered.candidates,
                lambda name: self._prompts.label(name, language),
            )
            return replace(frozen, source="gate", answer_text=sentence_json(*sentences))
        rule = self._limits.disagreement.shared(looked.workspaces)
        return replace(frozen, disagreements=disagreements(gathered.candidates, language, rule))

    def judged(self, looked: Looked) -> Judged:
        """Returns the gate's decision with the bar that is set."""
        return looked.judged(self._limits.gate_threshold, self._limits.gate_doubt)

    @property
    def top_k(self) -> int:
        """The most candidates of each kind that a turn sees."""
        return self._limits.top_k

    async def look(
        self,
        understood: Understood,
        lookups: Sequence[SearchRequest],
        limit: int | None = None,
    ) -> Looked:
        """Searches for each lookup, and once more in the documents where it was found before; the results are fused.

        limit: the most candidates of each kind; None: as many as a turn sees, of several things that are asked some
        more. Of a deliverable about one document the passages of that one take their place, in its order."""
        if self._walks and understood.question.options.deliverable and not understood.followup.resolved:
            wide = await self._look(understood, lookups, WIDE)
            if walked := await self._walks.through(understood, lookups[0].text, wide.gathered):
                gathered, share = walked
                return replace(wide, gathered=gathered, named=share)
        if limit is None and len(lookups) > 1 and not understood.followup.resolved:
            limit = max(self._limits.top_k, LONGEST)  # a part must not push out what the whole question finds
        return await self._look(understood, lookups, limit)

    async def _look(
        self,
        understood: Understood,
        lookups: Sequence[SearchRequest],
        limit: int | None,
    ) -> Looked:
        question, limits, scope = understood.question, self._limits, understood.question.scope
        queries: list[Query] = []
        hints: list[Query] = []
        for lookup in lookups:
            query = Query(question.asker.tenant, lookup.text, understood.language, limit or limits.top_k, scope)
            queries.append(query)
            allowed = scope.document_ids or lookup.document_ids
            if nearer := tuple(document_id for document_id in lookup.document_ids if document_id in allowed):
                (hints if lookup.hinted else queries).append(replace(query, scope=replace(scope, document_ids=nearer)))
        about = _subject(lookups) if understood.followup.resolved else lookups[0].subject
        found = await self._sources.search(*queries, about=about, hints=hints)
        language, hits, closeness = understood.language, found.candidates, found.closeness
        corpus = CorpusWords(found.weights, found.passages)
        rule = self._limits.gate_rule
        sure = [confidence(lookup.subject, language, hits, corpus, closeness, rule) for lookup in lookups]
        return Looked(found, scope.within, tuple(sure))


def _subject(lookups: Sequence[SearchRequest]) -> str:
    return "\n".join(lookup.subject for lookup in lookups)


def sentence_json(*sentences: str) -> str:
    """Returns fixed sentences, each a paragraph, in the form a model would write them."""
    return json.dumps(
        {"paragraphs": [{"citationIds": [], "text": sentence} for sentence in sentences]}, ensure_ascii=False
    )
