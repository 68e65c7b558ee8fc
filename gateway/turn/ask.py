"""One turn, from question to terminal event, top to bottom.

Every end is the same kind of end: an answer the knowledge base does not have, a failed model and a full answer all go
through `Journal` as the same events. What the model does wrong is an event; what the world does wrong before any text
is `Failed`, and after text a degraded end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from gateway.answer.answer import Candidates, Reason
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerForm, AnswerStream
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
from gateway.answer.writers import Writers
from gateway.concurrency.time_limit import unbroken
from gateway.conversation.prepared import Prepared, SearchFacts, StoredTurn
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import AnswerWithheld, DatabaseAway, Unavailable, UpstreamError
from gateway.memory.intake import Intake
from gateway.models.ports import NO_EVIDENCE, Comparer, LLMProvider, Verifier, Voice
from gateway.models.prompt import Prompts
from gateway.telemetry import families
from gateway.telemetry.outage import level
from gateway.telemetry.tracing import traces
from gateway.telemetry.unwatched import NewsOnly, is_counted
from gateway.turn.answer_quality import RecordedFacts
from gateway.turn.findings import TurnFindings
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import CalibratedRules, Journal, JournalLost
from gateway.turn.preparation import Preparation
from gateway.turn.recording import SETTINGS, STOPPED, TAKEN_OVER, decided, loggable
from gateway.turn.writing.generation import AnswerTask, Generation, Outlets
from gateway.turn.writing.speaker import Speaker
from gateway.turn.writing.spending import Budget, Spending

log = logging.getLogger(__name__)
log.addFilter(NewsOnly())

ENDED_OUTSIDE = ("interrupted", "stopped")
"""Reasons that are neither the model's nor its service's."""
WITHHOLDING = ("content_filter", "refusal")
"""Ends of a model of which nothing came, because its service or itself let nothing pass."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Answers turns with the parts the composition root chose."""

    preparation: Preparation
    providers: Sequence[LLMProvider]
    """The one to ask, then those that stand in for it when it fails."""
    prompts: Prompts
    limits: TurnLimits = field(default_factory=TurnLimits)
    verifier: Verifier | None = None
    intake: Intake | None = None
    voice: Voice | None = None
    """Reads aloud the answers to questions that ask for it."""
    comparer: Comparer | None = None
    """Compares sources in another language, if `limits.evidence.across`."""
    evidence_rules: CalibratedRules | None = None
    """The calibrated rules of the evidence check."""

    def run(self, turn: Turn, journal: Journal) -> Coroutine[Any, Any, None]:
        """Answers one admitted turn. Returns after the terminal event is stored; raises `JournalLost` when it cannot
        be."""
        run = TurnRun(self, turn, journal)
        return run.to_its_end(run.answer())

    async def go_on(
        self, turn: Turn, journal: Journal, stored: StoredTurn, ending: Reason | None = None, pause_s: float = 0.0
    ) -> None:
        """Answers a turn that another process began, behind its last stored paragraph.

        ending: only end it, for this reason.
        pause_s: how long to wait when its readers have been told, for hundreds may be taken over at once.
        """
        run = TurnRun(self, turn, journal, stored)
        decided(run.record, TAKEN_OVER, ending=ending)
        await run.to_its_end(run.close_stored(ending) if ending else run.answer(pause_s))


