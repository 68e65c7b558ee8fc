"""A follow-up question rewritten by a model so that it can be looked up by itself: one small request, bounded in time
and length. It never raises and never waits long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple

from gateway.conversation.intent.long_questions import gist
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError
from gateway.models.ports import Enough, LLMProvider, ModelPiece
from gateway.models.prompt import Prompts
from gateway.models.services.model_call import ModelCall
from gateway.telemetry.outage import level
from gateway.turn.understanding.rewriting import Rewriting

log = logging.getLogger(__name__)

PATIENCE_S = 5.0
"""A reader waits for it."""


class Condensed(NamedTuple):
    """A question that can be understood by itself, None where it could not be made so; and what a model took for it."""

    question: str | None
    spent: Usage | None = None


class Condenser:
    def __init__(self, prompts: Prompts, model: LLMProvider | None = None) -> None:
        self._prompts, self._model = prompts, model

    async def condense(
        self, question: str, previous: Sequence[Message], language: str, within: Sequence[str] = ()
    ) -> Condensed:
        """Returns the question as it can be understood without the last question and its answer, which is the question
        itself where it leans on nothing; none without a model, or where that does not help. Of long questions the gist
        is read.

        previous: the last question and its answer.
        language: of the question's words; empty where nobody knows it.
        """
        if self._model is None:
            return Condensed(None)
        question = gist(question)
        asked = gist(next((message.content for message in reversed(previous) if message.role == "user"), ""))
        answered = next((message.content for message in reversed(previous) if message.role == "assistant"), "")
        prompt = self._prompts.within(within).condense(question, asked, answered, language)
        texts: list[str] = []
        usage: Usage | None = None
        reading, rewritten = Rewriting(), None

        def receive(piece: ModelPiece) -> None:
            nonlocal usage
            texts.append(piece.text)
            usage = piece.usage or usage
            reading.receive(piece.text)
            if reading.too_long:
                raise Enough

        with ModelCall.opened(self._model, "condense") as call:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._model.generate(prompt, receive=receive)
                rewritten = reading.question(question, f"{asked}\n{answered}", language)
            except Enough:
                pass
            except (UpstreamError, TimeoutError) as error:
                log.log(level(error), "a follow-up was not rewritten: %s", str(error) or "it took too long")
                call.failed("upstream_error" if isinstance(error, UpstreamError) else "timeout")
                if not texts and isinstance(error, UpstreamError):  # it has taken nothing
                    return Condensed(None)
            spent = usage or Usage.estimated(prompt.system + prompt.user, "".join(texts))
            call.ended(spent, counted=usage is not None, pieces=len(texts))
        return Condensed(rewritten, spent)
