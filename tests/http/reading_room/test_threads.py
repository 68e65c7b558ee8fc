"""Conversations of whoever asks: theirs alone, in pages, with a title, gone and back."""

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.keyed import QUESTION, keyed


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def listed(client, **query):
    answer = await client.get("/v1/threads", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def names(client, **query):
    return [thread["thread_id"] for thread in (await listed(client, **query))["threads"]]


async def test_the_newest_thread_comes_first_and_pages_leave_nothing_out(at):
    client = await at.add("reader")
    for thread in ("a", "b", "c"):
        await at.ask("reader", thread_id=thread, caller_app="console")
    await at.ask("reader", thread_id="a", caller_app="console", question="Can a loan be renewed?")
    await at.ask("reader")  # belongs to no conversation
    assert await names(client) == ["a", "c", "b"]
    first = await listed(client, limit=2)
    rest = await listed(client, limit=2, cursor=first["next_cursor"])
    assert [thread["thread_id"] for thread in first["threads"] + rest["threads"]] == ["a", "c", "b"]
    assert rest["next_cursor"] is None
    newest = first["threads"][0]
    assert newest["questions"] == 2 and newest["running"] is None and newest["caller_app"] == "console"
    assert newest["title"] == QUESTION and newest["named"] is False and newest["updated_at"] > newest["created_at"]
    assert await names(client, q="RENEWED") == ["a"] and await names(client, q="borrowed") == ["a", "c", "b"]
    assert await names(client, q="100%") == [] and await names(client, caller_app="elsewhere") == []


async def test_a_conversation_can_be_drawn_again(at):
    client = await at.add("drawer")
    asked = [await at.ask("drawer", thread_id="t", question=question) for question in (QUESTION, "Who was Xanthippe?")]
    thread = (await client.get("/v1/threads/t")).json()
    assert [turn["question"] for turn in thread["turns"]] == [QUESTION, "Who was Xanthippe?"]
    assert [turn["answer_uuid"] for turn in thread["turns"]] == [one["answer_uuid"] for one in asked]
    assert [turn["question_uuid"] for turn in thread["turns"]] == [one["question_uuid"] for one in asked]
    assert [turn["source"] for turn in thread["turns"]] == ["model", "gate"]
    assert all(turn["state"] == "done" and turn["complete"] and turn["finished_at"] for turn in thread["turns"])
    assert all(turn["workspace"] is None and turn["document_ids"] == [] for turn in thread["turns"])
    page = (await client.get("/v1/threads/t", params={"limit": 1})).json()
    assert [turn["question"] for turn in page["turns"]] == ["Who was Xanthippe?"]
    older = (await client.get("/v1/threads/t", params={"limit": 1, "cursor": page["next_cursor"]})).json()
    assert [turn["question"] for turn in older["turns"]] == [QUESTION] and older["next_cursor"] is None
    await client.delete(f"/v1/answers/{asked[0]['answer_uuid']}")
    left = (await client.get("/v1/threads/t")).json()
    assert [turn["question"] for turn in left["turns"]] == ["Who was Xanthippe?"] == [left["title"]]


async def test_a_turn_tells_where_it_was_asked(at):
    client, document = await at.add("scoped"), await at.save()
    await at.ask("scoped", thread_id="scoped", workspace="default", document_ids=[document])
    (turn,) = (await client.get("/v1/threads/scoped")).json()["turns"]
    assert turn["workspace"] == "default" and turn["document_ids"] == [document]


async def test_a_title_stays_until_it_is_changed_and_moves_nothing(at):
    client = await at.add("namer")
    for thread in ("first", "second"):
        await at.ask("namer", thread_id=thread)
    named = await client.patch("/v1/threads/first", json={"title": "  Loans  "})
    assert named.status_code == 200 and (named.json()["title"], named.json()["named"]) == ("Loans", True)
    assert await names(client) == ["second", "first"] and await names(client, q="loans") == ["first"]


@pytest.mark.parametrize(
    "body", [{}, {"title": ""}, {"title": " "}, {"title": "x" * 201}, {"title": 7}, {"title": "a\nb"}]
)
async def test_a_title_that_is_none_is_a_wrong_field(at, body):
    client = at.clients.get("wrong") or await at.add("wrong")
    await at.ask("wrong", thread_id="wrong")
    refused = await client.patch("/v1/threads/wrong", json=body)
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == "title"


@pytest.mark.parametrize(
    ("query", "field"),
    [({"limit": "0"}, "limit"), ({"limit": "x"}, "limit"), ({"cursor": "x"}, "cursor"), ({"q": "x" * 201}, "q")],
)
async def test_a_malformed_query_is_a_wrong_field(at, query, field):
    refused = await at.user.get("/v1/threads", params=query)
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == field


async def test_a_deleted_thread_is_unknown_and_can_come_back(at):
    client = await at.add("deleter")
    answer = (await at.ask("deleter", thread_id="gone"))["answer_uuid"]
    assert (await client.delete("/v1/threads/gone")).status_code == 204
    assert await names(client) == []
    for call in ("GET", "DELETE"):
        assert (await client.request(call, "/v1/threads/gone")).status_code == 404
    assert (await client.get(f"/v1/answers/{answer}")).status_code == 404
    assert (await at.admin.get(f"/v1/answers/{answer}")).status_code == 404
    again = await client.post("/v1/answers", json={"question": QUESTION, "thread_id": "gone"})
    assert again.status_code == 404
    for _ in range(2):
        back = await client.post("/v1/threads/gone/restore")
        assert back.status_code == 200 and back.json()["title"] == QUESTION
    assert await names(client) == ["gone"] and (await client.get(f"/v1/answers/{answer}")).status_code == 200


async def test_after_its_time_a_deleted_thread_is_emptied_for_good(at):
    client = await at.add("purger")
    answer = (await at.ask("purger", thread_id="old"))["answer_uuid"]
    await at.ask("purger", thread_id="fresh")
    for thread in ("old", "fresh"):
        await client.delete(f"/v1/threads/{thread}")
    database = at.server.services.database
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update thread set deleted_at = now() - interval '61 min' where thread_id = 'old'")
    removed = await at.server.gateway.retention.once()
    assert removed.threads == 1 and removed.answers == 0
    assert (await client.post("/v1/threads/old/restore")).status_code == 404
    assert (await client.post("/v1/threads/fresh/restore")).status_code == 200
    async with database.connection(ALL_TENANTS) as connection:
        left = await connection.fetchval("select count(*) from answer where answer_id = $1::uuid", answer)
        said = await connection.fetchval("select count(*) from message where thread_id = 'old'")
        logged = await connection.fetch("select question from queries_log where thread_id = 'old'")
    assert left == said == 0 and [row["question"] for row in logged] == [""]
    refused = await client.post("/v1/answers", json={"question": QUESTION, "thread_id": "old"})
    assert refused.status_code == 404  # a page that still shows it does not make it anew
    assert not await at.server.gateway.retention.once()


async def test_what_belongs_to_another_subject_or_tenant_is_what_does_not_exist(at):
    await at.ask("user", thread_id="mine")
    unknown = (await at.user.get("/v1/threads/nobodys")).json()
    for name in ("other", "staff", "admin", "stranger", "owner_of_globex"):
        client = at.clients[name]
        assert "mine" not in await names(client)
        for method, path, body in (
            ("GET", "mine", None),
            ("PATCH", "mine", {"title": "taken"}),
            ("DELETE", "mine", None),
            ("POST", "mine/restore", None),
        ):
            answer = await client.request(method, f"/v1/threads/{path}", json=body)
            assert answer.status_code == 404
            assert answer.json() == {**unknown, "detail": unknown["detail"].replace("nobodys", "mine")}
    assert (await at.user.get("/v1/threads/mine")).json()["title"] == QUESTION


async def test_a_back_end_sees_the_threads_of_the_user_that_it_names(at):
    ann, bob = {"X-User-Ref": "ann"}, {"X-User-Ref": "bob"}
    await at.ask("app", headers=ann, thread_id="anns")
    found = (await at.app.get("/v1/threads", headers=ann)).json()["threads"]
    assert [thread["thread_id"] for thread in found] == ["anns"]
    assert (await at.app.get("/v1/threads", headers=bob)).json()["threads"] == []
    assert (await at.app.delete("/v1/threads/anns", headers=bob)).status_code == 404


async def test_answers_that_looked_further_than_the_key_are_left_out(at):
    limited = await at.add("limited", role="app", workspaces=["default"])
    ann = {"X-User-Ref": "Ann"}
    await at.ask("app", headers=ann, thread_id="both")
    await at.ask("limited", headers=ann, thread_id="both", question="Can a loan be renewed?")
    turns = (await limited.get("/v1/threads/both", headers=ann)).json()["turns"]
    assert [turn["question"] for turn in turns] == ["Can a loan be renewed?"]
    assert len((await at.app.get("/v1/threads/both", headers=ann)).json()["turns"]) == 2


async def test_two_applications_may_use_one_id(at):
    client = await at.add("twice")
    for app in ("desk", "console"):
        await at.ask("twice", thread_id="t", caller_app=app)
    assert (await client.get("/v1/threads/t")).json()["caller_app"] == "console"
    assert (await client.get("/v1/threads/t", params={"caller_app": "desk"})).json()["caller_app"] == "desk"
    await client.delete("/v1/threads/t", params={"caller_app": "desk"})
    assert await names(client, caller_app="desk") == [] and await names(client) == ["t"]
