"""Questions about the sources of an answer, through HTTP, without a model and with one."""

import itertools
import json

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.keyed import keyed
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
COURSES = {
    "Courses": "# Language courses\n\nThe school offers German courses at levels A1 and B1.\n\n## B1 course\nThe B1 course takes"
    " place on Tuesdays and Thursdays from 18:00 and costs 290 EUR.\n",
    "Parking": "# Parking\n\nParking in the yard costs 5 EUR a day. Visitors park in row C.\n\nBicycles are kept in the"
    " cellar free of charge.\n",
}
THREAD = {
    "21-new-subject": {
        "What does the B1 course cost?": "290 EUR",
        "And the parking, how much is it?": "5 EUR a day",
        "What about bicycles, where are they kept?": "in the cellar",
    },
    "23-ellipsis": {
        "What does the B1 course cost?": "290 EUR",
        "On which days?": "Tuesdays and Thursdays",
        "At what time?": "18:00",
        "No, I meant the parking": "5 EUR a day",
    },
}
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


def marked(document):
    """The text of an answer with the numbers of its chips and the list of its sources."""
    lines = [
        f"[{number}] Anything <https://x.example/sources/{each['payload']['documentId']}#{each['payload']['embeddingId']}>"
        for number, each in enumerate(document["refs"], start=1)
    ]
    return f"{document['answer']} [1]\n\n" + "\n".join(lines)


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
    old = await talking.ask("How old is it?")  # the leave or its source: the search answers, the date is added
    assert talking.titles[0] in old["answer"] and old["followup"]["ref_type"] == "context"
    canteen = await talking.ask("When does the canteen open?")
    assert "noon" in canteen["answer"] and canteen["followup"]["ref_type"] != "citation"
    dated = await talking.ask("Ist das noch aktuell?", language="de")
    assert pointed(dated)[1] == "origin" and "Canteen" in dated["answer"]


async def test_a_number_that_no_source_has(talking):
    count = len(talking.first["refs"])
    answer = await talking.ask("What does source 9 say?")
    assert answer["meta"]["answer"]["source"] == "clarification" and answer["refs"] == []
    assert str(count) in answer["answer"] and "9" in answer["answer"]
    assert answer["followup"]["citation_ids"] == [] and not answer["followup"]["resolved"]


async def test_what_no_rule_can_read_is_understood_by_its_meaning(database_url):
    async with running(database_url, embedder="meaning", **GATE) as server:
        await server.gateway.embedder.embed(["The encoder is loaded."])
        await filled(server)
        talk = await Conversation(server).begun()
        number = talk.number("Staff handbook")
        answer = await talk.ask(f"le passage du {number} recopié sans rien changer")
        assert pointed(answer)[:2] == ("citation", "wording") and "30 days of annual leave" in answer["answer"]
        answer = await talk.ask("who put the handbook together and when was that")
        assert pointed(answer)[1] == "origin" and "Mina Okafor" in answer["answer"]
        for question in ("And for part-time staff?", "Can I take the rest next year?"):
            assert (await talk.ask(question))["followup"].get("asks") is None, question


async def test_the_search_decides_what_a_guess_asks(talking):
    number = talking.number("Staff handbook")
    within = await talking.ask(f"unused days carried over, source {number}?")
    assert pointed(within)[:2] == ("citation", "about") and "31 March" in within["answer"]
    canteen = await talking.ask(f"opening hours canteen noon, source {number}?")
    assert "noon" in canteen["answer"] and canteen["followup"]["ref_type"] != "citation"
    more = await talking.ask(f"decompress source {number}")
    assert pointed(more)[1] == "more" and "core hours" in more["answer"]
    projector = await talking.ask(f"How do I switch the projector to source {number}?")
    assert projector["followup"]["ref_type"] != "citation", projector["answer"]


async def test_a_source_that_was_deleted_is_shown_as_it_was_cited(talking):
    number = talking.number("Leave bulletin")
    gone = await talking.server.client.delete(f"/v1/documents/{talking.documents['Leave bulletin']}")
    assert gone.status_code in (200, 204)
    for question in (f"Tell me more about source {number}", f"Where is [{number}] from?"):
        answer = await talking.ask(question)
        assert "deleted" in answer["answer"] and "28 days of annual leave" in answer["answer"]


@pytest.mark.parametrize("form", ["marks", "uuid"])
async def test_a_sent_conversation_names_its_sources(talking, form):
    said = {"role": "assistant", "content": marked(talking.first)}
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


async def test_a_source_that_has_the_word_is_not_silent_about_it(database_url):
    async with running(database_url, gate_threshold="0.7", gate_doubt=0) as server:
        await filled(server)
        talk = await Conversation(server).begun()
        number = talk.number("Staff handbook")
        spoken = await talk.ask(f"What does source {number} say about March?")
        assert pointed(spoken)[1] == "about" and "31 March" in spoken["answer"] and not spoken["no_context"]
        for question in (f"What does source {number} say about the canteen?", "search the handbook for parking spaces"):
            silent = await talk.ask(question)
            assert pointed(silent)[1] == "about" and silent["no_context"] and "Staff handbook" in silent["answer"]


