"""Seed journeys of the ladder: a model that breaks off, behind a real server, and an answer that still comes to its
end."""

import json

import pytest

from tests.fakes.upstream import answer_json, paragraphs_json, status, text
from tests.support import sse
from tests.support.metrics import scraped, total
from tests.support.prompts import PROMPTS
from tests.support.server import running

DOCUMENTS = {
    "Loans": "A borrowed book may stay at home for three weeks.",
    "Fees": "An overdue book costs twenty cents for every single day.",
    "Cards": "A reader card for adults costs five euros in each year.",
}
QUESTION = "What are the house rules for loans, fees and cards?"
INVENTED = "Zebras graze quietly under distant volcanic mountains."


@pytest.fixture
async def server(request, database_url, upstream):
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    settings |= getattr(request, "param", {})
    async with running(database_url, provider="openai", silence_timeout_s=5, **settings) as server:
        for title, said in DOCUMENTS.items():
            body = {"title": title, "text": said, "external_id": title}
            assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        yield server


@pytest.fixture
async def ids(server, upstream):
    """Title to citation id of this question's candidates, as the prompt shows them."""
    upstream.script[:] = [answer_json([([], "Probe.")])]
    await server.ask(QUESTION)
    prompt = upstream.requests.pop().body["messages"][-1]["content"]
    blocks = prompt.split('<passage id="')[1:]
    found = {title: block[: block.index('"')] for block in blocks for title in DOCUMENTS if DOCUMENTS[title] in block}
    assert len(found) == 3
    return found


def said(ids, *titles):
    return [([ids[title]], DOCUMENTS[title]) for title in titles]


def paragraphs(events):
    found = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    return [(one["text"], one["citationIds"], one["degraded"], one["revision"]) for one in found]


def names(events):
    return [event.name for event in events if event.name.startswith("[")]


def stand(ids, title, revision=0):
    return (DOCUMENTS[title], [ids[title]], None, revision)


def broken_off(whole):
    """The body ends inside the second paragraph. (A reset would also take what the gateway has not read yet.)"""
    return text(whole[: whole.index(DOCUMENTS["Fees"]) + 20], finish=None, usage=False, done=False)


async def test_a_break_in_the_second_paragraph_is_rolled_back_and_the_answer_goes_on(server, upstream, ids):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    upstream.script[:] = [
        broken_off(whole),
        answer_json(said(ids, "Fees", "Cards")),
    ]
    events = sse.parse(await server.ask(QUESTION, rollback=True))
    assert paragraphs(events) == [stand(ids, "Loans"), stand(ids, "Fees", 1), stand(ids, "Cards")]
    [rollback] = [event.json for event in sse.named(events, "[ROLLBACK]")]
    assert (rollback["textOffset"], rollback["paragraphIndex"]) == (len(DOCUMENTS["Loans"]) + 2, 1)
    assert "repairing" in [event.json["state"] for event in sse.named(events, "[STATE_CHANGED]")]
    answer = events[-1].json["answer"]
    assert answer["complete"] and not answer["hasCitationError"] and answer["degradedReason"] is None
    assert (answer["paragraphCount"], answer["refCount"]) == (3, 3)
    assert names(events).count("[DONE]") == 1 and names(events)[-1] == "[DONE]"
    stored = (await server.client.get(f"/v1/answers/{answer['uuid']}")).json()
    assert stored["answer"] == "\n\n".join(DOCUMENTS.values())
    replayed = await server.client.get(f"/v1/answers/{answer['uuid']}/events")
    assert sse.parse(replayed.content) == events


async def test_without_rollback_the_open_paragraph_stays_as_it_is_and_the_answer_goes_on(server, upstream, ids):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    upstream.script[:] = [
        broken_off(whole),
        answer_json(said(ids, "Cards")),
    ]
    events = sse.parse(await server.ask(QUESTION))
    first, cut, last = paragraphs(events)
    assert (first, last) == (stand(ids, "Loans"), stand(ids, "Cards"))
    assert cut[1:] == ([], "upstream_error", 0) and cut[0].endswith("…") and DOCUMENTS["Fees"].startswith(cut[0][:-1])
    assert "[ROLLBACK]" not in names(events)
    assert sse.text(events) == "\n\n".join((first[0], cut[0], last[0]))
    answer = events[-1].json["answer"]
    assert answer["complete"] and answer["hasCitationError"] and answer["degradedReason"] == "upstream_error"


async def test_an_answer_that_ran_out_of_tokens_is_continued(server, upstream, ids):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    cut = whole[: whole.index(DOCUMENTS["Fees"])]
    upstream.script[:] = [text(cut, finish="length"), answer_json(said(ids, "Fees", "Cards"))]
    events = sse.parse(await server.ask(QUESTION))
    assert paragraphs(events) == [stand(ids, title) for title in DOCUMENTS]
    assert [event.json["citationId"] for event in sse.named(events, "[CITATION_REF]")] == [
        ids[one] for one in DOCUMENTS
    ]
    asked = upstream.requests[1].body["messages"][-1]["content"]
    assert DOCUMENTS["Loans"] in asked.split("<accepted>")[1]


