"""A server stays small whatever is uploaded: the long texts go past it, a little at a time."""

from __future__ import annotations

import asyncio
import json
import re

import httpx2
import pytest

from tests.support.memory_watch import IS_POSSIBLE, MB, MemoryWatch
from tests.support.processes import serving

pytestmark = [pytest.mark.skipif(not IS_POSSIBLE, reason="reads /proc"), pytest.mark.slow, pytest.mark.timeout(300)]

SIZE = 8 * MB
FILES = {
    "line.txt": b"a" * SIZE,
    "emoji.txt": b"wine and bread " * (SIZE // 15) + "😀".encode(),
    "fence.md": b"```\n" + b"x = 1\n" * (SIZE // 6),
}
MOST_OF_SERVER = 60
"""MB: the body and what is stored of it at a time take a third of this; the text and its passages as objects, far
more."""
MOST_OF_READER = 280 + 20
"""MB: what `GATEWAY_READING_MB` grants, and the interpreter with its libraries."""


@pytest.fixture
async def server(database_url, tmp_path):
    with serving(tmp_path, "--no-sample", DATABASE_URL=database_url, GATEWAY_EMBEDDER="none") as process:
        lines = [await asyncio.to_thread(process.stdout.readline) for _ in range(4)]
        address = re.search(r"http://[^\s,]+", lines[3])[0]
        async with httpx2.AsyncClient(base_url=address, timeout=120) as client:
            async with asyncio.timeout(50):
                while (await client.get("/readyz")).status_code != 200:
                    await asyncio.sleep(0.02)
            yield process, client


async def test_hostile_uploads_of_any_kind_leave_the_server_small(server):
    process, client = server
    (
        await client.post("/v1/documents", files={"file": ("small.md", b"# Small\n\nBooks come back.")})
    ).raise_for_status()
    # What tells languages is loaded once, behind the start; a search for words without a function word waits for it.
    (await client.post("/v1/search", json={"query": "vino rosso"})).raise_for_status()
    grown, children = {}, {}
    for name, data in [
        *FILES.items(),
        ("JSON", json.dumps({"title": "T", "text": FILES["emoji.txt"].decode()}).encode()),
    ]:
        watch = MemoryWatch(process.pid)
        with watch.running():
            if name == "JSON":
                answer = await client.post("/v1/documents", content=data, headers={"content-type": "application/json"})
            else:
                answer = await client.post("/v1/documents", files={"file": (name, data)})
        assert answer.status_code == 201, answer.text
        (document,) = answer.json()["documents"]
        assert document["status"] == "ready" and document["passages"], document
        grown[name], children[name] = watch.growth, watch.children
    assert max(grown.values()) <= MOST_OF_SERVER, grown
    assert max(children.values()) <= MOST_OF_READER, children