async def test_others_threads_and_workspaces_show_nothing():
    async with keyed(**GATE) as at:
        await at.save(title="Secrets", workspace="blue", text="The vault opens at noon.")
        await at.add("limited", workspaces=("red",))
        first = await at.ask("user", question="When does the vault open?", thread_id="t", caller_app="app")
        assert first["refs"]
        named = {"answer_uuid": first["answer_uuid"], "content": "At noon."}
        for sent in (named, {"content": marked(first)}, {"content": first["answer"]}):
            history = [{"role": "assistant", **sent}]
            stolen = await at.ask("limited", question="source 1 word for word", conversation_history=history)
            assert "vault" not in stolen["answer"] and "vault" not in json.dumps(stolen["refs"])
        for sent in (named, {"content": first["answer"]}):
            history = [{"role": "assistant", **sent}]
            foreign = await at.ask("other", question="source 1 word for word", conversation_history=history)
            assert foreign["followup"]["ref_type"] != "citation"
            mine = await at.ask("user", question="source 1 word for word", conversation_history=history)
            assert "The vault opens at noon." in mine["answer"]


@pytest.mark.parametrize("case", ["21-new-subject", "23-ellipsis"])
async def test_a_new_subject_and_a_question_without_one(database_url, case):
    async with running(database_url) as server:
        for title, text in COURSES.items():
            assert (await server.client.post("/v1/documents", json={"title": title, "text": text})).status_code == 201
        for question, right in THREAD[case].items():
            assert right in (await server.document(question, thread_id=case))["answer"], question


@pytest.mark.parametrize("question", ["Yes", "Sure", "Go ahead", "OK", "Volontiers", "是的，请说"])
async def test_yes_makes_the_gateway_do_what_it_offered(database_url, question):
    said = "The school offers A1 and B1. Would you like to know the price of the B1 course?"
    history = [{"role": "user", "content": "Which courses are there?"}, {"role": "assistant", "content": said}]
    async with running(database_url) as server:
        for title, text in COURSES.items():
            assert (await server.client.post("/v1/documents", json={"title": title, "text": text})).status_code == 201
        assert "290 EUR" in (await server.document(question, conversation_history=history))["answer"]
        alone = await server.document(question)
        assert alone["meta"]["answer"]["source"] == "about" and not alone["no_context"]


async def test_more_continues_after_what_was_shown(talking):
    await talking.ask("What are the core hours?")
    more = await talking.ask("More")
    assert more["followup"]["asks"] == "more" and "9 to 15" not in more["answer"]
    again = await talking.ask("weiter")
    shown = {each["payload"]["embeddingId"] for each in more["refs"]}
    assert shown and shown.isdisjoint(each["payload"]["embeddingId"] for each in again["refs"])


async def test_a_question_asked_again_and_an_offer_declined(database_url):
    said = "The school offers A1 and B1. Would you like to know the price of the B1 course?"
    history = [{"role": "user", "content": "Which courses are there?"}, {"role": "assistant", "content": said}]
    async with running(database_url) as server:
        for title, text in COURSES.items():
            assert (await server.client.post("/v1/documents", json={"title": title, "text": text})).status_code == 201
        for question in ("What does the B1 course cost?", "And the parking, how much is it?"):
            await server.document(question, thread_id="again")
        again = await server.document("What does the B1 course cost?", thread_id="again")
        assert again["followup"]["ref_type"] == "none" and "290 EUR" in again["answer"]
        assert "Tuesdays" in (await server.document("On which days?", thread_id="again"))["answer"]
        for question in ("no thanks", "Non merci", "不用了，谢谢"):
            declined = await server.document(question, conversation_history=history)
            assert declined["meta"]["answer"]["source"] == "about" and "290" not in declined["answer"], question


async def test_a_conversation_of_bare_texts_finds_the_answers_that_they_are(talking):
    client, model = talking.server.client, "citestream"

    async def ask(messages, **more):
        sent = {"model": model, "messages": messages, **more}
        answer = (await client.post("/v1/chat/completions", json=sent)).json()
        return answer["choices"][0]["message"]["content"], answer["citestream"]["meta"].get("followup") or {}

    asked = [{"role": "user", "content": LEAVE}]
    said, _ = await ask(asked)
    sent = [*asked, {"role": "assistant", "content": said}]
    wording, followup = await ask([*sent, {"role": "user", "content": "the exact wording of source 1, please"}])
    first = talking.first["refs"][0]
    assert (followup["asks"], followup["citationIds"]) == ("wording", [first["citation_id"]])
    assert first["payload"]["title"] in wording
    origin, followup = await ask([*sent, {"role": "user", "content": "Which document is that from?"}])
    assert followup["asks"] == "origin" and "handbook" in origin
    other = [*asked, {"role": "assistant", "content": f"{said} And more."}]
    _, followup = await ask([*other, {"role": "user", "content": "the exact wording of source 1, please"}])
    assert followup.get("asks") is None


async def test_a_conversation_sent_by_an_openai_client_names_its_sources(talking):
    sent = [{"role": "user", "content": LEAVE}, {"role": "assistant", "content": marked(talking.first)}]
    number, client = talking.number("Staff handbook"), talking.server.client

    async def ask(question):
        messages = [*sent, {"role": "user", "content": question}]
        answer = (await client.post("/v1/chat/completions", json={"model": "citestream", "messages": messages})).json()
        followup = answer["citestream"]["meta"]["followup"]
        return answer["choices"][0]["message"]["content"], followup["asks"], followup["citationIds"]

    wording, *asked = await ask(f"the exact wording of source {number}, please")
    assert asked == ["wording", [f"E{number}"]] and "30 days" in wording
    origin, *asked = await ask(f"where is [{number}] from?")
    assert asked == ["origin", [f"E{number}"]] and "Staff handbook" in origin
    otherwise, *_ = await ask("Does another document say otherwise?")
    assert "30 days" in otherwise and "28 days" in otherwise, otherwise
    for document_id in talking.documents.values():
        await client.delete(f"/v1/documents/{document_id}")
    deleted, *_ = await ask(f"source {number} word for word")  # the words alone look Dutch
    assert deleted == f"“E{number}” was deleted since."  # its text was never sent
