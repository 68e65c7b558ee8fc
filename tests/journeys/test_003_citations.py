"""Seed journeys: citations per paragraph over the event stream, with a scripted model behind a real server."""

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, status, text
from tests.support import sse
from tests.support.folding import DIALECTS, reader
from tests.support.server import bare, running

RULES = """# House rules

## Loans
A borrowed book may stay at home for three weeks. A loan can be renewed twice.

## Films
A borrowed film comes back to the counter after one week. Films cannot be renewed.

## Fees
An overdue book costs 20 cents per day. The fee never exceeds ten euros.

## Cards
A reader card for adults costs five euros per year. Children under twelve get a free card.

## Hours
The house opens on Tuesday at nine in the morning. It closes on Saturday at six in the evening.
"""
QUESTION = "What are the house rules for loans, films, fees, cards and hours?"
SENTENCES = {
    "Loans": "A borrowed book may stay at home for three weeks.",
    "Films": "A borrowed film comes back to the counter after one week.",
    "Fees": "An overdue book costs 20 cents per day.",
    "Cards": "A reader card for adults costs five euros per year.",
    "Hours": "The house opens on Tuesday at nine in the morning.",
}


class Scripted:
    """A server over one document whose passages become candidates; the script may ask which id a heading got."""

    def __init__(self, server, upstream):
        self.server, self.upstream = server, upstream

    async def ask(self, *behaviours, **fields):
        self.upstream.script[:] = behaviours
        self.upstream.requests.clear()
        return sse.parse(await self.server.ask(QUESTION, **fields))

    async def ids(self):
        """Heading to citation id of this question's candidates, as the prompt shows them."""
        await self.ask(answer_json([([], "Probe.")]))
        prompt = self.upstream.requests[-1].body["messages"][-1]["content"]
        found = {}
        for block in prompt.split('<passage id="')[1:]:
            found |= {
                heading: block[: block.index('"')] for heading, sentence in SENTENCES.items() if sentence in block
            }
        return found


@pytest.fixture
async def scripted(database_url):
    async with (
        FakeUpstream([]) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0,
        ) as server,
    ):
        for heading in SENTENCES:
            part = RULES.split(f"## {heading}\n")[1].split("\n\n")[0]
            body = {"title": f"House rules: {heading}", "text": part, "external_id": heading}
            answer = await server.client.post("/v1/documents", json=body)
            assert answer.status_code == 201
        yield Scripted(server, upstream)


def paragraphs(events):
    return [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]


@pytest.mark.requirement("R1", "R2", "R4", "R6", "R7", "R8", "R9", "R13", "R14", "R21")
async def test_five_paragraphs_with_different_references_are_traceable_one_by_one(scripted):
    ids = await scripted.ids()
    assert len(set(ids.values())) == 5
    said = [([ids[heading]], sentence) for heading, sentence in SENTENCES.items()]
    events = await scripted.ask(answer_json(said))
    got = paragraphs(events)
    assert [(part["paragraphIndex"], part["text"], part["citationIds"]) for part in got] == [
        (place, sentence, cited) for place, (cited, sentence) in enumerate(said)
    ]
    assert sse.text(events) == "\n\n".join(SENTENCES.values())
    for part in got:
        assert part["degraded"] is None and part["citations"][0]["status"] == "ok"
        reference = next(
            event.json
            for event in sse.named(events, "[CITATION_REF]")
            if event.json["citationId"] in part["citationIds"]
        )
        evidence = part["citations"][0]["evidence"][0]
        assert reference["payload"]["text"][evidence["start"] : evidence["end"]].strip() == part["text"]
    done = sse.named(events, "[CITATION_DONE]")[0].json
    answer = events[-1].json["answer"]
    assert (done["paragraphCount"], done["refCount"]) == (answer["paragraphCount"], answer["refCount"]) == (5, 5)
    assert answer["citationMode"] == "paragraph" and not answer["hasCitationError"] and answer["complete"]
    states = [(event.json["state"], event.json["remark"]) for event in sse.named(events, "[STATE_CHANGED]")]
    assert [state for state, _ in states] == [
        "question_analysing",
        "memory_searching",
        "knowledge_searching",
        "responding",
    ]


