"""Greetings, thanks and questions about the collection, through a real server: no model, no search, no references."""

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from gateway.turn.recording import read
from gateway.turn.replay import changes
from gateway.words.languages import ANSWERED
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import sse
from tests.support.keyed import keyed
from tests.support.manners import POLITE
from tests.support.server import running

THANKS = {language: kinds["thanks"][0] for language, kinds in POLITE.items()}


@pytest.fixture
async def modelled(database_url):
    """The sample behind a model, which answers whatever it is asked."""
    async with (
        FakeUpstream([answer_json([([], "x")])]) as upstream,
        running(
            database_url, sample=True, provider="openai", openai_base_url=upstream.url, openai_model="scripted"
        ) as server,
    ):
        yield server, upstream


async def test_no_model_is_asked_and_nothing_is_searched_cited_or_remembered(modelled):
    server, upstream = modelled
    events = sse.parse(await server.ask("Hello!"))
    assert [event.json["state"] for event in sse.named(events, "[STATE_CHANGED]")] == ["question_analysing"]
    meta = sse.named(events, "[DONE]")[0].json["answer"]
    assert (meta["source"], meta["refCount"], meta["paragraphCount"], meta["confidence"]) == ("about", 0, 1, None)
    assert (meta["complete"], meta["hasCitationError"]) == (True, False)
    assert sse.text(events).startswith(server.gateway.prompts.label("about_greeting", "en"))
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        stored = await connection.fetchrow("select source, state from answer")
        log = await connection.fetchrow("select * from queries_log")
        remembered = await connection.fetchval("select count(*) from responses")
    assert tuple(stored) == ("about", "done") and log["gate_decision"] is None and remembered == 0
    assert upstream.requests == []


async def test_what_it_proposes_is_answered(sample):
    document = await sample.document("What can you do?")
    [*_, first, second, third] = document["answer"].split("\n")
    for line in (first, second, third):
        proposed = await sample.document(line.removeprefix("- "))
        assert proposed["refs"] and not proposed["no_context"]


@pytest.mark.parametrize("language", ANSWERED)
async def test_thanks_are_taken_in_every_language(sample, language):
    document = await sample.document(THANKS[language], language=language)
    assert document["answer"] == sample.gateway.prompts.label("about_thanks", language)
    assert document["meta"]["answer"]["source"] == "about" and not document["no_context"] and document["refs"] == []


async def test_a_greeting_in_front_of_a_question_is_part_of_it(sample):
    document = await sample.document("Hello, what is a citation in an answer?")
    assert document["meta"]["answer"]["source"] == "model" and document["refs"]


async def test_the_same_answer_is_replayed_and_run_again(sample):
    document = await sample.document("Which documents do you have?", strict=True)
    place = f"/v1/answers/{document['answer_uuid']}"
    again = (await sample.client.get(place)).json()
    assert again["answer"] == document["answer"] and again["meta"]["answer"]["source"] == "about"
    recorded = (await sample.client.get(f"{place}/recording")).content
    assert await changes(read(recorded.splitlines(), place)) == []


async def test_other_doors_say_it_too(sample):
    body = {"model": "citestream", "messages": [{"role": "user", "content": "thanks"}]}
    answer = (await sample.client.post("/v1/chat/completions", json=body)).json()
    assert answer["choices"][0]["message"]["content"] == sample.gateway.prompts.label("about_thanks", "en")


async def test_a_thread_goes_on_behind_it(sample):
    asked = {"thread_id": "polite"}
    await sample.document("What is a citation in an answer?", **asked)
    await sample.document("thanks", **asked)
    document = await sample.document("What does the status weak of a citation mean?", **asked)
    assert document["meta"]["answer"]["source"] == "model" and document["refs"]


async def test_documents_on_a_subject_are_listed_with_their_passages(sample):
    document = await sample.document("Which documents do you have about the light-sheet microscope?")
    first, *listed = document["answer"].split("\n")
    assert first == sample.gateway.prompts.label("about_found", "en") and listed and document["refs"] == []
    assert all(line.startswith("- ") and line.endswith(")") for line in listed)
    none = await sample.document("Which documents do you have about kangaroo transfers?")
    assert none["no_context"]


async def test_a_caller_hears_of_what_it_may_see_alone():
    async with keyed() as at:
        await at.save(title="Loans", workspace="red")
        await at.save(title="Secrets", workspace="blue", text="The vault opens at noon.")
        await at.add("limited", workspaces=("red",))
        await at.add("stranger", tenant="globex")
        for question in ("Which documents do you have?", "hello", "how many documents"):
            mine = (await at.ask("limited", question=question))["answer"]
            assert "Loans" in mine and "Secrets" not in mine
            theirs = (await at.ask("stranger", question=question))["answer"]
            assert "Loans" not in theirs and at.server.gateway.prompts.label("about_empty", "en") in theirs
            whole = (await at.ask("user", question=question, workspace="blue"))["answer"]
            assert "Secrets" in whole and "Loans" not in whole


async def test_age_and_author_of_a_document_are_told_shown_and_given_to_the_model(modelled):
    server, upstream = modelled
    text = "---\nupdated: 2024-05-01\nauthor: Ada Lovell\n---\n# Leave\n\nStaff have thirty days of paid leave a year."
    sent = await server.client.post("/v1/documents", json={"title": "Leave policy", "text": text})
    assert sent.status_code == 201
    for question, word in (("Who wrote the leave policy?", "Ada Lovell"), ("How old is the policy?", "2024-05-01")):
        document = await server.document(question)
        assert word in document["answer"] and document["refs"] == [] and not upstream.requests
    document = await server.document("How many days of paid leave do staff have?")
    [offered, *_] = (await server.client.post("/v1/search", json={"query": "paid leave of staff"})).json()["passages"]
    assert (offered["date"], offered["date_from"], offered["author"]) == ("2024-05-01", "front_matter", "Ada Lovell")
    assert "Leave policy › Leave (2024-05-01)" in upstream.requests[-1].body["messages"][-1]["content"]
    await server.document("Who wrote Faust?")
    assert document["offered"][0]["title"] == "Leave policy"
