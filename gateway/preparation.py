"""What is decided before a model is asked: what the question points at, whether an earlier answer may stand in, what the
knowledge base has, and whether that is enough.

Everything decided here is frozen with the candidates: whoever goes on with the turn decides nothing again.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from gateway import words
from gateway.answer.gate import confidence, refuses
from gateway.answer.stream import EvidenceSettings
from gateway.conversation.deliverable import topic
from gateway.conversation.question import Question
from gateway.ports import Frozen, Query
from gateway.prompt import Prompts
from gateway.remembering import Recalled, Remembering
from gateway.retrieval import Sources

Announce = Callable[[str], Awaitable[None]]
"""Takes the state that the turn is in now, for its readers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The knobs of a turn, from settings."""

    top_k: int = 8
    min_score: float = 0.0
    retrieval_s: float = 10.0
    """Seconds that one knowledge source may take."""
    gate_threshold: float = 0.3
    gate_margin: float = 0.0
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    regenerate: int = 1
    """Tries for a lost paragraph."""
    answer_tokens: int = 2000
    """Tokens that an answer may have; repairs take a share of them."""
    total_s: float = 180.0
    """Seconds for one whole generation."""


class Preparation:
    """The steps in front of the model, in order: follow-up, memory, retrieval, gate."""

    def __init__(self, sources: Sources, prompts: Prompts, limits: Limits, memory: Remembering | None = None) -> None:
        """Without a `memory` no earlier answer stands in."""
        self._sources, self._prompts, self._limits, self._memory = sources, prompts, limits, memory

    async def prepare(self, question: Question, announce: Announce) -> Frozen:
        """Raises what a knowledge source raises when none works."""
        # Follow-up resolution stands here: it turns "detail S2" into the question to retrieve with.
        resolved, dependent = question.text, False
        recalled = await self._recall(question, resolved, dependent, announce)
        if recalled.said or question.memory == "only":
            return self._from_memory(question, resolved, recalled)
        await announce("knowledge_searching")
        return replace(await self._retrieve(question), memory=recalled.decided)

    async def _recall(self, question: Question, resolved: str, dependent: bool, announce: Announce) -> Recalled:
        if self._memory is None:
            return Recalled({})
        return await self._memory.recall(question, resolved, announce, dependent=dependent)

    def _from_memory(self, question: Question, resolved: str, recalled: Recalled) -> Frozen:
        """The remembered answer, said again; where only such a one is wanted and there is none, the sentence for it."""
        found = Frozen(
            recalled.candidates, resolved, recalled.weights, recalled.confidence,
            source="memory", said=recalled.said, memory=recalled.decided,
        )  # fmt: skip
        if recalled.said:
            return found
        return replace(
            found, source="gate", said=sentence_json(self._prompts.label("not_remembered", question.language))
        )

    async def _retrieve(self, question: Question) -> Frozen:
        limits = self._limits
        # The asked language is for labels; which words carry no meaning depends on the language of the words.
        spoken = words.guess_language(question.text) or question.language
        looked_for = topic(question.text, spoken) if question.deliverable else question.text
        query = Query(
            question.tenant, looked_for, spoken, limits.top_k, limits.min_score,
            question.scope.workspace, question.scope.source_app, question.scope.document_ids, question.scope.languages,
        )  # fmt: skip
        gathered = await self._sources.search(query)
        candidates, weights = gathered.candidates, gathered.weights
        warnings = [
            self._prompts.label(name, question.language).format(source=source) for name, source in gathered.failures
        ]
        found = confidence(looked_for, spoken, candidates, weights, gathered.closeness, (0.0, 1.0))
        frozen = Frozen(candidates, looked_for, weights, found.value, warnings=tuple(warnings))
        if refuses(found, candidates, limits.gate_threshold, limits.gate_margin):
            sentence = self._prompts.label("nothing_found", question.language)
            return replace(frozen, source="gate", said=sentence_json(sentence))
        return frozen


def sentence_json(sentence: str) -> str:
    """A fixed sentence in the form a model would write it."""
    return json.dumps({"paragraphs": [{"citationIds": [], "text": sentence}]}, ensure_ascii=False)
