"""The frozen database of each release: made once, when a version is released, and read by every later one.

    python -m tests.golden.database           # freezes the version of gateway/__init__.py
    python -m tests.golden.database --again   # the same once more, before that version was released

`releases/VERSION/` contains the rows of a database that this version filled (`backup.citestream`), what they are called
(`known.json`), and what every endpoint said of them (`responses.json.xz`). The tables are those of the migrations;
`releases/frozen.json` has their hashes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import json
import lzma
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from gateway import __version__, slots
from gateway.store.answers.packs import Packs
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate, read
from tests.fakes.upstream import FakeUpstream
from tests.golden import reading
from tests.golden.filling import SETTINGS, Filler, Known
from tests.support import postgres
from tests.support.backups import save
from tests.support.processes import finished, serving

ROOT = Path(__file__).parents[2]
RELEASES = Path(__file__).with_name("releases")
FROZEN = RELEASES / "frozen.json"
LEDGER = """
create table citestream_migration (
    name       text primary key,
    sha256     text not null,
    applied_at timestamptz not null default now(),
    version    text
)"""
"""The table of migrations as 0.1.0 made it: a frozen database is built without today's code."""
ROLES = """
do $$ begin create role citestream_app nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role citestream_ops nologin; exception when duplicate_object or unique_violation then null; end $$;
grant citestream_app, citestream_ops to current_user;"""
MOST_BYTES = 300_000
"""Bytes that a release may have in the repository."""


def frozen() -> dict[str, str]:
    """Returns the hash of every released migration by its name."""
    told: dict[str, str] = json.loads(FROZEN.read_text(encoding="utf-8"))
    return told


def releases() -> list[Path]:
    return sorted(folder for folder in RELEASES.glob("*") if folder.is_dir())


def migrations(release: Path) -> dict[str, str]:
    """Returns the hash of every migration that a release had, by its name."""
    with zipfile.ZipFile(release / "backup.citestream") as archive:
        told: dict[str, str] = json.loads(archive.read("manifest.json"))["migrations"]
    return told


def known(release: Path) -> Known:
    return Known(**json.loads((release / "known.json").read_text(encoding="utf-8")))


def responses(release: Path) -> dict[str, list[Any]]:
    told: dict[str, list[Any]] = json.loads(lzma.decompress((release / "responses.json.xz").read_bytes()))
    return told


async def build(url: str, release: Path) -> None:
    """Fills an empty database with a release's tables and rows. Nothing of today's migrations or restore is used."""
    connection = await asyncpg.connect(url, timeout=10, statement_cache_size=0)
    try:
        async with connection.transaction():
            await connection.execute(ROLES + LEDGER)
            with zipfile.ZipFile(release / "backup.citestream") as archive:
                manifest = json.loads(archive.read("manifest.json"))
                for name, sha256 in manifest["migrations"].items():
                    await connection.execute((ROOT / "migrations" / f"{name}.sql").read_text(encoding="utf-8"))
                    ledger = "insert into citestream_migration (name, sha256, version) values ($1, $2, $3)"
                    await connection.execute(ledger, name, sha256, manifest["citestream"])
                await _rows(connection, archive, manifest)
    finally:
        await connection.close()


async def _rows(connection: asyncpg.Connection, archive: zipfile.ZipFile, manifest: dict[str, Any]) -> None:
    await connection.execute("set local row_security = off")
    for table in manifest["tables"]:
        name, data = table["name"], archive.read(f"table/{table['name']}")
        if await connection.fetchval("select to_regclass($1)", name) is None:
            assert table["needs_vectors"], name
            continue
        await connection.execute(f"truncate {name} cascade")
        forced = await connection.fetchval("select relforcerowsecurity from pg_class where oid = $1::regclass", name)
        await connection.execute(f"alter table {name} disable trigger user, no force row level security")
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            await connection.copy_to_table(name, source=file, columns=table["columns"])
        again = ", force row level security" if forced else ""
        await connection.execute(f"alter table {name} enable trigger user{again}")
    for sequence in manifest["sequences"]:
        named = "select setval(pg_get_serial_sequence($1, $2), $3, $4)"
        await connection.execute(named, *(sequence[part] for part in ("table", "column", "last", "called")))


