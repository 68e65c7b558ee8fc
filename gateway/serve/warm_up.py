"""What a process does before its port opens, so that its first answers take no longer than later ones."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from gateway import words
from gateway.app import Gateway
from gateway.conversation.question import Asker, Question
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable
from gateway.http.asking.questions import AskRequest
from gateway.http.door.caller import DEFAULT_TENANT
from gateway.http.openapi.known_names import request_schemas
from gateway.store.database.tenancy import NO_TENANT
from gateway.turn.ask import Ask
from gateway.turn.shadow_checks import ShadowJournal

LONGEST_S = 3.0
"""Seconds that the port waits for the rehearsal: an encoder that loads more slowly does not delay the start."""

AT_ONCE = 2
"""Questions of the rehearsal: one for each connection that the pool has at the start."""


async def warm_up(gateway: Gateway, ask: Ask, longest_s: float = LONGEST_S) -> None:
    """Loads the model of language detection. Then answers a question about the sample documents by quoting: nobody
    sees the answer, no model is asked and nothing is stored. The question compiles patterns, waits for the encoder and
    prepares statements."""
    await asyncio.to_thread(words.load_model)
    request_schemas([AskRequest])
    text = gateway.suggestions["en"][0]
    question = Question.asked(Asker(DEFAULT_TENANT), text, usually_strict=False).with_options(memory="skip")
    rehearsal = replace(ask, providers=(gateway.quoting(),), verifier=None, intake=None, voice=None)
    with contextlib.suppress(TimeoutError, Unavailable):
        async with asyncio.timeout(longest_s):
            async with gateway.database.connection(NO_TENANT, urgent=True):
                pass  # the journal's writer has a connection now
            await asyncio.gather(*(rehearsal.run(Turn(question), ShadowJournal()) for _ in range(AT_ONCE)))
