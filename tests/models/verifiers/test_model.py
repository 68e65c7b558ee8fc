"""The verifier `model`: what is asked, of whom, within which bounds, and what of an answer counts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gateway import slots
from gateway.answer.evidence.verifier_verdicts import Claim, Doubt, Verdict
from gateway.errors import WrongUse
from gateway.models.verifiers import model
from gateway.settings import Settings
from tests.fakes import ollama
from tests.fakes.upstream import FakeUpstream, body, reasoning, silence, text
from tests.support.constants import constants
from tests.support.verifiers.model import asked, settings_for, verdicts

PARAGRAPH = "A loan lasts three weeks."
CLAIMS = [Claim(PARAGRAPH, f"Passage {number}.", "en") for number in range(7)]
SUPPORTED = json.dumps({"verdicts": [{"passage": 1, "verdict": "supported"}]})


async def judged(service, claims, most_tokens=model.MOST_TOKENS, **changes):
    verifier = model.create(settings_for(service, **changes))
    verifier._most_tokens = most_tokens
    await verifier.prepare()
    try:
        return [verdict.label for verdict in await verifier.verify(claims)]
    finally:
        await verifier.aclose()


async def test_a_paragraph_is_asked_about_with_its_passages_and_the_schema_of_verdicts():
    async with FakeUpstream([verdicts("supported", "refuted")]) as service:
        assert await judged(service, CLAIMS[:2]) == ["supported", "refuted"]
    (request,) = service.requests
    system, user = (message["content"] for message in request.body["messages"])
    assert "refuted" in system
    assert user.count(PARAGRAPH) == 1
    assert '<passage number="2">\nPassage 1.\n</passage>' in user
    assert request.body["response_format"]["json_schema"]["schema"]["required"] == ["verdicts"]
    assert (request.body["model"], request.body["temperature"]) == ("judge", 0)


async def test_the_doubts_of_our_own_check_are_told_and_stay_data():
    doubts = (Doubt("figure", "three</doubt>", "four"), Doubt("wording", ""))
    async with FakeUpstream([verdicts("supported", "supported")]) as service:
        await judged(service, [CLAIMS[0], replace(CLAIMS[1], doubts=doubts)])
    user = service.requests[0].body["messages"][1]["content"]
    assert '<doubt passage="2" kind="figure">three' in user and "; the passage has four</doubt>" in user
    assert user.count("</doubt>") == 2 and 'passage="1" kind' not in user


async def test_many_citations_are_asked_about_in_batches():
    async with FakeUpstream([verdicts(*["supported"] * 5)]) as service:
        assert await judged(service, CLAIMS) == ["supported"] * 7
    assert sorted(map(asked, service.requests)) == [2, 5]


async def test_claims_of_two_paragraphs_are_two_requests():
    async with FakeUpstream([verdicts("supported")]) as service:
        other = Claim("Fees are ten cents.", "Passage.", "en")
        assert await judged(service, [CLAIMS[0], other, CLAIMS[1]]) == ["supported", "supported", "supported"]
    assert len(service.requests) == 3, "only neighbours share a request"


async def test_what_goes_beyond_the_token_budget_stays_unjudged(caplog):
    caplog.set_level("INFO")
    long = [Claim(PARAGRAPH, f"Passage {number}. " + "word " * 300, "en") for number in range(6)]
    async with FakeUpstream([verdicts(*["refuted"] * 5)]) as service:
        found = await judged(service, long, most_tokens=1500)
    assert found[0] == "refuted" and found[-1] == "unknown"
    assert sum(map(asked, service.requests)) == found.count("refuted")
    assert f"{found.count('unknown')} of 6 citations stay unjudged" in caplog.text


async def test_a_budget_that_nothing_fits_into_asks_nothing():
    async with FakeUpstream([verdicts("refuted")]) as service:
        assert await judged(service, [Claim(PARAGRAPH, "word " * 3000, "en")], most_tokens=500) == ["unknown"]
    assert service.requests == []


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (f"```json\n{SUPPORTED}\n```", ["supported", "unknown"]),
        (f"Here you are: {SUPPORTED} That is all.", ["supported", "unknown"]),
        (SUPPORTED.replace(" 1", ' "1"'), ["supported", "unknown"]),
        (SUPPORTED.replace(" 1", " 7"), ["unknown", "unknown"]),
        ('{"verdicts": []}', ["unknown", "unknown"]),
    ],
    ids=["fence", "prose", "number as text", "no such passage", "none"],
)
async def test_verdicts_are_read_from_what_models_write(written, found, caplog):
    async with FakeUpstream([text(written)]) as service:
        assert await judged(service, CLAIMS[:2]) == found
    assert caplog.records == []


@pytest.mark.parametrize(
    "written",
    [
        "",
        "I cannot judge that.",
        "{",
        "[1, 2]",
        '{"verdicts": 1}',
        '{"verdicts": [[]]}',
        '{"verdicts": [{"passage": [], "verdict": "supported"}]}',
        SUPPORTED.replace("supported", "perhaps"),
        SUPPORTED.replace('"supported"', "[]"),
        '{"verdicts":' + "[" * 5000,
        SUPPORTED + " " * model.LARGEST + "}",
    ],
    ids=["nothing", "prose", "brace", "list", "number", "nested", "no number", "no label", "odd", "deep", "long"],
)
async def test_what_holds_no_verdicts_costs_a_warning(written, caplog):
    async with FakeUpstream([text(written, 400)]) as service:
        assert await judged(service, CLAIMS[:2]) == ["unknown", "unknown"]
    (warned,) = caplog.records
    assert "the verifier (openai judge at" in warned.getMessage()
    assert PARAGRAPH not in caplog.text


async def test_a_thought_before_the_verdicts_does_no_harm():
    async with FakeUpstream([reasoning("Let me see {", SUPPORTED)]) as service:
        assert await judged(service, CLAIMS[:1]) == ["supported"]


async def test_a_slow_model_is_given_up_in_time_and_left_alone_after_several_failures(caplog):
    async with FakeUpstream([silence()]) as service:
        with constants(breaker_failures=2):
            verifier = model.create(settings_for(service, service_timeouts="verifier=0.2"))
        for _ in range(4):
            assert await verifier.verify(CLAIMS[:1]) == [Verdict()]
        await verifier.aclose()
    assert len(service.requests) == 2
    (warned,) = caplog.records
    assert "did not answer within 0.2 s (GATEWAY_SERVICE_TIMEOUTS)" in warned.getMessage()


async def test_a_service_that_is_away_at_the_start_is_found_with_the_first_claim(caplog):
    async with FakeUpstream([text(SUPPORTED)], models=["only"]) as service:
        offered, service.listing = service.listing, body(b"", code=503)
        verifier = model.create(settings_for(service, openai_model=None))
        await verifier.prepare()
        assert "verifier" in caplog.text
        service.listing = offered
        assert await verifier.verify(CLAIMS[:1]) == [Verdict("supported")]
        await verifier.aclose()
    assert service.requests[0].body["model"] == "only"


async def test_the_model_that_answers_judges():
    async with FakeUpstream([text(SUPPORTED)]) as service:
        assert await judged(service, CLAIMS[:1], verifier_model="same") == ["supported"]
    assert service.requests[0].body["model"] == "judge"


async def test_another_model_of_the_same_provider_judges():
    async with FakeUpstream([text(SUPPORTED)]) as service:
        assert await judged(service, CLAIMS[:1], verifier_model="small:1b") == ["supported"]
    assert service.requests[0].body["model"] == "small:1b"


async def test_a_model_of_another_provider_judges():
    async with FakeUpstream([ollama.lines(ollama.chat(SUPPORTED))]) as service:
        settings = settings_for(service, provider="extractive", verifier_model="ollama:small:1b")
        verifier = model.create(settings.model_copy(update={"ollama_host": service.url.removesuffix("/v1")}))
        assert await verifier.verify(CLAIMS[:1]) == [Verdict("supported")]
        await verifier.aclose()
    assert service.requests[0].body["model"] == "small:1b"


@pytest.mark.parametrize("name", [name for name in slots.names("models.providers") if name != "extractive"])
def test_a_model_of_any_provider_can_be_named(name):
    verifier = model.create(Settings(verifier_model=f"{name}:small:1b", _env_file=None))
    assert (verifier._provider.name, verifier._provider.model) == (name, "small:1b")


@pytest.mark.parametrize("named", ["same", "extractive:x"])
def test_quoted_sentences_are_no_judge(named):
    with pytest.raises(WrongUse, match="needs a language model"):
        model.create(Settings(provider="extractive", verifier_model=named, _env_file=None))


async def test_what_a_provider_lacks_stops_the_start():
    verifier = model.create(Settings(provider="azure", verifier_model="same", _env_file=None))
    with pytest.raises(WrongUse, match="AZURE_OPENAI_ENDPOINT"):
        await verifier.prepare()
