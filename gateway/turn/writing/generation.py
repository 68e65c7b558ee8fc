"""One answer's generation: the model's text into the answer core, and the rungs of the ladder that ask a model again.

A paragraph that is lost is asked for once more, alone, within a small budget. A provider that fails before any text is
followed by the next one. A text that breaks off goes on: with a request for the paragraphs that are missing behind the
accepted ones, or for the whole answer where nothing was shown; to the same provider once, then to the next. JSON that
the model itself left open goes on too, within the budget of repairs and with the same provider alone. What is
decided is decided in `gateway.answer`; here are the requests, the clocks and the order.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidates, Reason
from gateway.answer.core.endings import ran_out
from gateway.answer.core.lost_paragraphs import Replacement
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import CoreDecision, Event, ParagraphFinished
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement
from gateway.answer.evidence.verifier_verdicts import Verdict
from gateway.answer.writers import SWITCHING
from gateway.conversation.question import Question
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamTimeout
from gateway.models.ports import NO_EVIDENCE, Comparer, Enough, LLMProvider, ModelPiece, Verifier
from gateway.models.prompt import PointedAt, Prompt, Prompts, as_shown
from gateway.models.services.model_call import EXTRACTIVE, ModelCall
from gateway.telemetry.outage import level
from gateway.telemetry.unwatched import NewsOnly, is_news
from gateway.turn.recording import Check, Record, Tape, asked_for
from gateway.turn.writing.format_compliance import Compliance
from gateway.turn.writing.model_output import ModelOutput
from gateway.turn.writing.spending import Spending, tokens

log = logging.getLogger(__name__)
log.addFilter(NewsOnly())

REPAIR_S = 2.0
"""Seconds that the tries for one lost paragraph may take; a reader waits for it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the model's text ended: its own word, or what cut it."""

    finish_reason: str | None = None
    failure: Reason | None = None

    @property
    def own(self) -> bool:
        """The model ended its text itself, with tokens left: to ask for what is missing is a repair."""
        return self.failure is None and not ran_out(self.finish_reason)


@dataclass(frozen=True, slots=True)
class AnswerTask:
    """What is to be written, and the prompts that ask for it."""

    prompts: Prompts
    question: Question
    candidates: Candidates
    pointed_at: PointedAt | None = None
    """What the question points at, if it does."""
    doubtful: bool = False
    """The passages may not hold the answer."""
    confident: bool = False
    """The gate found that they do."""
    disagreements: tuple[ToldDisagreement, ...] = ()

    def of(self, provider: LLMProvider) -> AnswerTask:
        """Returns the same task in the words that this provider is asked with."""
        return replace(self, prompts=self.prompts.native) if provider.cites else self

    def whole(self) -> Prompt:
        """Returns the prompt that asks for the answer."""
        question = self.question
        prompt = self.prompts.answer(
            question.text, self.candidates, question.answer_language, question.options.deliverable, self.pointed_at
        )
        told = self.prompts.doubted(prompt) if self.doubtful else replace(prompt, confident=self.confident)
        return self._toned(told)

    def rest(self, accepted: Sequence[ParagraphFinished], *, only_next: bool = False) -> Prompt:
        """Returns the prompt for what follows the accepted paragraphs, or for only the next of these."""
        question = self.question
        prompt = self.prompts.remaining(
            question.text,
            self.candidates,
            question.answer_language,
            accepted,
            only_next=only_next,
            deliverable=question.options.deliverable,
            reference=self.pointed_at,
        )
        return self._toned(prompt)

    def _toned(self, prompt: Prompt) -> Prompt:
        prompt = self.prompts.disagreeing(prompt, self.disagreements)
        return self.prompts.toned(prompt, self.question.options.tone)


class _Unjudged(NamedTuple):
    """A paragraph that is out, or about to be, while its verifier is still being asked."""

    paragraph: int
    text: str
    check: Check


class Outlets(ABC):
    """Where a generation says what it does."""

    record: Record
    """Keeps what models and verifier bring."""

    @abstractmethod
    def show(self, items: Sequence[Event | CoreDecision]) -> None:
        """Sends the events of the core."""

    @abstractmethod
    async def announce(self, state: str) -> None:
        """Sends a state, such as `repairing`, to the reader."""

    @abstractmethod
    def room(self) -> Awaitable[None] | None:
        """Returns an awaitable if too many events wait to be stored, else None (`ports.Journal.room`)."""

    def now(self) -> float:
        """Returns the loop's clock, or that of a recording."""
        return asyncio.get_running_loop().time()


