"""The HTTP verifier: the contract on the wire, tries, limits."""

from __future__ import annotations

from collections.abc import AsyncIterator

import jsonschema
import pytest

from gateway.answer.evidence.verifier_verdicts import Claim, Doubt, Verdict
from gateway.errors import WrongUse
from gateway.models.services.json_service import TRIES
from gateway.models.verifiers import http
from tests.fakes.upstream import FakeUpstream, body, html, redirect, reset_after, silence, status
from tests.support import verifier_service as contract
from tests.support.verifier_service import answer, settings_for, verdicts

CLAIMS = [Claim("Un prêt dure trois semaines.", "借期三周。", "fr"), Claim("B.", "b", "fr")]
UNKNOWN = [Verdict(), Verdict()]


@pytest.fixture
async def service() -> AsyncIterator[FakeUpstream]:
    async with FakeUpstream([verdicts("supported", "unknown")]) as service:
        yield service


@pytest.fixture
async def verifier(service: FakeUpstream) -> AsyncIterator[http.HttpVerifier]:
    made = http.create(settings_for(service))  # type: ignore[arg-type]
    yield made
    await made.aclose()


async def test_the_request_and_the_answer_are_what_the_page_says(verifier, service):
    for schema in (contract.REQUEST, contract.ANSWER):
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(contract.EXAMPLE_REQUEST, contract.REQUEST)
    jsonschema.validate(contract.EXAMPLE_ANSWER, contract.ANSWER)
    await verifier.verify(CLAIMS)
    sent = service.requests[0]
    jsonschema.validate(sent.body, contract.REQUEST)
    assert sent.body["claims"][0] == {"text": CLAIMS[0].text, "passage": "借期三周。", "language": "fr"}
    assert sent.headers["content-type"] == "application/json"
    service.script = [answer({"verdicts": contract.EXAMPLE_ANSWER["verdicts"] * 2, "model": "x"})]
    assert await verifier.verify(CLAIMS) == [Verdict("supported", 0.97)] * 2


async def test_the_doubts_of_our_own_check_are_sent(verifier, service):
    await verifier.verify([Claim("Four weeks.", "Three weeks.", "en", (Doubt("figure", "Four", "Three"),)), CLAIMS[1]])
    first, second = service.requests[0].body["claims"]
    assert first["doubts"] == [{"reason": "figure", "text": "Four", "source_value": "Three"}]
    assert "doubts" not in second
    jsonschema.validate(service.requests[0].body, contract.REQUEST)


async def test_a_score_may_be_absent_or_null_and_fields_may_be_added(verifier, service):
    service.script = [answer({"verdicts": [{"verdict": "refuted", "why": "…"}, {"verdict": "unknown", "score": None}]})]
    assert await verifier.verify(CLAIMS) == [Verdict("refuted", None), Verdict("unknown", None)]


@pytest.mark.parametrize("failure", [status(500), status(503), status(429), status(408), reset_after(0)])
async def test_a_failure_that_may_pass_is_tried_once_more(verifier, service, failure):
    service.script = [failure, verdicts("refuted", "supported")]
    assert [verdict.label for verdict in await verifier.verify(CLAIMS)] == ["refuted", "supported"]
    service.script = [failure]
    service.requests.clear()
    assert await verifier.verify(CLAIMS) == UNKNOWN and len(service.requests) == TRIES


WRONG = {
    "html": html(),
    "empty": body(b""),
    "not utf-8": body(b"\xff\xfe{}"),
    "a list": answer([]),
    "no verdicts": answer({}),
    "null": answer({"verdicts": None}),
    "strings": answer({"verdicts": ["supported", "supported"]}),
    "an unknown word": verdicts("supported", "maybe"),
    "a list for a word": answer({"verdicts": [{"verdict": ["supported"]}, {"verdict": "unknown"}]}),
    "a score above one": verdicts("refuted", "refuted", score=1.1),
    "a score that is a truth value": answer({"verdicts": [{"verdict": "refuted", "score": True}] * 2}),
    "not a number": body(b'{"verdicts":[{"verdict":"refuted","score":NaN},{"verdict":"refuted"}]}'),
    "too few": verdicts("refuted"),
    "too many": verdicts("refuted", "refuted", "refuted"),
    "nested": body(b"[" * 50_000),
    "too large": answer(
        {"verdicts": contract.EXAMPLE_ANSWER["verdicts"] * 2, "padding": "x" * http.HttpVerifier.largest}
    ),
    "a redirect": redirect("/elsewhere"),
    "401": status(401),
    "no answer": silence(),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
async def test_what_breaks_the_contract_counts_for_nothing_and_is_not_tried_again(verifier, service, wrong, caplog):
    service.script = [wrong]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    assert len(service.requests) == 1 and len(caplog.records) == 1
    assert CLAIMS[0].text not in caplog.text


@pytest.mark.parametrize(
    ("wrong", "warning"),
    [
        ("401", "answered 401"),
        ("html", "something that is not JSON"),
        ("no verdicts", "holds no verdicts"),
        ("too few", "answered 1 verdicts for 2 claims"),
        ("too large", "answered more than 65536 bytes"),
        ("no answer", "did not answer within 1.5 s"),
    ],
)
async def test_the_warning_says_what_was_wrong(verifier, service, wrong, warning, caplog):
    service.script = [WRONG[wrong]]
    await verifier.verify(CLAIMS)
    assert warning in caplog.text


async def test_an_unreachable_service_is_warned_about(service, caplog):
    verifier = http.create(settings_for(service, verifier_url="http://127.0.0.1:9/verify"))  # type: ignore[arg-type]
    assert await verifier.verify(CLAIMS) == UNKNOWN
    assert "cannot be reached" in caplog.text
    await verifier.aclose()


async def test_a_password_in_the_address_is_sent_and_not_logged(service, caplog):
    url = service.url.replace("http://", "http://me:secret@")
    verifier = http.create(settings_for(service, verifier_url=url))  # type: ignore[arg-type]
    service.script = [verdicts("unknown", "unknown"), status(500)]
    await verifier.verify(CLAIMS)
    await verifier.verify(CLAIMS)
    await verifier.aclose()
    assert service.requests[0].headers["authorization"].startswith("Basic ")
    assert caplog.records and "secret" not in caplog.text


@pytest.mark.parametrize("url", [None, "", "localhost:9000", "ftp://x"])
def test_an_address_that_is_none_stops_the_start(service, url):
    with pytest.raises(WrongUse, match="GATEWAY_VERIFIER_URL"):
        http.create(settings_for(service, verifier_url=url))  # type: ignore[arg-type]
