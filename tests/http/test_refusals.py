"""Bad input on each door gets that door's own error shape: one table of doors, one of bad requests."""

import json

import pytest

from gateway.conversation.turn import new_uuid

JSON = {"Content-Type": "application/json"}
DEEP = b'{"a":' * 10_000 + b"1" + b"}" * 10_000
SURROGATE = b'"\\ud800"'
PROBLEM, OPENAI, STREAM, ENVELOPE, RPC = "problem", "openai", "stream", "envelope", "rpc"

DOORS = {
    "answers": ("/v1/answers", PROBLEM, '{"question":%s}'),
    "query": ("/query", PROBLEM, '{"question":%s}'),
    "api query": ("/api/query", PROBLEM, '{"query":%s}'),
    "search": ("/v1/search", PROBLEM, '{"query":%s}'),
    "documents": ("/v1/documents", PROBLEM, '{"title":"x","text":"y","source":%s}'),
    "sessions": ("/context/update_context", PROBLEM, '{"session_id":"x","user_message":%s}'),
    "openai": ("/v1/chat/completions", OPENAI, '{"messages":[{"role":"user","content":%s}]}'),
    "legacy chat": ("/conversation/message/process", STREAM, '{"prompt":%s}'),
    "legacy chat behind a proxy": ("/api/conversation/message/process", STREAM, '{"prompt":%s}'),
    "legacy rest": ("/conversation/add", ENVELOPE, '{"title":%s}'),
    "mcp": ("/mcp", RPC, None),
}
each_door = pytest.mark.parametrize("door", DOORS)


def check(answer, shape, statuses):
    """The refusal in its door's shape; `statuses`: what a door may say that has statuses."""
    assert "Traceback" not in answer.text and answer.status_code < 500
    assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
    if shape == PROBLEM:
        body = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.status_code in statuses and body["status"] == answer.status_code
        assert {"type", "title", "status", "code", "detail"} <= body.keys()
    elif shape == OPENAI:
        assert answer.headers["content-type"] == "application/json"
        assert answer.status_code in {400 if status == 422 else status for status in statuses}
        assert answer.json()["error"].keys() == {"message", "type", "param", "code"}
    elif shape == STREAM:
        assert answer.status_code == 200 and answer.headers["content-type"] == "text/event-stream"
        head, _, sentence = answer.text.rpartition("event:[ERROR]\ndata:")
        assert head in ("", "event:[START]\ndata:\n\n") and sentence.endswith("\n\n") and sentence.strip()
    elif shape == ENVELOPE:
        body = answer.json()
        assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
        assert body["success"] is False and body["code"] and body["message"] and "data" in body
    else:
        assert answer.status_code >= 400 and answer.headers["content-type"].startswith("application/json")
        assert answer.json()["error"].keys() >= {"code", "message"}


async def send(sample, door, content, kind=None):
    headers = {"Content-Type": kind or "application/json", "Accept": "application/json, text/event-stream"}
    return await sample.client.post(DOORS[door][0], content=content, headers=headers)


@each_door
@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[1]", b'"text"', b"7", b"{'a':1}", DEEP], ids=range(8))
async def test_what_is_no_json_object(sample, door, content):
    check(await send(sample, door, content), DOORS[door][1], {400, 422})


@each_door
@pytest.mark.parametrize("value", ["7", '["x"]', '{"a":1}', "true", '"a\\u0000b"', SURROGATE.decode(), '""'])
async def test_a_wrong_value_of_the_one_field_that_counts(sample, door, value):
    if DOORS[door][2] is None:
        pytest.skip("its fields are the SDK's")
    if (door, value) in {("documents", '""'), ("legacy rest", "7")}:
        pytest.skip("a document needs no source, and that page sends titles as numbers")
    check(await send(sample, door, (DOORS[door][2] % value).encode()), DOORS[door][1], {400, 422})


@each_door
async def test_of_a_field_that_comes_twice_the_last_one_counts(sample, door):
    if DOORS[door][2] is None:
        pytest.skip("its fields are the SDK's")
    wrong = (DOORS[door][2] % "7")[:-1] + "," + (DOORS[door][2] % SURROGATE.decode())[1:]
    check(await send(sample, door, wrong.encode()), DOORS[door][1], {400, 422})


@each_door
async def test_a_body_that_is_too_large(sample, door):
    size = sample.gateway.settings.max_upload_mb * 1024 * 1024 if door == "documents" else 256 * 1024
    shape = PROBLEM if DOORS[door][1] == RPC else DOORS[door][1]
    check(await send(sample, door, b'{"a":"' + b"x" * size + b'"}'), shape, {413})


@each_door
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "nonsense", "application/jsonx"])
async def test_a_wrong_content_type(sample, door, kind):
    shape = PROBLEM if DOORS[door][1] == RPC else DOORS[door][1]
    check(await send(sample, door, b"{}", kind), shape, {415})


