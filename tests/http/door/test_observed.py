"""Ids of requests, and the access log."""

import json
import logging
import re

import pytest

from gateway.serve.logs import JsonLines
from tests.support.server import running


async def test_every_answer_has_an_id(server):
    for path in ("/healthz", "/no/such/page", "/v1/answers/unknown", "/"):
        assert re.fullmatch(r"[0-9a-f]{32}", (await server.client.get(path)).headers["x-request-id"]), path
    stream = await server.client.post("/v1/answers", json={"question": "Hello?"})
    assert stream.headers.get_list("x-request-id") == [stream.headers["x-request-id"]]


async def test_a_callers_id_comes_back(server):
    given = {"X-Request-ID": "theirs-42"}
    assert (await server.client.get("/healthz", headers=given)).headers["x-request-id"] == "theirs-42"
    assert (await server.client.get("/nowhere", headers=given)).headers["x-request-id"] == "theirs-42"
    refused = await server.client.post("/v1/answers", content=b"{", headers=given)
    assert refused.status_code == 415 and refused.headers["x-request-id"] == "theirs-42"


@pytest.mark.parametrize("given", ["two words", "x" * 129, 'a"b', "a\tb", "{}"])
async def test_an_id_that_is_none_is_replaced(server, given):
    answer = await server.client.get("/healthz", headers={"X-Request-ID": given})
    assert answer.status_code == 200 and re.fullmatch(r"[0-9a-f]{32}", answer.headers["x-request-id"])


async def test_a_fault_has_the_id_too(server, monkeypatch):
    async def broken():
        raise RuntimeError("broken")

    monkeypatch.setattr(server.services.database, "ready", broken)
    answer = await server.client.get("/readyz", headers={"X-Request-ID": "fault-1"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "fault-1")


def entries(caplog, message):
    lines = [JsonLines().format(record) for record in caplog.records if record.message == message]
    return [json.loads(line) for line in lines]


async def test_the_access_log_is_off_unless_it_is_switched_on(server, caplog):
    caplog.set_level(logging.DEBUG)
    await server.client.get("/v1/status")
    assert entries(caplog, "request") == []


async def test_a_line_names_the_route_and_not_what_was_typed(database_url, caplog):
    caplog.set_level(logging.INFO)
    async with running(database_url, access_log="on") as server:
        await server.client.get("/v1/answers/canary", headers={"X-Request-ID": "r-1"})
        await server.client.get("/canary/canary")
        await server.client.post("/v1/answers", json={"question": "canary"}, headers={"X-Request-ID": "r-2"})
    known, unknown, stream = entries(caplog, "request")
    assert (known["method"], known["route"], known["status"]) == ("GET", "/v1/answers/{uuid}", 404)
    assert (known["tenant"], known["role"], known["key"]) == ("default", "admin", None)
    assert known["client"] == "127.0.0.1" and known["total_ms"] >= known["start_ms"] >= 0
    assert (unknown["route"], unknown["status"], unknown["tenant"]) == ("unmatched", 404, None)
    assert (stream["route"], stream["status"]) == ("/v1/answers", 200)
    assert "canary" not in json.dumps([known, unknown, stream])


async def test_requests_that_run_are_counted_while_they_do(server):
    assert 'citestream_http_requests_running{process="0"} 1.0\n' in (await server.client.get("/metrics")).text
