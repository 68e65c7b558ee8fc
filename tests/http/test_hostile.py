"""Hostile values in every place of every request: no door answers with a fault of ours, and none leaves a trace in the
log.

Routes, their parameters and bodies come from the application and its description, so that a new one is tried by itself.
"""

import asyncio
import copy
import json
import logging
import re
import socket
from pathlib import Path

import pytest
from starlette.routing import Mount, Route

from gateway.http.application import create_app
from tests.support import effort
from tests.support.keyed import keyed
from tests.support.server import running

HTTP = Path(__file__).resolve().parents[2] / "gateway" / "http"
UNKNOWN = "0123456789ab4def8123456789abcdef"
"""A version 4 UUID that nobody has."""
SEGMENTS = [
    "%00",
    "a%00b",
    f"{UNKNOWN}%00",
    "%ff",
    "%c0%80",
    "%ed%a0%80",
    "%f5%80%80%80",
    "%0a",
    "%0d%0aX:%201",
    "%1b",
    "%7f",
    "%e2%80%a8",
    "%e2%80%ae",
    "%ef%bf%bd",
    "%20",
    "0",
    "-1",
    "1e999",
    "NaN",
    "9" * 19,
    "9" * 40,
    "9" * 5000,
    "%d9%a3",
    "%f0%9f%8d%b7",
    "x" * 8000,
    "%c3%a9" * 2000,
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "..%5c",
    "%252f",
    "%25",
    "%27%3b%20drop%20table%20document%3b%20--",
    "%24%7bx%7d",
    "%7b%7d",
    "null",
    UNKNOWN,
    "00000000-0000-0000-0000-000000000000",
    "[]",
    "%5b%00%5d",
]
"""Values of a path or query, percent-encoded."""
HEADERS = [
    b"\xff\xfe",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xc3",
    "é\u2028".encode(),
    b"%00",
    b"9" * 5000,
    b"-1",
    b"0-0",
    b"999999999-999999999",
    b"a\tb",
    b";;,,==",
    b'"',
    b"bytes=0-",
    b"*/*;q=x",
    b"http://[",
    b"Bearer \xff",
    b"Basic Og==",
    b"citestream_session=\xff",
    b"citestream_session=%00; =; ;;",
    b"application/json; charset=\xff",
    b"multipart/form-data; boundary=\xff",
    b"",
]
VALUES = [
    "a\0b",
    "\0",
    "\ud800",
    "a\udfff",
    "\x1b[2J",
    "\u202e",
    "\u2028",
    "\ufffe",
    " ",
    "",
    "x" * 40_000,
    "9" * 40,
    "٣",
    "null",
    0,
    -1,
    2**31,
    2**63,
    10**40,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    True,
    None,
    [],
    [None],
    ["\0"],
    ["\ud800"],
    {},
    {"\0": 1},
    {"\ud800": 1},
    {"a": "\0"},
    {"a": {"b": ["\ud800"]}},
    {"a": 10**40},
    {"a": float("nan")},
]


@pytest.fixture
async def client(database_url, caplog):
    """A client of a server that has something to find, with no faults in the log afterwards."""
    async with running(database_url, sample=True) as server:
        server.client.services = server.services
        yield server.client
    fine(caplog)


