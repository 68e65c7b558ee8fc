"""A real PostgreSQL for tests: one server for all test processes, one database per test, cloned from a migrated
template.

Without `TEST_DATABASE_URL` it is the embedded server in a directory that stays between runs, so that only the first run
pays for initdb and migrations. With it, that server is used; its login must be able to create databases.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import re
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from gateway.store.bundled.embedded import Embedded, acquire
from gateway.store.database.database import Database
from gateway.store.database.tenancy import TenantConnection, declaring
from tests.support import in_memory
from tests.support.leftovers import TESTS, is_alive
from tests.support.recycling import Pattern

ROOT = Path(__file__).parents[2]
LOCK = 0x74_65_73_74  # "test"
WAITING = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
"""How many wait for a lock that somebody else has."""


async def eventually(holds: Callable[[], object], within_s: float, what: str = "") -> float:
    """Wait until it holds and return the seconds it took; fails the test when the time is over."""
    begin = time.monotonic()
    while not holds():
        took = time.monotonic() - begin
        assert took < within_s, f"not within {within_s} s: {what or holds}"
        await asyncio.sleep(0.02)
    return time.monotonic() - begin


async def until_somebody_waits(database: Database) -> None:
    """Returns as soon as a statement waits for a lock in this database."""
    async with asyncio.timeout(30), database.owner() as (watching, _):
        while not await watching.raw.fetchval(WAITING):
            await asyncio.sleep(0.01)


async def pages_read(connection: TenantConnection, tenants: str, query: str, *arguments: object) -> int:
    """Returns how many pages a statement reads by the plan that a prepared one has whatever its arguments."""
    raw, prepared = connection.raw, declaring(query, len(arguments) + 1)
    given = ", ".join("'" + str(each).replace("'", "''") + "'" for each in (*arguments, tenants))
    await raw.execute(f"set plan_cache_mode = force_generic_plan; prepare measured as {prepared}")
    try:
        await raw.execute(f"execute measured({given})")  # reads what a connection looks up once
        plans = await raw.fetchval(f"explain (analyze, buffers, format json) execute measured({given})")
    finally:
        await raw.execute("deallocate measured; reset plan_cache_mode")
    return _pages(json.loads(plans)[0]["Plan"])


def _pages(plan: dict[str, Any]) -> int:
    """Returns what a node of a plan and all below it read: what changes rows beside a query is not counted above it."""
    here, below = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], plan.get("Plans", ())
    counted = sum(each["Shared Hit Blocks"] + each["Shared Read Blocks"] for each in below)
    return int(max(0, here - counted)) + sum(map(_pages, below))


Migrate = Callable[[str], Awaitable[object]]
"""Brings an empty database, named by its URL, up to date."""


@contextlib.asynccontextmanager
async def fresh_database(migrate: Migrate, *, migrated: bool = True) -> AsyncIterator[str]:
    """The URL of a database of its own, dropped afterwards. The server is used until this process ends."""
    server = await _server(migrate)
    async with server.fresh_database(migrated=migrated) as url:
        yield url


async def _server(migrate: Migrate) -> Postgres:
    if not _opened:
        _opened.append(await Postgres.open(migrate))
    return _opened[0]


class Postgres:
    """One test process's use of the server."""

    def __init__(self, url: str, embedded: Embedded | None, template: str) -> None:
        self.url, self.template = url, template
        self._embedded = embedded
        self._numbers = itertools.count(1)
        self._pattern: Pattern | None = None
        self._clean: list[str] = []
        """Names of databases that have been used and are like fresh ones again."""
        self._where = ""
        """In which tablespace databases are made, as SQL."""

    @classmethod
    async def open(cls, migrate: Migrate, migrations: Path = ROOT / "migrations") -> Postgres:
        """Join the server; `migrate` runs once per content of the migrations folder, whatever the number of
        processes."""
        url, embedded = os.environ.get("TEST_DATABASE_URL"), None
        if not url:
            embedded = await acquire(data_dir())
            url = embedded.url
        digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(migrations.glob("*.sql")))).hexdigest()[
            :12
        ]
        self = cls(url, embedded, f"citestream_template_{digest}")
        try:
            await self._prepare(migrate)
        except BaseException:
            await self.close()
            raise
        return self

    @contextlib.asynccontextmanager
    async def fresh_database(self, *, migrated: bool = True) -> AsyncIterator[str]:
        """The URL of a database of its own, dropped afterwards whoever is still connected."""
        name = self._clean.pop() if migrated and self._clean else await self._created(migrated)
        try:
            yield self.named(name)
        finally:
            if migrated and self._pattern and await self._pattern.restored(self.named(name)):
                self._clean.append(name)
            else:
                await self._drop(name)

    async def _created(self, migrated: bool) -> str:
        name = f"citestream_test_{os.getpid()}_{next(self._numbers)}"
        template = self.template if migrated else "template0"
        strategy = "file_copy" if self._embedded else "wal_log"  # the first is faster where nothing is synced
        async with self._admin() as admin:
            await admin.execute(f"create database {name} template {template} strategy {strategy}{self._where}")
        if (
            migrated and self._embedded and self._pattern is None
        ):  # only the embedded server's login may do all it takes
            self._pattern = await Pattern.of(self.named(name))
        return name

    async def _drop(self, name: str) -> None:
        async with self._admin() as admin:
            await admin.execute(f"drop database if exists {name} with (force)")

    def named(self, database: str) -> str:
        """The server's URL with another database."""
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{database}"))

    async def close(self) -> None:
        """Not a user any more; what it made is gone."""
        while self._clean:
            await self._drop(self._clean.pop())
        if self._embedded:
            self._embedded.release()

    @contextlib.asynccontextmanager
    async def _admin(self) -> AsyncIterator[asyncpg.Connection]:
        connection = await asyncpg.connect(self.url, timeout=10)
        try:
            yield connection
        finally:
            await connection.close()

    async def _prepare(self, migrate: Migrate) -> None:
        """The template, made under another name first: one that has its name is whole. Leftovers of killed runs go."""
        async with self._admin() as admin:
            await admin.execute("select pg_advisory_lock($1)", LOCK)
            if self._embedded:  # nothing here outlives a power cut anyway; a clone takes a third of the time
                await admin.execute("alter system set fsync = off")
                await admin.execute("select pg_reload_conf()")
            names = [
                row[0] for row in await admin.fetch("select datname from pg_database where datname ~ '^citestream_te'")
            ]
            for name in names:
                if self._embedded and _is_leftover(name, self.template):
                    await admin.execute(f"drop database if exists {name} with (force)")
            if self._embedded and await in_memory.is_ready(admin, self._embedded.data_dir):
                self._where = f" tablespace {in_memory.TABLESPACE}"
            if self.template in names:
                return
            building = f"{self.template}_building"
            await admin.execute(f"create database {building} template template0")
            await migrate(self.named(building))
            await admin.execute(f"alter database {building} rename to {self.template}")


async def close() -> None:
    """This process uses the server no more; the databases it made go."""
    while _opened:
        await _opened.pop().close()


_opened: list[Postgres] = []


def data_dir() -> Path:
    """Per user and per checkout: two working copies may have different migrations."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    digest = hashlib.sha256(f"{user} {ROOT}".encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()).resolve() / f"{TESTS}{digest}"


def _is_leftover(name: str, template: str) -> bool:
    if made := re.fullmatch(r"citestream_test_(\d+)_\d+", name):
        return not is_alive(int(made[1]))
    return name != template and re.fullmatch(r"citestream_template_[0-9a-f]{12}(_building)?", name) is not None
