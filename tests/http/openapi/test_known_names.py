"""Names of fields that no endpoint knows: refused, refused if near, or told. Every endpoint of the application is
tried, so that a new one is tried by itself."""

import json

import pytest

from gateway.errors import InvalidField
from gateway.http.asking.search import PassageQuery
from gateway.http.openapi import known_names
from gateway.http.openapi.json_schema import named
from gateway.http.openapi.known_names import KnownNames, hint, nearest
from gateway.http.openapi.operation import JSON, Body, Operation, body, parameter
from tests.support.endpoints import ENDPOINTS, filled

MISSPELT = {
    "workspce": "workspace",
    "workSpace": "workspace",
    "documentIds": "document_ids",
    "document_id_s": "document_ids",
    "sourceApp": "source_app",
    "source_apps": "source_app",
    "filters": None,
    "top_k": None,
    "ai_message": "AI_message",
    "user_mesage": "user_message",
    "languge": "language",
    "langauges": "languages",
    "memry": "memory",
    "callerApp": "caller_app",
    "userRef": "user_ref",
    "citationMode": "citation_mode",
    "onDisconnect": "on_disconnect",
    "externalId": "external_id",
    "conversationHistory": "conversation_history",
}
FORM = "multipart/form-data"
TOLD = [
    (endpoint, endpoint.operation.other_names.rule)
    for endpoint in ENDPOINTS
    if endpoint.operation is not None and endpoint.path != "/mcp"
]


def of(rule):
    found = [endpoint for endpoint, one in TOLD if one == rule]
    return pytest.mark.parametrize("endpoint", found, ids=[f"{one.method} {one.path}" for one in found])


def refused_names(answer):
    """The names that a refusal of ours, or one in OpenAI's shape, is about."""
    if answer.status_code not in (400, 422):
        return {}
    refusal = answer.json()
    text = refusal["error"]["message"] if "error" in refusal else refusal["detail"]
    return {name.rpartition(".")[2]: text for name in MISSPELT if f"{name}: unknown" in text}


async def sent(sample, endpoint, names, **more):
    path = filled(endpoint.path)
    return await sample.client.request(endpoint.method, path, params=dict.fromkeys(names, "x"), **more)


@of("refused")
async def test_our_endpoints_refuse_every_unknown_name_and_say_what_they_take(sample, endpoint):
    for names in (list(MISSPELT)[:10], list(MISSPELT)[10:]):
        answer = await sent(sample, endpoint, names)
        assert set(refused_names(answer)) == set(names) and answer.status_code == 422, answer.text
        assert answer.json()["code"] == "invalid_field"
        assert [error["field"] for error in answer.json()["errors"]] == names
        accepted = KnownNames(endpoint.operation, endpoint.path)._query
        assert all(name in answer.json()["detail"].rpartition("Accepted: ")[2] for name in accepted)
        for kind in endpoint.operation.body.content if endpoint.operation.body else ():
            if kind == JSON:
                said = await sent(sample, endpoint, (), json=dict.fromkeys(names, "x"))
            elif kind == FORM:
                said = await sent(
                    sample, endpoint, (), data=dict.fromkeys(names, "x"), files={"file": ("a.md", b"# A")}
                )
            else:
                continue
            if said.status_code == 404 and "{" in endpoint.path:  # what the path names is not there
                continue
            assert set(refused_names(said)) == set(names) and said.status_code == 422, said.text
            known = properties(endpoint, kind)
            for error in said.json()["errors"]:
                meant = MISSPELT[error["field"]]
                assert (f'did you mean "{meant}"?' in error["message"]) == (meant in known), error
            assert all(name in said.json()["detail"] for name in known)


def properties(endpoint, kind):
    found = KnownNames(endpoint.operation, endpoint.path)
    return found._resolved(endpoint.operation.body.content[kind]["schema"])["properties"]


@of("near")
async def test_endpoints_of_other_protocols_refuse_a_name_near_one_of_ours(sample, endpoint):
    said = refused_names(await sent(sample, endpoint, MISSPELT))
    assert set(said) == ({"callerApp"} if endpoint.path.startswith("/v1/ai-sdk/") else set())
    if endpoint.operation.body is None:
        return
    ours = KnownNames(endpoint.operation, endpoint.path)._meant(properties(endpoint, JSON))
    for names in (list(MISSPELT)[:10], list(MISSPELT)[10:]):
        said = await sent(sample, endpoint, (), json=dict.fromkeys(names, "x"))
        near = {name for name in names if MISSPELT[name] in ours and len(name) >= 6}
        assert set(refused_names(said)) == near, said.text
        assert all(f'did you mean "{MISSPELT[name]}"?' in text for name, text in refused_names(said).items())


@of("told")
async def test_existing_systems_and_pages_are_refused_nothing_for_a_name(sample, endpoint):
    assert not refused_names(await sent(sample, endpoint, MISSPELT))
    if endpoint.operation.body is not None:
        said = await sent(sample, endpoint, (), json=dict.fromkeys(MISSPELT, "x"))
        assert not (said.headers["content-type"].endswith("json") and refused_names(said)), said.text


@pytest.mark.parametrize("name", MISSPELT)
@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses"])
async def test_the_object_of_ours_in_openais_request_refuses_every_unknown_name(sample, path, name):
    asked = {"messages": [{"role": "user", "content": "How long?"}], "input": "How long?"}
    answer = await sample.client.post(path, json={**asked, "citestream": {name: "x"}})
    error, meant = answer.json()["error"], MISSPELT[name]
    assert answer.status_code == 400 and error["code"] == "invalid_field" and error["param"] == f"citestream.{name}"
    assert (f'did you mean "{meant}"?' in error["message"]) == (
        meant not in (None, "AI_message", "user_message", "external_id")
    )