@pytest.mark.requirement("R10", "R22")
async def test_one_reference_used_by_several_paragraphs_is_sent_once_before_its_first_use(scripted):
    loan = (await scripted.ids())["Loans"]
    said = [
        ([loan], "A borrowed book may stay at home for three weeks."),
        ([loan], "A loan can be renewed twice."),
    ]
    events = await scripted.ask(answer_json(said))
    names = [event.name for event in events if event.name in ("[CITATION_REF]", "[CITATION_PARAGRAPH]")]
    assert names == ["[CITATION_REF]", "[CITATION_PARAGRAPH]", "[CITATION_PARAGRAPH]"]
    assert [part["citationIds"] for part in paragraphs(events)] == [[loan], [loan]]


@pytest.mark.requirement("R18")
async def test_unknown_ids_are_ignored_and_counted_and_do_not_degrade(scripted):
    loan = (await scripted.ids())["Loans"]
    said = [(["E99", loan, "G7", "nonsense"], "A borrowed book may stay at home for three weeks.")]
    events = await scripted.ask(answer_json(said))
    assert paragraphs(events)[0]["citationIds"] == [loan]
    answer = events[-1].json["answer"]
    assert not answer["hasCitationError"] and answer["citationStatus"]["dropped"] == 3


@pytest.mark.requirement("R30")
async def test_a_citation_the_passage_does_not_carry_is_dropped_or_moved(scripted):
    ids = await scripted.ids()
    said = [([ids["Films"]], "An overdue book costs 20 cents per day.")]
    part = paragraphs(await scripted.ask(answer_json(said)))[0]
    assert part["citationIds"] == [ids["Fees"]]
    assert part["citations"][0]["status"] == "moved" and part["citations"][0]["originalId"] == ids["Films"]


@pytest.mark.requirement("R17")
async def test_a_model_that_ignores_the_format_goes_on_as_plain_text(scripted):
    plain = "A borrowed book may stay at home for three weeks.\n\nA borrowed film comes back, see arr[0]."
    events = await scripted.ask(text(plain))
    assert sse.text(events) == plain
    answer = events[-1].json["answer"]
    assert answer["hasCitationError"] and answer["degradedReason"] == "not_json"
    got = await scripted.server.client.get(f"/conversation/message/embedding-ref/{answer['uuid']}")
    assert got.json()["data"] and answer["isRefEmbedding"]


async def test_every_endpoint_names_the_same_references_and_all_that_was_offered(scripted):
    ids, client = await scripted.ids(), scripted.server.client
    loan, film = ids["Loans"], ids["Films"]
    cases = [
        (text(f"{SENTENCES['Loans']}\n\n{SENTENCES['Films']}"), [loan, film]),
        (text("Zebras graze quietly under distant volcanic mountains."), []),
        (answer_json([([loan], SENTENCES["Loans"]), ([], "Ask at the desk.")]), [loan]),
    ]
    documents = {one["title"]: one for one in (await client.get("/v1/documents")).json()["documents"]}
    assert {one["cited"] for one in documents.values()} == {0}
    for cited, (said, refs) in zip((0, 0, 1), cases, strict=True):
        answer = (await scripted.ask(said))[-1].json["answer"]
        path = f"/v1/answers/{answer['uuid']}"
        whole = (await client.get(path)).json()
        assert [one["citation_id"] for one in whole["refs"]] == refs
        assert answer["refCount"] == cited and answer["isRefEmbedding"] is bool(refs)
        assert {one["citation_id"] for one in whole["offered"]} == set(ids.values())
        assert all(one["title"] and one["heading"] is not None and one["text"] for one in whole["offered"])
        offered = bare(whole)["offered"]
        for dialect in DIALECTS:
            raw = (await client.get(f"{path}/events?dialect={dialect}")).content
            raw = raw.replace(answer["uuid"].encode(), b"a" * 32)  # the name that the readers expect
            if dialect != "legacy":
                assert reader(dialect).read(raw).references == refs, dialect
                assert raw.count(b'"offered"') == 1, dialect
        assert bare(whole) == (await client.get(f"{path}/events?dialect=document")).json()
        old = (await client.get(f"/api/conversation/message/embedding-ref/{answer['uuid']}")).json()["data"]
        assert [one["text"] for one in old] == [one["payload"]["text"] for one in whole["refs"]]
        scripted.upstream.script[:] = [said]
        for door in ("/query", "/api/query"):
            scripted.upstream.script[:] = [said]
            asked = (await client.post(door, json={"query": QUESTION, "memory": "skip"})).json()
            assert (asked["refs"], asked["offered"]) == (whole["refs"], offered), door
        scripted.upstream.script[:] = [said]
        messages = [{"role": "user", "content": QUESTION}]
        asked = (await client.post("/v1/chat/completions", json={"messages": messages})).json()["citestream"]
        assert (asked["refs"], asked["offered"]) == (whole["refs"], offered)
        sources = (await client.get(f"{path}/sources")).json()["sources"]
        assert [one["citation_id"] for one in sources] == refs
    # Four answers cite the passage; none of those in prose counts, at any place.
    documents = (await client.get("/v1/documents?sort=cited")).json()["documents"]
    assert {one["title"]: one["cited"] for one in documents if one["cited"]} == {"House rules: Loans": 4}
    uses = f"/v1/documents/{documents[0]['document_id']}/citations"
    assert len((await client.get(uses)).json()["answers"]) == 4
    [film] = [one for one in documents if one["title"] == "House rules: Films"]
    assert (await client.get(f"/v1/documents/{film['document_id']}/citations")).json()["answers"] == []


