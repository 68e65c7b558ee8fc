"""Every provider through every way in which its service fails (F34-F42, F48, F65), as whole turns of a real server.

What a stream is in a provider's own spelling stands in `tests/support/providers/<name>.py` (`WIRE`). What goes wrong
at any byte of a stream, and streams that never end (F49), are in `tests/models/providers/test_every_byte.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import httpx2
import pytest

from gateway import slots
from gateway.models.services import retries
from tests.fakes.upstream import Behaviour, FakeUpstream, body, html, redirect, status
from tests.fakes.wires import Frame, Wire, closes, resets, stalls
from tests.faults.conftest import client
from tests.faults.gateways import FACTS, SENTENCE, Scripts, add_rules, paragraphs
from tests.faults.history import Reading, check, read
from tests.support.found import beside
from tests.support.server import Server, running

PROVIDERS = [name for name in slots.names("models.providers") if name != "extractive"]
SECRET = "sk-live-0123456789abcdef"
SILENCE_S = 1.0
SETTINGS = {
    "fallback_providers": "extractive",
    "retries": 2,
    "breaker_failures": 1000,
    "regenerate": 0,
    "evidence": "report",
    "silence_timeout_s": SILENCE_S,
}


@dataclass
class House:
    """A server whose model is this provider, and the stand-in of the provider's service."""

    name: str
    wire: Wire
    database_url: str
    server: Server
    scripts: Scripts
    client: httpx2.AsyncClient
    numbers: list[int] = field(default_factory=lambda: [900])

    async def play(self, *script: Callable[[str], Behaviour]) -> tuple[Reading, int]:
        """Asks a question whose requests to the model get these behaviours in turn, made from the question's mark.
        Returns what the reader saw, checked against what is stored, and how many requests there were."""
        self.numbers[0] += 1
        number = self.numbers[0]
        mark = f"mark-{number}-"
        question = self.scripts.play(number, *(make(mark) for make in script))
        reading = await read(self.client, self.server.url, question)
        await check(self.database_url, [reading], mark=mark)
        return reading, self.scripts.count(number)

    def said(self, mark: str, count: int, first: int = 0) -> list[Frame]:
        return [*self.wire.begins, *self.wire.said(paragraphs(mark, count, first))]

    def whole(self, mark: str, count: int = 3, first: int = 0) -> Behaviour:
        return self.wire.sends([*self.said(mark, count, first), *self.wire.ends["stop"]])

    def begun(self, mark: str, most: int = 2) -> list[Frame]:
        """The frames of an answer up to the middle of its paragraph `most`."""
        frames, text = [], ""
        for frame in self.said(mark, 4):
            frames.append(frame)
            text += frame.text
            if FACTS[most][:12] in text:
                return frames
        raise AssertionError(text)


def texts(reading: Reading) -> list[str]:
    return [event.json["text"] for event in reading.events if event.name == "[CITATION_PARAGRAPH]"]


def states(reading: Reading) -> list[str]:
    return [event.json["state"] for event in reading.events if event.name == "[STATE_CHANGED]"]


def stands(reading: Reading, most: int = 2) -> None:
    """The paragraphs before the one that broke off are as they were."""
    assert [text.startswith(FACTS[place]) for place, text in enumerate(texts(reading)[:most])] == [True] * most


def by_another(reading: Reading) -> None:
    """Another provider answered, and the events say so."""
    assert "provider_switching" in states(reading), states(reading)
    assert reading.meta["complete"] and SENTENCE in reading.text, reading.text


@pytest.fixture(params=PROVIDERS)
async def house(
    request: pytest.FixtureRequest, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    monkeypatch.setattr(retries, "FIRST_PAUSE_S", 0.001)
    name, scripts = request.param, Scripts()
    wire = beside("providers", name, "`WIRE`, how its service spells a stream (`tests.fakes.wires`)").WIRE
    async with contextlib.AsyncExitStack() as stack:
        upstream = await stack.enter_async_context(FakeUpstream(scripts))
        reached = wire.settings(upstream.url.removesuffix("/v1"))
        server = await stack.enter_async_context(running(database_url, provider=name, **SETTINGS, **reached))
        await add_rules(server.url)
        yield House(name, wire, database_url, server, scripts, await stack.enter_async_context(client()))


# One row each: what is played, and what has to become of it -------------------------------------------------------


async def f34_too_many_requests_then_an_answer(house: House) -> None:
    begun = asyncio.get_running_loop().time()
    reading, requests = await house.play(lambda mark: house.wire.later(1), house.whole)
    assert asyncio.get_running_loop().time() - begun >= 1
    assert reading.meta["complete"] and requests == 2 and len(texts(reading)) == 3
    assert "provider_switching" not in states(reading)


async def f35_three_failures_before_the_first_byte(house: House) -> None:
    reading, requests = await house.play(*[lambda mark, code=code: status(code) for code in (500, 502, 503)])
    by_another(reading)
    assert requests == 3


async def f36_a_reset_behind_two_paragraphs(house: House) -> None:
    reading, requests = await house.play(
        lambda mark: house.wire.sends(house.begun(mark), resets), lambda mark: house.whole(mark, 4, 2)
    )
    stands(reading)
    assert requests == 2 and reading.meta["complete"] and texts(reading)[-1].startswith(FACTS[3])


async def f37_silence_behind_two_paragraphs(house: House) -> None:
    reading, _ = await house.play(
        lambda mark: house.wire.sends(house.begun(mark), stalls), lambda mark: house.whole(mark, 4, 2)
    )
    stands(reading)
    assert reading.meta["complete"] and texts(reading)[-1].startswith(FACTS[3])


async def f37_signs_of_life_without_text(house: House) -> None:
    reading, _ = await house.play(
        lambda mark: house.wire.sends(house.begun(mark), lambda exchange: exchange.stall(0.2, house.wire.ping)),
        lambda mark: house.whole(mark, 4, 2),
    )
    stands(reading)
    assert reading.meta["complete"] and texts(reading)[-1].startswith(FACTS[3])


async def f38_a_body_that_ends_too_early_twice(house: House) -> None:
    reading, requests = await house.play(
        lambda mark: house.wire.sends(house.begun(mark)),
        lambda mark: house.wire.sends(house.said(mark, 4, 2)[:-1], closes),
    )
    stands(reading)
    assert requests == 2 and "provider_switching" in states(reading)


async def f39_a_frame_that_is_none(house: House) -> None:
    broken = b'data: {"choices": [{"delta": {"con\xff\n\n'
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.begun(mark), broken, *house.wire.ends["stop"]]),
        lambda mark: house.whole(mark, 4, 2),
    )
    stands(reading)
    assert requests == 2 and reading.meta["complete"]


