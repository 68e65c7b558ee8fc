"""Backup and restore of real databases; every table compared row by row."""

from __future__ import annotations

import shutil

import pytest

from gateway.errors import WrongUse
from gateway.ingestion.reindex import Reindexer
from gateway.store.backup import dump
from gateway.store.database.migrations import migrate
from gateway.store.documents.reindex_rows import ReindexRows
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, stall_after
from tests.support.backups import FOLDER, contents, load, save, value
from tests.support.hashed_vectors import HashEmbedder
from tests.support.server import running

QUESTION = "How long may a book be borrowed?"


@pytest.fixture
async def filled(server):
    """A database with documents, an original file, a graph, a conversation and an answer; and what readers saw."""
    await server.gateway.load_sample()
    original = "<h1>Caf\u00e9</h1><p>Le caf\u00e9 ouvre \u00e0 huit heures.\\N\t</p>".encode("utf-16")
    sent = await server.client.post("/v1/documents", files={"file": ("caf\u00e9.html", original, "text/html")})
    document = sent.json()["documents"][0]["document_id"]
    answer = await server.document("How many books may an adult borrow?", thread_id="t1")
    events = (await server.client.get(f"/v1/answers/{answer['answer_uuid']}/events")).content
    assert b"event" in events
    return server, document, original, answer["answer_uuid"], events


async def test_everything_comes_back_and_an_answer_replays_byte_for_byte(filled, empty_url, tmp_path):
    server, document, original, uuid, events = filled
    url = server.gateway.settings.database_url
    await save(url, tmp_path / "all.backup")  # the server goes on meanwhile
    assert await load(empty_url, tmp_path / "all.backup") == []
    before, after = await contents(url), await contents(empty_url)
    assert before.keys() == after.keys()
    for name in before:
        if name != "passage_vector":
            assert after[name] == before[name], name
    assert after.get("passage_vector") == before.get("passage_vector")
    filled_tables = {"document", "passage", "original", "vertex", "edge", "answer", "stream_event", "message", "thread"}
    assert all(before[name] for name in filled_tables)
    async with running(empty_url) as restored:
        assert (await restored.client.get(f"/v1/answers/{uuid}/events")).content == events
        assert (await restored.client.get(f"/v1/documents/{document}/content")).content == original
        assert (await restored.document("How many books may an adult borrow?", thread_id="t1"))["state"] == "done"


async def test_an_answer_that_ran_goes_on_from_the_backup(database_url, empty_url, tmp_path):
    said = paragraphs_json([([], "A citation is a link."), ([], "More.")])
    async with FakeUpstream([stall_after(20, said), answer_json([([], "It names a passage.")])]) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url}
        async with (
            running(database_url, sample=True, **model) as server,
            server.client.stream("POST", "/v1/answers", json={"question": "What is a citation?"}) as answer,
        ):
            async for part in answer.aiter_bytes():
                if b"link" in part:
                    break
            await save(database_url, tmp_path / "b")
        await load(empty_url, tmp_path / "b")
        async with running(empty_url, **model) as restored:
            events = (await restored.client.get(f"{answer.headers['location']}/events")).content
    assert b"It names a passage." in events and b"[DONE]" in events


async def test_numbers_go_on_behind_those_of_the_backup(filled, empty_url, tmp_path):
    server = filled[0]
    last = await value(server.gateway.settings.database_url, "select max(seq) from message")
    await save(server.gateway.settings.database_url, tmp_path / "b")
    await load(empty_url, tmp_path / "b")
    assert await value(empty_url, "select nextval(pg_get_serial_sequence('message', 'seq'))") > last


async def test_a_backup_knows_every_table_that_migrations_make(database_url):
    ours = {name for name, kind in dump.made(FOLDER).items() if kind == "table"}
    assert ours.issuperset(await contents(database_url))


