"""The description: complete, valid, and the same every time; its examples and its events are real ones. The page over
it."""

import json
import re
from functools import cache

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from schemathesis.specs.openapi import definitions

from gateway import slots
from gateway.http.legacy import rest
from gateway.http.openai import missing_paths
from gateway.http.site import docs
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.wire.shared.frame import About
from tests.support import sse
from tests.support.browser import visit
from tests.support.effort import examples
from tests.support.endpoints import ENDPOINTS
from tests.support.event_lists import lists
from tests.support.openapi_contract import strict

ABOUT = About("5b0d6b1c0f6e4f0fa3c1d2e4f5061728", "How long?", "2026-11-21T09:00:00.000Z")


@pytest.fixture(scope="module")
def document():
    return docs.document(ENDPOINTS)


def validator(document, schema):
    """Checks values against a schema that points into the document."""
    text = json.dumps(schema).replace("#/components", "urn:description#/components")
    pointed = json.loads(json.dumps(document).replace('"#/components', '"urn:description#/components'))
    registry = Registry().with_resource("urn:description", Resource(contents=pointed, specification=DRAFT202012))
    return Draft202012Validator(json.loads(text), registry=registry)


def component(document, name):
    return validator(document, {"$ref": f"#/components/schemas/{name}"})


async def test_every_endpoint_is_described_or_another_spelling_of_one(sample):
    published = (await sample.client.get("/openapi.json")).json()
    known = {(method.upper(), path) for path, methods in published["paths"].items() for method in methods}
    assert known == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS if endpoint.operation is not None}
    others = (*missing_paths.ENDPOINTS, *rest.EVERYTHING_ELSE)
    last_resort = {(endpoint.method, endpoint.path) for endpoint in others}
    for endpoint in ENDPOINTS:
        call = (endpoint.method, endpoint.path)
        assert call in known or call in last_resort or (call[0], call[1].removeprefix("/api")) in known


def test_it_is_openapi_3_2_and_the_same_every_time(document):
    assert [str(error)[:300] for error in definitions.OPENAPI_32_VALIDATOR.iter_errors(document)] == []
    assert document["openapi"] == "3.2.0"
    assert json.dumps(docs.document(ENDPOINTS)) == json.dumps(document)
    names = [call["operationId"] for methods in document["paths"].values() for call in methods.values()]
    assert len(names) == len(set(names))


def test_every_schema_is_one_and_every_reference_leads_somewhere(document):
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    assert '"prefixItems"' not in json.dumps(document), "Generators of clients, and schemathesis, misread tuples."
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named - document["components"]["schemas"].keys() == set()


def test_every_example_is_valid(document):
    found = 0
    for methods in document["paths"].values():
        for call in methods.values():
            contents = [call.get("requestBody", {}), *call["responses"].values()]
            for held in (
                one for content in contents for one in content.get("content", {}).values() if "example" in one
            ):
                validator(document, held["schema"]).validate(held["example"])
                found += 1
            for parameter in call.get("parameters", []):
                for example in parameter["schema"].get("examples", []):
                    validator(document, parameter["schema"]).validate(example)
    assert found >= 9


def test_every_field_of_a_question_is_explained(document):
    fields = document["components"]["schemas"]["AskRequest"]["properties"]
    assert [name for name, field in fields.items() if not field.get("description")] == []


def test_every_refusal_says_its_codes(document):
    refused = document["paths"]["/v1/answers"]["post"]["responses"]["422"]["content"]["application/problem+json"]
    codes = refused["schema"]["allOf"][1]["properties"]["code"]["enum"]
    assert codes == ["invalid_field", "idempotency_mismatch"]


@cache
def event_validators():
    """Of `bracket`, of `legacy`, of `jsonl`, and of the JSON in the events of `bracket` by name. With closed schemas: a
    field that is sent and not described is seen."""
    said = strict(docs.document(ENDPOINTS))
    by_name = {
        event["properties"]["event"]["const"]: validator(said, event["properties"]["data"]["contentSchema"])
        for event in said["components"]["schemas"]["Event"]["anyOf"]
        if "contentSchema" in event["properties"]["data"]
    }
    return *(component(said, name) for name in ("Event", "LegacyEvent", "Line")), by_name