async def f39_a_failure_told_in_the_stream(house: House) -> None:
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.begun(mark), house.wire.error]), lambda mark: house.whole(mark, 4, 2)
    )
    stands(reading)
    assert requests == 2 and reading.meta["complete"]


async def f39_frames_behind_the_end(house: House) -> None:
    late = house.wire.said([([], "Too late.")])
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.said(mark, 3), *house.wire.ends["stop"], *late])
    )
    assert requests == 1 and reading.meta["complete"]
    assert ("Too late" not in reading.text) or not house.wire.says_it_is_over


async def f40_a_web_page(house: House) -> None:
    by_another((await house.play(lambda mark: html()))[0])


async def f40_an_error_with_status_200(house: House) -> None:
    told = body(b'{"error": {"code": 400, "message": "no"}}', content_type="application/json")
    by_another((await house.play(lambda mark: told))[0])


async def f40_nothing_at_all(house: House) -> None:
    by_another((await house.play(lambda mark: body(b"")))[0])


async def f41_the_end_of_its_tokens(house: House) -> None:
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.begun(mark), *house.wire.ends["length"]]),
        lambda mark: house.whole(mark, 4, 2),
    )
    stands(reading)
    assert requests == 2 and reading.meta["complete"] and texts(reading)[-1].startswith(FACTS[3])


async def f41_a_filter(house: House) -> None:
    if "content_filter" not in house.wire.ends:
        return
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.begun(mark), *house.wire.ends["content_filter"]])
    )
    stands(reading)
    assert requests == 1 and not reading.meta["complete"] and reading.meta["degradedReason"] == "content_filter"


async def f41_a_filter_before_any_text(house: House) -> None:
    if "content_filter" not in house.wire.ends:
        return
    reading, requests = await house.play(lambda mark: house.wire.sends(house.wire.ends["content_filter"]))
    assert requests == 1 and reading.events[-1].name == "[ERROR]" and not reading.text
    assert (reading.events[-1].json["code"], reading.events[-1].json["retryable"]) == ("content_filter", False)


async def f42_a_refusal(house: House) -> None:
    if "refusal" not in house.wire.ends:
        return
    reading, requests = await house.play(
        lambda mark: house.wire.sends([*house.wire.begins, *house.wire.ends["refusal"]])
    )
    assert requests == 1 and reading.meta["degradedReason"] == "refusal"


async def f42_a_tool_that_nobody_offered(house: House) -> None:
    reading, _ = await house.play(
        lambda mark: house.wire.sends([*house.begun(mark), house.wire.tool]), lambda mark: house.whole(mark, 4, 2)
    )
    stands(reading)
    assert reading.meta["complete"] and "rm" not in re.findall(r"\w+", reading.text)


async def f48_a_redirect_to_another_host(house: House) -> None:
    async with FakeUpstream([house.whole("stolen")]) as thief:
        reading, requests = await house.play(lambda mark: redirect(f"{thief.url}/chat"))
        assert thief.connections == 0 and requests == 1
    by_another(reading)


async def f65_secrets_in_what_it_complains(house: House) -> None:
    for code in (400, 401, 403, 429, 500):
        said = {"message": f"Incorrect API key provided: {SECRET} at http://user:{SECRET}@10.0.0.1"}
        reading, _ = await house.play(lambda mark, code=code, said=said: status(code, said))
        assert not [event for event in reading.events if SECRET in event.data]


ROWS = [row for name, row in sorted(globals().items()) if re.match(r"f\d\d_", name)]


@pytest.mark.fault("F34", "F35", "F36", "F37", "F38", "F39", "F40", "F41", "F42", "F48", "F65")
async def test_every_way_to_fail_ends_as_the_matrix_says(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """All rows at once: a turn that waits for a clock holds no other up."""
    caplog.set_level(logging.DEBUG, "gateway")
    ended = await asyncio.gather(*(row(house) for row in ROWS), return_exceptions=True)
    wrong = {row.__name__: repr(end) for row, end in zip(ROWS, ended, strict=True) if end is not None}
    assert not wrong, "\n".join(f"{house.name}, {row}: {why}" for row, why in wrong.items())
    assert SECRET not in caplog.text
