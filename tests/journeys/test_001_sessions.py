"""Sessions and workflow as a business system uses them, through HTTP: the source document 001 from end to end."""

import asyncio

import pytest

from gateway.store.database.tenancy import ALL_TENANTS
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.faults.gateways import stalled
from tests.support import postgres, sse
from tests.support.server import running

QUESTION = "How long may a book be borrowed?"
FIELDS = {
    "session_id",
    "messages",
    "current_primary_workflow",
    "current_secondary_workflow",
    "workflow_stack",
    "workflow_state",
    "round",
    "max_rounds",
    "session_full",
    "notice",
    "status",
    "expires_at",
    "version",
    "previous_session_id",
}
CARD, PRODUCT = "allowance_group_card", "product_recommendation"


async def call(server, name, status=200, **body):
    answer = await server.client.post(f"/context/{name}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def made(server, **body):
    return (await call(server, "create_session", 201, **body))["session_id"]


async def run(server, statement, *arguments):
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        return await connection.fetch(statement, *arguments)


@pytest.mark.requirement("B1", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11", "B12", "B13", "B14")
async def test_the_conversation_of_the_source_document(sample):
    session = await made(sample, caller_app="shop", user_ref="u-1", language="zh")
    context = await call(sample, "get_context", session_id=session)
    assert context.keys() == FIELDS and context["session_id"] == session and context["messages"] == []
    assert context["current_primary_workflow"] is context["current_secondary_workflow"] is None

    await call(sample, "switch_workflow", session_id=session, new_workflow=CARD, workflow_level="primary")
    context = await call(
        sample,
        "update_context",
        session_id=session,
        user_message="我想办津贴卡",
        AI_message="好的，需要推荐商品吗？",
        workflow_changes={"state_patch": {"step": 1}},
    )
    assert [(message["role"], message["content"]) for message in context["messages"]] == [
        ("user", "我想办津贴卡"),
        ("AI", "好的，需要推荐商品吗？"),
    ]
    assert all(message.keys() == {"role", "content", "timestamp"} for message in context["messages"])

    context = await call(
        sample, "switch_workflow", session_id=session, new_workflow=PRODUCT, workflow_level="secondary"
    )
    assert context["workflow_stack"] == [CARD, PRODUCT]
    assert (context["current_primary_workflow"], context["current_secondary_workflow"]) == (CARD, PRODUCT)
    context = await call(
        sample,
        "update_context",
        session_id=session,
        user_message="推荐茶",
        AI_message="绿茶",
        workflow_changes={"state_patch": {"item": "tea"}},
    )
    assert context["workflow_state"] == {"step": 1, "item": "tea"} and context["round"] == 2

    context = await call(sample, "end_current_workflow", session_id=session)
    assert context["workflow_stack"] == [CARD] and context["current_secondary_workflow"] is None
    assert context["workflow_state"] == {"step": 1} and len(context["messages"]) == 4
    context = await call(sample, "end_current_workflow", session_id=session)
    assert context["workflow_stack"] == [] and context["workflow_state"] == {} and context["messages"] == []

    record = (await sample.client.get(f"/context/{session}")).json()
    assert record.keys() == {*FIELDS, "end_reason", "workflow_path"} and record["end_reason"] is None
    assert [(step["op"], step["level"], step["name"]) for step in record["workflow_path"]] == [
        ("enter", "primary", CARD),
        ("enter", "secondary", PRODUCT),
        ("end", "secondary", PRODUCT),
        ("end", "primary", CARD),
    ]


@pytest.mark.requirement("B2")
async def test_names_and_messages_decide_nothing_here(sample):
    session = await made(sample)
    end = "end everything and switch to primary"
    context = await call(
        sample,
        "update_context",
        session_id=session,
        user_message=end,
        AI_message="[DONE] end_current_workflow",
        workflow_changes={
            "primary": "delete_session",
            "secondary": "end",
            "state_patch": {"status": "expired", "round": 99},
        },
    )
    assert (context["status"], context["round"], context["workflow_stack"]) == ("active", 1, ["delete_session", "end"])


@pytest.mark.requirement("B24", "B25")
async def test_fifty_rounds_and_the_one_after(sample):
    session = await made(sample, language="fr")
    for number in range(49):
        context = await call(sample, "update_context", session_id=session, user_message=f"q{number}", AI_message="a")
        assert not context["session_full"] and context["notice"] is None and context["status"] == "active"
    context = await call(sample, "update_context", session_id=session, user_message="q50")
    assert context["session_full"] and context["status"] == "full" and "nouvelle session" in context["notice"]
    await call(sample, "update_context", session_id=session, AI_message="a50")
    refused = await call(sample, "update_context", 409, session_id=session, user_message="q51")
    assert refused["code"] == "round_limit_reached" and refused["previous_session_id"] == session
    asked = await sample.client.post("/v1/answers", json={"question": QUESTION, "session_id": session})
    assert (asked.status_code, asked.json()["code"]) == (409, "round_limit_reached")
    assert asked.json()["new_session_id"] == refused["new_session_id"]
    new = await call(sample, "get_context", session_id=refused["new_session_id"])
    assert new["previous_session_id"] == session and new["messages"] == [] and new["round"] == 0
    kept = (await sample.client.get(f"/context/{session}")).json()
    assert kept["status"] == "full" and len(kept["messages"]) == 100, "kept for analysis"
    assert (await call(sample, "get_context", session_id=session))["round"] == 50


@pytest.mark.requirement("B17", "B22", "B23")
async def test_after_thirty_minutes_without_input(sample):
    session = await made(sample)
    context = await call(sample, "update_context", session_id=session, user_message="hello", AI_message="hi")
    row = (await run(sample, "select expires_at - last_input_at as idle from session where session_id = $1", session))[
        0
    ]
    assert row["idle"].total_seconds() == 1800
    await run(sample, "update session set expires_at = now() where session_id = $1", session)
    over = await call(sample, "get_context", 410, session_id=session)
    assert over["code"] == "session_expired" and "new_session_id" not in over
    for name, body in (
        ("update_context", {"user_message": "back again"}),
        ("switch_workflow", {"new_workflow": CARD, "workflow_level": "primary"}),
        ("end_current_workflow", {}),
    ):
        over = await call(sample, name, 410, session_id=session, **body)
        assert over["code"] == "session_expired" and over["previous_session_id"] == session
    asked = await sample.client.post("/v1/answers", json={"question": QUESTION, "session_id": session})
    assert asked.status_code == 410 and asked.json()["new_session_id"] == over["new_session_id"] != session
    new = await call(sample, "get_context", session_id=over["new_session_id"])
    assert new["messages"] == [] and new["workflow_state"] == {}, "nothing is carried over"
    kept = (await sample.client.get(f"/context/{session}")).json()
    assert (kept["status"], kept["end_reason"], kept["messages"]) == ("expired", "timeout", context["messages"])


@pytest.mark.requirement("B26")
async def test_active_users_get_more_time_and_rounds_while_the_server_runs(sample):
    policies = {
        "policies": [{"caller_app": "journey", "user_segment": "active", "idle_timeout_s": 7200, "max_rounds": 100}]
    }
    await sample.client.put("/context/policies", json=policies)
    try:
        gold = await call(sample, "create_session", 201, caller_app="journey", user_segment="active")
        other = await call(sample, "create_session", 201, caller_app="journey", user_segment="new")
        assert (gold["max_rounds"], other["max_rounds"]) == (100, 50)
        assert gold["expires_at"] > other["expires_at"]
    finally:
        await sample.client.put("/context/policies", json={"policies": []})


async def test_answers_are_rounds_of_their_session(sample):
    session = await made(sample)
    first = await sample.document(QUESTION, session_id=session)
    assert first["session_id"] == session
    assert first["meta"]["session"] == {"sessionId": session, "round": 1, "sessionFull": False}
    stream = sse.parse(await sample.ask("Wie ist das Wetter?", session_id=session))
    assert stream[0].json["sessionId"] == session
    context = await call(sample, "get_context", session_id=session)
    assert [message["role"] for message in context["messages"]] == ["user", "AI"] * 2 and context["round"] == 2
    assert context["messages"][1]["content"] == first["answer"]
    assert (await sample.client.delete(f"/v1/answers/{first['answer_uuid']}")).status_code == 204
    emptied = await call(sample, "get_context", session_id=session)
    assert [message.get("deleted", False) for message in emptied["messages"]] == [True, True, False, False]
    assert emptied["messages"][0]["content"] == "" and emptied["round"] == 2


async def test_a_session_that_does_not_exist_is_refused_before_the_stream(sample):
    refused = await sample.client.post("/v1/answers", json={"question": QUESTION, "session_id": "12345"})
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    for field in ("session_id", "user_ref", "user_segment"):
        wrong = await sample.client.post("/v1/answers", json={"question": QUESTION, field: 7})
        assert wrong.json()["errors"][0]["field"] == field


@pytest.fixture(scope="module")
async def model():
    """A gateway with a scripted model, and sessions of three rounds."""
    async with (
        postgres.fresh_database(_migrate) as url,
        FakeUpstream([answer_json([(["E1"], "Three weeks.")])]) as upstream,
    ):
        fields = {"provider": "openai", "openai_base_url": upstream.url, "session_max_rounds": 3}
        async with running(url, sample=True, **fields) as server:
            yield server, upstream


def shown(upstream):
    """The earlier messages in the newest request to the model."""
    return [(said["role"], said["content"]) for said in upstream.requests[-1].body["messages"][1:-1]]


@pytest.mark.requirement("B1", "B25")
async def test_the_model_is_shown_the_session_and_the_last_reply_says_that_it_is_full(model):
    server, upstream = model
    session = await made(server, language="fr")
    await call(server, "update_context", session_id=session, user_message="My name is Ann.", AI_message="Hello Ann.")
    first = await server.document(QUESTION, session_id=session)
    assert shown(upstream) == [("user", "My name is Ann."), ("assistant", "Hello Ann.")]
    last = await server.document(QUESTION, session_id=session)
    assert shown(upstream)[2:] == [("user", QUESTION), ("assistant", first["answer"])]
    full = last["meta"]["session"]
    assert (full["round"], full["sessionFull"]) == (3, True) and "nouvelle session" in full["notice"]
    alone = await made(server)
    await call(server, "update_context", session_id=alone, user_message="My name is Ann.", AI_message="Hello Ann.")
    await server.document(QUESTION, session_id=alone, conversation_history=[])
    assert shown(upstream) == [], "a history that was sent counts, an empty one too"
    sent = [{"role": "user", "content": "I am Bob."}, {"role": "AI", "content": "Hello Bob."}]
    await server.document(QUESTION, session_id=alone, conversation_history=sent)
    assert shown(upstream) == [("user", "I am Bob."), ("assistant", "Hello Bob.")]
    await server.document(QUESTION)
    assert shown(upstream) == []


async def test_an_answer_that_is_stopped_stays_in_its_session_as_interrupted(model):
    server, upstream = model
    session = await made(server)
    before, upstream.script[:] = list(upstream.script), [stalled("", 1)]
    try:
        reading = asyncio.create_task(server.ask(QUESTION, session_id=session))
        async with asyncio.timeout(20):
            while not (lease := await run(server, "select answer_id from turn_lease where session_id = $1", session)):
                await asyncio.sleep(0.05)
            busy = await call(server, "update_context", 409, session_id=session, user_message="x")
            assert busy["code"] == "turn_running" and busy["answer_uuid"] == lease[0]["answer_id"].hex
            again = await server.client.post("/v1/answers", json={"question": QUESTION, "session_id": session})
            assert (again.status_code, again.json()["code"]) == (409, "turn_running")
            await server.client.post(f"/v1/answers/{lease[0]['answer_id'].hex}/stop")
            await reading
    finally:
        upstream.script[:] = before
    context = await call(server, "get_context", session_id=session)
    assert context["round"] == 1 and context["messages"][1]["status"] == "interrupted"


@pytest.mark.requirement("B15", "B21")
async def test_a_restarted_server_has_the_whole_context(database_url):
    async with running(database_url) as server:
        session = await made(server)
        await call(server, "switch_workflow", session_id=session, new_workflow=CARD, workflow_level="primary")
        before = await call(
            server,
            "update_context",
            session_id=session,
            user_message="hello",
            AI_message="hi",
            workflow_changes={"secondary": PRODUCT, "state_patch": {"a": [1, {"b": None}]}},
        )
    async with running(database_url) as server:
        assert await call(server, "get_context", session_id=session) == before


@pytest.mark.requirement("B18")
async def test_old_sessions_are_recycled(database_url):
    async with running(database_url) as server:
        old, new = await made(server), await made(server)
        await run(server, "update session set expires_at = now() - interval '366 days' where session_id = $1", old)
        assert (await server.gateway.retention.once()).sessions == 1
        assert (await server.client.get(f"/context/{old}")).status_code == 404
        assert (await call(server, "get_context", session_id=new))["status"] == "active"
