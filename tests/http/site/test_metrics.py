"""Figures in Prometheus' text format."""

import asyncio
import shutil
import subprocess

import pytest

from gateway.errors import Unavailable
from gateway.http.site import metrics
from tests.fakes.upstream import FakeUpstream, chunk, frames, status
from tests.support.metrics import scraped, total
from tests.support.server import running


async def test_they_are_there_before_anything_happened(server):
    found = await server.client.get("/metrics")
    assert found.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'citestream_memory_checks_total{result="agreed"} 0.0\n' in found.text
    assert 'citestream_answers_running{process="0"} 0.0\n' in found.text
    assert "citestream_database_up 1.0\n" in found.text


async def test_a_turn_is_counted_when_it_ends(sample):
    before = await scraped(sample)
    await sample.document("What is a citation?", memory="skip")
    after = await scraped(sample)

    def more(name, **labels):
        return total(after, name, **labels) - total(before, name, **labels)

    assert more("citestream_turns_total") == more("citestream_turn_seconds_count") == 1
    assert more("citestream_turns_total", outcome="done", reason="none", source="model") == 1
    assert more("citestream_turn_first_text_seconds_count", source="model") == 1
    assert more("citestream_turn_events_total") > 3 and more("citestream_paragraphs_total") >= 1
    assert more("citestream_citations_total") >= 1 and more("citestream_gate_decisions_total") == 1
    assert more("citestream_writer_commits_total") >= 1 and more("citestream_writer_events_total") >= 3
    assert more("citestream_retrievals_total", source="passages", result="found") >= 1
    assert more("citestream_model_pieces_total") >= 1
    assert more("citestream_http_requests_total", method="POST", route="/v1/answers", status="200") == 1
    assert more("citestream_http_response_start_seconds_count", route="/v1/answers") == 1


async def test_while_the_database_is_away_the_rest_is_told(server, monkeypatch):
    async def away(*_):
        raise Unavailable("away")

    monkeypatch.setattr(type(server.services.memories), "figures", away)
    found = await scraped(server)
    assert found["citestream_database_up", ()] == 0
    assert ("citestream_answers_running", (("process", "0"),)) in found
    assert not [name for name, _ in found if name.startswith("citestream_memory")]


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/no/such/{x}?question=secret", {}),
        ("BREW", "/v1/status", {}),
        ("GET", "/v1/answers/" + "a" * 500, {}),
        ("GET", '/v1/documents/"} 1\n', {"X-Request-ID": 'x"} 1'}),
        ("GET", "/v1/threads/canary-canary/messages", {"X-User-Ref": "canary"}),
    ],
)
async def test_labels_hold_nothing_that_a_caller_chose(server, method, path, headers):
    await server.client.request(method, path.replace("\n", "%0A"), headers=headers)
    found = await scraped(server)
    routes = {dict(labels)["route"] for name, labels in found if name == "citestream_http_requests_total"}
    methods = {dict(labels)["method"] for name, labels in found if name == "citestream_http_requests_total"}
    assert methods <= {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"}
    values = {value for _, labels in found for _, value in labels}
    assert not [value for value in values if len(value) > 100 or "canary" in value or "secret" in value]
    assert "unmatched" in routes or path.startswith("/v1")


async def test_labels_hold_little_of_what_a_service_says(database_url):
    name = 'evil"} 1\n# TYPE x\u2028' + "m" * 5_000
    odd = frames([chunk({"content": '{"paragraphs":[{"citationIds":["E1"],"text":"A link."}]}'}), chunk({}, name)])
    async with FakeUpstream([odd, status(599, detail=name)], models=[name]) as model:
        settings = {"provider": "openai", "openai_base_url": model.url, "sample": True, "retries": 0}
        async with running(database_url, **settings) as server:
            for _ in range(2):
                await server.ask("What is a citation?", memory="skip")
            found = await scraped(server)
    values = {(label, value) for _, labels in found for label, value in labels}
    assert max(len(value) for _, value in values) <= 100 and not [value for _, value in values if "\n" in value]
    evil = {label for label, value in values if "evil" in value}
    assert evil == {"model"}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed here")
async def test_promtool_finds_nothing_wrong(server):
    await server.document("What is a citation?")
    text = (await server.client.get("/metrics")).content
    checked = await asyncio.to_thread(
        subprocess.run, ["promtool", "check", "metrics"], input=text, capture_output=True, check=False
    )
    complaints = [line for line in checked.stderr.decode().splitlines() if "citestream" in line]
    assert complaints == []


def test_scrapes_are_for_keys_of_documented_roles():
    [endpoint] = metrics.ENDPOINTS
    assert endpoint.roles is not None
