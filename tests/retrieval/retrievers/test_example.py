"""The sample service of `examples/`: it runs as its page says, and it keeps the contract."""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import jsonschema
import pytest

from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import remote
from tests.support.questions import query_of
from tests.support.retriever_service import part, settings_for

PROGRAM = Path(__file__).parents[3] / "examples" / "retriever_service.py"
NOTES = "# Notes\n\nRed wine is opened an hour\nbefore the meal.\n\nLe pain est cuit à cinq heures.\n\n水每天早上送到厨房。\n"


@pytest.fixture
async def url(tmp_path):
    (tmp_path / "notes.md").write_text(NOTES, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(sys.executable, PROGRAM, tmp_path / "notes.md", str(port))
    try:
        async with asyncio.timeout(30):
            while True:
                with contextlib.suppress(OSError):
                    (await asyncio.open_connection("127.0.0.1", port))[1].close()
                    break
                assert process.returncode is None
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}/search"
    finally:
        process.terminate()
        await process.wait()


async def test_the_sample_service_is_found_through_and_keeps_the_contract(url):
    retriever = remote.create(None, None, settings_for(SimpleNamespace(url=url)))
    for question, language, expected in [
        ("When is red wine opened?", "en", "Red wine is opened an hour\nbefore the meal."),
        ("A quelle heure est cuit le pain ?", "fr", "Le pain est cuit à cinq heures."),
        ("水什么时候送到厨房？", "zh", "水每天早上送到厨房。"),
    ]:
        got = await retriever.search(Query("default", question, language, 2))
        payload = got.found[0].reference
        assert payload["text"] == expected and len(got.found) <= 2
        assert NOTES[payload["position"]["start"] : payload["position"]["end"]] == expected
    assert (await retriever.search(Query("acme", "wine", "en", 2))).found == ()
    assert (await retriever.search(query_of("default", "wine", "en", 2, workspace="x"))).found == ()
    await retriever.aclose()


async def test_its_answer_keeps_the_schema(url):
    asked = {"tenant": "default", "query": "wine", "language": "en", "limit": 3, "filters": {}}
    async with aiohttp.ClientSession() as session, session.post(url, json=asked) as response:
        assert response.status == 200
        jsonschema.validate(await response.json(), part("Answer"))


def test_it_is_as_short_as_the_page_says():
    code = [line for line in PROGRAM.read_text(encoding="utf-8").split('"""')[2].splitlines() if line.strip()]
    assert len(code) <= 36
