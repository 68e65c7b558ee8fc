"""Every verifier in the slot keeps the contract of `ports.Verifier`, against a scripted service of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from gateway import slots
from gateway.answer.checking.verdicts import Claim, Verdict
from gateway.models.ports import Verifier
from tests.fakes.upstream import FakeUpstream, reset_after, stall_after, status
from tests.support.verifier_service import settings_for, verdicts

CLAIMS = [Claim(f"Sentence {number}.", f"Passage {number}.", "en") for number in range(3)]
UNKNOWN = [Verdict()] * 3


@pytest.fixture
async def service() -> AsyncIterator[FakeUpstream]:
    async with FakeUpstream([verdicts("supported", "refuted", "unknown")]) as service:
        yield service


@pytest.fixture(params=slots.names("models.verifiers"))
async def verifier(request: pytest.FixtureRequest, service: FakeUpstream) -> AsyncIterator[Verifier]:
    made: Verifier = slots.load("models.verifiers", request.param, "GATEWAY_VERIFIER_URL").create(settings_for(service))
    yield made
    await made.aclose()


async def test_each_claim_gets_its_verdict_in_order(verifier: Verifier) -> None:
    assert [verdict.label for verdict in await verifier.verify(CLAIMS)] == ["supported", "refuted", "unknown"]


async def test_no_claim_is_no_verdict_and_no_request(verifier: Verifier, service: FakeUpstream) -> None:
    assert await verifier.verify([]) == [] and service.requests == []


async def test_a_claim_without_a_passage_is_unknown_and_not_sent(verifier: Verifier, service: FakeUpstream) -> None:
    service.script = [verdicts("refuted")]
    judged = await verifier.verify([Claim("A.", " ", "en"), CLAIMS[0], Claim("B.", "", "en")])
    assert [verdict.label for verdict in judged] == ["unknown", "refuted", "unknown"]
    assert len(service.requests[0].body["claims"]) == 1
    assert await verifier.verify([Claim("A.", "", "en")]) == [Verdict()] and len(service.requests) == 1


@pytest.mark.parametrize(
    "failure",
    [status(500), status(404), reset_after(0), stall_after(0)],
    ids=["500", "404", "reset", "stall"],
)
async def test_a_failing_service_changes_nothing_and_is_warned_about(
    verifier: Verifier, service: FakeUpstream, failure, caplog: pytest.LogCaptureFixture
) -> None:
    service.script = [failure]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    (warned,) = caplog.records
    assert warned.levelname == "WARNING" and "verifier" in warned.getMessage()


async def test_it_works_again_when_the_service_does(verifier: Verifier, service: FakeUpstream) -> None:
    service.script = [status(500), status(500), verdicts("supported", "supported", "supported")]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    assert [verdict.label for verdict in await verifier.verify(CLAIMS)] == ["supported"] * 3


async def test_closing_twice_is_no_error(verifier: Verifier) -> None:
    await verifier.verify(CLAIMS)
    await verifier.aclose()
    await verifier.aclose()