@each_door
async def test_no_content_type(sample, door):
    shape = PROBLEM if DOORS[door][1] == RPC else DOORS[door][1]
    accepted = {"Accept": "application/json, text/event-stream"}
    check(await sample.client.post(DOORS[door][0], content=b"{}", headers=accepted), shape, {415})


SOME = "0f1e2d3c4b5a4f6e8d7c6b5a49382716"


@pytest.mark.parametrize(
    ("method", "path", "shape", "statuses"),
    [
        ("GET", "/nowhere", PROBLEM, {404}),
        ("GET", "/v1/nowhere", PROBLEM, {404}),
        ("PUT", "/v1/answers", PROBLEM, {405}),
        ("PUT", "/v1/documents", PROBLEM, {405}),
        ("DELETE", "/openapi.json", PROBLEM, {405}),
        ("GET", "/v1/chat/completions", OPENAI, {405}),
        ("POST", "/v1/models", OPENAI, {405}),
        ("GET", "/v1/models/unknown", OPENAI, {404}),
        ("POST", "/conversation/unknown/path", ENVELOPE, {200}),
        ("POST", "/api/conversation/unknown/path", ENVELOPE, {200}),
        ("GET", f"/v1/answers/{SOME}", PROBLEM, {404}),
        ("GET", f"/v1/answers/{SOME}/events", PROBLEM, {404}),
        ("POST", f"/v1/answers/{SOME}/stop", PROBLEM, {404}),
        ("GET", "/v1/answers/nonsense", PROBLEM, {404}),
        ("GET", "/v1/answers/%00", PROBLEM, {404}),
        ("GET", "/v1/answers/%ED%A0%80/events", PROBLEM, {404}),
        ("GET", "/context/nonsense", PROBLEM, {404}),
        ("GET", "/context/%00", PROBLEM, {404}),
        ("GET", "/context/%ED%A0%80", PROBLEM, {404}),
        ("POST", f"/context/{SOME}", PROBLEM, {405}),
        ("POST", "/context/nonsense", PROBLEM, {404}),
        ("GET", "/v1/documents/nonsense", PROBLEM, {404}),
        ("GET", "/v1/documents/%00/content", PROBLEM, {404}),
        ("DELETE", "/v1/documents/00000000-0000-4000-8000-000000000000", PROBLEM, {404}),
        ("POST", "/conversation/edit/nonsense", ENVELOPE, {200}),
        ("POST", f"/conversation/del/{SOME}", ENVELOPE, {200}),
        ("GET", f"/conversation/{SOME}?pageSize=0", ENVELOPE, {200}),
        ("GET", f"/conversation/{SOME}?pageSize=x", ENVELOPE, {200}),
        ("GET", "/v1/documents?limit=0", PROBLEM, {422}),
        ("GET", "/v1/documents?limit=x", PROBLEM, {422}),
        ("GET", "/v1/documents?cursor=nonsense", PROBLEM, {400, 422}),
        ("GET", "/v1/documents?workspace=%00", PROBLEM, {422}),
        ("DELETE", "/v1/documents", PROBLEM, {422}),
        ("POST", "/v1/answers?dialect=nonsense", PROBLEM, {422}),
        ("GET", f"/v1/answers/{SOME}/events?dialect=%00", PROBLEM, {422}),
        ("GET", f"/v1/answers/{SOME}/events?after=nonsense", PROBLEM, {400}),
    ],
)
async def test_a_wrong_path_method_uuid_or_query(sample, method, path, shape, statuses):
    content = b'{"question":"x","title":"y"}' if method == "POST" else None
    answer = await sample.client.request(method, path, content=content, headers=JSON if content else {})
    check(answer, shape, statuses)
    if answer.status_code == 405:
        assert method not in answer.headers["allow"].split(", ")


async def test_a_path_that_knows_several_methods_names_them_all(sample):
    answer = await sample.client.put("/v1/documents")
    assert answer.headers["allow"] == "DELETE, GET, HEAD, POST"


async def test_an_unknown_uuid_is_empty_on_the_legacy_door(sample):
    for uuid in (new_uuid(), "nonsense", "%00"):
        for path in ("embedding-ref", "graph-ref"):
            body = (await sample.client.get(f"/conversation/message/{path}/{uuid}")).json()
            assert body["success"] is True and not any(
                body["data"] if path == "embedding-ref" else body["data"].values()
            )


async def test_a_tool_call_with_a_wrong_question_is_an_error_of_the_tool(sample):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    for arguments in ({}, {"question": 7}, {"question": ""}, {"question": "a\0b"}):
        body = {**call, "params": {"name": "query_knowledge_base", "arguments": arguments}}
        headers = {"Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": "2025-06-18"}
        answer = await sample.client.post("/mcp", json=body, headers=headers)
        said = json.loads(answer.text.rpartition("data: ")[2] or answer.text)
        assert answer.status_code == 200 and (said.get("result", {}).get("isError") or "error" in said)
