"""Answers of services that cite by themselves, behind a real server: a reader gets what any model's answer gives."""

from __future__ import annotations

import json

import pytest

from gateway.turn import recording
from gateway.turn.replay import changes
from tests.fakes import anthropic, cohere
from tests.fakes.upstream import FakeUpstream, answer_json, status
from tests.support import sse
from tests.support.server import running

DOCUMENTS = {
    "Loans": "A borrowed book may stay at home for three weeks. It can be renewed twice.",
    "Fees": "An overdue book costs twenty cents for every single day.",
    "Cards": "A reader card for adults costs five euros in each year.",
}
QUESTION = "What are the house rules for loans, fees and cards?"
SETTINGS = {"gate_threshold": 0, "retries": 0}


def plain(title):
    """A title without the age of its source, which stands behind it in brackets."""
    return title.partition(" (")[0]


class Asked:
    """A server whose model is a stand-in of this provider."""

    def __init__(self, name, server, upstream):
        self.name, self.server, self.upstream = name, server, upstream

    async def ids(self):
        """Title to citation id of this question's candidates, as the service is shown them."""
        probe = anthropic.sends(anthropic.message(anthropic.block(0, "Probe.")))
        if self.name == "cohere":
            probe = cohere.sends(cohere.message([cohere.Frame(cohere.TEXT_BEGINS), *cohere.text("Probe.")]))
        self.upstream.script[:] = [probe]
        await self.server.ask(QUESTION, memory="skip")
        body = self.upstream.requests.pop().body
        if self.name == "cohere":
            return {plain(document["data"]["title"]): document["id"] for document in body["documents"]}
        *shown, _ = body["messages"][-1]["content"]
        return {plain(document["title"]): f"E{n}" for n, document in enumerate(shown, start=1)}

    async def ask(self, *behaviours, **fields):
        self.upstream.script[:] = behaviours
        self.upstream.requests.clear()
        return sse.parse(await self.server.ask(QUESTION, memory="skip", **fields))


@pytest.fixture(params=["anthropic", "cohere"])
async def asked(request, database_url):
    wire = {"anthropic": anthropic, "cohere": cohere}[request.param].WIRE
    async with FakeUpstream([status(500)]) as upstream:
        reached = wire.settings(upstream.url.removesuffix("/v1"))
        async with running(database_url, provider=request.param, **SETTINGS, **reached) as server:
            for title, text in DOCUMENTS.items():
                added = await server.client.post("/v1/documents", json={"title": title, "text": text})
                assert added.status_code == 201
            yield Asked(request.param, server, upstream)


def shown(events):
    found = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    return [(each["text"], each["citationIds"], each["degraded"]) for each in found]


def streams(name, said):
    """The ways in which the service may tell the same answer."""
    if name == "anthropic":
        before = [
            frame
            for number, (ids, text) in enumerate(said)
            for frame in anthropic.block(
                number, ("\n\n" if number else "") + text, [anthropic.location(int(each[1:]) - 1) for each in ids], True
            )
        ]
        return [anthropic.message(anthropic.said(said)), anthropic.message(before)]
    return [cohere.message(cohere.said(said)), cohere.message(cohere.said(said, behind=True))]


async def test_paragraphs_references_and_evidence_are_those_of_any_answer(asked):
    ids = await asked.ids()
    assert ids.keys() == DOCUMENTS.keys()
    said = [
        ([ids["Loans"]], "A borrowed book may stay at home for three weeks."),
        ([ids["Fees"], ids["Cards"]], "An overdue book costs twenty cents for every day; a reader card five euros."),
        ([], "That is all."),
    ]
    for frames in streams(asked.name, said):
        events = await asked.ask(anthropic.WIRE.sends(frames))
        assert shown(events) == [(text, ids, None) for ids, text in said]
        references = [event.json["citationId"] for event in sse.named(events, "[CITATION_REF]")]
        assert references == [ids["Loans"], ids["Fees"], ids["Cards"]]
        (citation,) = sse.named(events, "[CITATION_PARAGRAPH]")[0].json["citations"]
        (evidence,) = citation["evidence"]
        assert citation["status"] == "ok" and DOCUMENTS["Loans"][evidence["start"] : evidence["end"]] == said[0][1]
        meta = events[-1].json["answer"]
        assert meta["complete"] and not meta["hasCitationError"] and meta["degradedReason"] is None
        stored = (await asked.server.client.get(f"/v1/answers/{meta['uuid']}")).json()
        assert stored["answer"] == "\n\n".join(text for _, text in said)


async def test_what_the_service_cites_is_not_believed_unchecked(asked):
    ids = await asked.ids()
    said = [([ids["Cards"]], "A borrowed book may stay at home for three weeks.")]
    events = await asked.ask(anthropic.WIRE.sends(streams(asked.name, said)[0]))
    (citation,) = sse.named(events, "[CITATION_PARAGRAPH]")[0].json["citations"]
    assert citation["status"] == "moved" and citation["citationId"] == ids["Loans"]
    assert citation["originalId"] == ids["Cards"]


async def test_another_provider_stands_in_in_its_own_way(database_url):
    async with FakeUpstream([status(500)]) as broken, FakeUpstream(models=["only"]) as other:
        other.script.append(answer_json([(["E1"], DOCUMENTS["Fees"])]))
        reached = {**cohere.WIRE.settings(broken.url.removesuffix("/v1")), "openai_base_url": other.url}
        more = {**SETTINGS, **reached, "openai_model": "only", "fallback_providers": "openai"}
        async with running(database_url, provider="cohere", **more) as server:
            await server.client.post("/v1/documents", json={"title": "Fees", "text": DOCUMENTS["Fees"]})
            events = sse.parse(await server.ask("What does an overdue book cost?"))
    assert shown(events) == [(DOCUMENTS["Fees"], ["E1"], None)]
    assert "documents" in broken.requests[0].body and "response_format" not in broken.requests[0].body
    assert "<passage" in str(other.requests[0].body) and "response_format" in other.requests[0].body


async def test_a_recording_run_again_gives_the_same(asked, tmp_path):
    ids = await asked.ids()
    said = [([ids["Loans"]], DOCUMENTS["Loans"]), ([ids["Fees"]], DOCUMENTS["Fees"])]
    for frames in streams(asked.name, said):
        events = await asked.ask(anthropic.WIRE.sends(frames))
        uuid = events[-1].json["answer"]["uuid"]
        lines = (await asked.server.client.get(f"/v1/answers/{uuid}/recording")).content
        assert any("marks" in json.loads(line) for line in lines.splitlines())
        read = recording.read(lines.splitlines(), "recording")
        assert await changes(read) == []
