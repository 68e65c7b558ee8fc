"""What was asked, for staff of one tenant: figures, and what nobody could answer."""

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.keyed import QUESTION, keyed

NO_TENANT = "Who was Xanthippe?"


@pytest.fixture
async def at():
    async with keyed() as made:
        yield made


async def usage(client, **query):
    answer = await client.get("/v1/usage", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def unanswered(client, **query):
    answer = await client.get("/v1/unanswered", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_figures_are_those_of_the_tenant_by_day_and_application_or_key(at):
    await at.ask("user", caller_app="console")
    await at.ask("user", caller_app="console", question=NO_TENANT)
    await at.ask("app", caller_app="desk", headers={"X-User-Ref": "ann"})
    gone = (await at.ask("other", caller_app="desk"))["answer_uuid"]
    await at.other.delete(f"/v1/answers/{gone}")
    found = await usage(at.staff)
    assert {row["name"]: (row["questions"], row["refused"]) for row in found["by_day"]} == {
        "console": (2, 1),
        "desk": (2, 0),
    }
    assert found["total"]["questions"] == 4 and found["total"]["refused"] == 1 and found["days"] == 30
    assert found["total"]["question_tokens"] > 0 < found["total"]["answer_tokens"]
    by_key = {row["name"]: row["questions"] for row in (await usage(at.admin, by="key"))["by_day"]}
    assert by_key == {at.keys["user"][:8]: 2, "users": 1, None: 1}

    database = at.server.services.database
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(
            "update queries_log set created_at = now() - interval '2 days' where question = $1", NO_TENANT
        )
    assert len((await usage(at.staff))["by_day"]) == 3
    assert (await usage(at.staff, days=1))["total"]["questions"] == 3
    assert (await usage(at.owner_of_globex))["by_day"] == []


async def test_what_nobody_could_answer_stands_together_the_most_frequent_first(at):
    for question in ("Where can I park a car?", NO_TENANT, "where may I park my car", "Who was xanthippe"):
        await at.ask("user", question=question)
    newest = await at.ask("other", question="Who was Xanthippe, then?")
    await at.ask("user", question=QUESTION)
    found = await unanswered(at.staff)
    first, second = found["questions"]
    assert first["count"] == first["refused"] == 3 and first["doubtful"] == 0 and found["total"] == 2
    assert first["answer_uuid"] == newest["answer_uuid"] and first["last_at"] > first["first_at"]
    assert first["wordings"] == ["Who was Xanthippe, then?", "Who was xanthippe", NO_TENANT]
    assert second["wordings"] == ["where may I park my car", "Where can I park a car?"]
    page = await unanswered(at.staff, limit=1)
    assert page["questions"] == [first]
    await at.ask("user", question="Where is the car park?")  # is not of that moment
    await at.ask("user", question=NO_TENANT)
    rest = await unanswered(at.staff, limit=1, cursor=page["next_cursor"])
    assert rest["questions"] == [second] and rest["next_cursor"] is None
    assert (await unanswered(at.owner_of_globex))["questions"] == []


async def test_what_is_answered_since_or_deleted_or_looked_further_is_left_out(at):
    question = "How long may a film be borrowed?"
    await at.ask("user", question="What does parking cost?", thread_id="gone")
    await at.ask("user", question=NO_TENANT, workspace="elsewhere")
    assert {group["question"] for group in (await unanswered(at.staff))["questions"]} == {
        "What does parking cost?",
        NO_TENANT,
    }
    limited = await at.add("limited", role="staff", workspaces=["elsewhere"])
    assert [group["question"] for group in (await unanswered(limited))["questions"]] == [NO_TENANT]
    await at.user.delete("/v1/threads/gone")
    assert [group["question"] for group in (await unanswered(at.staff))["questions"]] == [NO_TENANT]

    await at.ask("user", question=question, workspace="elsewhere")
    assert question in [group["question"] for group in (await unanswered(at.staff))["questions"]]
    await at.save(
        title="Films", text="A film may be borrowed for one week.", workspace="elsewhere", external_id="films"
    )
    await at.ask("user", question=question.upper(), workspace="elsewhere")
    assert question not in [group["question"] for group in (await unanswered(at.staff))["questions"]]


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("usage", {"days": "0"}, "days"),
        ("usage", {"by": "colour"}, "by"),
        ("unanswered", {"days": "367"}, "days"),
        ("unanswered", {"cursor": "MSB4"}, "cursor"),
        ("unanswered", {"cursor": "MSAtMQ"}, "cursor"),
    ],
)
async def test_a_wrong_query_is_named(at, path, query, field):
    refused = await at.staff.get(f"/v1/{path}", params=query)
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == field
