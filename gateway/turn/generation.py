"""One answer's generation: the model's text into the answer core, and the rungs of the ladder that ask a model again.

A paragraph that is lost is asked for once more, alone, within a small budget. A provider that fails before any text is
followed by the next one. A text that breaks off goes on: with a request for the paragraphs that are missing behind the
accepted ones, or for the whole answer where nothing was shown; to the same provider once, then to the next. What is decided is decided in `gateway.answer`; here are the requests,
the clocks and the order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from gateway.answer.answer import Candidates, Reason
from gateway.answer.events import CoreDecision, Event
from gateway.answer.ladder import Replacement
from gateway.answer.stream import AnswerStream
from gateway.answer.writers import SWITCHING
from gateway.conversation.question import Question
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamTimeout
from gateway.models.outage import level
from gateway.models.ports import NO_EVIDENCE, LLMProvider, ModelPiece, Verifier
from gateway.models.prompt import PointedAt, Prompt, Prompts, as_shown
from gateway.turn.recording import Record, Tape, unrecorded

log = logging.getLogger(__name__)

REPAIR_S = 2.0
"""Seconds that the tries for one lost paragraph may take; a reader waits for it."""
REPAIR_SHARE = 0.15
"""Of the tokens that an answer may have: what all tries together may cost."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a generation may take: `tries` per lost paragraph (0: none), `tokens` of one answer, `total_s` in all;
    `turn_tokens` of all requests, prompts included, behind which no paragraph begins (0: no bound)."""

    tries: int = 1
    tokens: int = 2000
    total_s: float = 180.0
    turn_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How the model's text ended: its own word, or what cut it."""

    finish_reason: str | None = None
    failure: Reason | None = None


