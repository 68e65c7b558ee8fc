"""Reading bodies: covered from outside in test_answers; here what no client can easily send."""

import asyncio
import json
import re

import jsonschema
import pytest
from pydantic import TypeAdapter, ValidationError

from gateway.errors import InvalidField, InvalidJson, TooLarge, TooSlow
from gateway.http.door import bodies as bodies_module
from gateway.http.door.bodies import Pace, Spoken, body_hash, check_address, patient, read_bytes
from tests.support.endpoints import MAY_CALL, filled
from tests.support.keyed import keyed
from tests.support.visits import visit


def receiving(receive, headers=None):
    return visit(None, receive=receive, method="POST", headers=headers)


def request(chunks, headers=None):
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive():
        return messages.pop(0)

    return receiving(receive, headers)


async def test_a_body_without_a_declared_length_is_counted_as_it_comes():
    assert await read_bytes(request([b"ab", b"cd"]), 4) == b"abcd"
    with pytest.raises(TooLarge):
        await read_bytes(request([b"ab", b"cd", b"e"]), 4)


async def test_a_body_that_does_not_come_is_too_slow(monkeypatch):
    monkeypatch.setattr(bodies_module, "SILENCE_S", 0.01)

    async def receive():
        await asyncio.Event().wait()

    with pytest.raises(TooSlow) as refused:
        await patient(receiving(receive))()
    assert "may pause for 0.01 s" in refused.value.detail and refused.value.headers["Connection"] == "close"


async def test_a_declared_length_over_the_limit_is_refused_unread():
    with pytest.raises(TooLarge):
        await read_bytes(request([], {"Content-Length": "5"}), 4)


# Slow bodies ---------------------------------------------------------------------------------------------------------


MB = 1024 * 1024


def passes(size, piece, every_s):
    """Whether a body of so many bytes, in pieces that come every so many seconds, is taken to its end."""
    pace, came = Pace(30), 0
    while came < size:
        if every_s >= pace.patience_s:
            return False
        pace.came(piece, every_s)
        came += piece
    return True


def test_a_slow_upload_passes_and_one_in_drops_does_not():
    assert passes(50 * MB, 64 * 1024, 15), "over four kilobytes a second"
    assert not passes(50 * MB, 64 * 1024, 17), "under four"
    assert not passes(50 * MB, MB, 31), "fast, with pauses that nobody waits for"
    assert passes(1024, 1024, 29) and not passes(1024, 1, 1), "a small one has the time of a pause, and no more"


async def test_only_waiting_for_the_sender_counts():
    """Between two pieces we may take as long as we like: the next one is there and is taken."""
    pace = Pace(1)
    for _ in range(100):
        pace.came(1, 0.0)
    assert pace.patience_s == 1


@pytest.fixture(scope="module")
async def hasty():
    """A server that waits for no body, and knows keys and the roles of all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies_module, "SILENCE_S", 0.2)
        async with keyed() as made:
            yield made


def bodies():
    """Method and path of everything that may be sent a body, described or not."""
    for method, path in MAY_CALL:
        if method in ("POST", "PUT"):
            yield method, filled(path)


HASTY = {
    "/v1/answers",
    "/v1/documents",
    "/v1/chat/completions",
    "/mcp",
    "/context/policies",
    "/sign-in",
    "/memory/lookup",
}


async def sent(at, method, path, kind, body):
    """The answer to a body of which this much comes and no more."""
    host, _, port = at.server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {at.keys['admin']}\r\n"
    head += f"Content-Type: {kind}\r\nContent-Length: 900\r\nAccept: application/json, text/event-stream\r\n\r\n"
    try:
        async with asyncio.timeout(30):
            writer.write(head.encode() + body)
            said = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", said)
            return int(said.split()[1]), await reader.readexactly(int(length[1])) if length else b""
    finally:
        writer.close()


async def test_a_body_that_stops_coming_is_waited_for_on_no_route(hasty):
    refused = set()
    for method, path in bodies():
        status, said = await sent(hasty, method, path, "application/json", b'{"question":')
        assert status < 500, (path, said)
        if status == 408:
            refused.add(path)
            assert b"too_slow" in said, path
    assert refused >= HASTY
    status, said = await sent(hasty, "POST", "/chat/process", "application/json", b"{")
    assert status == 200 and b"[ERROR]" in said
    status, said = await sent(hasty, "POST", "/conversation/add", "application/json", b"{")
    assert status == 200 and b'"success":false' in said and b"may pause for 0.2 s" in said


async def test_an_upload_that_stops_coming_is_refused(hasty):
    form = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA text'
    status, said = await sent(hasty, "POST", "/v1/documents", "multipart/form-data; boundary=b", form)
    assert status == 408 and json.loads(said)["code"] == "too_slow"


async def test_a_body_in_drops_is_refused(hasty):
    host, _, port = hasty.server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    )
    answered = asyncio.create_task(reader.readuntil(b"\r\n\r\n"))
    for _ in range(900):
        writer.write(b" ")
        if (await asyncio.wait([answered], timeout=0.02))[0]:
            break
    assert (await answered).startswith(b"HTTP/1.1 408 ")
    writer.close()


async def test_a_stream_to_a_reader_who_sends_no_more_goes_on(hasty):
    """The patience is for bodies: an answer lasts as long as it lasts."""
    answer = await hasty.ask("admin")
    assert answer["state"] == "done"


def addressed(query=b"", **names):
    return visit(query_string=query, path_params=names)


def test_a_nul_in_a_path_names_nothing_and_everything_else_stays():
    asked = addressed(uuid="a\0b", number=7, other="\x1b\ufffd")
    check_address(asked)
    assert asked.path_params == {"uuid": "a\ufffdb", "number": 7, "other": "\x1b\ufffd"}


@pytest.mark.parametrize(("query", "field"), [(b"q=a%00b", "q"), (b"a=1&%00=2", "\ufffd"), (b"x=%2500&q=%00", "q")])
def test_a_nul_in_a_query_is_refused_by_name(query, field):
    with pytest.raises(InvalidField) as caught:
        check_address(addressed(query))
    assert [error["field"] for error in caught.value.errors] == [field]
    check_address(addressed(b"q=%2500&r=%01&s=%ff"))


def test_the_hash_of_a_body_is_that_of_its_fields_whatever_they_hold():
    assert (
        body_hash({"a": 1, "b": "\ud800"}) == body_hash({"b": "\ud800", "a": 1}) != body_hash({"a": 1, "b": "\ud801"})
    )
    assert body_hash({"a": 10**40}) != body_hash({"a": 10**40 + 1})
    deep: dict = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(InvalidJson):
        body_hash(deep)


@pytest.mark.parametrize(
    "tag",
    ["de", "DE", "pt-BR", "pt_br", "zh-Hant-TW", "es-419", "sr-Latn", "x", "xx", "de-", "de-a", "deu", "de DE", "", 7],
)
def test_a_language_is_taken_as_its_description_says_and_becomes_its_code(tag):
    adapter = TypeAdapter(Spoken)
    described = jsonschema.Draft202012Validator(adapter.json_schema()).is_valid(tag)
    try:
        taken = adapter.validate_python(tag)
    except ValidationError:
        taken = None
    assert described is (taken is not None) and taken in (None, str(tag)[:2].lower())