async def test_without_pgvector_only_the_vectors_stay_away(filled, empty_url, tmp_path, vectors):
    server = filled[0]
    await Reindexer(ReindexRows(server.gateway.library), HashEmbedder()).run()
    await save(server.gateway.settings.database_url, tmp_path / "b")
    await value(empty_url, "create type vector as (no real)")  # the extension's type finds its name taken
    assert await load(empty_url, tmp_path / "b") == ["passage_vector"]
    before, after = await contents(server.gateway.settings.database_url), await contents(empty_url)
    assert before.pop("passage_vector") and after == before
    # And back: a database with pgvector takes the backup of one without.
    await save(empty_url, tmp_path / "without")
    await value(empty_url, "drop schema public cascade")
    await value(empty_url, "create schema public")
    assert await load(empty_url, tmp_path / "without") == []
    assert (await contents(empty_url)).pop("passage_vector") == []


async def test_a_backup_of_an_older_version_is_brought_up_to_date(empty_url, database_url, tmp_path):
    """With the migrations it knew first, its rows next, the newer migrations last."""
    newer = tmp_path / "newer"
    shutil.copytree(FOLDER, newer)
    (newer / "9999_later.sql").write_text("alter table thread add column later bigint generated always as identity;")
    await value(
        database_url, "insert into thread (tenant_id, caller_app, thread_id, subject) values ('default', 'a', 'b', 'c')"
    )
    await save(database_url, tmp_path / "b")
    await migrate(empty_url, newer)
    await load(empty_url, tmp_path / "b", newer, replace=True)
    assert await value(empty_url, "select later from thread where thread_id = 'b'") == 1
    assert await migrate(empty_url, newer) == []


async def test_a_backup_of_a_checkout_from_before_the_release_is_refused(database_url, empty_url, tmp_path):
    await value(database_url, "update citestream_migration set name = '0001_foundation' where name like '0001%'")
    await save(database_url, tmp_path / "b")
    with pytest.raises(WrongUse, match=r"The backup was made by a version before 0\.1\.0"):
        await load(empty_url, tmp_path / "b")
    assert await contents(empty_url) == {}


async def test_a_backup_of_a_newer_version_is_refused(database_url, empty_url, tmp_path):
    await value(
        database_url, "insert into citestream_migration (name, sha256, version) values ('9999_later', '', '9.9.0')"
    )
    await save(database_url, tmp_path / "b")
    with pytest.raises(WrongUse, match=r"backup was migrated by a newer Citestream and has 9999_later"):
        await load(empty_url, tmp_path / "b")
    assert await contents(empty_url) == {}


async def test_a_database_in_use_or_not_empty_is_left_alone(filled, tmp_path):
    server = filled[0]
    url = server.gateway.settings.database_url
    await save(url, tmp_path / "b")
    before = await contents(url)
    with pytest.raises(WrongUse, match=r"not empty.*--replace"):
        await load(url, tmp_path / "b")
    with pytest.raises(WrongUse, match=r"in use by .* stop the servers"):
        await load(url, tmp_path / "b", replace=True)
    assert await contents(url) == before


async def test_a_strangers_tables_are_not_touched(empty_url, database_url, tmp_path):
    await save(database_url, tmp_path / "b")
    await value(empty_url, "create table theirs as select 1 as one")
    for options in ({}, {"replace": True}):
        with pytest.raises(WrongUse, match=r"other tables .*public\.theirs"):
            await load(empty_url, tmp_path / "b", **options)
    assert list(await contents(empty_url)) == ["theirs"]


async def test_what_fails_in_the_middle_leaves_what_was_there(database_url, empty_url, tmp_path):
    await value(database_url, "insert into tenant (tenant_id) values ('kept')")
    await migrate(empty_url, FOLDER)
    await value(empty_url, "alter table tenant drop constraint tenant_tenant_id_check")
    await value(empty_url, "insert into tenant (tenant_id) values ('NOT ALLOWED')")
    await save(empty_url, tmp_path / "b")
    before = await contents(database_url)
    with pytest.raises(WrongUse, match=r"Nothing was restored: .*tenant_tenant_id_check"):
        await load(database_url, tmp_path / "b", replace=True)
    assert await contents(database_url) == before


async def test_a_database_without_anything_of_ours_has_no_backup(empty_url, tmp_path):
    with pytest.raises(WrongUse, match="nothing to back up"):
        await save(empty_url, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []
