"""A model that says what a test has written down for it."""

from __future__ import annotations

import asyncio

from gateway.models.ports import ModelPiece, hand_over

SILENCE = object()


class Model:
    """Says one script per request: texts and pieces, an error to raise, or `SILENCE` until it is closed."""

    name, model, location = "scripted", "scripted", "the test"
    cites = False

    def __init__(self, *scripts):
        self.scripts, self.prompts, self.histories, self.closed, self.pieces = list(scripts), [], [], 0, 0

    async def generate(self, prompt, messages=None, *, receive):
        self.prompts.append(prompt)
        self.histories.append(messages)
        try:
            for item in self.scripts.pop(0):
                if isinstance(item, Exception):
                    raise item
                if item is SILENCE:
                    await asyncio.Event().wait()
                self.pieces += 1
                await hand_over(receive, ModelPiece(item) if isinstance(item, str) else item)
        finally:
            self.closed += 1