class Generation:
    """Fills the stream of one answer."""

    def __init__(
        self,
        task: AnswerTask,
        stream: AnswerStream,
        providers: Sequence[LLMProvider],
        outlets: Outlets,
        spending: Spending,
        verifier: Verifier | None = None,
        earlier: Sequence[str] = (),
        comparer: Comparer | None = None,
    ) -> None:
        """Makes one generation.

        providers: the one to ask, then those that stand in for it; there is at least one.
        earlier: what models wrote for this turn in other processes, a text for each request; what these cost is
            estimated from it.
        """
        self.provider, *self._others = providers
        self._task, self._stream, self._verifier, self._comparer = task, stream, verifier, comparer
        self._outlets, self._spending, self._budget = outlets, spending, spending.budget
        self._tape = Tape(outlets.record)
        self._deadline = 0.0
        """When the whole time is over; set where it begins."""
        self._error: UpstreamError | None = None
        """What cut the last text."""
        self._output, self._compliance = ModelOutput(), Compliance()
        """Of the last text; and whether this provider keeps to the format."""
        self._unjudged: list[_Unjudged] = []
        self._history = as_shown(task.question.history) or None
        for text in earlier:
            spending.add(tokens(task.whole()), words.tokens_estimate(text))

    @property
    def usage(self) -> Usage | None:
        """Tokens of all requests; None if no provider ever counted."""
        return self._spending.usage

    async def write(self) -> Ending:
        """Fills the stream with an answer, up to its `close`. Raises the last provider's `UpstreamError` when there is
        nothing to show of any."""
        try:
            ending = await self._written()
            self._compliance.note(self._outlets.record, self.provider)
            await self._judge_late()
            return ending
        finally:
            for unjudged in self._unjudged:
                unjudged.check.cancel()

    async def _written(self) -> Ending:
        """Does all of it but for verdicts that are late."""
        stream, at_bound = self._stream, self._spending.at_bound
        if stream.accepted and at_bound():  # reached in another process
            await self._show(stream.end(failure="budget"))
            return Ending(failure="budget")
        self._deadline = self._outlets.now() + self._budget.total_s
        ending, repaired = await self._text(), False
        while stream.resumable and self._outlets.now() < self._deadline and not at_bound():
            if ending.own and (repaired or self._spending.repair_tokens <= 0):
                break
            if (self._output.spoke or ending.own) and not repaired:  # a provider that gave nothing has had its tries
                await self._repair()
                repaired = True
            elif self._others:
                await self._switch()
            else:
                break
            ending = await self._text(repairs=ending.own)
        await self._show(stream.forgo())
        if self._error is not None and not stream.summary.text:
            raise self._error
        return ending

    async def _repair(self) -> None:
        await self._outlets.announce("repairing")
        await self._show(self._stream.resume())

    async def _switch(self) -> None:
        """Goes on with the next provider. What the one had written ends before the other is announced, so that the
        events tell who wrote what."""
        await self._show(self._stream.resume())
        self.provider, self._compliance = self._others.pop(0), Compliance()
        await self._outlets.announce(SWITCHING)
        if self._stream.accepted:
            await self._outlets.announce("repairing")

    async def _text(self, *, repairs: bool = False) -> Ending:
        """Reads one text of the model to its end, whatever end that is, within what is left of the whole time.
        `repairs`: its tokens are those of repairs."""
        stream = self._stream
        task = self._task.of(self.provider)
        prompt = task.rest(stream.accepted) if stream.accepted else task.whole()
        failure: Reason | None = None
        schema = prompt.schema if is_news() and self.provider.name != EXTRACTIVE else None
        output = self._output = ModelOutput(keeps=schema is not None, asked=tokens(prompt))
        self._error = None
        stream.written_by(quoted=self.provider.name == EXTRACTIVE)
        with ModelCall.opened(self.provider, asked_for(prompt), self._budget.tokens) as call:
            try:
                generating = self._tape.generate(self.provider, prompt, self._history, self._receive)
                del prompt  # an answer that is being written needs its text no more
                async with asyncio.timeout_at(self._deadline):
                    await generating
            except Enough:
                pass
            except (UpstreamError, TimeoutError) as error:
                failure = self._failed(error)
                call.failed(failure)
            finally:
                spent = self._spending.add(output.asked, output.tokens, output.usage)
                self._spending.repair_tokens -= spent.answer_tokens if repairs else 0
                counted = output.usage is not None
                call.ended(spent, counted=counted, pieces=output.pieces, finish_reason=output.finish_reason)
        finish_reason = output.finish_reason
        await self._show(stream.end("stop" if finish_reason == NO_EVIDENCE else finish_reason, failure))
        if schema is not None and not stream.full and (failure is None or output.text):
            await self._compliance.judge(output.text, schema, whole=failure is None)
        return Ending(finish_reason, failure)

    def _receive(self, piece: ModelPiece) -> Awaitable[None] | None:
        """Takes a piece of the answer's text (`models.ports.Receive`)."""
        stream, output = self._stream, self._output
        if self._budget.turn_tokens and output.accepted != len(stream.accepted):  # at a paragraph's border
            output.accepted = len(stream.accepted)
            if self._spending.at_bound(Usage(output.asked, output.tokens)):
                stream.halt()
        output.add(piece)
        items = stream.think(piece.thinking) if piece.thinking else []
        if piece.text or piece.marks:
            items += stream.receive(piece.text, piece.marks)
        if items:
            self._outlets.show(items)
        if stream.waits:
            return self._settle_between_pieces()
        if stream.full:
            raise Enough
        return self._outlets.room()

    def _failed(self, error: UpstreamError | TimeoutError) -> Reason:
        """Keeps and logs what cut a text; returns the reason."""
        late = f"The model service did not finish within {self._budget.total_s:g} s (GATEWAY_TOTAL_TIMEOUT_S)."
        self._error = error if isinstance(error, UpstreamError) else UpstreamTimeout(late)
        before = "broke off" if self._output.spoke else "said nothing"
        log.log(level(self._error), "%s %s: %s", self.provider.name, before, self._error)
        return "timeout" if isinstance(self._error, UpstreamTimeout) else "upstream_error"

    async def _show(self, items: Sequence[Event | CoreDecision]) -> None:
        """Shows the core's events, and settles a paragraph that waits."""
        if items:
            self._outlets.show(items)
        await self._settle()

    async def _settle(self) -> None:
        """Has a paragraph judged, and a lost one written again, before anything follows it."""
        stream = self._stream
        while stream.waits and (stream.lost is not None or stream.far_sources or stream.claims):
            await self._judge()
            if stream.lost is not None:
                await self._mend()

    async def _settle_between_pieces(self) -> None:
        """Does the same between two pieces of the model. Raises `Enough` if the answer is full then."""
        await self._settle()
        if self._stream.full:
            raise Enough

    async def _judge(self) -> None:
        """Has sources in another language compared. Then waits for the verdicts on a paragraph, or lets it go unjudged
        if it may be seen so and they take long."""
        stream, verifier = self._stream, self._verifier
        if sources := stream.far_sources:
            found = await self._tape.compare(self._comparer, sources) if self._comparer else None
            self._outlets.show(stream.compare(found))
        claims = stream.claims
        if verifier is None or not claims:
            return
        check = self._tape.verify(verifier, claims, len(stream.accepted))
        unjudged = _Unjudged(len(stream.accepted), claims[0].text, check)
        self._unjudged.append(unjudged)
        verdicts = await check.verdicts(None if stream.strict else verifier.grace_s)
        if verdicts is not None:
            self._unjudged.remove(unjudged)
        self._outlets.show(stream.judge(verdicts or [Verdict()] * len(claims)))

    async def _judge_late(self) -> None:
        """Takes the verdicts that did not come in time; each is bounded by its verifier's patience."""
        for index, text, check in self._unjudged:
            self._outlets.show(self._stream.judge_late(index, text, await check.late()))
        self._unjudged.clear()

    # One paragraph -------------------------------------------------------------------------------------------------

    async def _mend(self) -> None:
        """Asks for the lost paragraph again, as often as the budget allows; then it is given up."""
        stream, lost, now = self._stream, self._stream.lost, self._outlets.now
        prompt = self._task.of(self.provider).rest(stream.accepted, only_next=True)
        deadline = min(now() + REPAIR_S, self._deadline)
        for _ in range(self._budget.tries):
            if self._spending.repair_tokens <= 0 or now() >= deadline or self._spending.at_bound():
                break
            await self._outlets.announce("repairing")
            self._outlets.show(stream.replace(await self._replacement(prompt, deadline)))
            await self._judge()
            if stream.lost != lost:
                return
        self._outlets.show(stream.give_up())

    async def _replacement(self, prompt: Prompt, deadline: float) -> Replacement:
        """Asks for one paragraph and reads it, within what is left of the budget."""
        replacement, spending = self._stream.replacement(), self._spending
        output = ModelOutput()

        def receive(piece: ModelPiece) -> None:
            replacement.receive(piece.text, piece.marks)
            output.add(piece)
            if replacement.done or output.characters > spending.repair_tokens * 4:
                raise Enough

        with ModelCall.opened(self.provider, asked_for(prompt), spending.repair_tokens) as call:
            try:
                async with asyncio.timeout_at(deadline):
                    await self._tape.generate(self.provider, prompt, self._history, receive)
                replacement.end()
            except Enough:
                pass
            except (UpstreamError, TimeoutError) as error:
                call.failed("timeout" if isinstance(error, (TimeoutError, UpstreamTimeout)) else "upstream_error")
                log.log(level(error), "a lost paragraph was not written again: %s", str(error) or "it took too long")
            finally:
                spent = spending.add(tokens(prompt), output.tokens, output.usage)
                spending.repair_tokens -= spent.answer_tokens
                call.ended(spent, counted=output.usage is not None, pieces=output.pieces)
        return replacement
