"""Migrations: order, lock, checksums, foreign databases."""

import asyncio
import json

import asyncpg
import pytest

from gateway import slots
from gateway.errors import DatabaseUnreachable, WrongUse
from gateway.knowledge.documents.corpus import LayoutLine, pages
from gateway.store import migrations
from gateway.store.migrations import migrate, pending, read

FOLDER = slots.resource("migrations")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "0001_one.sql").write_text("create table one (id int);")
    (tmp_path / "0002_two.sql").write_text("create function f() returns int language sql as $$ select 1; $$;")
    return tmp_path


async def test_migrations_run_once_in_order(empty_url, folder):
    assert await pending(empty_url, folder) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == [] and await pending(empty_url, folder) == []


async def test_eight_starting_at_once_apply_each_migration_once(empty_url, folder):
    applied = await asyncio.gather(*(migrate(empty_url, folder) for _ in range(8)))
    assert sorted(map(len, applied)) == [0] * 7 + [2]


async def test_a_failing_migration_leaves_nothing_behind(empty_url, folder):
    (folder / "0003_bad.sql").write_text("create table three (id int); select nonsense;")
    with pytest.raises(asyncpg.PostgresError):
        await migrate(empty_url, folder)
    assert await pending(empty_url, folder) == ["0003_bad"]
    connection = await asyncpg.connect(empty_url)
    assert await connection.fetchval("select to_regclass('three')") is None
    await connection.close()


async def test_a_table_that_others_hold_is_waited_for_and_then_said(empty_url, folder, monkeypatch):
    monkeypatch.setattr(migrations, "PATIENCE", "50ms")
    await migrate(empty_url, folder)
    (folder / "0003_more.sql").write_text("alter table one add column more int;")
    connection = await asyncpg.connect(empty_url)
    async with connection.transaction():
        await connection.execute("select from one")
        with pytest.raises(DatabaseUnreachable, match=r"0003_more waits for tables that others hold.*Start again"):
            await migrate(empty_url, folder)
    await connection.close()
    assert await migrate(empty_url, folder) == ["0003_more"]


async def test_a_changed_or_missing_migration_is_refused(empty_url, folder):
    await migrate(empty_url, folder)
    (folder / "0001_one.sql").write_text("create table other (id int);")
    with pytest.raises(WrongUse, match="0001_one was changed"):
        await migrate(empty_url, folder)
    (folder / "0001_one.sql").write_text("create table one (id int);")
    (folder / "0002_two.sql").unlink()
    with pytest.raises(WrongUse, match="newer Citestream"):
        await migrate(empty_url, folder)


async def test_a_foreign_database_is_refused_unless_adopted(empty_url, folder):
    connection = await asyncpg.connect(empty_url)
    await connection.execute("create table payroll (id int)")
    await connection.close()
    with pytest.raises(WrongUse, match=r"public\.payroll.*--adopt"):
        await migrate(empty_url, folder)
    assert await migrate(empty_url, folder, adopt=True) == ["0001_one", "0002_two"]
    assert await migrate(empty_url, folder) == []


async def test_an_unreachable_database_is_a_sentence_that_names_the_setting():
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL") as caught:
        await migrate("postgresql://user:secret@127.0.0.1:1/none", FOLDER)
    assert "secret" not in str(caught.value)
    with pytest.raises(DatabaseUnreachable, match="DATABASE_URL"):
        await migrate("not a url", FOLDER)


def test_line_ends_do_not_change_a_checksum(tmp_path):
    (tmp_path / "1.sql").write_bytes(b"select 1;\nselect 2;\n")
    unix = read(tmp_path)[0].sha256
    (tmp_path / "1.sql").write_bytes(b"select 1;\r\nselect 2;\r\n")
    assert read(tmp_path)[0].sha256 == unix


PAGED = [(0, 9, 1), (10, 19, 1), (20, 29, 2), (32, 39, 4), (40, 49, 4)]
"""Lines of a text of fifty letters: start, end, page."""
SPANS = [(0, 19, 0), (5, 45, 0), (10, 30, 7), (30, 49, 0), (20, 29, 0)]
"""Passages of it, and how many characters of header rows stand before each."""


async def test_passages_of_before_are_told_their_pages(empty_url, tmp_path):
    for file in sorted(FOLDER.glob("*.sql")):
        if file.name < "0019":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    await migrate(empty_url, tmp_path)
    layout = [LayoutLine(*place, 0, 0, 0, 0) for place in PAGED]
    connection = await asyncpg.connect(empty_url)
    tenant = await connection.fetchval("select tenant_id from tenant limit 1")
    for paged in (True, False):
        key = await connection.fetchval(
            "insert into document (tenant_id, document_id, external_id, workspace, title, source, media_type, content_hash,"
            " fingerprint, text, passages, layout) values ($1, gen_random_uuid(), $2, 'default', '', '', '', '', '', $3, 5, $4)"
            " returning document_id", tenant, str(paged), "x" * 50, json.dumps(layout) if paged else None,
        )  # fmt: skip
        for position, (start, end, header) in enumerate(SPANS):
            page, _ = pages(layout, start, end, end - start)
            await connection.execute(
                "insert into passage (tenant_id, passage_id, document_id, position, page, start_at, end_at, text, chunk_hash,"
                " length, terms) values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, '', 1, '')",
                tenant, key, position, page if paged else None, start, end, "x" * (header + end - start),
            )  # fmt: skip
    await connection.close()
    await migrate(empty_url, FOLDER)
    connection = await asyncpg.connect(empty_url)
    rows = await connection.fetch(
        "select p.new_pages from passage p join document d using (tenant_id, document_id)"
        " order by d.layout is null, p.position"
    )
    await connection.close()
    found = [row["new_pages"] and [tuple(new) for new in json.loads(row["new_pages"])] for row in rows]
    wanted = [list(pages(layout, start, end, header + end - start)[1]) or None for start, end, header in SPANS]
    assert found == [*wanted, *[None] * len(SPANS)]
    assert [bool(one) for one in wanted] == [False, True, True, False, False]
