"""The MCP door, through the official client: the tool, its progress, its errors, who may call, and leaving."""

import asyncio

import pytest
from mcp import Client

from gateway.http.door.visit import VISIT
from gateway.http.mcp import door
from tests.fakes.upstream import answer_json, chunk, paragraphs_json, status
from tests.support.postgres import eventually
from tests.support.server import running
from tests.support.visits import visit

SENTENCE = "A borrowed book may stay at home for three weeks."
QUESTION = "How long may a borrowed book stay at home?"
TOOL = "query_knowledge_base"
SEARCH = "search_knowledge_base"
LIST = "list_documents"


@pytest.fixture
async def library(database_url, upstream):
    """A server with one document and a scripted model."""
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", **fields) as server:
        await server.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE, "source": "rules.md"})
        yield server


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_tool_answers_with_paragraphs_references_and_progress(library, upstream, mode):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE), ([], "That is all.")])]
    seen = []

    async def progress(done, total, message):
        seen.append((done, message))

    async with asyncio.timeout(30), Client(f"{library.url}/mcp", mode=mode) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == [TOOL, SEARCH, LIST] and all(tool.output_schema for tool in listed)
        assert not [tool.description for tool in listed if "\n" in tool.description or "  " in tool.description]
        result = await client.call_tool(TOOL, {"question": QUESTION}, progress_callback=progress)
    said = result.structured_content
    assert not result.is_error and said["answer"] == f"{SENTENCE}\n\nThat is all."
    [cited] = [ref["payload"] for ref in said["refs"]]
    address = f"{library.url}/sources/{cited['documentId']}#{cited['embeddingId']}"
    assert result.content[0].text == f"{SENTENCE} [1]\n\nThat is all.\n\n[1] Rules <{address}>"
    checked = {"citation_id": "E1", "status": "ok", "reason": None, "ranges": [], "source_value": None}
    assert said["paragraphs"] == [
        {"index": 0, "text": SENTENCE, "citation_ids": ["E1"], "citations": [checked]},
        {"index": 1, "text": "That is all.", "citation_ids": [], "citations": []},
    ]
    assert [(one["citation_id"], one["type"], one["payload"]["source"]) for one in said["refs"]] == [
        ("E1", "embedding", "rules.md")
    ]
    assert set(said) == {
        "answer",
        "paragraphs",
        "refs",
        "offered",
        "confidence",
        "confidence_level",
        "no_context",
        "answer_uuid",
    }
    assert said["no_context"] is False and 0 <= said["confidence"] <= 1
    assert seen == [(1, SENTENCE), (2, "That is all.")]
    stored = (await library.client.get(f"/v1/answers/{said['answer_uuid']}")).json()
    assert stored["answer"] == said["answer"] and stored["state"] == "done"


async def test_what_is_wrong_with_a_call_is_told_to_the_model(library, upstream):
    upstream.script[:] = [status(500)]
    async with asyncio.timeout(30), Client(f"{library.url}/mcp") as client:
        failed = await client.call_tool(TOOL, {"question": QUESTION})
        assert failed.is_error and "Traceback" not in failed.content[0].text
        empty = await client.call_tool(TOOL, {"question": "   "})
        assert empty.is_error and "question" in empty.content[0].text
        assert (await client.call_tool(TOOL, {})).is_error


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_search_gives_the_document_of_its_http_door(sample, mode):
    async with asyncio.timeout(30), Client(f"{sample.url}/mcp", mode=mode) as client:
        result = await client.call_tool(SEARCH, {"query": "What is a citation?", "limit": 3})
    found = (await sample.client.post("/v1/search", json={"query": "What is a citation?", "limit": 3})).json()
    assert not result.is_error and result.structured_content == {**found, "warnings": []}
    assert len(found["passages"]) == 3
    assert all(passage["text"] in result.content[0].text for passage in found["passages"])
    assert result.content[0].text.endswith(f"Confidence: {found['confidence']['level']}.")


async def test_what_is_wrong_with_a_search_is_told_to_the_model(sample):
    wrong = {
        "query": {"query": "   "},
        "document_ids.0": {"query": "x", "document_ids": ["nonsense"]},
        "language": {"query": "x", "language": "qq"},
        "limit": {"query": "x", "limit": 1000},
        "workspace": {"query": "x", "workspace": "a\nb"},
    }
    async with asyncio.timeout(30), Client(f"{sample.url}/mcp") as client:
        for field, arguments in wrong.items():
            refused = await client.call_tool(SEARCH, arguments)
            assert refused.is_error and field in refused.content[0].text, field
            assert "Traceback" not in refused.content[0].text
        nothing = await client.call_tool(SEARCH, {"query": "x", "workspace": "nowhere", "document_ids": ["0" * 32]})
    assert nothing.structured_content["confidence"]["level"] == "nothing" and not nothing.is_error


