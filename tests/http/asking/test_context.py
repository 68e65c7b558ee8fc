"""The doors of `/context`: fields, statuses, codes, roles. What sessions do is in `tests/store` and the journey."""

import pytest

from gateway.conversation.workflow import Workflow
from gateway.http.asking.context import WorkflowChanges
from gateway.http.door import guard
from gateway.http.door.caller import Caller

CALLS = ("get_context", "update_context", "switch_workflow", "end_current_workflow")
UNKNOWN = "019aa5e2-7c1e-7b3a-9f6d-2b1c4d5e6f70"
LONG = "x" * 32_001


async def call(server, name, **body):
    return await server.client.post(f"/context/{name}", json=body)


async def made(server, **body):
    answer = await call(server, "create_session", **body)
    assert answer.status_code == 201, answer.text
    return answer.json()["session_id"]


def problem(answer, status, code):
    body = answer.json()
    assert (answer.status_code, body.get("code")) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json" and body["detail"] and body["title"]
    return body


@pytest.mark.requirement("B16")
@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("create_session", {"language": "xx"}, "language"),
        ("create_session", {"caller_app": 7}, "caller_app"),
        ("create_session", {"user_segment": "a\nb"}, "user_segment"),
        ("get_context", {}, "session_id"),
        ("get_context", {"session_id": 7}, "session_id"),
        ("get_context", {"session_id": " "}, "session_id"),
        ("update_context", {}, "user_message"),
        ("update_context", {"workflow_changes": {}}, "user_message"),
        ("update_context", {"workflow_changes": {"end": None}}, "user_message"),
        ("update_context", {"user_message": ""}, "user_message"),
        ("update_context", {"user_message": ["x"]}, "user_message"),
        ("update_context", {"user_message": LONG}, "user_message"),
        ("update_context", {"AI_message": "a\0b"}, "AI_message"),
        ("update_context", {"AI_message": " "}, "AI_message"),
        ("update_context", {"user_message": "x", "expected_version": "1"}, "expected_version"),
        ("update_context", {"user_message": "x", "expected_version": 0}, "expected_version"),
        ("update_context", {"user_message": "x", "request_id": 7}, "request_id"),
        ("update_context", {"workflow_changes": "x"}, "workflow_changes"),
        ("update_context", {"workflow_changes": {"tertiary": "x"}}, "workflow_changes.tertiary"),
        ("update_context", {"user_message": "x", "workflow_changes": {"Primary": "x"}}, "workflow_changes.Primary"),
        ("update_context", {"ai_message": "x"}, "ai_message"),
        ("create_session", {"colour": "red"}, "colour"),
        ("update_context", {"workflow_changes": {"end": "all"}}, "workflow_changes.end"),
        ("update_context", {"workflow_changes": {"primary": "a" * 201}}, "workflow_changes.primary"),
        ("update_context", {"workflow_changes": {"state_patch": [1]}}, "workflow_changes.state_patch"),
        ("update_context", {"workflow_changes": {"state_patch": {"a": "\0"}}}, "workflow_changes.state_patch"),
        ("update_context", {"workflow_changes": {"state_patch": {"a": LONG}}}, "workflow_changes.state_patch"),
        ("switch_workflow", {"workflow_level": "primary"}, "new_workflow"),
        ("switch_workflow", {"new_workflow": "x", "workflow_level": "third"}, "workflow_level"),
        ("switch_workflow", {"new_workflow": "x\x1b", "workflow_level": "primary"}, "new_workflow"),
    ],
)
async def test_a_wrong_field_is_refused_by_name_and_nothing_changes(sample, name, body, field):
    session = await made(sample)
    whole = body if name in ("create_session", "get_context") else {"session_id": session, **body}
    said = problem(await call(sample, name, **whole), 422, "invalid_field")
    assert [error["field"] for error in said["errors"]] == [field]
    assert (await call(sample, "get_context", session_id=session)).json()["version"] == 1


async def test_null_means_nothing(sample):
    session = await made(sample, language=None)
    done = await call(
        sample,
        "update_context",
        session_id=session,
        user_message="hi",
        AI_message=None,
        workflow_changes=None,
        expected_version=None,
        request_id=None,
    )
    assert done.status_code == 200 and done.json()["round"] == 1 and done.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", CALLS)
async def test_an_unknown_session_is_not_found(sample, name):
    more = {
        "update_context": {"user_message": "x"},
        "switch_workflow": {"new_workflow": "x", "workflow_level": "primary"},
    }.get(name, {})
    for session in (UNKNOWN, "12345", "a' or '1'='1"):
        problem(await call(sample, name, session_id=session, **more), 404, "not_found")
    problem(await sample.client.get(f"/context/{UNKNOWN}"), 404, "not_found")


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("update_context", {"AI_message": "x"}, "no_open_round"),
        ("update_context", {"user_message": "x", "workflow_changes": {"secondary": "s"}}, "no_primary"),
        ("update_context", {"user_message": "x", "workflow_changes": {"end": "primary"}}, "no_active_workflow"),
        ("update_context", {"workflow_changes": {"state_patch": {"a": 1}}}, "no_active_workflow"),
        ("update_context", {"user_message": "x", "expected_version": 7}, "version_conflict"),
        ("switch_workflow", {"new_workflow": "s", "workflow_level": "secondary"}, "no_primary"),
        ("end_current_workflow", {}, "no_active_workflow"),
    ],
)
async def test_what_does_not_fit_the_session_is_a_conflict_and_nothing_changes(sample, name, body, code):
    session = await made(sample)
    problem(await call(sample, name, session_id=session, **body), 409, code)
    assert (await call(sample, "get_context", session_id=session)).json()["version"] == 1


