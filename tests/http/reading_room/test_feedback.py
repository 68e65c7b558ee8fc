"""What readers think of answers: one verdict on each thing, theirs to take back, and staff's to handle."""

import pytest

from tests.support.keyed import LOANS, QUESTION, keyed

WRONG = {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": "E1"}
UNKNOWN = "0f1e2d3c4b5a4f6e8d7c6b5a49382716"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def give(client, answer, status=200, **said):
    reply = await client.post(f"/v1/answers/{answer}/feedback", json=said)
    assert reply.status_code == status, reply.text
    return reply.json()


async def listed(client, **query):
    reply = await client.get("/v1/feedback", params=query)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def of_answer(client, answer, **query):
    return [one for one in (await listed(client, **query))["feedback"] if one["answer_uuid"] == answer]


async def test_a_reader_has_one_verdict_on_an_answer_and_one_on_each_citation(at):
    answer = (await at.ask("user"))["answer_uuid"]
    for _ in range(2):  # the same again is the same
        await give(at.user, answer, verdict="helpful")
        said = await give(
            at.user, answer, **{**WRONG, "paragraph_index": 0.0}, comment="  It says two weeks.\nNot three.  "
        )
    assert [(one["verdict"], one["paragraph_index"], one["citation_id"]) for one in said["feedback"]] == [
        ("helpful", None, None),
        ("wrong_citation", 0, "E1"),
    ]
    assert said["feedback"][1]["comment"] == "It says two weeks.\nNot three."
    changed = await give(at.user, answer, verdict="not_helpful")
    assert [one["verdict"] for one in changed["feedback"]] == ["not_helpful", "wrong_citation"]
    assert len(await of_answer(at.staff, answer)) == 2
    assert (await at.staff.get(f"/v1/answers/{answer}/feedback")).json() == {"feedback": []}

    path = f"/v1/answers/{answer}/feedback"
    for _ in range(2):
        assert (await at.user.delete(path, params={"paragraph_index": 0, "citation_id": "E1"})).status_code == 204
    assert [one["verdict"] for one in (await at.user.get(path)).json()["feedback"]] == ["not_helpful"]
    assert (await at.user.delete(path)).status_code == 204 and await of_answer(at.staff, answer) == []


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({}, "verdict"),
        ({"verdict": "good"}, "verdict"),
        ({"verdict": "wrong_citation"}, "citation_id"),
        ({"verdict": "helpful", "paragraph_index": 0, "citation_id": "E1"}, "citation_id"),
        ({"verdict": "wrong_citation", "paragraph_index": 0}, "citation_id"),
        ({**WRONG, "paragraph_index": -1}, "paragraph_index"),
        ({**WRONG, "paragraph_index": 0.5}, "paragraph_index"),
        ({**WRONG, "paragraph_index": False}, "paragraph_index"),
        ({**WRONG, "paragraph_index": "0"}, "paragraph_index"),
        ({**WRONG, "citation_id": "X1"}, "citation_id"),
        ({**WRONG, "citation_id": "E9"}, "citation_id"),
        ({**WRONG, "paragraph_index": 7}, "citation_id"),
        ({**WRONG, "comment": "x" * 2001}, "comment"),
        ({**WRONG, "comment": "a\0b"}, "comment"),
    ],
)
async def test_what_cannot_be_meant_is_a_wrong_field(at, said, field):
    answer = (await at.ask("other"))["answer_uuid"]
    refused = await give(at.other, answer, 422, **said)
    assert refused["errors"][0]["field"] == field


async def test_staff_see_question_paragraph_and_citation_as_they_were(at):
    await at.add("keeper", "initech", "admin")
    client, document = at.clients["keeper"], await at.save("keeper")
    answer = (await at.ask("keeper"))["answer_uuid"]
    await give(client, answer, **WRONG, comment="Not this one.")
    await client.delete(f"/v1/documents/{document}")
    (found,) = (await listed(client))["feedback"]
    assert found["question"] == QUESTION and found["comment"] == "Not this one." and found["source"] == "model"
    assert found["paragraph"] == "A book may be borrowed for three weeks." and found["citation"]["citation_id"] == "E1"
    assert found["citation"]["status"] == "ok" and found["citation"]["evidence"]
    assert found["reference"]["payload"]["text"] == LOANS and found["reference"]["type"] == "embedding"
    await client.delete(f"/v1/answers/{answer}")
    assert (await listed(client))["feedback"] == []


