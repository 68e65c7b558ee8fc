"""Checks that keep the memory honest: after a small share of its answers a model is asked all the same, in the
background, and the two answers are compared. Nothing of it is shown; what it finds is counted."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from gateway.answer.answer import Reason
from gateway.answer.events import Event
from gateway.conversation.prepared import Prepared
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.memory.intake import Intake
from gateway.memory.ports import Checked
from gateway.memory.rules.acquisition import unfit
from gateway.memory.rules.provenance import documents
from gateway.turn.ask import Ask

log = logging.getLogger(__name__)


class ShadowChecks:
    """Runs one check at a time; those that would have to wait are left out."""

    def __init__(self, ask: Ask, intake: Intake, share: float, draw: Callable[[], float] = random.random) -> None:
        """`ask`: without a memory. `share`: of the answers from memory, 0..1; `draw` gives a number within [0, 1)."""
        self._ask, self._intake, self._share, self._draw = ask, intake, share, draw
        self._running: asyncio.Task[None] | None = None

    def served(self, turn: Turn, asked: str, response_id: int) -> None:
        """Takes note that an entry was served, and returns at once. `asked`: the question as resolved."""
        busy = self._running is not None and not self._running.done()
        if not busy and self._draw() < self._share:
            self._running = asyncio.create_task(self._check(turn, asked, response_id), name="shadow check")

    async def close(self) -> None:
        """Gives up what runs."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _check(self, turn: Turn, asked: str, response_id: int) -> None:
        conversation = replace(turn.question.conversation, thread_id=None, session_id=None)
        question = replace(turn.question, text=asked, history=(), conversation=conversation)
        question = question.with_options(memory="skip", rollback=False)
        aside = ShadowJournal()
        try:
            await self._ask.run(Turn(question), aside)
            outcome, frozen = aside.outcome, aside.frozen
            if outcome is None or frozen is None:
                return
            if unfit(outcome.source, outcome.state, outcome.provider, outcome.text, outcome.answer_meta):
                return
            cited = documents(frozen.candidates, outcome.references)
            fresh = Checked(outcome.text, cited, question.language, "pending")
            await self._intake.compared(question.asker.tenant, response_id, fresh)
        except Exception:  # nobody waits for it
            log.exception("the shadow check of memory entry %s failed", response_id)


class ShadowJournal:
    """A journal that keeps the end of a turn and shows it to nobody (`ports.Journal`)."""

    stopped: Reason | None = None

    def __init__(self) -> None:
        self._began = asyncio.get_running_loop().time()
        self.frozen: Prepared | None = None
        self.outcome: TurnOutcome | None = None

    @property
    def elapsed_ms(self) -> int:
        return int((asyncio.get_running_loop().time() - self._began) * 1000)

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Not recorded."""

    def emit(self, events: Iterable[Event]) -> None:
        """Not shown."""

    def room(self) -> None:
        """Nothing waits to be written."""

    async def stored(self) -> None:
        """Nothing waits to be written."""

    async def freeze(self, frozen: Prepared) -> None:
        self.frozen = frozen

    async def finish(self, outcome: TurnOutcome) -> None:
        self.outcome = outcome