async def test_arguments_narrow_an_answer_and_choose_its_language(library, upstream):
    upstream.script[:] = [answer_json([(["E1"], "A borrowed book may stay for a day.")])] * 2
    body = {"title": "Others", "text": "A borrowed book may stay for a day.", "source": "b.md", "workspace": "b"}
    other = (await library.client.post("/v1/documents", json=body)).json()["documents"][0]["document_id"]
    async with asyncio.timeout(30), Client(f"{library.url}/mcp") as client:
        for narrowed in ({"workspace": "b"}, {"document_ids": [other]}):
            for tool, asked in ((TOOL, "question"), (SEARCH, "query")):
                given = {asked: QUESTION, **narrowed, "language": "fr"}
                said = (await client.call_tool(tool, given)).structured_content
                if tool == SEARCH:
                    assert [one["document_id"] for one in said["passages"]] == [other]
                else:
                    meta = (await library.client.get(f"/v1/answers/{said['answer_uuid']}")).json()
                    assert {ref["payload"]["documentId"] for ref in meta["refs"]} <= {other}
        wrong = await client.call_tool(TOOL, {"question": QUESTION, "language": "qq"})
        assert wrong.is_error and "language" in wrong.content[0].text


async def test_arguments_that_a_tool_does_not_know_are_refused_with_those_that_it_knows(sample):
    async with asyncio.timeout(30), Client(f"{sample.url}/mcp") as client:
        for tool in (await client.list_tools()).tools:
            assert tool.input_schema["additionalProperties"] is False
            refused = await client.call_tool(tool.name, {"question": "x", "query": "x", "workspaces": ["a"]})
            assert refused.is_error and "'workspaces' (did you mean \"workspace\"?)" in refused.content[0].text
            assert refused.content[0].text.endswith(f"it takes {', '.join(tool.input_schema['properties'])}.")
        assert (await client.call_tool("no_such_tool", {"x": 1})).is_error


class Endless:
    """A model that says one paragraph and then nothing."""

    async def __call__(self, exchange):
        whole = paragraphs_json([(["E1"], SENTENCE), ([], "More.")])
        await exchange.head()
        await exchange.frame(chunk({"content": whole[: whole.index("More")]}))
        self.request = exchange.request
        await exchange.stall()


async def test_closing_stops_the_turn_and_keeps_what_was_said(library, upstream):
    endless = Endless()
    upstream.script[:] = [endless]
    spoken = asyncio.Event()

    async def progress(done, total, message):
        spoken.set()

    async with Client(f"{library.url}/mcp") as client:
        call = asyncio.create_task(client.call_tool(TOOL, {"question": QUESTION}, progress_callback=progress))
        await asyncio.wait_for(spoken.wait(), 10)
        [answer] = library.services.live._answers.values()
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await eventually(lambda: answer.ended, 10, "the turn ends")
    await asyncio.wait_for(endless.request.closed.wait(), 10)
    stored = (await library.client.get(f"/v1/answers/{answer.turn.answer_uuid}")).json()
    assert stored["answer"] == SENTENCE and stored["meta"]["answer"]["degradedReason"] == "stopped"
    assert stored["meta"]["answer"]["complete"] is False and not stored["meta"]["answer"]["hasCitationError"]


async def test_a_page_of_a_foreign_origin_may_not_call(server):
    def sessions():  # servers that other tests share may have theirs
        return {task for task in asyncio.all_tasks() if task.get_name() == "MCP sessions"}

    body, before = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, sessions()
    foreign = await server.client.post("/mcp", json=body, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403 and foreign.json()["code"] == "forbidden"
    assert sessions() <= before


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_another_method_than_post_is_refused_at_once(server, method):
    async with asyncio.timeout(30):
        refused = await server.client.request(method, "/mcp", headers={"Accept": "text/event-stream"})
    assert refused.status_code == 405 and refused.headers["allow"] == "POST"
    assert refused.json()["code"] == "method_not_allowed"


async def test_a_call_is_as_long_as_any_other_body(server):
    answer = await server.client.post("/mcp", content=b"x" * 300_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413 and answer.json()["code"] == "too_large"


async def test_without_the_package_the_door_says_what_to_install():
    tools = door.McpDoor(package="no_such_package_here")
    sent = []

    async def send(message):
        sent.append(message)

    await tools({"type": "http", "headers": [], VISIT: visit(method="POST", path="/mcp")}, None, send)
    assert sent[0]["status"] == 501 and b"citestream[mcp]" in sent[1]["body"]
