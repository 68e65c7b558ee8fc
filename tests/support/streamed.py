"""What a provider streams and what a reader of a body hands out, all of it, in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gateway.conversation.question import Message
from gateway.models.bodies.body import AnswerBody
from gateway.models.ports import Enough, LLMProvider, ModelPiece
from gateway.models.prompt import Prompt
from gateway.models.transport.streaming import Streaming
from tests.fakes.wires import Frame

LONGEST_S = 20.0


async def pieces_of(
    provider: LLMProvider,
    prompt: Prompt,
    messages: Sequence[Message] | None = None,
    *,
    schema: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> list[ModelPiece]:
    """Returns the pieces of one answer. Reads at most `most` pieces."""
    pieces: list[ModelPiece] = []

    def receive(piece: ModelPiece) -> None:
        pieces.append(piece)
        if len(pieces) == most:
            raise Enough

    with suppress(Enough):
        asked = prompt if prompt.schema == schema else replace(prompt, schema=schema)
        await provider.generate(asked, messages, receive=receive)
    return pieces


async def streamed(
    provider: LLMProvider,
    prompt: Prompt,
    messages: Sequence[Message] | None = None,
    schema: Mapping[str, Any] | None = None,
) -> list[ModelPiece]:
    """Returns the pieces of one answer, and closes the provider."""
    try:
        async with asyncio.timeout(LONGEST_S):
            return await pieces_of(provider, prompt, messages, schema=schema)
    finally:
        await provider.aclose()


async def prepared(provider: Streaming) -> str:
    """Returns the model that the provider finds, and closes it."""
    try:
        await provider.prepare()
        return provider.model
    finally:
        await provider.aclose()


def read(reader: AnswerBody, reads: Iterable[Frame | bytes]) -> list[ModelPiece]:
    """Returns the pieces of a body that comes in these reads, with that of its end."""
    pieces = [reader.receive(data.data if isinstance(data, Frame) else data) for data in reads]
    pieces.append(reader.close())
    return [piece for piece in pieces if piece is not None]


def joined(pieces: Iterable[ModelPiece]) -> str:
    return "".join(piece.text for piece in pieces)
