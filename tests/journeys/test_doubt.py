"""The third answer of the gate, behind a real server: what was found may not hold the answer, and the reader and the
model are told so."""

from __future__ import annotations

import json

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.fakes.upstream import answer_json, text
from tests.support import sse
from tests.support.prompts import PROMPTS
from tests.support.server import running

SAID = "A borrowed book may stay at home for three weeks."
QUESTION = "How long may a borrowed book stay at home?"
NONE = "The knowledge base has no evidence for it."
REMARK = "may not hold the answer"
DOUBT = {"gate_threshold": "0.01", "gate_doubt": 1}


async def filled(server):
    body = {"title": "Loans", "text": f"{SAID} The cat sleeps on the radiator.", "external_id": "loans"}
    assert (await server.client.post("/v1/documents", json=body)).status_code == 201
    return server


@pytest.fixture
async def server(database_url, upstream):
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0, **DOUBT}
    async with running(database_url, provider="openai", silence_timeout_s=5, **settings) as server:
        yield await filled(server)


async def decision(server, answer):
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval(
            "select gate_decision from queries_log where answer_id = $1::uuid", answer["answer_uuid"]
        )


async def test_a_model_in_doubt_is_told_so_and_its_answer_says_doubtful(server, upstream):
    upstream.script[:] = [answer_json([(["E1"], SAID)])]
    answer = await server.document(QUESTION)
    assert REMARK in upstream.requests[-1].body["messages"][-1]["content"]
    assert answer["confidence"]["level"] == "doubtful" and 0 < answer["confidence"]["value"] <= 1
    assert answer["meta"]["answer"]["confidence"] == answer["confidence"] and not answer["no_context"]
    assert answer["refs"] and await decision(server, answer) == "doubtful"
    stored = (await server.client.get(f"/v1/answers/{answer['answer_uuid']}")).json()
    assert stored["confidence"] == answer["confidence"]
    recording = (await server.client.get(f"/v1/answers/{answer['answer_uuid']}/recording")).text
    [frozen] = [json.loads(line) for line in recording.splitlines() if '"kind":"candidates"' in line]
    assert frozen["doubtful"] is True


@pytest.mark.parametrize("strict", [False, True])
async def test_a_model_in_doubt_that_finds_no_evidence_refuses(server, upstream, strict):
    upstream.script[:] = [answer_json([([], NONE)])]
    answer = await server.document("Where does the cat fly in winter?", strict=strict)
    assert answer["no_context"] and answer["meta"]["answer"]["source"] == "gate" and not answer["refs"]
    assert answer["confidence"]["level"] == "nothing" and await decision(server, answer) == "refused"
    assert answer["answer"] == PROMPTS.label("nothing_found", "en") and answer["paragraphs"][0]["own"]
    events = sse.parse(await server.ask("Where does the cat fly in winter?"))
    assert events[-1].json["answer"]["confidence"]["level"] == "nothing"


async def test_a_model_in_doubt_that_loses_the_form_is_not_taken_for_a_refusal(server, upstream):
    upstream.script[:] = [text(SAID)]
    answer = await server.document(QUESTION, strict_in_doubt=False)
    assert not answer["no_context"] and answer["confidence"]["level"] == "doubtful"


UNKNOWN = "The planet Jupiter has the mass of 318 Earths."


@pytest.mark.parametrize(
    ("options", "setting", "shown"),
    [
        ({}, {}, False),
        ({"strict_in_doubt": False}, {}, True),
        ({}, {"strict_in_doubt": "off"}, True),
        ({"strict_in_doubt": True}, {"strict_in_doubt": "off"}, False),
    ],
)
async def test_general_knowledge_is_not_shown_in_doubt(database_url, upstream, options, setting, shown):
    upstream.script[:] = [answer_json([(["E1"], SAID), ([], UNKNOWN)])]
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "regenerate": 0, **DOUBT, **setting}
    async with running(database_url, provider="openai", **settings) as server:
        await filled(server)
        answer = await server.document(QUESTION, **options)
        events = sse.parse(await server.ask(QUESTION, **options))
        asked = await server.client.post(
            "/v1/chat/completions",
            json={"messages": [{"role": "user", "content": QUESTION}], "citestream": options},
        )
    first, second = answer["paragraphs"]
    assert first["text"] == SAID and "own" not in first and answer["refs"]
    assert second["text"] == (UNKNOWN if shown else PROMPTS.label("nothing_found", "en"))
    assert second.get("own") is (None if shown else True)
    assert answer["meta"]["answer"].get("strictInDoubt") is (None if shown else True)
    assert any("Jupiter" in str(event.data) for event in events) is shown
    assert ("Jupiter" in asked.json()["choices"][0]["message"]["content"]) is shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("A borrowed book may stay at home for five weeks.", False),
        ("A borrowed book may not stay at home for three weeks.", False),
        ("At home a lent magazine or borrowed book happily stays three long weeks, readers say.", True),
    ],
)
async def test_in_doubt_a_wrong_fact_is_not_shown_and_other_words_are(server, upstream, said, shown):
    upstream.script[:] = [answer_json([(["E1"], said)])]
    answer = await server.document(QUESTION)
    [paragraph] = answer["paragraphs"]
    assert paragraph["text"] == (said if shown else PROMPTS.label("nothing_found", "en"))
    if shown:
        assert paragraph["citations"][0]["status"] == "weak" and paragraph["citations"][0]["reason"] == "wording"


async def test_a_sure_answer_is_not_strict(database_url, upstream):
    upstream.script[:] = [answer_json([(["E1"], SAID), ([], UNKNOWN)])]
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0.1, "gate_doubt": 0.1}
    async with running(database_url, provider="openai", **settings) as server:
        await filled(server)
        answer = await server.document(QUESTION, strict_in_doubt=True)
    assert UNKNOWN in answer["answer"] and "strictInDoubt" not in answer["meta"]["answer"]


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("strict", [False, True])
async def test_without_a_model_what_comes_closest_is_quoted_under_a_sentence_that_says_so(
    database_url, language, strict
):
    async with running(database_url, **DOUBT) as server:
        await filled(server)
        answer = await server.document(
            "Does the radiator of that very old and quiet house make any noise when snow falls in the evening?",
            language=language,
            strict=strict,
        )
        first, second = answer["paragraphs"][:2]
        assert first["text"] == PROMPTS.label("doubtful", language) and first["citation_ids"] == [] and first["own"]
        assert second["text"].endswith("The cat sleeps on the radiator.") and second["citation_ids"] == ["E1"]
        assert not answer["no_context"] and answer["confidence"]["level"] == "doubtful"
        refused = await server.document("Who won the football championship?", language=language)
        assert refused["no_context"] and refused["confidence"]["level"] == "nothing"


async def test_a_sure_answer_says_confident_and_its_model_is_told_nothing(database_url, upstream):
    upstream.script[:] = [answer_json([([], NONE)])]
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0.1, "gate_doubt": 0.1}
    async with running(database_url, provider="openai", **settings) as server:
        await filled(server)
        answer = await server.document(QUESTION)
        assert answer["confidence"]["level"] == "confident" and not answer["no_context"]
        assert REMARK not in upstream.requests[-1].body["messages"][-1]["content"]