async def test_a_request_id_with_another_body_is_refused(sample):
    session = await made(sample)
    first = await call(sample, "update_context", session_id=session, user_message="x", request_id="r")
    assert (
        await call(sample, "update_context", session_id=session, user_message="x", request_id="r")
    ).json() == first.json()
    problem(
        await call(sample, "update_context", session_id=session, user_message="y", request_id="r"),
        422,
        "idempotency_mismatch",
    )


@pytest.mark.parametrize(
    "policy",
    [
        {"max_rounds": 0},
        {"max_rounds": 10_001},
        {"idle_timeout_s": "60"},
        {"idle_timeout_s": 2_592_001},
        {"on_depth": "push"},
        {"retention_days": 0},
        {"live": "yes"},
        {"rounds": 5},
        {"caller_app": "a\0"},
    ],
)
async def test_a_wrong_policy_is_refused_by_name(sample, policy):
    said = problem(await sample.client.put("/context/policies", json={"policies": [policy]}), 422, "invalid_field")
    assert [error["field"] for error in said["errors"]] == [f"policies.0.{next(iter(policy))}"]


@pytest.mark.requirement("B26")
async def test_policies_are_read_as_they_were_set_and_set_as_a_whole(sample):
    client, usual = sample.client, dict.fromkeys(("idle_timeout_s", "max_rounds", "on_depth", "retention_days"))
    policy = {"caller_app": "policies-test", "user_segment": None, **usual, "max_rounds": 3, "live": True}
    for body in ({"policies": [policy]}, {"policies": [policy]}):
        answer = await client.put("/context/policies", json=body)
        assert answer.status_code == 200 and answer.json() == (await client.get("/context/policies")).json() == body
    twice = {"policies": [{"max_rounds": 1}, {"max_rounds": 2}]}
    problem(await client.put("/context/policies", json=twice), 422, "invalid_field")
    assert (await client.get("/context/policies")).json()["policies"] == [policy]
    made = await call(sample, "create_session", caller_app="policies-test")
    assert made.json()["max_rounds"] == 3
    assert (await client.put("/context/policies", json={"policies": []})).json() == {"policies": []}


def as_role(monkeypatch, role, subject="key-1"):
    async def identify(request, **_):
        return Caller("default", subject, role)

    monkeypatch.setattr(guard, "identify", identify)


@pytest.mark.parametrize("role", ["staff", "qa"])
async def test_sessions_are_for_applications_and_users(sample, monkeypatch, role):
    as_role(monkeypatch, role)
    for name in ("create_session", *CALLS):
        more = {"user_message": "x", "new_workflow": "x", "workflow_level": "primary"}
        problem(await call(sample, name, session_id=UNKNOWN, **more), 403, "forbidden")
    problem(await sample.client.get(f"/context/{UNKNOWN}"), 403, "forbidden")


@pytest.mark.parametrize("role", ["user", "app", "staff", "qa"])
async def test_policies_are_for_administrators(sample, monkeypatch, role):
    as_role(monkeypatch, role)
    problem(await sample.client.get("/context/policies"), 403, "forbidden")
    problem(await sample.client.put("/context/policies", json={"policies": []}), 403, "forbidden")


async def test_an_application_acts_for_its_users_and_a_user_only_for_itself(sample, monkeypatch):
    as_role(monkeypatch, "app")
    session = await made(sample, user_ref="ann")
    assert (await call(sample, "get_context", session_id=session, user_ref="ann")).status_code == 200
    problem(await call(sample, "get_context", session_id=session, user_ref="bob"), 404, "not_found")
    as_role(monkeypatch, "user")
    problem(await call(sample, "get_context", session_id=session, user_ref="ann"), 404, "not_found")
    own = await made(sample, user_ref="ann")
    assert (await sample.client.get(f"/context/{own}")).status_code == 200
    as_role(monkeypatch, "user", "key-2")
    problem(await sample.client.get(f"/context/{own}"), 404, "not_found")


TWO = Workflow.of(["cards", "offers"], [{"x": 1}, {"y": 2}])


@pytest.mark.parametrize(
    ("before", "given", "stack", "state"),
    [
        (Workflow(), {"current_primary_workflow": "cards", "workflow_state": {"z": 1}}, ("cards",), {"z": 1}),
        (Workflow(), {"workflow_stack": ["cards", "offers"]}, ("cards", "offers"), {}),
        (TWO, {"workflow_stack": ["cards", "offers"], "workflow_state": {"y": 3}}, TWO.stack, {"x": 1, "y": 3}),
        (TWO, {"current_primary_workflow": "cards", "current_secondary_workflow": "offers"}, TWO.stack, TWO.state),
        (TWO, {"current_secondary_workflow": ""}, ("cards",), {"x": 1}),
        (TWO, {"workflow_stack": ["cards"]}, ("cards",), {"x": 1}),
        (TWO, {"workflow_stack": []}, (), {}),
        (TWO, {"current_primary_workflow": "other"}, ("other",), {}),
        (TWO, {"primary": "ours", "current_primary_workflow": "theirs"}, ("ours",), {}),
    ],
)
def test_the_names_of_the_context_change_a_workflow_too(before, given, stack, state):
    after = before.changed(WorkflowChanges(**given).changes(before))
    assert (after.stack, after.state) == (stack, state)


async def test_a_refusal_lists_all_names_of_changes(sample):
    answer = await call(sample, "update_context", session_id=await made(sample), workflow_changes={"tertiary": "x"})
    detail = problem(answer, 422, "invalid_field")["detail"]
    for name in ("primary", "secondary", "state_patch", "current_primary_workflow", "workflow_stack", "workflow_state"):
        assert name in detail