class TurnRun(Outlets):
    """One turn that is being answered."""

    def __init__(self, ask: Ask, turn: Turn, journal: Journal, stored: StoredTurn | None = None) -> None:
        """`stored`: what another process left of it."""
        self._ask, self._admitted, self._journal = ask, turn, journal
        self._recorded = RecordedFacts()
        self.record = self._recorded.beside(journal.record)
        self._prompts = ask.prompts.within(turn.question.scope.within)
        self._findings = TurnFindings(turn, ask.providers, stored)
        self._speaker: Speaker | None = None
        self._began = 0.0
        """When the turn began, by the loop's clock; set where a model is asked."""

    async def to_its_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Does the work, and whatever becomes of it, gives the turn its end."""
        journal, findings, intake = self._journal, self._findings, self._ask.intake
        uuid = self._admitted.answer_uuid
        try:
            with traces.span("turn", citestream__answer_uuid=uuid) as span:
                await work
                span.set(citestream__source=findings.source, citestream__first_text_ms=findings.first_text_ms)
            ended, frozen = findings.ended, findings.frozen
            hidden = self._admitted.question.conversation.evaluation_run is not None
            if intake is not None and ended is not None and frozen is not None and not hidden:
                await intake.ended(self._admitted, frozen, ended)
        except JournalLost:
            raise
        except (UpstreamError, Unavailable) as error:
            log.log(level(error), "answer %s failed: %s", uuid, error)
            await self._fail(error.code, getattr(error, "retryable", True))
        except asyncio.CancelledError:
            # Stopped, it ends here; let go without a reason, it goes on elsewhere.
            if journal.stopped is not None and not findings.closing:
                decided(self.record, STOPPED, reason=journal.stopped)
                await self._close(failure=journal.stopped)
            raise
        except Exception:
            log.exception("answer %s failed", uuid)
            await self._fail("internal", True)
        finally:
            if self._speaker is not None:
                await self._speaker.close()

    # The straight line ---------------------------------------------------------------------------------------------

    async def answer(self, pause_s: float = 0.0) -> None:
        """Answers the turn, from wherever it stands; `pause_s`: how long to wait where another process began it."""
        findings, stored = self._findings, self._findings.stored
        if findings.stored_event(Started) is None:
            self._journal.emit([self._started(), self._state("question_analysing")])
        else:
            self._journal.emit([self._state("resuming")])
            await asyncio.sleep(pause_s)
        if stored is not None and stored.frozen is not None:
            findings.freeze(stored.frozen)
        else:
            frozen = await self._prepared()
            findings.freeze(frozen)
            await self._journal.freeze(frozen)
        if findings.decided.source == "model":
            self._journal.emit([self._state("responding")])
            await self._write()
        else:
            await self._end_early()

    async def _prepared(self) -> Prepared:
        """Prepares the turn. If the database goes away meanwhile, waits as long as a running answer does, and begins
        again."""
        for _ in range(3):  # it may go away more than once
            try:
                return await self._prepared_once()
            except DatabaseAway:
                await self.announce("knowledge_searching")  # once this is stored, the database is back
                await self._journal.stored()
        return await self._prepared_once()

    async def _prepared_once(self) -> Prepared:
        question, rules = self._findings.question, self._ask.evidence_rules
        prepared = await self._ask.preparation.prepare(question, self.announce)
        rule = await rules.of(question.asker.tenant, question.scope.workspace) if rules else None
        return replace(prepared, evidence_rule=rule)

    async def _end_early(self) -> None:
        """An early end is a normal answer, and no model is asked."""
        stream, frozen = await self._open_stream(), self._findings.decided
        self._findings.source = frozen.source
        if not stream.whole:
            self.show(stream.receive(frozen.answer_text))
        await self._close(finish_reason="stop")

    async def _write(self) -> None:
        findings, limits = self._findings, self._ask.limits
        stream = await self._open_stream()
        if stream.whole:
            await self._close(finish_reason="stop")
            return
        self._began = asyncio.get_running_loop().time() - self._journal.elapsed_ms / 1000
        generation = Generation(
            AnswerTask(
                self._prompts,
                findings.question,
                findings.decided.candidates,
                findings.pointed_at,
                findings.decided.gate.doubtful,
                findings.decided.gate.confident,
                findings.disagreements(self._ask.prompts),
            ),
            stream,
            self._ask.providers,
            self,
            Spending(
                Budget(limits.regenerate, limits.answer_tokens, limits.total_s, limits.turn_tokens),
                findings.decided.spent,
            ),
            self._ask.verifier,
            earlier=findings.stored.model_texts if findings.stored else (),
            comparer=self._ask.comparer,
        )
        try:
            ending = await generation.write()
        finally:
            findings.usage, findings.asked = generation.usage, generation.provider
        if ending.finish_reason == NO_EVIDENCE:
            findings.source = "gate"
        await self._close(finish_reason=ending.finish_reason, failure=ending.failure)

    # Ends ----------------------------------------------------------------------------------------------------------

    async def close_stored(self, ending: Reason) -> None:
        """Ends what another process began, with what there is."""
        stored = self._findings.stored
        if stored is not None and stored.frozen is not None:
            self._findings.freeze(stored.frozen)
            await self._open_stream()
        await self._close(failure=ending)

    async def _close(self, *, finish_reason: str | None = None, failure: Reason | None = None) -> None:
        """Ends with `[DONE]`, or with `[ERROR]` where there is no text to keep. A cancelled turn still gets its end."""
        self._findings.closing = True
        await unbroken(self._end(finish_reason, failure), self._speaker.hush if self._speaker else None)

    async def _end(self, finish_reason: str | None, failure: Reason | None) -> None:
        journal, findings = self._journal, self._findings
        if findings.stream is None and failure == "stopped":  # a stop is no failure, however early
            findings.frozen = findings.frozen or Prepared(Candidates(), SearchFacts(findings.question.text))
            await self._open_stream()
        stream = findings.stream
        if stream is not None:
            self.show(stream.close(finish_reason, failure))
            if findings.denied:
                findings.source = "gate"
        silent = findings.first_text_ms is None and failure != "stopped"
        if stream is None or (silent and not stream.summary.text):
            if failure is None and finish_reason in WITHHOLDING:
                await self._fail(AnswerWithheld.code, AnswerWithheld.retryable)
            else:
                await self._fail("upstream_error" if failure is None else "unavailable", True)
            return
        if findings.stored_event(CitationsFinished) is None:
            journal.emit(stream.sources)
        if self._speaker is not None:
            findings.spoken = await self._speaker.finished(wait=failure not in ENDED_OUTSIDE)
        round = findings.turn.round
        language = round.language if round and round.language else findings.question.language
        full = self._ask.prompts.label("session_full", language)
        warnings = findings.late_warnings(self._ask.prompts, spoke=self._speaker is not None)
        end = findings.finished(journal.elapsed_ms, full, warnings, findings.prompt_version(self._prompts))
        outcome = self._outcome(end, cut=failure in ENDED_OUTSIDE)
        await journal.finish(outcome)
        findings.ended = outcome

    async def _fail(self, code: str, retryable: bool) -> None:
        """Ends without text. Where text was shown already, the end is a degraded `[DONE]` instead."""
        findings = self._findings
        if findings.first_text_ms is not None and not findings.closing:
            await self._close(failure="interrupted")
            return
        findings.closing = True
        if self._speaker is not None:
            await self._speaker.close()
        end = Failed(code, self._ask.prompts.label(code, findings.question.language), retryable)
        await self._journal.finish(self._outcome(end))

    def _outcome(self, end: Finished | Failed, cut: bool = False) -> TurnOutcome:
        findings, elapsed_ms = self._findings, self._journal.elapsed_ms
        outcome = findings.outcome(end, elapsed_ms, prompt_version=findings.prompt_version(self._prompts), cut=cut)
        if outcome.source != "model" or findings.stored is not None or not outcome.answer_meta:
            return outcome
        return replace(outcome, quality=self._recorded.counts(outcome.answer_meta["citationStatus"]))

    # Small parts ---------------------------------------------------------------------------------------------------

    async def _open_stream(self) -> AnswerStream:
        """Returns the answer core for this turn, standing where another process left off."""
        ask, findings = self._ask, self._findings
        question, frozen = findings.question, findings.decided
        decided(
            self.record,
            SETTINGS,
            limits=asdict(ask.limits),
            verified=ask.verifier is not None,
            answer_format=ask.prompts.answer_format,
            providers=[[provider.name, provider.model] for provider in ask.providers],
        )
        in_doubt = question.options.strict_in_doubt
        ladder = Ladder(
            rollback=question.options.rollback,
            regenerate=ask.limits.regenerate > 0,
            strict=question.options.strict
            and frozen.source not in ("clarification", "about", "gate"),  # titles are no claims
            in_doubt=frozen.gate.doubtful
            and frozen.source == "model"
            and (ask.limits.strict_in_doubt if in_doubt is None else in_doubt),
            nothing_found=ask.prompts.label("nothing_found", question.language),
            resumes=len(ask.providers),
        )
        stream = findings.stream = AnswerStream(
            frozen.candidates,
            language=question.language,
            form=AnswerForm(question.options.citation_mode, question.options.deliverable, ask.prompts.inline),
            evidence=ask.limits.evidence,
            ladder=ladder,
            verified=ask.verifier is not None and (ask.limits.verifier_only or True),
            reservations=findings.reservations(ask.prompts),
            rule=frozen.evidence_rule,
        )
        if question.options.speech and ask.voice is not None:
            stored = [numbered.event for numbered in findings.stored.events] if findings.stored else []
            self._speaker = Speaker(ask.voice, self._emit_sound, stored)
        if findings.stored is not None and findings.stored.events:
            first = findings.stored_event(TextAdded)
            findings.first_text_ms = first.t_ms if first else None
            findings.writers = Writers.of(findings.stored.events)
            outline = findings.stored_event(OutlineFound)
            findings.sections = outline.event.sections if outline else ()  # type: ignore[union-attr]
            self.show(stream.restore(numbered.event for numbered in findings.stored.events))
        return stream

    async def _emit_sound(self, events: Iterable[Event]) -> None:
        """Emits the sound of a paragraph, and waits while too much waits to be stored."""
        self._journal.emit(events)
        if (full := self._journal.room()) is not None:
            await full

    def _started(self) -> Started:
        turn, question = self._admitted, self._admitted.question
        ids = question.conversation.thread_id, question.conversation.session_id
        return Started(turn.answer_uuid, turn.question_uuid, question.language, *ids, question.options.rollback)

    def _state(self, state: str) -> StateChanged:
        return StateChanged(state, self._ask.prompts.label(state, self._findings.question.language))

    # What a generation says (`Outlets`) ------------------------------------------------------------------------------

    async def announce(self, state: str) -> None:
        self.show([self._state(state)])

    def now(self) -> float:
        """Returns the loop's clock as the journal has it, which in a replay is that of then."""
        return self._began + self._journal.elapsed_ms / 1000

    def room(self) -> Awaitable[None] | None:
        return self._journal.room()

    def show(self, items: Sequence[Event | CoreDecision]) -> None:
        """Sends the events that the answer core gave, and writes down what it decided."""
        journal, findings = self._journal, self._findings
        events: list[Event] = []
        for item in items:
            if isinstance(item, CoreDecision):
                # Nothing was said before: why is told by whoever asked the service.
                quiet = item.kind == "resumed" and not item.detail["paragraphs"]
                if is_counted():
                    families.DECISIONS.labels(item.kind).inc()
                turn = self._admitted
                named = {"tenant": turn.question.asker.tenant, "answer": turn.answer_uuid, "kind": item.kind}
                level = logging.DEBUG if quiet else logging.INFO
                log.log(level, "answer core decision", extra={"fields": {**loggable(item), **named}})
                decided(self.record, item.kind, **item.detail)
            else:
                events.append(item)
        if findings.first_text_ms is None and any(isinstance(event, TextAdded) for event in events):
            findings.first_text_ms = journal.elapsed_ms
        for event in events:
            findings.writers.take(event)
            if isinstance(event, OutlineFound):
                findings.sections = event.sections
        if events:
            journal.emit(events)
            if self._speaker is not None:
                self._speaker.take(events)
