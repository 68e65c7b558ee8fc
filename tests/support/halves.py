"""A model that says the first half of an answer and waits until the second is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.fakes.upstream import Exchange, Paragraphs, answer_json, paragraphs_json


class Halves:
    """A behaviour for the script of a model's stand-in. The second half begins with `second`."""

    def __init__(self, paragraphs: Paragraphs, second: str, thought: str = "") -> None:
        content = paragraphs_json(paragraphs)
        half = content.index(second)
        self._halves: Sequence[str] = (content[:half], content[half:])
        self._thought = thought
        self.wanted = asyncio.Event()

    async def __call__(self, exchange: Exchange) -> None:
        await exchange.head()
        if self._thought:
            await exchange.frame({"choices": [{"index": 0, "delta": {"reasoning_content": self._thought}}]})
        for piece in self._halves:
            await exchange.frame({"choices": [{"index": 0, "delta": {"content": piece}}]})
            await self.wanted.wait()
        await exchange.frame({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        await exchange.frame("[DONE]")
        await exchange.end()

    async def go_on(self, exchange: Exchange) -> None:
        """Answers another question, and lets the second half come."""
        self.wanted.set()
        await answer_json([([], "It goes on.")])(exchange)