@pytest.mark.parametrize("path", ["/query", "/api/query"])
async def test_an_existing_system_is_told_in_the_warnings(sample, path):
    given = {"question": "How long may a book be borrowed?", "workspce": "x", "top_k": 3}
    answer = await sample.client.post(f"{path}?verbose=1", json=given)
    assert answer.json()["meta"]["warnings"] == [
        'unknown query parameter "verbose" was ignored.',
        'unknown field "workspce" was ignored; did you mean "workspace"?',
        'unknown field "top_k" was ignored.',
    ]


@pytest.mark.parametrize("path", ["/conversation/message/process", "/api/conversation/message/process"])
async def test_the_older_systems_chat_is_told_in_meta(sample, path):
    answer = await sample.client.post(path, json={"prompt": "How long may a book be borrowed?", "promt": "x"})
    meta = json.loads(answer.text.rpartition("[META]")[2])
    assert meta["warnings"] == ['unknown field "promt" was ignored; did you mean "prompt"?']


CLIENTS = {
    "/v1/chat/completions": {
        "messages": [{"role": "user", "content": "How long?", "name": "ann", "context": {}}],
        "session_id": "s",
        "chat_id": "c",
        "data": {},
        "files": [],
        "metadata": {},
        "provider": {"order": []},
        "top_k": 3,
        "filters": [],
    },
    "/v1/responses": {"input": "How long?", "prompt_cache_key": "x", "safety_identifier": "y", "data": {}},
    "/v1/ag-ui": {
        "threadId": "t",
        "runId": "r",
        "state": {},
        "tools": [],
        "context": [],
        "forwardedProps": {},
        "messages": [{"id": "1", "role": "user", "content": "How long?"}],
    },
    "/v1/ai-sdk": {
        "id": "chat",
        "messageId": "m",
        "trigger": "submit-message",
        "message": {},
        "data": {},
        "messages": [{"id": "1", "role": "user", "metadata": {}, "parts": [{"type": "text", "text": "How long?"}]}],
    },
    "/v1/answers?dialect=ag-ui": {
        "threadId": "t-8",
        "runId": "r",
        "state": {},
        "forwardedProps": {},
        "messages": [{"id": "1", "role": "user", "content": "How long?"}],
    },
    "/v1/answers?dialect=ai-sdk": {
        "id": "chat",
        "messageId": "m",
        "trigger": "submit-message",
        "messages": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "How long?"}]}],
    },
    "/v1/answers": {"messages": [{"id": "1", "role": "user", "content": "How long?", "createdAt": "now", "x": 1}]},
}


@pytest.mark.parametrize("path", CLIENTS)
async def test_what_clients_of_a_protocol_send_is_never_refused(sample, path):
    answer = await sample.client.post(path, json=CLIENTS[path])
    assert answer.status_code == 200, answer.text


NESTED = [
    ({"conversation_history": [{"role": "user", "text": "x"}]}, "conversation_history.0.text"),
    ({"messages": [{"role": "user", "contnt": "x"}]}, "messages.0.contnt"),
]


@pytest.mark.parametrize(("more", "field"), NESTED)
async def test_objects_in_a_body_are_looked_through(sample, more, field):
    answer = await sample.client.post("/v1/answers", json={"question": "How long?", **more})
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == field, answer.text


async def test_what_somebody_else_chose_the_names_of_is_free(sample):
    given = {"title": "T", "text": "Text.", "workspace": "free", "metadata": {"workspce": 1, "a": {"b": 1}}}
    assert (await sample.client.post("/v1/documents", json=given)).status_code == 201
    assert (await sample.client.request("DELETE", "/v1/documents?workspace=free")).status_code == 204


async def test_a_form_takes_files_under_one_name(sample):
    answer = await sample.client.post("/v1/documents", files={"files": ("a.md", b"# A")})
    assert answer.status_code == 422 and 'files: unknown field; did you mean "file"?' in answer.json()["detail"]


def test_near_is_the_same_but_for_case_and_underlines_or_within_two_edits():
    known = ["workspace", "document_ids", "language", "languages", "q", "id"]
    assert nearest("workspce", known) == nearest("WORK_SPACE", known) == nearest("wrkspce", known) == "workspace"
    assert nearest("documentId", known) == "document_ids" and nearest("langages", known) == "languages"
    assert nearest("langge", known) == "language" and nearest("wrkspc", known) is None
    assert nearest("x", known) is None, "nothing of it stays"
    assert nearest("ids", known) == "id" and nearest("ids", known, 6) is None and nearest("ID", known, 6) == "id"
    assert hint("top_k", {"workspace": ""}) == "."


KNOWN = KnownNames(Operation("x: X.", {}, body(PassageQuery, {}), (parameter("q", str, "Q."),)), "/x")


def test_a_refusal_stays_short_and_can_be_sent_whatever_the_name_is():
    names = {f"{index}{'x' * 300}": 1 for index in range(5000)} | {"\ud800": 1, "a\nb": 2}
    with pytest.raises(InvalidField) as wrong:
        KNOWN.check_body("", JSON, {"\ud800": 1, **names})
    assert len(wrong.value.errors) == known_names.MOST_TOLD and len(wrong.value.detail.encode()) < 4000


def test_a_body_of_many_names_is_compared_for_a_short_time():
    theirs = KnownNames(Operation("x: X.", {}, Body({JSON: {"schema": named("ChatMessage")}})), "/x")
    theirs.check_body("", JSON, {f"contxx{index:05}": 1 for index in range(50_000)})
    with pytest.raises(InvalidField, match='Content: unknown field; did you mean "content"'):
        theirs.check_body("", JSON, {"Content": 1})
