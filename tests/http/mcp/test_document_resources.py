"""Documents for MCP clients, through the official client: lists, texts by passages, and whose they are."""

import asyncio
import contextlib

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from tests.support.keyed import keyed

LIST = "list_documents"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        await made.add("red", workspaces=("red",))
        made.ids = {name: await made.save(title=name, workspace=name, external_id=name) for name in ("red", "green")}
        yield made


@contextlib.asynccontextmanager
async def speaking(made, name):
    """The official client with the key of this name."""
    headers = {"Authorization": f"Bearer {made.keys[name]}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30, verify=False) as http,
        Client(streamable_http_client(f"{made.server.url}/mcp", http_client=http)) as client,
    ):
        yield client


async def test_a_page_at_a_time_lists_all_documents_of_the_tenant(at):
    async with asyncio.timeout(30), speaking(at, "user") as client:
        found, cursor = [], None
        while True:
            result = await client.call_tool(LIST, {"limit": 1, **({"cursor": cursor} if cursor else {})})
            [document] = result.structured_content["documents"]
            assert document["title"] in result.content[0].text and document["document_id"] in result.content[0].text
            found.append(document)
            cursor = result.structured_content["next_cursor"]
            if cursor is None:
                break
            assert cursor in result.content[0].text
        assert [(entry["title"], entry["workspace"]) for entry in found] == [
            ("green", "green"),
            ("red", "red"),
            ("Loans", "default"),
        ]
        assert found[0]["url"] == f"{at.server.url}/sources/{at.ids['green']}"
        narrowed = await client.call_tool(LIST, {"workspace": "red", "language": "en"})
        assert [entry["document_id"] for entry in narrowed.structured_content["documents"]] == [at.ids["red"]]
        wrong = await client.call_tool(LIST, {"cursor": "nonsense"})
        assert wrong.is_error and "cursor" in wrong.content[0].text


async def test_a_key_sees_its_workspaces_and_its_tenant_alone(at):
    async with asyncio.timeout(30), speaking(at, "red") as client:
        told = (await client.call_tool(LIST, {})).structured_content
        assert [entry["title"] for entry in told["documents"]] == ["red"]
        refused = await client.call_tool(LIST, {"workspace": "green"})
        assert refused.is_error and "limited to red" in refused.content[0].text
        assert [entry.title for entry in (await client.list_resources()).resources] == ["red"]
        assert (await client.read_resource(f"citestream://documents/{at.ids['red']}")).contents
        with pytest.raises(MCPError, match="document"):
            await client.read_resource(f"citestream://documents/{at.ids['green']}")
    async with asyncio.timeout(30), speaking(at, "stranger") as client:
        assert (await client.list_resources()).resources == []
        assert (await client.call_tool(LIST, {})).content[0].text == "No documents."
        with pytest.raises(MCPError, match="document"):
            await client.read_resource(f"citestream://documents/{at.ids['red']}")


async def test_a_resource_is_read_by_passages_to_its_end(at):
    sections = "\n\n".join(f"# Part {number}\n\nA sentence of part {number}." for number in range(120))
    long = await at.save(title="Long", text=sections, external_id="long")
    try:
        async with asyncio.timeout(30), speaking(at, "user") as client:
            [template] = (await client.list_resource_templates()).resource_templates
            assert template.uri_template == "citestream://documents/{document_id}{?cursor}"
            listed = (await client.list_resources()).resources
            assert {entry.uri for entry in listed} >= {f"citestream://documents/{long}"}
            uri, texts = f"citestream://documents/{long}", []
            while uri:
                *parts, last = (await client.read_resource(uri)).contents
                goes_on = "?cursor=" in last.uri
                texts += [part.text for part in (parts if goes_on else [*parts, last])]
                assert parts[0].meta["citestream/url"].startswith(f"{at.server.url}/sources/{long}#")
                assert parts[0].meta["citestream/place"].startswith("Long › Part ")
                uri = last.uri if goes_on else None
            passages, cursor = [], ""
            while cursor is not None:
                sent = await at.user.get(f"/v1/documents/{long}/passages", params={"cursor": cursor} if cursor else {})
                page = sent.json()
                passages += [entry["text"] for entry in page["passages"]]
                cursor = page["next_cursor"]
            assert texts == passages and len(texts) > 50
    finally:
        await at.admin.delete(f"/v1/documents/{long}")


async def test_what_is_no_address_of_a_document_is_told(at):
    async with asyncio.timeout(30), speaking(at, "user") as client:
        for wrong in ("file:///etc/passwd", "citestream://documents/", "citestream://documents/../x", "http://a/b"):
            with pytest.raises(MCPError, match="There is no resource"):
                await client.read_resource(wrong)
        with pytest.raises(MCPError, match="cursor"):
            await client.read_resource(f"citestream://documents/{at.ids['red']}?cursor=nonsense")
        with pytest.raises(MCPError, match="cursor"):
            await client.list_resources(cursor="nonsense")
