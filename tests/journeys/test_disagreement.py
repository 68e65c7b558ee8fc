"""Two documents disagree: what a reader sees without a model, and what a model is told."""

from __future__ import annotations

import pytest
from mcp import Client

from tests.fakes.upstream import answer_json
from tests.support import sse
from tests.support.server import running

LEAVE = "Employees have {} of paid leave in a calendar year."
QUESTION = "How many days of paid leave do employees have in a calendar year?"
GATE = {"gate_threshold": "0.01", "gate_doubt": 0}


async def filled(server):
    for title, days, app in (("Leave policy 2021", "30 days", "hr"), ("Leave policy 2024", "25 days", "wiki")):
        body = {"title": title, "text": LEAVE.format(days), "external_id": title, "source_app": app}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
    return server


async def test_without_a_model_both_values_are_shown_the_newest_first(database_url):
    async with running(database_url, **GATE) as server:
        answer = await (await filled(server)).document(QUESTION)
        own, quoted = answer["paragraphs"]
        assert own["own"] is True and "own" not in quoted
        assert own["text"] == (
            "The sources disagree: 25 days (2024, Leave policy 2024); 30 days (2021, Leave policy 2021)."
        )
        assert quoted["text"] == LEAVE.format("25 days")
        assert [each["status"] for each in own["citations"]] == ["ok", "ok"]
        titles = [each["payload"]["title"] for each in answer["refs"]]
        assert titles == ["Leave policy 2024", "Leave policy 2021"]
        assert answer["confidence"]["level"] == "doubtful" and answer["confidence"]["reason"] == "disagreement"
        strict = await server.document(QUESTION, strict=True)
        assert [each["text"] for each in strict["paragraphs"]] == [own["text"], quoted["text"]]
        events = sse.parse(await server.ask(QUESTION))
        [sent, _] = [event.json for event in events if event.name == "[CITATION_PARAGRAPH]"]
        assert sent["own"] is True


@pytest.mark.parametrize(
    ("rule", "value"),
    [("newest", "25 days"), ("order:hr,wiki", "30 days"), ("newest,hr=show,default=order:hr", "30 days")],
)
async def test_a_rule_decides_and_the_answer_says_so(database_url, rule, value):
    async with running(database_url, disagreement=rule, **GATE) as server:
        await filled(server)
        asked = {"workspace": "default"} if "default" in rule else {}
        answer = await server.document(QUESTION, **asked)
        own, quoted = answer["paragraphs"]
        assert f"counts: {value}" in own["text"] and quoted["text"] == LEAVE.format(value)
        assert answer["confidence"]["level"] == "confident" and "reason" not in answer["confidence"]


async def test_a_model_is_told_and_a_citation_of_one_side_has_the_remark(database_url, upstream):
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0, **GATE}
    async with running(database_url, provider="openai", silence_timeout_s=5, **settings) as server:
        await filled(server)
        upstream.script[:] = [answer_json([(["E1"], LEAVE.format("30 days"))])]
        answer = await server.document(QUESTION)
        shown = upstream.requests[-1].body["messages"][-1]["content"]
        assert "different values for the same thing" in shown and "(2024): " + LEAVE.format("25 days") in shown
        [citation] = answer["paragraphs"][0]["citations"]
        other = "E2" if citation["citation_id"] == "E1" else "E1"
        assert citation["disagreement"]["citation_ids"] == [other]
        assert citation["disagreement"]["value"] in ("25 days", "30 days")
        assert answer["confidence"]["reason"] == "disagreement"
        async with Client(f"{server.url}/mcp") as client:
            told = await client.call_tool("query_knowledge_base", {"question": QUESTION})
        assert told.structured_content["paragraphs"][0]["citations"][0]["disagreement"] == citation["disagreement"]
        assert told.content[0].text.endswith(
            f"[1] Another source says otherwise: “{citation['disagreement']['value']}”."
        )
        upstream.script[:] = [
            answer_json([(["E1", "E2"], "Employees have 25 days of leave (2024), or 30 days (2021).")])
        ]
        answer = await server.document(QUESTION)
        assert not any("disagreement" in each for each in answer["paragraphs"][0]["citations"])
        assert answer["confidence"]["reason"] == "disagreement"