class Writing:
    """One generation. `show` sends what the core said; `announce` tells the reader a state, such as `repairing`."""

    def __init__(
        self,
        providers: Sequence[LLMProvider],
        prompts: Prompts,
        budget: Budget,
        question: Question,
        candidates: Candidates,
        stream: AnswerStream,
        show: Callable[[Iterable[Event | CoreDecision]], Awaitable[None]],
        announce: Callable[[str], Awaitable[None]],
        verifier: Verifier | None = None,
        record: Record = unrecorded,
        now: Callable[[], float] | None = None,
        reference: PointedAt | None = None,
        earlier: Sequence[str] = (),
        before: Usage | None = None,
    ) -> None:
        """`providers`: the one to ask, then those that stand in for it; one at least. `reference`: what the question
        points at, if it does. `record` keeps what they and the verifier say; `now`: the loop's clock, or that of a
        recording; `earlier`: what models said for this turn in other processes, a text for each request: what they
        cost is estimated from it; `before`: what was spent before anything was written."""
        self.provider, *self._others = providers
        self._tape = Tape(record)
        self._prompts, self._budget = prompts, budget
        self._question, self._candidates, self._stream = question, candidates, stream
        self._reference = reference
        self._show, self._announce, self._verifier = show, announce, verifier
        self._now = now or _now
        self._deadline = 0.0
        """When the whole time is over; set where it begins."""
        self._error: UpstreamError | None = None
        """What cut the last text."""
        self._spoke = False
        """Whether anything came of it."""
        self._history = as_shown(question.history) or None
        self._repair_tokens = int(budget.tokens * REPAIR_SHARE)
        self._spent: list[tuple[Usage | None, Usage]] = [(before, before)] if before else []
        self._spent += [(None, Usage.estimated(self._whole.system + self._whole.user, said)) for said in earlier]

    @property
    def usage(self) -> Usage | None:
        """Tokens of all requests: as the provider counted them, estimated where it did not; None if it never did."""
        if not any(counted for counted, _ in self._spent):
            return None
        each = [counted or estimated for counted, estimated in self._spent]
        return Usage(sum(one.prompt_tokens for one in each), sum(one.answer_tokens for one in each))

    def _at_bound(self, *under_way: Usage) -> bool:
        """Whether the turn has cost all it may, with what is under way."""
        most = self._budget.turn_tokens
        each = [*(counted or estimated for counted, estimated in self._spent), *under_way]
        return most > 0 and sum(one.prompt_tokens + one.answer_tokens for one in each) >= most

    async def write(self) -> Ending:
        """Fill the stream with an answer, up to its `close`. Raises the last provider's `UpstreamError` when there is
        nothing to show of any."""
        stream = self._stream
        if stream.accepted and self._at_bound():  # reached in another process
            await self._say(stream.end(failure="budget"))
            return Ending(failure="budget")
        self._deadline = self._now() + self._budget.total_s
        ending, repaired = await self._text(), False
        while stream.resumable and self._now() < self._deadline and not self._at_bound():
            if self._spoke and not repaired:  # a provider that gave nothing has had its tries
                await self._repair()
                repaired = True
            elif self._others:
                await self._switch()
            else:
                break
            ending = await self._text()
        await self._say(stream.forgo())
        if self._error is not None and not stream.summary.text:
            raise self._error
        return ending

    async def _repair(self) -> None:
        await self._announce("repairing")
        await self._say(self._stream.resume())

    async def _switch(self) -> None:
        """What the one had said ends before the other is announced, so that the events tell who wrote what."""
        await self._say(self._stream.resume())
        self.provider = self._others.pop(0)
        await self._announce(SWITCHING)
        if self._stream.accepted:
            await self._announce("repairing")

    @property
    def _whole(self) -> Prompt:
        """Asks for the answer."""
        question = self._question
        return self._prompts.answer(
            question.text, self._candidates, question.language, question.deliverable, self._reference
        )

    @property
    def _rest(self) -> Prompt:
        """Asks for all that is missing behind the accepted paragraphs."""
        question, accepted = self._question, self._stream.accepted
        return self._prompts.remaining(
            question.text, self._candidates, question.language, accepted,
            deliverable=question.deliverable, reference=self._reference,
        )  # fmt: skip

    async def _text(self) -> Ending:
        """Read one text of the model to its end, whatever end that is, within what is left of the whole time."""
        stream = self._stream
        prompt = self._rest if stream.accepted else self._whole
        finish_reason: str | None = None
        failure: Reason | None = None
        said: list[str] = []
        usage: Usage | None = None
        accepted = -1
        self._error, self._spoke = None, False
        try:
            pieces = self._tape.generate(self.provider, prompt, self._history)
            async with asyncio.timeout_at(self._deadline), aclosing(pieces):
                async for piece in pieces:
                    if self._budget.turn_tokens and accepted != len(stream.accepted):  # at a paragraph's border
                        accepted = len(stream.accepted)
                        if self._at_bound(Usage.estimated(prompt.system + prompt.user, "".join(said))):
                            stream.halt()
                    said.append(piece.thinking + piece.text)
                    self._spoke = self._spoke or bool(piece.text)
                    await self._piece(piece)
                    finish_reason = piece.finish_reason or finish_reason
                    usage = piece.usage or usage
                    if stream.full:
                        break
        except (UpstreamError, TimeoutError) as error:
            late = f"The model service did not finish within {self._budget.total_s:g} s (GATEWAY_TOTAL_TIMEOUT_S)."
            self._error = error if isinstance(error, UpstreamError) else UpstreamTimeout(late)
            said_before = "broke off" if self._spoke else "said nothing"
            log.log(level(self._error), "%s %s: %s", self.provider.name, said_before, self._error)
            failure = "timeout" if isinstance(self._error, UpstreamTimeout) else "upstream_error"
        finally:
            self._spent.append((usage, Usage.estimated(prompt.system + prompt.user, "".join(said))))
        await self._say(stream.end("stop" if finish_reason == NO_EVIDENCE else finish_reason, failure))
        return Ending(finish_reason, failure)

    async def _piece(self, piece: ModelPiece) -> None:
        if piece.thinking:
            await self._show(self._stream.think(piece.thinking))
        if piece.text:
            await self._say(self._stream.receive(piece.text))

    async def _say(self, said: Iterable[Event | CoreDecision]) -> None:
        """Show what the core said; a paragraph is judged, and a lost one tried for again, before anything follows it."""
        await self._show(said)
        stream = self._stream
        while stream.lost is not None or stream.claims:
            await self._judge()
            if stream.lost is not None:
                await self._mend()

    async def _judge(self) -> None:
        if self._verifier is not None and self._stream.claims:
            await self._show(self._stream.judge(await self._tape.verify(self._verifier, self._stream.claims)))

    # One paragraph -------------------------------------------------------------------------------------------------

    async def _mend(self) -> None:
        question, stream, lost = self._question, self._stream, self._stream.lost
        prompt = self._prompts.remaining(
            question.text, self._candidates, question.language, stream.accepted,
            only_next=True, reference=self._reference,
        )  # fmt: skip
        deadline = min(self._now() + REPAIR_S, self._deadline)
        for _ in range(self._budget.tries):
            if self._repair_tokens <= 0 or self._now() >= deadline or self._at_bound():
                break
            await self._announce("repairing")
            await self._show(stream.replace(await self._replacement(prompt, deadline)))
            await self._judge()
            if stream.lost != lost:
                return
        await self._show(stream.give_up())

    async def _replacement(self, prompt: Prompt, deadline: float) -> Replacement:
        """Ask for one paragraph and read it, within what is left of the budget."""
        replacement = self._stream.replacement()
        said: list[str] = []
        usage: Usage | None = None
        try:
            pieces = self._tape.generate(self.provider, prompt, self._history)
            async with asyncio.timeout_at(deadline), aclosing(pieces):
                async for piece in pieces:
                    replacement.receive(piece.text)
                    said.append(piece.text)
                    usage = piece.usage or usage
                    if replacement.done or sum(map(len, said)) > self._repair_tokens * 4:
                        return replacement
            replacement.end()
        except (UpstreamError, TimeoutError) as error:
            log.log(level(error), "a lost paragraph was not written again: %s", str(error) or "it took too long")
        finally:
            estimated = Usage.estimated(prompt.system + prompt.user, "".join(said))
            self._repair_tokens -= (usage or estimated).answer_tokens
            self._spent.append((usage, estimated))
        return replacement


def _now() -> float:
    return asyncio.get_running_loop().time()