@given(numbered=lists())
@settings(max_examples=examples(25), deadline=None)
def test_every_event_of_every_dialect_fits_its_schema(numbered):
    bracket, old, line, by_name = event_validators()
    for event in sse.parse(encoded("bracket", numbered)):
        bracket.validate({"event": event.name or "message", "data": event.data, "id": event.id})
        if event.name in by_name and event.name != "[CITATION_REF]":  # made up by the test: real ones are below
            by_name[event.name].validate(json.loads(event.data))
    for event in sse.parse(encoded("legacy", numbered)):
        old.validate({"event": event.name or "message", "data": event.data})
    for text in encoded("jsonl", numbered).decode().split("\n")[:-1]:
        if json.loads(text)["type"] not in ("finished", "reference_shown"):
            line.validate(json.loads(text))


def encoded(dialect, numbered):
    encoder = slots.load("wire", dialect, "dialect").Encoder(ABOUT)
    return b"".join(map(encoder.encode, numbered))


async def test_real_answers_fit_their_schemas_to_the_last_field(sample):
    said = strict((await sample.client.get("/openapi.json")).json())
    question = "How long may a microscope be booked?"
    whole = await sample.document(question, workspace=SAMPLE_WORKSPACE, thread_id="t-openapi")
    assert whole["refs"]
    component(said, "Answer").validate(whole)
    component(said, "Meta").validate(whole["meta"])
    lines = await sample.client.get(f"/v1/answers/{whole['answer_uuid']}/events?dialect=jsonl")
    for text in lines.text.splitlines():
        component(said, "Line").validate(json.loads(text))
    asked = {"messages": [{"role": "user", "content": question}]}
    completion = (await sample.client.post("/v1/chat/completions", json=asked)).json()
    component(said, "Completion").validate(completion)
    with pytest.raises(Exception, match="unheard"):
        component(said, "Answer").validate({**whole, "unheard": 1})


async def test_real_responses_fit_their_schema_and_its_examples_are_taken(sample):
    said = strict((await sample.client.get("/openapi.json")).json())
    schema = component(said, "Response")
    [body] = said["paths"]["/v1/responses"]["post"]["requestBody"]["content"].values()
    component(said, "ResponseRequest").validate(body["example"])
    given = {**body["example"], "input": "How long may a microscope be booked?", "metadata": {"k": "v"}}
    whole = (await sample.client.post("/v1/responses", json=given)).json()
    schema.validate(whole)
    assert whole["citestream"]["refs"] and whole["output"][0]["content"][0]["annotations"]
    schema.validate((await sample.client.get(f"/v1/responses/{whole['id']}")).json())
    schema.validate((await sample.client.post("/v1/responses", json={**given, "background": True})).json())
    events = sse.parse((await sample.client.get(f"/v1/responses/{whole['id']}?stream=true")).content)
    for event in events:
        component(said, "ResponseEvent").validate({"event": event.name, "data": event.data, "id": event.id})
        if "response" in event.json:
            schema.validate(event.json["response"])


async def test_the_page_shows_every_operation_and_needs_nothing_from_elsewhere(sample):
    answer = await sample.client.get("/docs")
    said = (await sample.client.get("/openapi.json")).json()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for methods in said["paths"].values():
        for call in methods.values():
            assert f'id="{call["operationId"]}"' in answer.text
    for name in said["components"]["schemas"]:
        assert f'id="schema-{name}"' in answer.text
    assert not re.search(r"<script|<style|\sstyle=|https?://(?!127\.0\.0\.1:8000)", answer.text)
    anchors = set(re.findall(r'href="#([^"]+)"', answer.text))
    assert anchors <= set(re.findall(r'id="([^"]+)"', answer.text))
    assert "curl -N -X POST http://127.0.0.1:8000/v1/answers -H" in answer.text


@pytest.mark.timeout(300)
async def test_a_browser_shows_the_page_without_complaint(sample, browser):
    async with visit(browser) as guest:
        await guest.page.goto(f"{sample.url}/docs")
        assert await guest.page.locator("article").count() > 40
        line = guest.page.locator("#ask pre")
        assert await line.evaluate("line => getComputedStyle(line).userSelect") == "all"
        await guest.page.locator("nav a[href='#followAnswer']").click()
        assert await guest.page.locator("#followAnswer h3").is_visible()
        assert guest.complaints == []
        assert all(request.startswith(sample.url) for request in guest.requests)
