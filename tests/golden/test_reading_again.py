"""A database of 0.1.0 after the update: files that it read wrongly are right, although nobody sends them again."""

import asyncio
import uuid

import asyncpg
import pytest

from gateway import slots
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.corpus import bytes_hash, text_hash
from gateway.knowledge.extraction import opened
from gateway.store.database.migrations import migrate
from tests.conftest import _migrate
from tests.golden import database
from tests.support import postgres

RELEASE = database.RELEASES / "0.1.0"
PAGE = (
    b"<html><head><title>Tank</title></head><body><p>The tank in the cellar holds 10<sup>6</sup> litres of water."
    b"</p><p>It was built in 1908 &amp; is blue.</p></body></html>"
)
WRONG = "The tank in the cellar holds 106 litres of water.\n\nIt was built in 1908 & is blue, or so."
"""How the old version is made to have read it: the last words are nowhere in the file."""
COLUMNS = (
    "tenant_id, document_id, external_id, title, source, file_name, language, media_type, content_hash, fingerprint"
)


async def put_old(url):
    """Stores the page as 0.1.0 stored it: with a text of its own, and without a word on how it was read."""
    document, passage = uuid.uuid4(), uuid.uuid4()
    source = Source(PAGE, "tank.html", source="tank.html")
    fields = ("default", document, "tank.html", "Tank", "tank.html", "tank.html", "en", "text/html", bytes_hash(PAGE))
    mark = f"6.2/hash-512-3/{source.fingerprint_as('', bytes_hash(PAGE), 4, hidden=False)[-64:]}"
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set row_security = off")
        await connection.execute(
            f"insert into document ({COLUMNS}, text, passages) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)",
            *(*fields, mark, WRONG),
        )
        await connection.execute("insert into original values ('default', $1, 0, $2)", document, PAGE)
        await connection.execute(
            "insert into passage (tenant_id, passage_id, document_id, position, start_at, end_at, text, chunk_hash,"
            " language, length, terms) values ('default', $1, $2, 0, 0, $3, $4, $5, 'en', 2, '''/default'' ''tank'':1')",
            *(passage, document, len(WRONG), WRONG, text_hash(WRONG)),
        )
        await connection.execute(
            "insert into corpus values ('default', 'default', 1, 2) on conflict (tenant_id, workspace)"
            " do update set passages = corpus.passages + 1, terms = corpus.terms + 2"
        )
        await connection.execute("insert into term_df values ('default', 'default', 'tank', 1)")
    finally:
        await connection.close()
    return str(document), str(passage)


async def idle(client):
    """Waits until the server has read again whatever there is to read again."""
    while True:
        status = (await client.get("/v1/status")).json()["reindexing"]
        if status["state"] == "idle" and status["total"]:
            return status
        await asyncio.sleep(0.2)


@pytest.mark.timeout(200)
async def test_an_uploaded_page_is_right_after_the_update_and_nobody_sent_it_again(tmp_path):
    known = database.known(RELEASE)
    async with postgres.fresh_database(_migrate, migrated=False) as url:
        await database.build(url, RELEASE)
        document, passage = await put_old(url)
        await migrate(url, slots.resource("migrations"))
        async with (
            database.model() as (_, settings),
            database.served(tmp_path, **settings, DATABASE_URL=url) as address,
            known.client(address, "admin") as client,
        ):
            async with asyncio.timeout(120):
                status = await idle(client)
            assert status["done"] == status["total"] and status["problem"] is None
            path = f"/v1/documents/{document}"
            now = (await client.get(path)).json()
            assert now["text"] == opened(PAGE, "tank.html").text != WRONG and now["title"] == "Tank"
            assert "10⁶ litres" in now["text"]
            assert (now["external_id"], now["version"]) == ("tank.html", 2)
            (read,) = (await client.get(f"{path}/passages")).json()["passages"]
            assert read["passage_id"] == passage and read["text"] == now["text"].strip()
            assert (await client.get(f"{path}/content")).content == PAGE
            found = (await client.post("/v1/search", json={"query": "Which tank is blue?"})).json()["passages"]
            assert found[0]["passage_id"] == passage
            sent = {"file": ("tank.html", PAGE, "text/html")}
            again = (await client.post("/v1/documents", files=sent)).json()["documents"]
            assert [entry["status"] for entry in again] == ["unchanged"]
