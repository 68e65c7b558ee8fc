"""What cites a document, and what became of the sources of an answer: the caller's own, and never another tenant's."""

import pytest

from tests.support.keyed import LOANS, QUESTION, keyed


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def citing(client, document, **query):
    answer = await client.get(f"/v1/documents/{document}/citations", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def sources(client, answer):
    found = await client.get(f"/v1/answers/{answer}/sources")
    assert found.status_code == 200, found.text
    return found.json()["sources"]


async def only_document(client):
    (document,) = (await client.get("/v1/documents")).json()["documents"]
    return document


async def test_a_document_tells_the_callers_answers_and_to_staff_how_many_there_are(at):
    document = (await only_document(at.user))["document_id"]
    mine = [(await at.ask("user", thread_id=f"cites {number}"))["answer_uuid"] for number in range(3)]
    await at.ask("other")
    await at.ask("user", question="Who was Xanthippe?")  # cites nothing
    first = await citing(at.user, document, limit=2)
    rest = await citing(at.user, document, limit=2, cursor=first["next_cursor"])
    found = first["answers"] + rest["answers"]
    assert [answer["answer_uuid"] for answer in found] == mine[::-1] and rest["next_cursor"] is None
    assert first["cited"] is None and found[0]["thread_id"] == "cites 2" and found[0]["question"] == QUESTION
    (passage,) = (await at.user.get(f"/v1/documents/{document}/passages")).json()["passages"]
    assert found[0]["citations"] == [{"citation_id": "E1", "passage_id": passage["passage_id"]}]
    assert await citing(at.staff, document) == {"answers": [], "next_cursor": None, "cited": 4}
    assert (await only_document(at.user))["cited"] == 4
    await at.user.delete("/v1/threads/cites 1")
    assert [answer["answer_uuid"] for answer in (await citing(at.user, document))["answers"]] == [mine[2], mine[0]]


async def test_documents_are_sorted_by_how_often_they_are_cited(at):
    await at.add("librarian", "umbrella", "admin")
    client = at.clients["librarian"]
    films = {"title": "Films", "text": "A film may be borrowed for one week."}
    for fields in ({}, films, {"title": "Xanthippe", "text": "She was married to Socrates."}):
        await at.save("librarian", **fields)
    for question in (QUESTION, "How long may a film be borrowed?", "How long may a film be kept, when borrowed?"):
        await at.ask("librarian", question=question, memory="skip")
    first = (await client.get("/v1/documents", params={"sort": "cited", "limit": 1})).json()
    rest = (await client.get("/v1/documents", params={"sort": "cited", "cursor": first["next_cursor"]})).json()
    found = [(document["title"], document["cited"]) for document in first["documents"] + rest["documents"]]
    assert found == [("Films", 2), ("Loans", 1), ("Xanthippe", 0)]


async def test_documents_of_another_tenant_or_workspace_are_not_there(at):
    document = (await only_document(at.user))["document_id"]
    limited = await at.add("elsewhere", workspaces=["elsewhere"])
    for client in (at.stranger, at.owner_of_globex, limited):
        assert (await client.get(f"/v1/documents/{document}/citations")).status_code == 404
    assert (await at.user.get("/v1/documents/x/citations")).status_code == 404
    refused = await at.user.get(f"/v1/documents/{document}/citations", params={"cursor": "MSB4"})
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == "cursor"


async def test_answers_that_looked_further_than_the_key_are_left_out(at):
    document, ann = (await only_document(at.user))["document_id"], {"X-User-Ref": "ann"}
    limited = await at.add("default only", role="app", workspaces=["default"])
    await at.ask("app", headers=ann)
    within = (await at.ask("default only", headers=ann))["answer_uuid"]
    found = (await limited.get(f"/v1/documents/{document}/citations", headers=ann)).json()["answers"]
    assert [answer["answer_uuid"] for answer in found] == [within]


async def test_what_became_of_a_source(at):
    await at.add("keeper", "initech", "admin")
    client = at.clients["keeper"]
    document = await at.save("keeper", external_id="loans")
    answer = (await at.ask("keeper"))["answer_uuid"]
    (passage,) = (await client.get(f"/v1/documents/{document}/passages")).json()["passages"]
    same = {"citation_id": "E1", "document_id": document, "state": "current", "passage_id": passage["passage_id"]}
    assert await sources(client, answer) == [same]

    films = f"# Films\n\n{'A film is for a week. ' * 30}"
    for text in (f"{films}\n\n# Loans\n\n{LOANS} Ask for more.", f"{films}\n\n# Loans\n\nAsk for more.\n{LOANS}"):
        await at.save("keeper", external_id="loans", text=text)
        (moved,) = await sources(client, answer)  # the sentence that the answer rests on is as it was
        assert moved["state"] == "current"
        (read,) = [
            each
            for each in (await client.get(f"/v1/documents/{document}/passages")).json()["passages"]
            if each["passage_id"] == moved["passage_id"]
        ]
        assert LOANS in read["text"]

    await at.save("keeper", external_id="loans", text=f"{films}\n\n# Loans\n\n{LOANS.replace('three', 'four')}")
    (gone,) = await sources(client, answer)
    assert gone["state"] == "changed" and gone["passage_id"]

    await at.save("keeper", external_id="loans", title="Loans again")
    (again,) = await sources(client, answer)
    assert again["state"] == "current"

    await client.delete(f"/v1/documents/{document}")
    assert await sources(client, answer) == [{**same, "state": "deleted", "passage_id": None}]
    for other in (at.user, at.admin, at.stranger):
        assert (await other.get(f"/v1/answers/{answer}/sources")).status_code == 404
