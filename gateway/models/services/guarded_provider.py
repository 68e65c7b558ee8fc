"""A model behind its circuit breaker: while it is open, nothing is sent, and turns do not wait.

If the service is unreachable at the start and no model is named, the gateway asks it again until it answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence

from gateway.conversation.question import Message
from gateway.errors import KeyRefused, UpstreamError, UpstreamPaused, UpstreamRefused, WrongUse
from gateway.models.ports import LLMProvider, ModelPiece, Receive
from gateway.models.prompt import Prompt
from gateway.models.services.breaker import Breaker
from gateway.telemetry import upstream
from gateway.telemetry.outage import Outage, told

log = logging.getLogger(__name__)

LOOK_S = (1.0, 30.0)
"""Between two looks for a service that was away at the start: the first pause, doubled up to the longest."""


class Guarded:
    """A provider (`ports.LLMProvider`) that raises `UpstreamPaused` at once while its breaker is open.

    One generation counts once, however often the provider tried. A refused request proves that the service answers, and
    a generation that nobody read to its end proves nothing, unless it is the trial: there the first text is enough.
    """

    def __init__(self, provider: LLMProvider, breaker: Breaker) -> None:
        self._provider, self._breaker = provider, breaker
        self.name, self.cites = provider.name, provider.cites
        self._outage = Outage(log, self._title, away="fails", back="answers again", clock=lambda: _now())
        self._looking: asyncio.Task[None] | None = None
        self._key_problem: str | None = None
        """Why the service did not accept the key at the last request."""
        upstream.breaker(self.name, is_open=False)

    @property
    def model(self) -> str:
        return self._provider.model

    @property
    def location(self) -> str:
        return self._provider.location

    @property
    def problem(self) -> str | None:
        """Why it answers no questions at the moment, for whoever may see the gateway's state; None while it does."""
        if not self.model:
            return "Which model answers is not known yet: its service could not say, and is asked again and again."
        if self._key_problem:
            return self._key_problem
        if self._breaker.wait_s(_now()):
            return "The model service failed several times; its circuit breaker is open."
        return None

    async def prepare(self) -> None:
        await self._provider.prepare()

    async def find(self) -> None:
        """Prepares the provider; while its service is away, goes on without it and looks for it again and again.

        Raises `WrongUse` and `UpstreamRefused`, which no waiting mends.
        """
        try:
            await self.prepare()
        except UpstreamRefused:
            raise
        except UpstreamError as error:
            self._outage.fails(f"{error.detail.rstrip('.')}; it is looked for again")
            self._looking = asyncio.create_task(self._look(), name=f"search for {self.name}")

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        if not self._breaker.admits(_now()):
            upstream.paused(self.name)
            wait_s = self._breaker.wait_s(_now())
            why = f"The model service failed several times; its circuit breaker is open for another {wait_s:.0f} s."
            raise told(UpstreamPaused(why))
        trial = self._breaker.wait_s(_now()) > 0

        def tried(piece: ModelPiece) -> Awaitable[None] | None:
            nonlocal trial
            if trial and piece.text:
                trial = False
                self._works()
            return receive(piece)

        try:
            generating = self._provider.generate(prompt, messages, receive=tried if trial else receive)
            del prompt  # the provider keeps it for as long as it needs it
            await generating
        except UpstreamRefused as error:
            if self.model:
                self._works()
            else:
                told(error)  # the search for it has said it
            self._key_problem = error.detail if isinstance(error, KeyRefused) else None
            raise
        except UpstreamError as error:
            self._failed(error)
            raise
        self._works()

    async def aclose(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await self._provider.aclose()

    @property
    def _title(self) -> str:
        """Name, model where it is known, and address."""
        return f"{' '.join(filter(None, (self.name, self.model)))} at {self.location}"

    async def _look(self) -> None:
        """Looks until the model is known, whoever finds it, as a question looks too."""
        pause_s, longest_s = LOOK_S
        wrong = ""
        while not self.model:
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, longest_s)
            try:
                await self.prepare()
            except (WrongUse, UpstreamRefused) as error:
                if error.detail != wrong:
                    log.warning("%s: %s", self._title, error.detail)
                wrong = error.detail
            except UpstreamError as error:
                self._outage.fails(error.detail)
        self._breaker.close()
        self._outage.name = self._title
        self._outage.works(surely=True)

    def _works(self) -> None:
        self._key_problem = None
        self._breaker.succeeded(_now())
        if not self._breaker.wait_s(_now()):
            upstream.breaker(self.name, is_open=False)
            self._outage.name = self._title
            self._outage.works()

    def _failed(self, error: UpstreamError) -> None:
        was_open = self._breaker.wait_s(_now()) > 0
        self._breaker.failed(_now())
        self._outage.fails(error.detail)
        told(error)
        if not was_open and (wait_s := self._breaker.wait_s(_now())):
            upstream.breaker(self.name, is_open=True)
            log.warning("%s: circuit breaker open for %.0f s", self._title, wait_s)


def _now() -> float:
    return asyncio.get_running_loop().time()
