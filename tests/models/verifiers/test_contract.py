"""Every verifier in the slot keeps the contract of `ports.Verifier`, against a scripted service of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType

import pytest

from gateway import slots
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.models.ports import Verifier
from tests.fakes.upstream import FakeUpstream, html, reset_after, stall_after, status
from tests.support.found import beside

CLAIMS = [Claim("Sentence.", f"Passage {number}.", "en") for number in range(3)]
UNKNOWN = [Verdict()] * 3


@pytest.fixture(params=slots.names("models.verifiers"))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def world(name: str) -> ModuleType:
    return beside(
        "verifiers",
        name,
        "`settings_for(service)`, which reach a scripted service, `verdicts(*labels)`, what it answers with, and"
        " `asked(request)`, how many claims a request has",
    )


@pytest.fixture
async def service(world: ModuleType) -> AsyncIterator[FakeUpstream]:
    async with FakeUpstream([world.verdicts("supported", "refuted", "unknown")]) as service:
        yield service


@pytest.fixture
async def verifier(name: str, world: ModuleType, service: FakeUpstream) -> AsyncIterator[Verifier]:
    made: Verifier = slots.load("models.verifiers", name, "GATEWAY_VERIFIER_URL").create(world.settings_for(service))
    await made.prepare()
    yield made
    await made.aclose()


async def test_each_claim_gets_its_verdict_in_order(verifier: Verifier) -> None:
    assert [verdict.label for verdict in await verifier.verify(CLAIMS)] == ["supported", "refuted", "unknown"]


async def test_no_claim_is_no_verdict_and_no_request(verifier: Verifier, service: FakeUpstream) -> None:
    assert await verifier.verify([]) == [] and service.requests == []


async def test_a_claim_without_a_passage_is_unknown_and_not_sent(
    verifier: Verifier, world: ModuleType, service: FakeUpstream
) -> None:
    service.script = [world.verdicts("refuted")]
    judged = await verifier.verify([Claim("A.", " ", "en"), CLAIMS[0], Claim("B.", "", "en")])
    assert [verdict.label for verdict in judged] == ["unknown", "refuted", "unknown"]
    assert world.asked(service.requests[0]) == 1
    assert await verifier.verify([Claim("A.", "", "en")]) == [Verdict()] and len(service.requests) == 1


@pytest.mark.parametrize(
    "failure",
    [status(500), status(404), reset_after(0), stall_after(0), html()],
    ids=["500", "404", "reset", "stall", "html"],
)
async def test_a_failing_service_changes_nothing_and_is_warned_about(
    verifier: Verifier, service: FakeUpstream, failure, caplog: pytest.LogCaptureFixture
) -> None:
    service.script = [failure]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    (warned,) = caplog.records
    assert warned.levelname == "WARNING" and "verifier" in warned.getMessage()


async def test_it_works_again_when_the_service_does(
    verifier: Verifier, world: ModuleType, service: FakeUpstream
) -> None:
    service.script = [status(500), status(500), world.verdicts("supported", "supported", "supported")]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    assert [verdict.label for verdict in await verifier.verify(CLAIMS)] == ["supported"] * 3


async def test_closing_twice_is_no_error(verifier: Verifier) -> None:
    await verifier.verify(CLAIMS)
    await verifier.aclose()
    await verifier.aclose()
