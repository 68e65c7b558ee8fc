"""A model behind its circuit breaker: a service that keeps failing is left alone for a while, and turns do not wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from gateway.breaker import Breaker
from gateway.conversation.question import Message
from gateway.errors import UpstreamError, UpstreamPaused, UpstreamRefused
from gateway.ports import LLMProvider, Piece
from gateway.prompt import Prompt

log = logging.getLogger(__name__)


class Guarded:
    """A provider (`ports.LLMProvider`) that raises `UpstreamPaused` at once while its breaker is open.

    One generation counts once, however often the provider tried. A refused request proves that the service answers, and
    a generation that nobody read to its end proves nothing, unless it is the trial: there the first text is enough.
    """

    def __init__(self, provider: LLMProvider, breaker: Breaker) -> None:
        self._provider, self._breaker = provider, breaker
        self.name, self.model = provider.name, provider.model

    async def prepare(self) -> None:
        await self._provider.prepare()
        self.model = self._provider.model

    async def generate(
        self, prompt: Prompt, messages: Sequence[Message] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece]:
        if not self._breaker.admits(_now()):
            wait_s = self._breaker.wait_s(_now())
            why = f"The model service failed several times and is left alone for another {wait_s:.0f} s."
            raise UpstreamPaused(why)
        trial = self._breaker.wait_s(_now()) > 0
        try:
            async with aclosing(self._provider.generate(prompt, messages, schema=schema)) as pieces:
                async for piece in pieces:
                    if trial and piece.text:
                        trial = False
                        self._works()
                    yield piece
        except UpstreamRefused:
            self._works()
            raise
        except UpstreamError:
            self._failed()
            raise
        self._works()

    async def aclose(self) -> None:
        await self._provider.aclose()

    def _works(self) -> None:
        was_open = self._breaker.wait_s(_now()) > 0
        self._breaker.succeeded(_now())
        if was_open and not self._breaker.wait_s(_now()):
            log.warning("%s %s answers again", self.name, self.model)

    def _failed(self) -> None:
        was_open = self._breaker.wait_s(_now()) > 0
        self._breaker.failed(_now())
        if not was_open and (wait_s := self._breaker.wait_s(_now())):
            log.warning("%s %s keeps failing and is left alone for %.0f s", self.name, self.model, wait_s)


def _now() -> float:
    return asyncio.get_running_loop().time()
