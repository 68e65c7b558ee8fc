"""Questions about the sources of an answer, through HTTP, without a model and with one."""

import itertools

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.server import running

THREADS = (f"sources-{number}" for number in itertools.count(1))
HANDBOOK = """---
title: Staff handbook
date: 2023-05-04
author: Mina Okafor
---
# Working hours

The core hours are from 9 to 15.

## Annual leave

Employees have 30 days of annual leave in a calendar year.

## Carrying over

Unused days can be carried over until 31 March.

## Part time

Part-time staff have leave in proportion to their hours.
"""
BULLETIN = """# Leave bulletin

Employees have 28 days of annual leave in a calendar year. The bulletin replaces older notes.
"""
CANTEEN = "# Canteen\n\nThe canteen opens at noon and closes at two.\n"
LEAVE = "How many days of annual leave do employees have in a calendar year?"
GATE = {"gate_threshold": "0.05", "gate_doubt": 0}


async def filled(server):
    ids = {}
    for name, text in (("handbook.md", HANDBOOK), ("bulletin.md", BULLETIN), ("canteen.md", CANTEEN)):
        answer = await server.client.post("/v1/documents", files={"file": (name, text.encode())})
        assert answer.status_code == 201, answer.text
        [document] = answer.json()["documents"]
        ids[document["title"]] = document["document_id"]
    return ids


class Conversation:
    """A thread in which the annual leave was asked about."""

    def __init__(self, server):
        self.server, self.fields = server, {"thread_id": next(THREADS), "caller_app": "app"}

    async def begun(self):
        self.first = await self.ask(LEAVE)
        self.titles = [each["payload"]["title"] for each in self.first["refs"]]
        return self

    async def ask(self, question, **fields):
        return await self.server.document(question, **{**self.fields, **fields})

    def number(self, title):
        return self.titles.index(title) + 1


@pytest.fixture
async def talking(database_url):
    async with running(database_url, **GATE) as server:
        ids = await filled(server)
        conversation = await Conversation(server).begun()
        conversation.documents = ids
        yield conversation


def pointed(document):
    followup = document["followup"]
    return followup["ref_type"], followup["asks"], followup["citation_ids"], followup["answer_uuid"]


async def test_every_kind_of_question_about_a_source(talking):
    first, handbook = talking.first, talking.number("Staff handbook")
    source = first["refs"][handbook - 1]["citation_id"]
    about = [source], first["answer_uuid"]

    origin = await talking.ask(f"Where is source {handbook} from?")
    assert pointed(origin) == ("citation", "origin", *about) and origin["meta"]["answer"]["source"] == "about"
    for told in ("Staff handbook", "2023-05-04", "Mina Okafor", "/sources/"):
        assert told in origin["answer"]
    assert "Leave bulletin" not in origin["answer"]

    wording = await talking.ask(f"Quote [{handbook}] word for word, please.")
    assert pointed(wording) == ("citation", "wording", *about)
    assert "Employees have 30 days of annual leave in a calendar year." in wording["answer"]
    assert wording["refs"][0]["payload"]["title"] == "Staff handbook"

    more = await talking.ask(f"Tell me more about source {handbook}")
    assert pointed(more) == ("citation", "more", *about)
    texts = [each["text"] for each in more["paragraphs"]]
    assert ["core hours" in texts[0], "30 days" in texts[1], "31 March" in texts[2]] == [True] * 3
    assert {each["payload"]["title"] for each in more["refs"]} == {"Staff handbook"}
    after = await talking.ask("what else is in that document?")
    assert pointed(after)[:2] == ("citation", "more") and "core hours" not in after["answer"]

    otherwise = await talking.ask(f"Does any other document contradict source {handbook}?")
    assert pointed(otherwise) == ("citation", "otherwise", *about)
    assert "30 days" in otherwise["answer"] and "28 days" in otherwise["answer"]
    assert {each["payload"]["title"] for each in otherwise["refs"]} == {"Staff handbook", "Leave bulletin"}

    status = await talking.ask(f"Why was {source} dropped?")
    assert pointed(status) == ("citation", "status", *about) and "Staff handbook" in status["answer"]

    within = await talking.ask("What does the handbook say about part-time staff?")
    assert pointed(within)[:2] == ("citation", "about") and within["meta"]["answer"]["source"] == "model"
    assert "in proportion to their hours" in within["answer"]
    silent = await talking.ask("What does the handbook say about the canteen?")
    assert silent["no_context"] and "Staff handbook" in silent["answer"] and silent["refs"] == []


