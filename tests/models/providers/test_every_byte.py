"""A stream that goes wrong at any of its bytes, for every provider: what came is kept, nothing is called complete that
is not, and no clock is overrun (F37, F38, F39, F49)."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from gateway import slots
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.errors import UpstreamError, UpstreamTimeout
from gateway.models.ports import LLMProvider, ModelPiece
from tests.fakes.upstream import Behaviour, Exchange, FakeUpstream, Request
from tests.fakes.wires import Frame, Wire, closes, resets, stalls
from tests.support.constants import constants
from tests.support.found import beside
from tests.support.prompts import PROMPTS
from tests.support.reading import CANDIDATES, FEES, LOANS

PARAGRAPHS = [(["E1"], f"{LOANS} “até” 两分钟 \U0001f375"), (["E2"], FEES)]
QUESTION = "How long may a book be borrowed?"
SILENCE_S = 3.0
"""How long a model may be silent here. Many begin at once, and a loaded machine takes a part of it."""
ASKED = re.compile(r"at byte (\d+): (\w+)")
AT_ONCE = 64
PROVIDERS = [name for name in slots.names("models.providers") if name != "extractive"]


class Cut(NamedTuple):
    """What happens behind the last byte that is sent as it should be."""

    sends: Callable[[Wire], bytes] = lambda wire: b""
    then: Callable[[Exchange], Awaitable[None]] = lambda exchange: exchange.end()


CUTS = {
    "ends": Cut(),
    "closes": Cut(then=closes),
    "resets": Cut(then=resets),
    "stalls": Cut(then=stalls),
    "garbage": Cut(lambda wire: b'\xff\xfe{"\x00' + b"\n\n"),
    "page": Cut(lambda wire: b"\n\n<html><p>Bad gateway"),
    "error": Cut(lambda wire: b"\n\n" + wire.error),
}


@dataclass(frozen=True)
class Came:
    """What a provider made of a stream."""

    text: str
    shown: str
    """What a reader saw of it, in paragraphs."""
    complete: bool
    finish_reason: str | None
    error: UpstreamError | None
    took_s: float


def wire_of(name: str) -> Wire:
    wire: Wire = beside("providers", name, "`WIRE`, how its service spells a stream (`tests.fakes.wires`)").WIRE
    return wire


@asynccontextmanager
async def serving(name: str, silence_s: float = 15, total_s: float = 15) -> AsyncIterator[LLMProvider]:
    """Yields the provider, and a service that goes wrong as the prompt says: it is the same for all."""
    wire = wire_of(name)
    whole = b"".join(frame.data for frame in wire.answer(PARAGRAPHS))

    def choose(request: Request) -> Behaviour:
        at, how = ASKED.findall(str(request.body))[-1]
        if how == "drips":
            return wire.drips(wire.answer(PARAGRAPHS)[: int(at)] + endless(wire), 0.02)
        return wire.sends([whole[: int(at)], CUTS[how].sends(wire)], CUTS[how].then)

    async with FakeUpstream(choose) as upstream:
        settings = wire.reached(upstream, silence_timeout_s=silence_s, total_timeout_s=total_s)
        with constants(retries=0):
            provider = slots.load("models.providers", name, "GATEWAY_PROVIDER").create(settings)
        await asked(provider, 0, "ends")  # what it has to load takes its time
        try:
            yield provider
        finally:
            await provider.aclose()


def endless(wire: Wire) -> list[Frame]:
    """Returns more text than anybody waits for."""
    return wire.said([([], "word " * 400)])


async def asked(provider: LLMProvider, at: int, how: str) -> Came:
    """Reads one answer as a turn does, though nobody goes on with it."""
    prompts = PROMPTS.native if provider.cites else PROMPTS
    prompt = prompts.answer(QUESTION, CANDIDATES, "en")
    prompt = replace(prompt, user=f"{prompt.user}\nat byte {at}: {how}")
    stream = AnswerStream(CANDIDATES, language="en", ladder=Ladder(resumes=0))
    text, finish_reason, error = "", None, None
    begun = time.monotonic()

    def receive(piece: ModelPiece) -> None:
        nonlocal text, finish_reason
        text += piece.text
        stream.receive(piece.text, piece.marks)
        finish_reason = piece.finish_reason or finish_reason

    try:
        async with asyncio.timeout(20):
            await provider.generate(prompt, receive=receive)
    except UpstreamError as failed:
        error = failed
    took_s = time.monotonic() - begun
    late = "timeout" if isinstance(error, UpstreamTimeout) else "upstream_error"
    stream.close(finish_reason, None if error is None else late)  # type: ignore[arg-type]
    summary = stream.summary
    return Came(text, summary.text, summary.complete, finish_reason, error, took_s)


def judge(wire: Wire, at: int, how: str, came: Came) -> None:
    """Fails where something was lost, or called complete too early."""
    where, read = f"{how} at byte {at}", 0
    frames = wire.answer(PARAGRAPHS)
    whole = "".join(frame.text for frame in frames)
    arrived = ""
    for frame in frames:
        read += len(frame.data)
        arrived += frame.text if read <= at else ""
    decided = sum(len(frame.data) for frame in [*wire.begins, *wire.said(PARAGRAPHS), wire.ends["stop"][0]])
    if at < decided - 2:  # the line ends behind the deciding frame say nothing
        assert not came.complete and came.finish_reason is None and came.error is not None, where
    elif at >= decided and how in ("ends", "closes", "stalls"):  # nothing else is needed
        assert came.complete and came.finish_reason == "stop", where
    assert whole.startswith(came.text), where
    if how != "resets":  # a reset may take what has come and is not yet read
        assert came.text.startswith(arrived), where
    if how == "stalls" and at < decided - 2:
        assert isinstance(came.error, UpstreamTimeout), where
    assert came.took_s < SILENCE_S * 5, where
    assert "\n\n".join(text for _, text in PARAGRAPHS).startswith(came.shown.removesuffix("…").rstrip()), where
    assert LOANS not in came.text or LOANS in came.shown, where


async def broken_everywhere(name: str, step: int, silence_s: float) -> None:
    wire = wire_of(name)
    length = sum(len(frame.data) for frame in wire.answer(PARAGRAPHS))
    for how in CUTS:
        places = range(0, length + 1, step)
        async with serving(name, silence_s if how == "stalls" else 15) as provider:
            for start in range(0, len(places), AT_ONCE):
                some = places[start : start + AT_ONCE]
                found = await asyncio.gather(*(asked(provider, at, how) for at in some))
                for at, came in zip(some, found, strict=True):
                    try:
                        judge(wire, at, how, came)
                    except AssertionError:
                        if how != "stalls":
                            raise
                        # So many at once may keep a loaded machine busy for longer than the silence that is allowed.
                        judge(wire, at, how, await asked(provider, at, how))


@pytest.mark.fault("F37", "F38", "F39")
@pytest.mark.parametrize("name", PROVIDERS)
async def test_a_stream_that_goes_wrong_here_and_there_is_never_complete(name: str) -> None:
    await broken_everywhere(name, step=211, silence_s=SILENCE_S / 3)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.fault("F37", "F38", "F39")
@pytest.mark.parametrize("name", PROVIDERS)
async def test_a_stream_that_goes_wrong_at_any_byte_is_never_complete(name: str) -> None:
    await broken_everywhere(name, step=1, silence_s=SILENCE_S)


@pytest.mark.parametrize("name", PROVIDERS)
async def test_the_same_stream_unharmed_is_complete(name: str) -> None:
    length = sum(len(frame.data) for frame in wire_of(name).answer(PARAGRAPHS))
    async with serving(name) as provider:
        came = await asked(provider, length, "ends")
    assert came.complete and came.error is None and came.finish_reason == "stop"
    assert came.shown == "\n\n".join(text for _, text in PARAGRAPHS)


@pytest.mark.fault("F49")
@pytest.mark.parametrize("name", PROVIDERS)
async def test_a_stream_that_drips_for_ever_ends_by_the_clock_and_keeps_what_came(name: str) -> None:
    wire = wire_of(name)
    first = len(wire.begins) + len(wire.said(PARAGRAPHS[:1]))
    async with serving(name, total_s=1) as provider:
        came = await asked(provider, first + 1, "drips")
    assert isinstance(came.error, UpstreamTimeout) and not came.complete and came.finish_reason is None
    assert 1 <= came.took_s < 5
    assert LOANS in came.shown
