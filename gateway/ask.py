"""One turn, from question to terminal event, top to bottom.

Every end is the same kind of end: an answer the knowledge base does not have, a failed model and a full answer all go
through `Journal` as the same events. What the model does wrong is an event; what the world does wrong before any text
is `Failed`, and after text a degraded end.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gateway import words
from gateway.answer.answer import Candidate, Candidates, Reason
from gateway.answer.events import (
    CitationsFinished,
    Decision,
    Event,
    Failed,
    Finished,
    Started,
    StateChanged,
    TextAdded,
)
from gateway.answer.gate import Confidence, confidence, refuses
from gateway.answer.ladder import Ladder
from gateway.answer.meta import meta
from gateway.answer.stream import AnswerStream, EvidenceSettings
from gateway.conversation.deliverable import topic
from gateway.conversation.question import Question
from gateway.conversation.turn import Outcome, Source, State, Turn
from gateway.errors import Unavailable, UpstreamError
from gateway.ports import NO_EVIDENCE, Journal, JournalLost, LLMProvider, Query, Retrieval, Retriever, Usage, Verifier
from gateway.prompt import Prompts
from gateway.writing import Budget, Writing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """The knobs of a turn, from settings."""

    top_k: int = 8
    min_score: float = 0.0
    gate_threshold: float = 0.3
    gate_margin: float = 0.0
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    regenerate: int = 1
    """Tries for a lost paragraph."""
    answer_tokens: int = 2000
    """Tokens that an answer may have; repairs take a share of them."""
    total_s: float = 180.0
    """Seconds for one whole generation."""


@dataclass(slots=True)
class _Progress:
    """What one turn has found out so far; the outcome is made from it, however the turn ends."""

    provider: LLMProvider
    """The one that wrote, or would have."""
    query: str = ""
    """What was looked for: the question, without the request for a document."""
    candidates: Candidates = field(default_factory=Candidates)
    weights: dict[str, float] = field(default_factory=dict)
    found: Confidence | None = None
    refused: bool = False
    usage: Usage | None = None
    first_text_ms: int | None = None
    stream: AnswerStream | None = None
    closing: bool = False


class Ask:
    """Answers turns with the parts the composition root chose."""

    def __init__(
        self,
        retrievers: Sequence[Retriever],
        providers: Sequence[LLMProvider],
        prompts: Prompts,
        limits: Limits | None = None,
        verifier: Verifier | None = None,
    ) -> None:
        """`providers`: the one to ask, then those that stand in for it when it fails."""
        self._retrievers, self._providers, self._prompts = tuple(retrievers), tuple(providers), prompts
        self._limits, self._verifier = limits or Limits(), verifier

    async def run(self, turn: Turn, journal: Journal) -> None:
        """Answer one admitted turn. Returns after the terminal event is stored; raises `JournalLost` when it cannot be."""
        progress = _Progress(self._providers[0])
        try:
            await self._answer(turn, journal, progress)
        except JournalLost:
            raise
        except (UpstreamError, Unavailable) as error:
            log.warning("answer %s failed: %s", turn.answer_uuid, error)
            await self._fail(turn, journal, progress, error.code, getattr(error, "retryable", True))
        except asyncio.CancelledError:
            if not progress.closing:
                await self._close(turn, journal, progress, failure="interrupted")
            raise
        except Exception:
            log.exception("answer %s failed", turn.answer_uuid)
            await self._fail(turn, journal, progress, "internal", True)

    # The straight line ---------------------------------------------------------------------------------------------

    async def _answer(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        question = turn.question
        await journal.emit([_started(turn), self._state("question_analysing", question)])
        # Follow-up resolution stands here: it turns "detail S2" into the question to retrieve with.
        # Answer memory stands here: it may end the turn with a remembered answer.
        await journal.emit([self._state("knowledge_searching", question)])
        await self._retrieve(question, progress)
        await journal.freeze(progress.candidates)
        if progress.refused:
            await self._refuse(turn, journal, progress)
        else:
            await journal.emit([self._state("responding", question)])
            await self._write(turn, journal, progress)
        # Session and thread state are written with the outcome, in the final transaction.

    async def _retrieve(self, question: Question, progress: _Progress) -> None:
        limits = self._limits
        # The asked language is for labels; which words carry no meaning depends on the language of the words.
        spoken = words.guess_language(question.text) or question.language
        progress.query = topic(question.text, spoken) if question.deliverable else question.text
        query = Query(
            question.tenant, progress.query, spoken, limits.top_k, limits.min_score,
            question.scope.workspace, question.scope.source_app, question.scope.document_ids,
        )  # fmt: skip
        results = await asyncio.gather(*(retriever.search(query) for retriever in self._retrievers))
        progress.candidates = number(results)
        for result in results:
            progress.weights.update(result.weights)
        progress.found = confidence(
            progress.query, spoken, progress.candidates, progress.weights,
            *_cosines(results, progress.candidates),
        )  # fmt: skip
        progress.refused = refuses(progress.found, progress.candidates, limits.gate_threshold, limits.gate_margin)

    async def _refuse(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        """A refusal is a normal answer: one paragraph without citations, no model asked."""
        stream = progress.stream = self._new_stream(turn, progress)
        sentence = self._prompts.label("nothing_found", turn.question.language)
        await self._show(journal, progress, stream.receive(sentence_json(sentence)))
        await self._close(turn, journal, progress, finish_reason="stop")

    async def _write(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        question, limits = turn.question, self._limits
        stream = progress.stream = self._new_stream(turn, progress)
        budget = Budget(limits.regenerate, limits.answer_tokens, limits.total_s)
        writing = Writing(
            self._providers, self._prompts, budget, question, progress.candidates, stream,
            show=lambda said: self._show(journal, progress, said),
            announce=lambda state: journal.emit([self._state(state, question)]),
            verifier=self._verifier,
        )  # fmt: skip
        try:
            ending = await writing.write()
        finally:
            progress.usage, progress.provider = writing.usage, writing.provider
        progress.refused = ending.finish_reason == NO_EVIDENCE
        await self._close(turn, journal, progress, finish_reason=ending.finish_reason, failure=ending.failure)

    # Ends ----------------------------------------------------------------------------------------------------------

    async def _close(
        self,
        turn: Turn,
        journal: Journal,
        progress: _Progress,
        *,
        finish_reason: str | None = None,
        failure: Reason | None = None,
    ) -> None:
        """End with `[DONE]`, or with `[ERROR]` where there is no text to keep. A cancelled turn still gets its end."""
        progress.closing = True
        await unbroken(self._end(turn, journal, progress, finish_reason, failure))

    async def _end(
        self, turn: Turn, journal: Journal, progress: _Progress, finish_reason: str | None, failure: Reason | None
    ) -> None:
        stream = progress.stream
        if stream is not None:
            await self._show(journal, progress, stream.close(finish_reason, failure))
        if stream is None or (not stream.summary.text and progress.first_text_ms is None):
            await self._fail(turn, journal, progress, "upstream_error" if failure is None else "unavailable", True)
            return
        summary = stream.summary
        await journal.emit([CitationsFinished(summary.paragraph_count, summary.ref_count)])
        source: Source = "gate" if progress.refused else "model"
        usage = self._usage(turn, progress)
        end = Finished(
            meta(
                summary,
                question_uuid=turn.question_uuid,
                answer_uuid=turn.answer_uuid,
                question_tokens=usage.prompt_tokens,
                answer_tokens=usage.answer_tokens,
                source=source,
                provider=progress.provider.name,
                model=progress.provider.model,
                first_text_ms=progress.first_text_ms,
                total_ms=journal.elapsed_ms,
                thread_id=turn.question.thread_id,
                warnings=turn.question.warnings,
            )
        )
        state: State = "no_context" if progress.refused else "aborted" if failure == "interrupted" else "done"
        outcome = self._outcome(turn, journal, progress, end, usage)
        await journal.finish(
            replace(outcome, state=state, text=summary.text, source=source, references=summary.references)
        )

    async def _fail(self, turn: Turn, journal: Journal, progress: _Progress, code: str, retryable: bool) -> None:
        """End without text. Where text was shown already, the end is a degraded `[DONE]` instead."""
        if progress.first_text_ms is not None and not progress.closing:
            await self._close(turn, journal, progress, failure="interrupted")
            return
        progress.closing = True
        end = Failed(code, self._prompts.label(code, turn.question.language), retryable)
        await journal.finish(self._outcome(turn, journal, progress, end, None))

    def _outcome(
        self, turn: Turn, journal: Journal, progress: _Progress, end: Finished | Failed, usage: Usage | None
    ) -> Outcome:
        found, candidates, threshold = progress.found, progress.candidates, self._limits.gate_threshold
        return Outcome(
            end=end,
            state="failed",
            retrieval_query=progress.query or turn.question.text,
            top_score=candidates[0].score if candidates else None,
            confidence=found.value if found else None,
            gate_threshold=threshold,
            gate_decision=None
            if found is None
            else "refused"
            if progress.refused
            else "confident"
            if threshold
            else "off",
            provider=progress.provider.name,
            model=progress.provider.model,
            prompt_version=self._prompts.answer_version(turn.question.deliverable),
            question_tokens=usage.prompt_tokens if usage else None,
            answer_tokens=usage.answer_tokens if usage else None,
            first_text_ms=progress.first_text_ms,
            total_ms=journal.elapsed_ms,
        )

    # Small parts ---------------------------------------------------------------------------------------------------

    def _new_stream(self, turn: Turn, progress: _Progress) -> AnswerStream:
        question, limits = turn.question, self._limits
        ladder = Ladder(
            rollback=question.rollback,
            regenerate=limits.regenerate > 0,
            resumes=len(self._providers),
            strict=question.strict,
            nothing_found=self._prompts.label("nothing_found", question.language),
        )
        return AnswerStream(
            progress.candidates,
            language=question.language,
            citation_mode=question.citation_mode,
            deliverable=question.deliverable,
            evidence=limits.evidence,
            corpus_weights=progress.weights,
            ladder=ladder,
            verified=self._verifier is not None,
        )

    def _state(self, state: str, question: Question) -> StateChanged:
        return StateChanged(state, self._prompts.label(state, question.language))

    async def _show(self, journal: Journal, progress: _Progress, said: Iterable[Event | Decision]) -> None:
        events: list[Event] = []
        for item in said:
            if isinstance(item, Decision):
                log.warning("answer core: %s %s", item.kind, dict(item.detail))
            else:
                events.append(item)
        if progress.first_text_ms is None and any(isinstance(event, TextAdded) for event in events):
            progress.first_text_ms = journal.elapsed_ms
        if events:
            await journal.emit(events)

    def _usage(self, turn: Turn, progress: _Progress) -> Usage:
        """As the provider counted, else estimated."""
        if progress.usage is not None:
            return progress.usage
        text = progress.stream.summary.text if progress.stream else ""
        return Usage(words.tokens_estimate(turn.question.text), words.tokens_estimate(text))


def _started(turn: Turn) -> Started:
    question = turn.question
    return Started(turn.answer_uuid, turn.question_uuid, question.language, question.thread_id, question.session_id)


def number(results: Sequence[Retrieval]) -> Candidates:
    """Freeze hits into candidates: passages E1…, graph results G1…, each numbered by rank."""
    candidates = []
    for letter, kind in (("E", "embedding"), ("G", "graph")):
        hits = (hit for result in results for hit in result.found if hit.type == kind)
        for rank, hit in enumerate(sorted(hits, key=lambda hit: -hit.score), start=1):
            payload = {**hit.payload, "score": round(hit.score, 4), "rank": rank}
            candidates.append(Candidate(f"{letter}{rank}", hit.type, payload, hit.score, rank, hit.language))
    return Candidates(candidates)


def _cosines(
    results: Sequence[Retrieval], candidates: Candidates
) -> tuple[dict[str, float], tuple[float, float] | None]:
    """Each candidate's cosine by citation id, and the calibration of the embedder it comes from."""
    by_passage = {hit.payload.get("embeddingId"): hit.cosine for result in results for hit in result.found}
    cosines = {
        candidate.citation_id: cosine
        for candidate in candidates
        if (cosine := by_passage.get(candidate.payload.get("embeddingId"))) is not None
    }
    return cosines, next((result.calibration for result in results if result.calibration), None)


def sentence_json(sentence: str) -> str:
    """A fixed sentence in the form a model would write it."""
    return json.dumps({"paragraphs": [{"citationIds": [], "text": sentence}]}, ensure_ascii=False)


async def unbroken(work: Coroutine[Any, Any, None]) -> None:
    """Await work to its end even when cancelled meanwhile; the cancellation follows afterwards."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
