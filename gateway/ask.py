"""One turn, from question to terminal event, top to bottom.

Every end is the same kind of end: an answer the knowledge base does not have, a failed model and a full answer all go
through `Journal` as the same events. What the model does wrong is an event; what the world does wrong before any text
is `Failed`, and after text a degraded end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from gateway import words
from gateway.answer.answer import Candidates, Reason
from gateway.answer.events import (
    CitationsFinished,
    Decision,
    Event,
    Failed,
    Finished,
    Numbered,
    Started,
    StateChanged,
    TextAdded,
)
from gateway.answer.ladder import Ladder
from gateway.answer.meta import meta
from gateway.answer.stream import AnswerStream
from gateway.conversation.question import Question
from gateway.conversation.turn import GateDecision, Outcome, Source, State, Turn
from gateway.errors import Unavailable, UpstreamError
from gateway.learning import Learning
from gateway.ports import (
    NO_EVIDENCE,
    Frozen,
    Journal,
    JournalLost,
    Kept,
    LLMProvider,
    Reranker,
    Retriever,
    Usage,
    Verifier,
)
from gateway.preparation import Limits, Preparation
from gateway.prompt import Prompts
from gateway.recording import SETTINGS, STOPPED, TAKEN_OVER, decided
from gateway.remembering import Remembering
from gateway.retrieval import Sources
from gateway.writing import Budget, Writing

log = logging.getLogger(__name__)

ENDED_OUTSIDE = ("interrupted", "stopped")
"""Reasons that are neither the model's nor its service's."""


@dataclass(slots=True)
class _Progress:
    """What one turn has found out so far; the outcome is made from it, however the turn ends."""

    provider: LLMProvider
    """The one that wrote, or would have."""
    kept: Kept | None = None
    """What another process left of it."""
    frozen: Frozen | None = None
    source: Source = "model"
    """Who answers; the gate too when a provider found that the candidates do not answer the question."""
    usage: Usage | None = None
    first_text_ms: int | None = None
    stream: AnswerStream | None = None
    closing: bool = False
    outcome: Outcome | None = None
    """How it ended, once that is stored."""

    def kept_event(self, kind: type[Event]) -> Numbered | None:
        """The first event of a kind that another process has sent."""
        events = self.kept.events if self.kept else ()
        return next((numbered for numbered in events if isinstance(numbered.event, kind)), None)


class Ask:
    """Answers turns with the parts the composition root chose."""

    def __init__(
        self,
        retrievers: Sequence[Retriever],
        providers: Sequence[LLMProvider],
        prompts: Prompts,
        limits: Limits | None = None,
        verifier: Verifier | None = None,
        reranker: Reranker | None = None,
        memory: Remembering | None = None,
        learning: Learning | None = None,
    ) -> None:
        """`providers`: the one to ask, then those that stand in for it when it fails."""
        self._providers, self._prompts = tuple(providers), prompts
        self._limits, self._verifier = limits or Limits(), verifier
        sources = Sources(retrievers, reranker, self._limits.retrieval_s)
        self._preparation, self._learning = Preparation(sources, prompts, self._limits, memory), learning

    async def run(self, turn: Turn, journal: Journal) -> None:
        """Answer one admitted turn. Returns after the terminal event is stored; raises `JournalLost` when it cannot be."""
        progress = _Progress(self._providers[0])
        await self._to_its_end(turn, journal, progress, self._answer(turn, journal, progress))

    async def go_on(self, turn: Turn, journal: Journal, kept: Kept, ending: Reason | None = None) -> None:
        """Answer a turn that another process began, behind its last stored paragraph; `ending`: only end it."""
        progress = _Progress(self._providers[0], kept=kept)
        decided(journal.record, TAKEN_OVER, ending=ending)
        work = self._close_kept(turn, journal, progress, ending) if ending else self._answer(turn, journal, progress)
        await self._to_its_end(turn, journal, progress, work)

    async def _to_its_end(
        self, turn: Turn, journal: Journal, progress: _Progress, work: Coroutine[Any, Any, None]
    ) -> None:
        try:
            await work
            if self._learning is not None and progress.outcome is not None and progress.frozen is not None:
                await self._learning.ended(turn, progress.frozen, progress.outcome)
        except JournalLost:
            raise
        except (UpstreamError, Unavailable) as error:
            log.warning("answer %s failed: %s", turn.answer_uuid, error)
            await self._fail(turn, journal, progress, error.code, getattr(error, "retryable", True))
        except asyncio.CancelledError:
            # Stopped, it ends here; let go without a reason, it goes on elsewhere.
            if journal.stopped is not None and not progress.closing:
                decided(journal.record, STOPPED, reason=journal.stopped)
                await self._close(turn, journal, progress, failure=journal.stopped)
            raise
        except Exception:
            log.exception("answer %s failed", turn.answer_uuid)
            await self._fail(turn, journal, progress, "internal", True)

    # The straight line ---------------------------------------------------------------------------------------------

    async def _answer(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        question = turn.question
        if progress.kept_event(Started) is None:
            await journal.emit([_started(turn), self._state("question_analysing", question)])
        else:
            await journal.emit([self._state("resuming", question)])
        if progress.kept is not None and progress.kept.frozen is not None:
            progress.frozen = progress.kept.frozen
        else:
            progress.frozen = await self._preparation.prepare(
                question, lambda state: journal.emit([self._state(state, question)])
            )
            await journal.freeze(progress.frozen)
        if progress.frozen.source == "model":
            await journal.emit([self._state("responding", question)])
            await self._write(turn, journal, progress)
        else:
            await self._say(turn, journal, progress)
        # Session and thread state are written with the outcome, in the final transaction.

    async def _say(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        """An early end is a normal answer, and no model is asked."""
        stream, frozen = await self._stream(turn, journal, progress), progress.frozen
        assert frozen is not None
        progress.source = frozen.source
        if not stream.whole:
            await self._show(journal, progress, stream.receive(frozen.said))
        await self._close(turn, journal, progress, finish_reason="stop")

    async def _write(self, turn: Turn, journal: Journal, progress: _Progress) -> None:
        question, limits = turn.question, self._limits
        stream, frozen = await self._stream(turn, journal, progress), progress.frozen
        assert frozen is not None
        if stream.whole:
            await self._close(turn, journal, progress, finish_reason="stop")
            return
        budget = Budget(limits.regenerate, limits.answer_tokens, limits.total_s)
        began = asyncio.get_running_loop().time() - journal.elapsed_ms / 1000
        writing = Writing(
            self._providers, self._prompts, budget, question, frozen.candidates, stream,
            show=lambda said: self._show(journal, progress, said),
            announce=lambda state: journal.emit([self._state(state, question)]),
            verifier=self._verifier,
            record=journal.record,
            now=lambda: began + journal.elapsed_ms / 1000,
        )  # fmt: skip
        try:
            ending = await writing.write()
        finally:
            progress.usage, progress.provider = writing.usage, writing.provider
        if ending.finish_reason == NO_EVIDENCE:
            progress.source = "gate"
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

    async def _close_kept(self, turn: Turn, journal: Journal, progress: _Progress, ending: Reason) -> None:
        """End what another process began, with what there is."""
        if progress.kept is not None:
            progress.frozen = progress.kept.frozen
        if progress.frozen is not None:
            await self._stream(turn, journal, progress)
        await self._close(turn, journal, progress, failure=ending)

    async def _end(
        self, turn: Turn, journal: Journal, progress: _Progress, finish_reason: str | None, failure: Reason | None
    ) -> None:
        if progress.stream is None and failure == "stopped":  # a stop is no failure, however early
            progress.frozen = progress.frozen or Frozen(Candidates(), turn.question.text, {}, None)
            await self._stream(turn, journal, progress)
        stream = progress.stream
        if stream is not None:
            await self._show(journal, progress, stream.close(finish_reason, failure))
        silent = progress.first_text_ms is None and failure != "stopped"
        if stream is None or (silent and not stream.summary.text):
            await self._fail(turn, journal, progress, "upstream_error" if failure is None else "unavailable", True)
            return
        summary = stream.summary
        if progress.kept_event(CitationsFinished) is None:
            await journal.emit([CitationsFinished(summary.paragraph_count, summary.ref_count)])
        usage = self._usage(turn, progress)
        end = Finished(
            meta(
                summary,
                question_uuid=turn.question_uuid,
                answer_uuid=turn.answer_uuid,
                question_tokens=usage.prompt_tokens,
                answer_tokens=usage.answer_tokens,
                source=progress.source,
                provider=progress.provider.name,
                model=progress.provider.model,
                first_text_ms=progress.first_text_ms,
                total_ms=journal.elapsed_ms,
                thread_id=turn.question.thread_id,
                memory=progress.frozen.memory if progress.frozen else None,
                warnings=(*turn.question.warnings, *(progress.frozen.warnings if progress.frozen else ())),
            )
        )
        state: State = "no_context" if progress.source == "gate" else "aborted" if failure in ENDED_OUTSIDE else "done"
        progress.outcome = replace(
            self._outcome(turn, journal, progress, end, usage),
            state=state, text=summary.text, source=progress.source, references=summary.references,
        )  # fmt: skip
        await journal.finish(progress.outcome)

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
        frozen, threshold = progress.frozen, self._limits.gate_threshold
        return Outcome(
            end=end,
            state="failed",
            retrieval_query=frozen.query if frozen else turn.question.text,
            top_score=frozen.candidates[0].score if frozen and frozen.candidates else None,
            confidence=frozen.confidence if frozen else None,
            gate_threshold=threshold,
            gate_decision=_gate_decision(progress, threshold),
            provider=progress.provider.name,
            model=progress.provider.model,
            prompt_version=self._prompts.answer_version(turn.question.deliverable),
            question_tokens=usage.prompt_tokens if usage else None,
            answer_tokens=usage.answer_tokens if usage else None,
            first_text_ms=progress.first_text_ms,
            total_ms=journal.elapsed_ms,
            memory=frozen.memory if frozen else {},
        )

    # Small parts ---------------------------------------------------------------------------------------------------

    async def _stream(self, turn: Turn, journal: Journal, progress: _Progress) -> AnswerStream:
        """The answer core for this turn, standing where another process left off."""
        question, frozen = turn.question, progress.frozen
        assert frozen is not None  # nothing is written before it is frozen
        decided(
            journal.record, SETTINGS,
            limits=asdict(self._limits), verified=self._verifier is not None, answer_format=self._prompts.answer_format,
            providers=[[provider.name, provider.model] for provider in self._providers],
        )  # fmt: skip
        ladder = Ladder(
            rollback=question.rollback,
            regenerate=self._limits.regenerate > 0,
            strict=question.strict,
            nothing_found=self._prompts.label("nothing_found", question.language),
            resumes=len(self._providers),
        )
        stream = progress.stream = AnswerStream(
            frozen.candidates,
            language=question.language,
            citation_mode=question.citation_mode,
            deliverable=question.deliverable,
            evidence=self._limits.evidence,
            corpus_weights=frozen.weights,
            ladder=ladder,
            verified=self._verifier is not None,
            inline=self._prompts.inline,
        )
        if progress.kept is not None and progress.kept.events:
            first = progress.kept_event(TextAdded)
            progress.first_text_ms = first.t_ms if first else None
            await self._show(journal, progress, stream.restore(one.event for one in progress.kept.events))
        return stream

    def _state(self, state: str, question: Question) -> StateChanged:
        return StateChanged(state, self._prompts.label(state, question.language))

    async def _show(self, journal: Journal, progress: _Progress, said: Iterable[Event | Decision]) -> None:
        events: list[Event] = []
        for item in said:
            if isinstance(item, Decision):
                log.warning("answer core: %s %s", item.kind, dict(item.detail))
                decided(journal.record, item.kind, **item.detail)
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
    place = (question.thread_id, question.session_id)
    return Started(turn.answer_uuid, turn.question_uuid, question.language, *place, question.rollback)


def _gate_decision(progress: _Progress, threshold: float) -> GateDecision | None:
    """None where the gate was not asked."""
    if progress.source == "gate":
        return "refused"
    if progress.frozen is None or progress.frozen.source != "model":
        return None
    return "confident" if threshold else "off"


async def unbroken(work: Coroutine[Any, Any, None]) -> None:
    """Await work to its end even when cancelled meanwhile; the cancellation follows afterwards."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