async def remembered(server):
    found = await server.client.get("/staff/memory/entries")
    assert found.status_code == 200, found.text
    return [entry["question"] for entry in found.json()["entries"]]


async def verdict(server, answer):
    """What the recording says of the model's format."""
    kept = await server.client.get(f"/v1/answers/{answer['uuid']}/recording")
    lines = map(json.loads, kept.text.splitlines())
    return [line["detail"]["format_compliance"] for line in lines if line.get("decision") == "format_compliance"]


NO_TRIES = pytest.param({"regenerate": 0}, id="no tries")


@pytest.mark.parametrize("server", [NO_TRIES], indirect=True)
@pytest.mark.parametrize("finish", ["stop", "length", "tool_calls"])
async def test_json_that_never_closes_is_no_whole_answer_and_is_not_remembered(server, upstream, ids, finish):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    before = total(await scraped(server), "citestream_format_compliance_total", compliant="no", provider="openai")
    upstream.requests.clear()
    upstream.script[:] = [text(whole[:-2], finish=finish), text('{"paragraphs":[', finish=finish)]
    events = sse.parse(await server.ask(QUESTION))
    answer = events[-1].json["answer"]
    assert (answer["complete"], answer["degradedReason"], answer["hasCitationError"]) == (False, "truncated", True)
    assert paragraphs(events) == [stand(ids, "Loans"), stand(ids, "Fees")]
    assert len(upstream.requests) == 1 + (finish == "length"), "what ran out of tokens is no repair"
    assert await verdict(server, answer) == [False] and await remembered(server) == []
    after = total(await scraped(server), "citestream_format_compliance_total", compliant="no", provider="openai")
    assert after == before + 1


async def test_json_that_never_closes_goes_on_and_what_complies_is_counted(server, upstream, ids):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    upstream.script[:] = [text(whole[:-2]), answer_json(said(ids, "Cards"))]
    events = sse.parse(await server.ask(QUESTION))
    answer = events[-1].json["answer"]
    assert (answer["complete"], answer["degradedReason"]) == (True, None)
    assert paragraphs(events) == [stand(ids, title) for title in DOCUMENTS]
    assert "repairing" in [event.json["state"] for event in sse.named(events, "[STATE_CHANGED]")]
    assert await verdict(server, answer) == [False] and await remembered(server) == [QUESTION]
    labels = {"compliant": "yes", "provider": "openai", "model": "scripted"}
    before = total(await scraped(server), "citestream_format_compliance_total", **labels)
    upstream.script[:] = [text(whole)]
    answer = sse.parse(await server.ask(QUESTION))[-1].json["answer"]
    assert await verdict(server, answer) == [True]
    assert total(await scraped(server), "citestream_format_compliance_total", **labels) == before + 1


@pytest.mark.parametrize("rollback", [False, True])
async def test_a_paragraph_cut_in_its_text_by_the_model_itself_is_not_lost(server, upstream, ids, rollback):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    upstream.script[:] = [text(whole[: whole.index(DOCUMENTS["Fees"]) + 20]), status(500)]
    events = sse.parse(await server.ask(QUESTION, rollback=rollback))
    first, cut = paragraphs(events)
    assert first == stand(ids, "Loans") and cut == (DOCUMENTS["Fees"][:20] + "…", [], "truncated", 0)
    answer = events[-1].json["answer"]
    assert (answer["complete"], answer["degradedReason"]) == (False, "truncated")
    stored = (await server.client.get(f"/v1/answers/{answer['uuid']}")).json()
    assert stored["answer"] == sse.text(events) == f"{first[0]}\n\n{cut[0]}"


async def test_a_second_failure_ends_with_what_is_validated(server, upstream, ids):
    whole = paragraphs_json(said(ids, "Loans", "Fees"))
    upstream.script[:] = [broken_off(whole)]
    events = sse.parse(await server.ask(QUESTION, rollback=True))
    assert paragraphs(events)[0] == stand(ids, "Loans")
    answer = events[-1].json["answer"]
    assert not answer["complete"] and answer["degradedReason"] == "upstream_error" and answer["hasCitationError"]
    assert len(upstream.requests) == 2


async def test_in_strict_mode_a_claim_without_evidence_is_written_again_or_replaced(server, upstream, ids):
    invented = [*said(ids, "Loans"), ([ids["Fees"]], INVENTED), *said(ids, "Cards")]
    upstream.script[:] = [answer_json(invented), answer_json(said(ids, "Fees"))]
    events = sse.parse(await server.ask(QUESTION, strict=True))
    assert paragraphs(events) == [stand(ids, title) for title in DOCUMENTS] and INVENTED not in sse.text(events)
    upstream.requests.clear()
    upstream.script[:] = [answer_json(invented), answer_json([([ids["Fees"]], INVENTED)])]
    events = sse.parse(await server.ask(QUESTION, strict=True))
    label = (PROMPTS.label("nothing_found", "en"), [], None, 0)
    assert paragraphs(events) == [stand(ids, "Loans"), label, stand(ids, "Cards")]
    assert INVENTED not in sse.text(events) and len(upstream.requests) == 2