async def test_the_source_of_the_whole_answer_and_what_is_no_question_about_it(talking):
    whole = await talking.ask("Which document is that from?")
    assert pointed(whole)[1] == "origin" and all(title in whole["answer"] for title in talking.titles)
    canteen = await talking.ask("When does the canteen open?")
    assert "noon" in canteen["answer"] and canteen["followup"]["ref_type"] != "citation"
    old = await talking.ask("How old is it?")
    assert old["followup"]["ref_type"] != "citation" or old["followup"]["asks"] == "origin"
    dated = await talking.ask("Ist das noch aktuell?", language="de")
    assert pointed(dated)[1] == "origin" and "Canteen" in dated["answer"]


async def test_a_number_that_no_source_has(talking):
    count = len(talking.first["refs"])
    answer = await talking.ask("What does source 9 say?")
    assert answer["meta"]["answer"]["source"] == "clarification" and answer["refs"] == []
    assert str(count) in answer["answer"] and "9" in answer["answer"]
    assert answer["followup"]["citation_ids"] == [] and not answer["followup"]["resolved"]


async def test_a_source_that_was_deleted_is_shown_as_it_was_cited(talking):
    number = talking.number("Leave bulletin")
    gone = await talking.server.client.delete(f"/v1/documents/{talking.documents['Leave bulletin']}")
    assert gone.status_code in (200, 204)
    for question in (f"Tell me more about source {number}", f"Where is [{number}] from?"):
        answer = await talking.ask(question)
        assert "deleted" in answer["answer"] and "28 days of annual leave" in answer["answer"]


@pytest.mark.parametrize("form", ["marks", "uuid"])
async def test_a_sent_conversation_names_its_sources(talking, form):
    refs = talking.first["refs"]
    lines = [
        f"[{number}] Anything <https://x.example/sources/{each['payload']['documentId']}#{each['payload']['embeddingId']}>"
        for number, each in enumerate(refs, start=1)
    ]
    said = {"role": "assistant", "content": "30 days. [1]\n\n" + "\n".join(lines)}
    if form == "uuid":
        said = {"role": "assistant", "content": "30 days.", "answer_uuid": talking.first["answer_uuid"]}
    sent = [{"role": "user", "content": LEAVE}, said]
    number = talking.number("Staff handbook")
    answer = await talking.server.document(f"Quelle {number} bitte wörtlich", conversation_history=sent)
    assert answer["followup"]["asks"] == "wording" and "30 days" in answer["answer"]


async def test_a_model_is_asked_only_for_what_a_source_says_about_a_subject(database_url):
    said = "Part-time staff have leave in proportion to their hours."
    async with (
        FakeUpstream([answer_json([(["E1"], said)])]) as upstream,
        running(database_url, provider="openai", openai_base_url=upstream.url, openai_model="m", **GATE) as server,
    ):
        await filled(server)
        talk = await Conversation(server).begun()
        asked = len(upstream.requests)
        await talk.ask("Which document is that from?")
        await talk.ask("source 1 verbatim")
        assert len(upstream.requests) == asked
        answer = await talk.ask("What does the handbook say about part-time staff?")
        assert len(upstream.requests) == asked + 1 and said in answer["answer"]
        assert {each["payload"]["title"] for each in answer["refs"]} == {"Staff handbook"}
