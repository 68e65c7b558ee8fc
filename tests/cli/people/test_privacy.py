"""`citestream privacy`: counted, exported, erased; killed in the middle, it is ended by whoever comes next."""

import asyncio
import json
import subprocess

import asyncpg
import pytest

from gateway.store.privacy import Whose
from tests.support import processes
from tests.support.postgres import WAITING
from tests.support.server import running
from tests.support.waiting import until

pytestmark = pytest.mark.timeout(300)  # several processes each


@pytest.mark.slow
def test_a_document_is_counted_exported_and_erased(citestream, notes):
    assert citestream("ingest", "notes").returncode == 0
    assert json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)
    document = json.loads(citestream("psql", "-At", "-c", "select to_json(document_id) from document limit 1").stdout)
    counted = citestream("privacy", "count", "document", document)
    assert "1 document" in counted.stdout, counted.stderr
    exported = citestream("privacy", "export", "document", document)
    assert json.loads(exported.stdout.splitlines()[0])["kind"] == "document"
    erased = citestream("privacy", "erase", "document", document)
    assert erased.returncode == 0 and "1 documents" in erased.stdout
    for verb in ("count", "export", "erase"):
        nothing = citestream("privacy", verb, "document", document)
        assert nothing.returncode == 1 and nothing.stdout == "" and document in nothing.stderr
    assert citestream("privacy", "erase", "thread", "t").returncode == 2
    assert citestream("privacy", "erase", "document", "one").returncode == 2


async def test_killed_in_the_middle_it_goes_on(database_url, tmp_path):
    async with running(database_url, sample=True) as server:
        for number in range(3):
            await server.document(f"What is citation {number}?", thread_id="t", caller_app="desk")
        await until(lambda: not server.services.live.running)
        holder, watcher = await asyncpg.connect(database_url), await asyncpg.connect(database_url)
        try:
            async with holder.transaction():
                await holder.execute("select from thread where thread_id = 't' for update")
                command = processes.command("privacy", "erase", "thread", "t", "--caller-app", "desk")
                environment = processes.environment(DATABASE_URL=database_url)
                with subprocess.Popen(  # noqa: ASYNC220 - a signal can reach it at any moment
                    command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
                ) as child:
                    async with asyncio.timeout(60):
                        while not await watcher.fetchval(WAITING):
                            await asyncio.sleep(0.05)
                    child.kill()
                    assert child.stdout is not None and child.stdout.read() == "", "it was not told as done"
            assert await watcher.fetchval("select count(*) from answer") == 0, "it had begun"
            assert await watcher.fetchval("select count(*) from erasure where done_at is null") == 1
            privacy = server.services.privacy
            assert await privacy.go_on(0.0) == 1 and await privacy.go_on(0.0) == 0
            assert await privacy.found("default", Whose("thread", "t", "desk")) == {}
        finally:
            await holder.close()
            await watcher.close()