def fine(caplog):
    faults = [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    assert not faults, [f"{record.getMessage()} {record.exc_info}" for record in faults[:5]]


def routes(client):
    """Method, path and names of the path's parameters of every route, mounted folders included; of several paths that
    lead to one handler the first."""
    seen = set()
    for route in create_app(client.services).routes:
        if isinstance(route, Mount):
            yield "GET", f"{route.path}/{{path}}", ["path"]
        elif isinstance(route, Route):
            handler, names = getattr(route.endpoint, "__wrapped__", route.endpoint), list(route.param_convertors)
            for method in sorted((route.methods or {"GET", "POST", "DELETE"}) - {"HEAD"}):
                if (method, handler, *names) not in seen:
                    seen.add((method, handler, *names))
                    yield method, re.sub(r":\w+}", "}", route.path), names


def described(client):
    """Each operation of the description: method, path, and what it says."""
    for path, item in client.described["paths"].items():
        for method, operation in item.items():
            if method in ("get", "post", "put", "delete"):
                yield method.upper(), path, operation


async def send(client, method, target, headers=None, content=None):
    """A request whose address is sent as it is written here."""
    if content is None and method in ("POST", "PUT"):
        content = b'{"title":"x"}'
    given = {"content-type": "application/json", **(headers or {})}
    request = client.build_request(method, "/", headers=given, content=content)
    request.url = request.url.copy_with(raw_path=target.encode())
    answer = await client.send(request)
    assert answer.status_code < 500 and "Traceback" not in answer.text, f"{method} {target[:200]}: {answer.text[:500]}"
    return answer


def filled(path, name="", value=UNKNOWN):
    """The path with this value for one of its parameters, an unknown id for the others."""
    return re.sub(r"{(\w+)}", lambda found: value if found[1] == name else UNKNOWN, path)


@pytest.mark.timeout(300)
async def test_a_hostile_id_in_any_path_is_answered_as_an_unknown_one(client):
    """Every third value at each place, from another one on at the next; with `--all` every value."""
    tried = 0
    for number, (method, path, names) in enumerate(routes(client)):
        for name in names:
            unknown = await send(client, method, filled(path))
            for value in (SEGMENTS[at] for at in effort.some(range(len(SEGMENTS)), number)):
                answer = await send(client, method, filled(path, name, value))
                allowed = {unknown.status_code, 404, 405, 422}
                assert answer.status_code in allowed, f"{method} {path} with {value[:80]}: {answer.status_code}"
                tried += 1
    assert tried > (15 if effort.whole else 5) * len(SEGMENTS)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "segments", [SEGMENTS[::5], pytest.param(SEGMENTS, marks=pytest.mark.slow)], ids=["some", "all"]
)
async def test_a_hostile_value_of_any_query_parameter_is_refused_or_of_no_account(client, segments):
    client.described = (await client.get("/openapi.json")).json()
    queries = {
        (method, path): [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
        for method, path, operation in described(client)
    }
    every = sorted({name for names in queries.values() for name in names})
    assert {"cursor", "dialect", "after", "pace", "pageSize", "maxMsgUuid", "q", "workspace"} <= set(every)
    for method, path, _ in routes(client):
        for value in segments:
            if len(value) < 1000 and method == "GET":
                at_once = "&".join(f"{name}={value}" for name in (*every, value))
                await send(client, method, f"{filled(path)}?{at_once}")
            for name in queries.get((method, path), ()):
                await send(client, method, f"{filled(path)}?{name}={value}")


@pytest.mark.timeout(300)
async def test_a_nul_in_a_query_is_refused_by_its_name(client):
    for place in ("/v1/documents", "/staff/memory/entries", f"/v1/answers/{UNKNOWN}/events", "/v1/models", "/healthz"):
        answer = await send(client, "GET", f"{place}?limit=1&workspace=a%00b")
        said = answer.json()
        assert answer.status_code in (400, 422) and "workspace" in str(said) and "NUL" in str(said), said
    answer = await send(client, "GET", f"/conversation/{UNKNOWN}?maxMsgUuid=%00")
    assert answer.json()["code"] == "A0002" and "maxMsgUuid" in answer.json()["data"]


def test_every_query_parameter_that_a_door_reads_is_described(client_description):
    read = set()
    for file in HTTP.rglob("*.py"):
        read |= set(re.findall(r"""(?:query_params|given)\.get\(\s*"(\w+)\"""", file.read_text(encoding="utf-8")))
    assert len(read) > 5 and read - BODY_FIELDS <= client_description


BODY_FIELDS = {
    "audioUuid",
    "audio_uuid",
    "background",
    "conversation",
    "input",
    "instructions",
    "messages",
    "modalities",
    "model",
    "n",
    "previous_response_id",
    "store",
    "stream",
    "tool_choice",
}
"""Read by the same words from a body."""


@pytest.fixture
async def client_description(sample):
    said = (await sample.client.get("/openapi.json")).json()
    return {
        one["name"]
        for item in said["paths"].values()
        for operation in item.values()
        for one in operation.get("parameters", ())
        if one["in"] == "query"
    }


@pytest.fixture
async def keys(caplog):
    """Clients with keys, with no faults in the log afterwards."""
    async with keyed() as keys:
        yield keys
    fine(caplog)


@pytest.mark.timeout(300)
async def test_a_hostile_header_of_a_reader_is_refused_or_of_no_account(keys):
    names = {"authorization", "cookie", "content-type", "accept", "origin", "range", "x-forwarded-proto", "traceparent"}
    for file in HTTP.rglob("*.py"):
        code = file.read_text(encoding="utf-8")
        names |= set(re.findall(r"""headers\.get(?:list)?\(\s*"([\w-]+)\"""", code)) | set(
            re.findall(r'"(if-[a-z-]+)"', code)
        )
    names -= {"content-length", "host"}
    assert {"x-user-ref", "last-event-id", "idempotency-key", "if-none-match"} <= names
    document = await keys.save(workspace="default")
    answer_uuid = (await keys.ask("app"))["answer_uuid"]
    targets = (f"/v1/answers/{answer_uuid}/events", f"/v1/documents/{document}/content", "/conversation/list")
    for number, target in enumerate(targets):  # each name has each value at one of them, and at all with `--all`
        for name in sorted(names):
            for at in effort.some(range(len(HEADERS)), number):
                await send(keys.app, "GET", target, {name: HEADERS[at]})


@pytest.mark.timeout(300)
async def test_a_hostile_header_of_a_writer_is_refused_or_of_no_account(keys):
    for number, (target, content) in enumerate(POSTS.items()):
        for name in ("idempotency-key", "x-user-ref", "accept", "content-type", "origin"):
            values = range(len(HEADERS)) if target == "/v1/answers" else range(0, len(HEADERS), 3)
            for at in effort.some(values, number):
                await send(keys.app, "POST", target, {name: HEADERS[at]}, content)
    for number, name in enumerate(("cookie", "origin", "authorization")):
        for at in effort.some(range(len(HEADERS)), number):
            headers = {"cookie": "citestream_session=x", name: HEADERS[at]}
            await send(keys.server.client, "POST", "/v1/answers", headers, POSTS["/v1/answers"])


POSTS = {
    "/v1/answers": b'{"question":"How long?"}',
    "/context/create_session": b"{}",
    "/sign-out": b"",
    "/conversation/message/process": b'{"prompt":"x"}',
    "/mcp": b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
    "/v1/chat/completions": b'{"messages":[{"role":"user","content":"x"}]}',
}


async def test_a_head_that_no_client_would_send_is_refused_and_the_server_goes_on(client):
    host, port = client.base_url.host, client.base_url.port
    for head in (
        b"GET /conversation/\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/documents/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-User-Ref: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\x00\r\n\r\n",
        b"GET /?a=\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x00\xff\r\n\r\n",
    ):
        reply = await _raw(host, port, head)
        assert not reply.startswith(b"HTTP/1.1 5"), (head, reply[:200])
        assert (await client.get("/healthz")).status_code == 200


async def _raw(host, port, head):
    def exchange():
        with socket.create_connection((host, port), timeout=10) as connection:
            connection.sendall(head)
            connection.shutdown(socket.SHUT_WR)
            try:
                return connection.recv(65536)
            except ConnectionError:
                return b""

    return await asyncio.to_thread(exchange)


def places(value, at=()):
    """The way to everything in a JSON value, the value itself first."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*at, key))


def put(value, at, new):
    if not at:
        return new
    changed = copy.deepcopy(value)
    inside = changed
    for key in at[:-1]:
        inside = inside[key]
    inside[at[-1]] = new
    return changed


MORE = {
    "/v1/answers": {
        "question": "How long?",
        "conversation_history": [{"role": "user", "content": "x"}],
        "document_ids": [UNKNOWN],
        "languages": ["en"],
        "workspace": "w",
        "session_id": "s",
        "thread_id": "t",
        "user_ref": "u",
        "phase": "p",
    },
    "/v1/search": {
        "query": "How long?",
        "document_ids": [UNKNOWN],
        "languages": ["en"],
        "language": "en",
        "source_app": "a",
    },
    "/v1/documents": {
        "title": "x",
        "text": "y",
        "metadata": {"a": ["b"]},
        "source": "s",
        "external_id": "e",
        "language": "en",
    },
    "/context/update_context": {
        "session_id": "s",
        "user_message": "m",
        "workflow_changes": {"primary": "p", "state_patch": {"a": {"b": "c"}}},
        "request_id": "r",
        "expected_version": 1,
    },
    "/memory/lookup": {
        "message": {"type": "user_request", "content": "How long?"},
        "language": "en",
        "context": {"phase": "p", "projet": "w", "history": [{"speaker": "user", "content": "x"}]},
    },
    "/memory/messages": {
        "caller": "summary",
        "message": {"type": "response", "content": "Three weeks."},
        "context": {"history": [{"speaker": "user", "content": "How long?"}], "auteurs": ["a"], "tags": ["t"]},
    },
    "/v1/chat/completions": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
        "citestream": {"workspace": "w", "thread_id": "t"},
        "stream_options": {"include_usage": True},
        "stream": True,
        "metadata": {"a": "b"},
    },
    "/conversation/add": {
        "title": "x",
        "remark": "r",
        "audioConfig": {"a": {"b": "c"}},
        "kbIds": ["1"],
        "mcpIds": ["2"],
    },
    "/conversation/message/process": {
        "prompt": "x",
        "conversationUuid": UNKNOWN,
        "regenerateQuestionUuid": UNKNOWN,
        "modelName": "m",
        "audioUuid": "a",
    },
    "/context/policies": {"policies": [{"caller_app": "a", "user_segment": "b", "max_rounds": 3}]},
}
"""Bodies with more of their fields than the examples of the description."""
ALIASES = ("/query", "/api/query", "/chat/process", "/character/message/process", "/staff/memory/dry-run")
"""Doors whose bodies are read by the handlers of others."""
TEXTS = [*VALUES[:5], 7, {"\0": 1}]
"""What is tried deep inside a body too."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(3))
async def test_a_hostile_value_anywhere_in_any_json_body_is_refused_or_of_no_account(client, part):
    client.described = (await client.get("/openapi.json")).json()
    tried = set()
    asked = [
        one
        for one in described(client)
        if "application/json" in one[2].get("requestBody", {}).get("content", ()) and one[1] not in (*ALIASES, "/mcp")
    ]
    for method, path, operation in asked[part::3]:
        content = operation["requestBody"]["content"]["application/json"]
        for example in (content.get("example", {}), MORE.get(path)):
            for number, at in enumerate(places(example) if example is not None else ()):
                values = VALUES if len(at) < 2 else TEXTS
                for value in values if effort.whole else values[number % 3 :: 3]:
                    body = json.dumps(put(example, at, value)).encode()
                    await send(client, method, filled(path), content=body)
                    tried.add((method, path))
            if isinstance(example, dict):
                for odd in ("\0", "\ud800", "x" * 9000):
                    await send(client, method, filled(path), content=json.dumps({**example, odd: odd}).encode())
    assert len(tried) == len(asked[part::3]) > 3


FORMS = [
    b"a\0b",
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"",
    b" ",
    b"x" * 30_000,
    b'{"a":"\\u0000"}',
    b'{"\\u0000":1}',
    b'{"a":"\\ud800"}',
    b'{"a":1e999}',
    b"{",
    b"[]",
    b"9" * 400,
]


@pytest.mark.timeout(300)
async def test_a_hostile_value_anywhere_in_a_form_is_refused_or_of_no_account(client):
    def form(value, place):
        name = value if place == "name" else b"title" if place == "file" else place.encode()
        field = b'Content-Disposition: form-data; name="%b"\r\n\r\n%b\r\n' % (name, value)
        file_name = value if place == "filename" else b"a.md"
        kind = value if place == "kind" else b"text/markdown"
        head = b'Content-Disposition: form-data; name="file"; filename="%b"\r\nContent-Type: %b\r\n\r\n' % (
            file_name,
            kind,
        )
        return b"--B\r\n%b--B\r\n%b%b\r\n--B--\r\n" % (field, head, value if place == "file" else b"Red wine.")

    kind = {"content-type": "multipart/form-data; boundary=B"}
    for place in (
        "name",
        "filename",
        "kind",
        "file",
        "title",
        "source",
        "external_id",
        "workspace",
        "source_app",
        "language",
        "metadata",
    ):
        for value in FORMS:
            await send(client, "POST", "/v1/documents", kind, form(value, place))
    for body in (b"", b"--B", b"--B\r\n\r\n", b"\0", b"--B--", b"--B\r\nContent-Disposition: \xff\0\r\n\r\n\r\n--B--"):
        await send(client, "POST", "/v1/documents", kind, body)
        await send(client, "POST", "/v1/documents", {"content-type": "multipart/form-data"}, body)
