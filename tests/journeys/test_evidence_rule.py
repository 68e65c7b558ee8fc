"""The calibrated rule in answers of a running server: it takes effect, stays with its answer, and can be removed."""

import asyncio
import json

import pytest

from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.store.accounts.evidence_rules import EvidenceRules
from tests.fakes.upstream import answer_json
from tests.support.server import running

SAID = "A borrowed book may stay at home for three weeks."
QUESTION = "How long may a borrowed book stay at home?"
STRICTEST = EvidenceRule((0.0,), 1.0, 412)
"""Keeps nothing."""


async def within_5_s(attempt):
    async with asyncio.timeout(5):
        while not (found := await attempt()):
            await asyncio.sleep(0.2)  # a rule is known for some seconds, and each attempt is an answer
    return found


@pytest.fixture
async def server(database_url, upstream):
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
    async with running(database_url, provider="openai", **settings) as server:
        body = {"title": "Loans", "text": f"{SAID} The cat sleeps on the radiator.", "external_id": "loans"}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        yield server


async def test_it_makes_ok_weak_says_so_and_stays_with_its_answer(server, upstream):
    upstream.script[:] = [answer_json([(["E1"], SAID)])]
    rules = EvidenceRules(server.gateway.database)

    async def answered(status):
        answer = await server.document(QUESTION)
        [citation] = answer["paragraphs"][0]["citations"]
        return answer if citation["status"] == status else None

    assert "evidenceRule" not in (await answered("ok"))["meta"]["answer"]
    await rules.put("default", "", STRICTEST)
    answer = await within_5_s(lambda: answered("weak"))
    assert answer["paragraphs"][0]["citations"][0]["reason"] == "calibrated"
    meta = answer["meta"]["answer"]
    assert meta["citationReason"] == {"calibrated": 1} and meta["citationStatus"]["ok"] == 0
    assert meta["evidenceRule"] == {"claims": 412, "wrong": 0.05, "confidence": 0.95, "text": STRICTEST.text}
    assert await rules.remove("default", "")
    assert await within_5_s(lambda: answered("ok"))
    path = f"/v1/answers/{answer['answer_uuid']}/recording"
    frozen = [
        json.loads(line) for line in (await server.client.get(path)).text.splitlines() if '"kind":"candidates"' in line
    ]
    assert EvidenceRule.from_json(frozen[0]["evidence_rule"]) == STRICTEST
    again = (await server.client.post(f"{path}/again")).json()
    assert again["differences"] == [], "it runs again under the rule of then"
