"""One turn, from question to terminal event, top to bottom.

Every end is the same kind of end: an answer the knowledge base does not have, a failed model and a full answer all go
through `Journal` as the same events. What the model does wrong is an event; what the world does wrong before any text
is `Failed`, and after text a degraded end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from gateway import words
from gateway.answer.answer import Candidates, Reason
from gateway.answer.events import (
    CitationsFinished,
    CoreDecision,
    Event,
    Failed,
    Finished,
    OutlineFound,
    Started,
    StateChanged,
    TextAdded,
)
from gateway.answer.ladder import Ladder
from gateway.answer.stream import AnswerForm, AnswerStream
from gateway.answer.writers import Writers
from gateway.conversation.deliverable import is_deliverable
from gateway.conversation.gist import gist
from gateway.conversation.prepared import Frozen, Kept
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import Unavailable, UpstreamError
from gateway.memory.learning import Learning
from gateway.memory.recall import Remembering
from gateway.models.outage import level
from gateway.models.ports import NO_EVIDENCE, LLMProvider, Reranker, Verifier
from gateway.models.prompt import PointedAt, Prompts
from gateway.retrieval.ports import Retriever
from gateway.retrieval.sources import Sources
from gateway.turn.condenser import Condenser
from gateway.turn.findings import TurnFindings
from gateway.turn.generation import Budget, Writing
from gateway.turn.ports import Journal, JournalLost
from gateway.turn.preparation import Preparation, TurnLimits
from gateway.turn.recording import SETTINGS, STOPPED, TAKEN_OVER, decided
from gateway.turn.understanding import Understanding

log = logging.getLogger(__name__)

ENDED_OUTSIDE = ("interrupted", "stopped")
"""Reasons that are neither the model's nor its service's."""


class Ask:
    """Answers turns with the parts the composition root chose."""

    def __init__(
        self,
        retrievers: Sequence[Retriever],
        providers: Sequence[LLMProvider],
        prompts: Prompts,
        limits: TurnLimits | None = None,
        verifier: Verifier | None = None,
        reranker: Reranker | None = None,
        understanding: Understanding | None = None,
        condenser: Condenser | None = None,
        memory: Remembering | None = None,
        learning: Learning | None = None,
    ) -> None:
        """`providers`: the one to ask, then those that stand in for it when it fails."""
        self._providers, self._prompts = tuple(providers), prompts
        self._limits, self._verifier = limits or TurnLimits(), verifier
        sources = Sources(retrievers, reranker, self._limits.retrieval_s)
        self._preparation = Preparation(sources, prompts, self._limits, understanding, condenser, memory)
        self._learning = learning

    async def run(self, turn: Turn, journal: Journal) -> None:
        """Answer one admitted turn. Returns after the terminal event is stored; raises `JournalLost` when it cannot be."""
        progress = TurnFindings(self._providers)
        await self._to_its_end(turn, journal, progress, self._answer(turn, journal, progress))

    async def go_on(
        self, turn: Turn, journal: Journal, kept: Kept, ending: Reason | None = None, pause_s: float = 0.0
    ) -> None:
        """Answer a turn that another process began, behind its last stored paragraph; `ending`: only end it; `pause_s`:
        how long to wait when its readers have been told, for hundreds may be taken over at once."""
        progress = TurnFindings(self._providers, kept=kept)
        decided(journal.record, TAKEN_OVER, ending=ending)
        work = (
            self._close_kept(turn, journal, progress, ending)
            if ending
            else self._answer(turn, journal, progress, pause_s)
        )
        await self._to_its_end(turn, journal, progress, work)

    async def _to_its_end(
        self, turn: Turn, journal: Journal, progress: TurnFindings, work: Coroutine[Any, Any, None]
    ) -> None:
        try:
            await work
            if self._learning is not None and progress.ended is not None and progress.frozen is not None:
                await self._learning.ended(turn, progress.frozen, progress.ended)
        except JournalLost:
            raise
        except (UpstreamError, Unavailable) as error:
            log.log(level(error), "answer %s failed: %s", turn.answer_uuid, error)
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

    async def _answer(self, turn: Turn, journal: Journal, progress: TurnFindings, pause_s: float = 0.0) -> None:
        question = turn.question
        if progress.kept_event(Started) is None:
            await journal.emit([_started(turn), self._state("question_analysing", question)])
        else:
            await journal.emit([self._state("resuming", question)])
            await asyncio.sleep(pause_s)
        if progress.kept is not None and progress.kept.frozen is not None:
            progress.frozen = progress.kept.frozen
        else:
            progress.frozen = await self._preparation.prepare(
                question, lambda state: journal.emit([self._state(state, question)])
            )
            await journal.freeze(progress.frozen)
        turn = _as_meant(turn, progress.frozen)
        if progress.frozen.source == "model":
            await journal.emit([self._state("responding", question)])
            await self._write(turn, journal, progress)
        else:
            await self._say(turn, journal, progress)

    async def _say(self, turn: Turn, journal: Journal, progress: TurnFindings) -> None:
        """An early end is a normal answer, and no model is asked."""
        stream, frozen = await self._stream(turn, journal, progress), progress.frozen
        assert frozen is not None
        progress.source = frozen.source
        if not stream.whole:
            await self._show(journal, progress, stream.receive(frozen.said))
        await self._close(turn, journal, progress, finish_reason="stop")

    async def _write(self, turn: Turn, journal: Journal, progress: TurnFindings) -> None:
        question, limits = turn.question, self._limits
        stream, frozen = await self._stream(turn, journal, progress), progress.frozen
        assert frozen is not None
        if stream.whole:
            await self._close(turn, journal, progress, finish_reason="stop")
            return
        budget = Budget(limits.regenerate, limits.answer_tokens, limits.total_s, limits.turn_tokens)
        began = asyncio.get_running_loop().time() - journal.elapsed_ms / 1000
        writing = Writing(
            self._providers, self._prompts, budget, question, frozen.candidates, stream,
            show=lambda said: self._show(journal, progress, said),
            announce=lambda state: self._show(journal, progress, [self._state(state, question)]),
            verifier=self._verifier,
            record=journal.record,
            now=lambda: began + journal.elapsed_ms / 1000,
            reference=_reference(frozen),
            earlier=progress.kept.said if progress.kept else (),
            before=frozen.spent,
        )  # fmt: skip
        try:
            ending = await writing.write()
        finally:
            progress.usage, progress.asked = writing.usage, writing.provider
        if ending.finish_reason == NO_EVIDENCE:
            progress.source = "gate"
        await self._close(turn, journal, progress, finish_reason=ending.finish_reason, failure=ending.failure)

    # Ends ----------------------------------------------------------------------------------------------------------

    async def _close(
        self,
        turn: Turn,
        journal: Journal,
        progress: TurnFindings,
        *,
        finish_reason: str | None = None,
        failure: Reason | None = None,
    ) -> None:
        """End with `[DONE]`, or with `[ERROR]` where there is no text to keep. A cancelled turn still gets its end."""
        progress.closing = True
        await unbroken(self._end(turn, journal, progress, finish_reason, failure))

    async def _close_kept(self, turn: Turn, journal: Journal, progress: TurnFindings, ending: Reason) -> None:
        """End what another process began, with what there is."""
        if progress.kept is not None:
            progress.frozen = progress.kept.frozen
        turn = _as_meant(turn, progress.frozen)
        if progress.frozen is not None:
            await self._stream(turn, journal, progress)
        await self._close(turn, journal, progress, failure=ending)

    async def _end(
        self, turn: Turn, journal: Journal, progress: TurnFindings, finish_reason: str | None, failure: Reason | None
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
        spoken = turn.round.language if turn.round and turn.round.language else turn.question.language
        end = progress.finished(turn, journal.elapsed_ms, self._prompts.label("session_full", spoken))
        outcome = self._outcome(turn, journal, progress, end, cut=failure in ENDED_OUTSIDE)
        await journal.finish(outcome)
        progress.ended = outcome

    async def _fail(self, turn: Turn, journal: Journal, progress: TurnFindings, code: str, retryable: bool) -> None:
        """End without text. Where text was shown already, the end is a degraded `[DONE]` instead."""
        if progress.first_text_ms is not None and not progress.closing:
            await self._close(turn, journal, progress, failure="interrupted")
            return
        progress.closing = True
        end = Failed(code, self._prompts.label(code, turn.question.language), retryable)
        await journal.finish(self._outcome(turn, journal, progress, end))

    def _outcome(
        self, turn: Turn, journal: Journal, progress: TurnFindings, end: Finished | Failed, cut: bool = False
    ) -> TurnOutcome:
        pointed = _reference(progress.frozen) is not None
        return progress.outcome(
            turn, end, journal.elapsed_ms,
            prompt_version=self._prompts.answer_version(turn.question.deliverable, pointed),
            cut=cut,
        )  # fmt: skip

    # Small parts ---------------------------------------------------------------------------------------------------

    async def _stream(self, turn: Turn, journal: Journal, progress: TurnFindings) -> AnswerStream:
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
            strict=question.strict and frozen.source != "clarification",  # titles are no claims
            nothing_found=self._prompts.label("nothing_found", question.language),
            resumes=len(self._providers),
        )
        stream = progress.stream = AnswerStream(
            frozen.candidates,
            language=question.language,
            form=AnswerForm(question.citation_mode, question.deliverable, self._prompts.inline),
            evidence=self._limits.evidence,
            corpus_weights=frozen.weights,
            ladder=ladder,
            verified=self._verifier is not None,
        )
        if progress.kept is not None and progress.kept.events:
            first = progress.kept_event(TextAdded)
            progress.first_text_ms = first.t_ms if first else None
            progress.writers = Writers.of(progress.kept.events)
            found = progress.kept_event(OutlineFound)
            progress.sections = found.event.sections if found else ()  # type: ignore[union-attr]
            await self._show(journal, progress, stream.restore(one.event for one in progress.kept.events))
        return stream

    def _state(self, state: str, question: Question) -> StateChanged:
        return StateChanged(state, self._prompts.label(state, question.language))

    async def _show(self, journal: Journal, progress: TurnFindings, said: Iterable[Event | CoreDecision]) -> None:
        events: list[Event] = []
        for item in said:
            if isinstance(item, CoreDecision):
                # Nothing was said before: why is told by whoever asked the service.
                quiet = item.kind == "resumed" and not item.detail["paragraphs"]
                log.log(logging.DEBUG if quiet else logging.WARNING, "answer core: %s %s", item.kind, dict(item.detail))
                decided(journal.record, item.kind, **item.detail)
            else:
                events.append(item)
        if progress.first_text_ms is None and any(isinstance(event, TextAdded) for event in events):
            progress.first_text_ms = journal.elapsed_ms
        for event in events:
            progress.writers.take(event)
            if isinstance(event, OutlineFound):
                progress.sections = event.sections
        if events:
            await journal.emit(events)


def _started(turn: Turn) -> Started:
    question = turn.question
    place = (question.thread_id, question.session_id)
    return Started(turn.answer_uuid, turn.question_uuid, question.language, *place, question.rollback)


def _reference(frozen: Frozen | None) -> PointedAt | None:
    """What the model is told of what the question points at."""
    if frozen is None or frozen.meant is None:
        return None
    named = frozen.followup.get("section_ids", ()), frozen.followup.get("titles", ())
    return PointedAt(frozen.subject or frozen.meant, tuple(zip(*named, strict=True)), frozen.meant)


def _as_meant(turn: Turn, frozen: Frozen | None) -> Turn:
    """ "Summarise S2" asks for that section: its words alone make no deliverable of it."""
    question = turn.question
    if frozen is None or not frozen.followup.get("resolved") or not question.deliverable:
        return turn
    asked = not is_deliverable(question.text, words.guess_language(gist(question.text)) or question.language)
    return replace(turn, question=replace(question, deliverable=asked))


async def unbroken(work: Coroutine[Any, Any, None]) -> None:
    """Await work to its end even when cancelled meanwhile; the cancellation follows afterwards."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