@contextlib.asynccontextmanager
async def served(folder: Path, *options: str, **environment: str) -> AsyncIterator[str]:
    """The address of `citestream serve` in a process of its own, stopped in order."""
    with serving(folder, "--no-sample", *options, **environment) as process:
        assert process.stdout is not None
        async with asyncio.timeout(120):
            while not (found := re.match(r"address +(http://\S+)", await asyncio.to_thread(process.stdout.readline))):
                assert process.poll() is None, "the server ended"
        yield found[1]
        process.terminate()
        await asyncio.to_thread(process.wait, 30)


@contextlib.asynccontextmanager
async def model() -> AsyncIterator[tuple[FakeUpstream, dict[str, str]]]:
    """The stand-in for the model, and the settings of a server that asks it."""
    async with FakeUpstream() as upstream:
        yield (
            upstream,
            {
                **SETTINGS,
                "OPENAI_BASE_URL": upstream.url,
                "GATEWAY_TRANSCRIPTION_URL": upstream.url,
                "GATEWAY_SPEECH_URL": f"{upstream.url}/audio/speech",
            },
        )


async def freeze(release: Path) -> None:
    """Fills a database with this version, reads it after a restart, and writes all of it into the release's folder."""
    hashes = {migration.name: migration.sha256 for migration in read(slots.resource("migrations"))}
    for earlier in releases():
        assert migrations(earlier).items() <= hashes.items(), f"a migration of {earlier.name} was changed"
    release.mkdir(parents=True)
    FROZEN.write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        async with postgres.fresh_database(_migrated, migrated=False) as url, model() as (upstream, settings):
            settings["DATABASE_URL"] = url
            async with served(folder, **settings) as address:
                run, half = partial(command, folder, **settings), partial(packed, url)
                found = await Filler(address, upstream, run, folder, half).fill()
            await keep_for_ever(url)
            async with served(folder, **settings) as address:
                told = await reading.read(address, found)
                missing = await reading.uncovered(address)
                assert not missing, f"tests/golden/reading.py does not read {missing}"
            await save(url, release / "backup.citestream")
    (release / "known.json").write_text(json.dumps(dataclasses.asdict(found), indent=1) + "\n", encoding="utf-8")
    (release / "responses.json.xz").write_bytes(lzma.compress(json.dumps(told, ensure_ascii=False).encode(), preset=9))
    size = sum(file.stat().st_size for file in release.iterdir())
    assert size < MOST_BYTES, f"{size} bytes"
    sys.stdout.write(f"{release}: {len(told)} responses, {size} bytes\n")


async def keep_for_ever(url: str) -> None:
    """Moves times a century on, after which rows change: the end of open sessions (the settings allow 30 days of idle
    time at most), and the deletion of a thread, which a server empties an hour later."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("update session set expires_at = '2126-01-01' where expires_at > now()")
        await connection.execute("update thread set deleted_at = '2126-01-01' where deleted_at is not null")
    finally:
        await connection.close()


async def packed(url: str) -> None:
    """Packs the events and recordings of all ended answers, as a server does five minutes after their end."""
    database = Database(url)
    await database.open()
    try:
        await Packs(database).pack(0)
    finally:
        await database.close()


async def _migrated(url: str) -> None:
    await migrate(url, slots.resource("migrations"))


def command(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = finished(folder, *words, **environment)
    assert done.returncode == 0, done.stderr
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description="Freeze the database of this version.")
    parser.add_argument("--again", action="store_true", help="replace it: only before this version is released")
    release = RELEASES / __version__
    if parser.parse_args().again:
        shutil.rmtree(release, ignore_errors=True)
    if release.exists():
        sys.exit(f"{release} is frozen. A new release has a new version in gateway/__init__.py.")

    async def work() -> None:
        try:
            await freeze(release)
        finally:
            await postgres.close()

    asyncio.run(work())


if __name__ == "__main__":
    main()