async def test_staff_handle_feedback_and_another_comment_opens_it_again(at):
    await at.add("boss", "umbrella", "admin")
    client = at.clients["boss"]
    await at.save("boss")
    answers = [(await at.ask("boss"))["answer_uuid"] for _ in range(3)]
    for answer in answers:
        await give(client, answer, **WRONG)
    await give(client, answers[0], verdict="helpful")
    first = await listed(client, limit=2, verdict="wrong_citation")
    rest = await listed(client, limit=2, verdict="wrong_citation", cursor=first["next_cursor"])
    newest, *_ = found = first["feedback"] + rest["feedback"]
    assert [one["answer_uuid"] for one in found] == answers[::-1] and rest["next_cursor"] is None
    assert first["open"] == 4

    path = f"/v1/feedback/{newest['id']}"
    handled = (await client.patch(path, json={"state": "handled", "note": "Replaced the document."})).json()
    assert handled["state"] == "handled" and handled["handled_at"] and handled["note"] == "Replaced the document."
    again = (await client.patch(path, json={"state": "handled"})).json()
    assert again == handled
    assert len((await listed(client, state="open"))["feedback"]) == 3 == (await listed(client))["open"]
    await give(client, newest["answer_uuid"], **WRONG)
    assert (await of_answer(client, newest["answer_uuid"]))[0]["state"] == "handled"
    await give(client, newest["answer_uuid"], **WRONG, comment="Still wrong.")
    (reopened,) = await of_answer(client, newest["answer_uuid"])
    assert reopened["state"] == "open" and reopened["handled_at"] is None and reopened["id"] == newest["id"]


@pytest.mark.parametrize("change", [{}, {"state": "done"}, {"state": "open", "note": "x" * 2001}])
async def test_a_wrong_change_is_refused(at, change):
    answer = (await at.ask("user"))["answer_uuid"]
    await give(at.user, answer, verdict="helpful")
    number = (await of_answer(at.staff, answer))[0]["id"]
    assert (await at.staff.patch(f"/v1/feedback/{number}", json=change)).status_code == 422


async def test_what_belongs_to_another_subject_or_tenant_is_what_does_not_exist(at):
    answer = (await at.ask("user", thread_id="judged"))["answer_uuid"]
    await give(at.user, answer, **WRONG)
    (number,) = [one["id"] for one in await of_answer(at.admin, answer)]
    for client in (at.other, at.stranger, at.owner_of_globex):
        for method in ("POST", "GET", "DELETE"):
            body = WRONG if method == "POST" else None
            refused = await client.request(method, f"/v1/answers/{answer}/feedback", json=body)
            assert refused.status_code == 404
    assert (await listed(at.owner_of_globex))["feedback"] == []
    for named in (number, "x", UNKNOWN, "9" * 18):
        refused = await at.owner_of_globex.patch(f"/v1/feedback/{named}", json={"state": "handled"})
        assert refused.status_code == 404, named
    limited = await at.add("limited staff", role="staff", workspaces=["elsewhere"])
    assert await of_answer(limited, answer) == []
    assert (await limited.patch(f"/v1/feedback/{number}", json={"state": "handled"})).status_code == 404

    await at.user.delete("/v1/threads/judged")
    assert await of_answer(at.admin, answer) == []
    await at.user.post("/v1/threads/judged/restore")
    assert len(await of_answer(at.admin, answer)) == 1


async def test_a_user_of_a_back_end_speaks_for_themselves(at):
    ann, bob = {"X-User-Ref": "ann"}, {"X-User-Ref": "bob"}
    answer = (await at.ask("app", headers=ann))["answer_uuid"]
    path = f"/v1/answers/{answer}/feedback"
    assert (await at.app.post(path, json={"verdict": "helpful"}, headers=bob)).status_code == 404
    assert (await at.app.post(path, json={"verdict": "helpful"}, headers=ann)).status_code == 200
