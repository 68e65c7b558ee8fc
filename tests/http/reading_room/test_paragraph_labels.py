"""Labels over HTTP: blind, in turn, taken back, and only by those who may read the answers."""

import pytest

from tests.support.keyed import LOANS, keyed

UNKNOWN = "0f1e2d3c4b5a4f6e8d7c6b5a49382716"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def page(client, labeller="anna", status=200, **query):
    reply = await client.get("/v1/labels", params={"labeller": labeller, **query})
    assert reply.status_code == status, reply.text
    return reply.json()


def named(item):
    return {name: item[name] for name in ("answer_uuid", "paragraph_index", "citation_id")}


async def give(client, labeller, item, verdict, status=204, **fields):
    sent = {"labeller": labeller, **named(item), "verdict": verdict, **fields}
    reply = await client.post("/v1/labels", json=sent)
    assert reply.status_code == status, reply.text
    return reply.json() if reply.content else None


async def test_two_people_label_the_week_s_answers_blind_and_each_takes_back_their_own(at):
    await at.add("boss", "umbrella", "admin")
    client = at.clients["boss"]
    await at.save("boss")
    answers = {(await at.ask("boss"))["answer_uuid"] for _ in range(3)}
    first = await page(client)
    assert {item["answer_uuid"] for item in first["items"]} == answers
    assert (first["labelled"], first["total"], first["agreement"], first["contradictions"]) == (0, 3, [], 0)
    one, two, three = first["items"]
    assert one["text"] == "A book may be borrowed for three weeks." and one["citation_id"] is None
    (passage,) = one["passages"]
    assert passage["payload"]["text"] == LOANS and passage["evidence"] and "status" not in passage

    for item, verdict in ((one, "supported"), (two, "not"), (three, "partly")):
        await give(client, "anna", item, verdict)
    assert (await page(client))["items"] == [] and (await page(client))["labelled"] == 3
    second = await page(client, " ben ")
    assert second["items"] == [one, two, three] and second["agreement"] == []
    for item, verdict in ((one, "supported"), (two, "not"), (three, "supported")):
        await give(client, "ben", item, verdict)
    both = await page(client, "ben", limit=1)
    (agreement,) = both["agreement"]
    assert (agreement["labellers"], agreement["cases"]) == (["anna", "ben"], 3)
    assert agreement["kappa"] == pytest.approx(0.5) and both["contradictions"] == 1

    undone = await client.delete("/v1/labels", params={"labeller": "ben"})
    assert undone.json() == {"item": three} and (await page(client, "ben"))["items"] == [three]
    assert (await page(client))["labelled"] == 3
    for _ in range(2):
        assert (await client.delete("/v1/labels", params={"labeller": "ben"})).status_code == 200
    nothing = await client.delete("/v1/labels", params={"labeller": "ben"})
    assert nothing.status_code == 409 and nothing.json()["code"] == "nothing_to_take_back"

    await client.delete(f"/v1/answers/{one['answer_uuid']}")
    assert "deleted" in (await give(client, "ben", one, "not", status=404))["detail"]
    assert [(await page(client))[name] for name in ("labelled", "total")] == [2, 2]


async def test_a_wrong_request_is_refused(at):
    item = {"answer_uuid": UNKNOWN, "paragraph_index": 0, "citation_id": None}
    for fields in ({"verdict": "good"}, {"labeller": " "}, {"labeller": "a\nb"}, {"labeller": "x" * 101}, {"run": "1"}):
        reply = await at.qa.post("/v1/labels", json={"labeller": "anna", **item, "verdict": "not", **fields})
        assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, next(iter(fields)))
    await page(at.qa, "", status=422)
    assert UNKNOWN in (await page(at.qa, run=UNKNOWN, status=404))["detail"]
    await give(at.qa, "anna", item, "not", status=404)


async def test_only_those_label_who_may_read_the_answers(at):
    answer = (await at.ask("user"))["answer_uuid"]
    (item,) = [one for one in (await page(at.qa))["items"] if one["answer_uuid"] == answer]
    await give(at.qa, "anna", item, "supported")
    for client in (at.user, at.staff, at.app):
        assert (await client.get("/v1/labels", params={"labeller": "x"})).status_code == 403
    limited = await at.add("limited qa", role="qa", workspaces=["elsewhere"])
    assert (await page(limited))["total"] == 0
    await give(limited, "ben", item, "not", status=404)
    assert (await limited.delete("/v1/labels", params={"labeller": "anna"})).status_code == 409
    assert (await page(at.owner_of_globex))["total"] == 0
    await at.user.delete(f"/v1/answers/{answer}")