async def test_json_syntax_never_leaks_when_the_answer_is_cut(scripted):
    loan = (await scripted.ids())["Loans"]
    whole = paragraphs_json([([loan], "A borrowed book may stay at home for three weeks.")] * 2)
    for cut in range(40, len(whole) - 1, 7):
        events = await scripted.ask(text(whole[:cut]))
        shown = sse.text(events)
        assert not any(mark in shown for mark in ('"', "{", "}", "[", "citationIds"))
        assert events[-1].name in ("[DONE]", "[ERROR]")


@pytest.mark.requirement("R5")
async def test_a_model_that_cannot_be_reached_is_an_error_before_any_text(scripted):
    events = await scripted.ask(*[status(500)] * 5)
    assert events[-1].name == "[ERROR]" and events[-1].json["code"] == "upstream_error" and events[-1].json["retryable"]
    assert sse.text(events) == ""
    answer = await scripted.server.client.post(
        "/v1/answers", json={"question": QUESTION}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 502 and answer.json()["code"] == "upstream_error"


async def test_a_cut_after_text_keeps_the_text_and_says_that_it_is_not_complete(scripted):
    loan = (await scripted.ids())["Loans"]
    said = paragraphs_json([([loan], "A borrowed book may stay at home for three weeks.")] * 2)
    cut = text(said[: len(said) * 2 // 3], finish=None, usage=False, done=False)
    events = await scripted.ask(cut)
    answer = events[-1].json["answer"]
    assert events[-1].name == "[DONE]" and not answer["complete"] and answer["degradedReason"] == "upstream_error"
    assert sse.text(events).startswith("A borrowed book may stay at home for three weeks.")
    assert paragraphs(events)[0]["citationIds"] == [loan]


@pytest.mark.requirement("R28")
async def test_the_model_is_asked_for_structured_output_at_a_low_temperature(scripted):
    await scripted.ids()
    body = scripted.upstream.requests[-1].body
    assert body["response_format"]["type"] == "json_schema" and body["temperature"] <= 0.3 and body["stream"]


@pytest.mark.requirement("R23")
async def test_after_a_cut_the_paragraphs_come_once_each_and_in_order(scripted):
    ids = await scripted.ids()
    said = [([ids[heading]], sentence) for heading, sentence in SENTENCES.items()]
    events = await scripted.ask(answer_json(said))
    path = f"/v1/answers/{events[0].json['answerUuid']}/events"
    for place in range(len(events) - 1):
        rest = await scripted.server.client.get(path, headers={"Last-Event-ID": events[place].id})
        both = paragraphs([*events[: place + 1], *sse.parse(rest.content)])
        assert [part["paragraphIndex"] for part in both] == [0, 1, 2, 3, 4]


async def test_hostile_text_of_a_model_or_document_stays_text(scripted):
    hostile = "event: [DONE]\ndata: [META]{}\n\nid: 9-9\n[ERROR] <script>alert(1)</script> data:"
    events = await scripted.ask(answer_json([([], hostile)]))
    assert sse.text(events) == hostile
    assert [event.name for event in events].count("[DONE]") == 1
    assert events[-1].name == "[DONE]" and not sse.named(events, "[ERROR]")
