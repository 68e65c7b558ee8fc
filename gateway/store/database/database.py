"""The one asyncpg pool: codecs, acquisition, and what a lost database looks like to everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy

from gateway.errors import DatabaseAway, DatabaseUnreachable, InvalidField, Refusal, Unavailable, WrongUse
from gateway.store.database import faults
from gateway.store.database.copy_rows import vector_bytes
from gateway.store.database.faults import AWAY, LOST, NOT_STORABLE, PASSING, UNSTORABLE, Writability, WrongJson
from gateway.store.database.pooler import BEHIND_POOLER, DIRECT, UNPREPARED, way
from gateway.store.database.roles import UNGUARDED, lacking, refusal
from gateway.store.database.tenancy import ALL_TENANTS, APP, NO_TENANT, Raw, TenantConnection, Tenants
from gateway.telemetry import families
from gateway.telemetry.outage import Outage, told

log = logging.getLogger(__name__)

PATIENCE_S = 15.0
"""How long a statement waits for a connection of the pool."""
STATEMENTS = 100
"""Prepared statements that a connection keeps."""
IDENTITY = """
select to_regclass('passage_vector') is not null, current_database(), pg_postmaster_start_time()"""
ROLE = {"role": APP}
"""How a session of the gateway begins."""
TENANT_NAMES = "tenant_names"
"""The type of the parameter that names a statement's tenants (`store.tenancy`)."""
SCHEMAS = """
select t.typname, n.nspname from pg_type t join pg_namespace n on n.oid = t.typnamespace
where t.typname in ('tenant_names', 'vector')
order by pg_type_is_visible(t.oid)"""
TRY_LOCK = """
select pg_try_advisory_xact_lock($1)
from (select count(set_config(name, '0', true)) from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')) as unlimited"""


def address(url: str) -> str:
    """Returns a database URL without its password, for people."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "local socket", parts.port
    except ValueError:
        return "not a database URL"
    return f"{host}{f':{port}' if port else ''}{parts.path}"


async def connect(url: str, *, setting: str = "DATABASE_URL", timeout_s: float = 10) -> asyncpg.Connection:
    """Opens one connection outside the pool, for statements that are sent once. Raises `DatabaseUnreachable` with a
    sentence that names the setting."""
    try:
        return await asyncpg.connect(url, timeout=timeout_s, statement_cache_size=0)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise DatabaseUnreachable(f"{setting} names a database that cannot be used ({address(url)}): {why}.") from None


R = TypeVar("R")


class Database:
    """A pool with our codecs. `has_vectors` tells whether pgvector is there (found once, at start)."""

    def __init__(self, url: str, *, size: int = 10, direct: str | None = None, setting: str = "DATABASE_URL") -> None:
        """`direct`: the address of the same database past a pooler. `setting`: what the address comes from."""
        self._url, self._size, self._direct, self._setting = url, size, direct, setting
        self._ways = {url: DIRECT}
        self._schemas: dict[str, str] = {}
        self._pool: asyncpg.Pool | None = None
        self._urgent: asyncpg.Pool | None = None
        self._lent: PoolConnectionProxy | None = None
        self._one_writer = asyncio.Lock()
        self.has_vectors = False
        self._outage = Outage(
            log, "the database", away="is unreachable", back="is reachable again", meanwhile="it is waited for"
        )
        self.writability = Writability()
        self.replica: Database | None = None
        """What `read` reads first: a replica, while it keeps up (`replica.Replica`)."""

    @property
    def pool(self) -> asyncpg.Pool:
        assert self._pool is not None, "the database is not open"
        return self._pool

    @property
    def session_url(self) -> str | None:
        """Where a connection has a session of its own, for what outlasts a transaction: locks, settings. None behind a
        pooler, unless a direct address is known."""
        return self._direct or (None if self._ways[self._url].pooled else self._url)

    async def open(self) -> None:
        here = await self._look(self._url, self._setting)
        if self._direct is not None:
            there = await self._look(self._direct, "DATABASE_DIRECT_URL")
            if self._ways[self._direct].pooled:
                raise WrongUse("DATABASE_DIRECT_URL leads to a pooler; name the address of PostgreSQL itself.")
            if here != there:
                raise WrongUse("DATABASE_DIRECT_URL leads to another database than DATABASE_URL.")
        elif self._ways[self._url].pooled:
            log.info(BEHIND_POOLER)
        if not self._ways[self._url].prepares:
            log.warning(UNPREPARED)
        if TENANT_NAMES not in self._schemas:  # a replica that has not come so far
            raise Unavailable(f"{self._setting} names a database without our tables yet.")
        self._pool = await self._pool_of(self._url, 2, self._size)
        self._urgent = await self._pool_of(self._direct or self._url, 0, 1)

    async def _look(self, url: str, setting: str) -> tuple[Any, ...]:
        """Notes what lies before a database, and returns what tells it from others."""
        probe = await connect(url, setting=setting)
        try:
            self._ways[url] = await way(probe)
            row = await probe.fetchrow(IDENTITY)
            self._schemas = {row["typname"]: row["nspname"] for row in await probe.fetch(SCHEMAS)}
            if TENANT_NAMES in self._schemas and await lacking(probe):
                raise await refusal(probe)
        finally:
            await probe.close()
        assert row is not None
        self.has_vectors, *identity = row
        return tuple(identity)

    def figures(self) -> Mapping[str, float | Mapping[str, float]]:
        """Returns how many connections of the pool are lent."""
        size, idle = self.pool.get_size(), self.pool.get_idle_size()
        states = {"busy": float(size - idle), "idle": float(idle)}
        writable = float(self.writability.problem is None)
        return {"pool_connections": states, "pool_connections_max": self._size, "database_writable": writable}

    async def close(self) -> None:
        lent, self._lent = self._lent, None
        for pool in filter(None, (self._pool, self._urgent)):
            try:
                async with asyncio.timeout(5):
                    if lent is not None and pool is self._urgent:
                        await pool.release(lent)
                    await pool.close()
            except (TimeoutError, *LOST):
                pool.terminate()

    def abort(self) -> None:
        """Closes it at once; whoever uses a connection meets a lost database."""
        for pool in filter(None, (self._pool, self._urgent)):
            pool.terminate()

    async def _pool_of(self, url: str, least: int, most: int) -> asyncpg.Pool:
        return await asyncpg.create_pool(
            url,
            statement_cache_size=STATEMENTS if self._ways[url].prepares else 0,
            min_size=least,
            max_size=most,
            init=self._prepare,
            reset=_nothing_to_reset,
            command_timeout=60,
            timeout=10,
            # Behind a pooler no session is ours; there each statement takes the role, as it names its tenants
            # (`store.tenancy`).
            server_settings={} if self._ways[url].pooled else ROLE,
        )

    async def own_connection(self, *, command_timeout: float) -> asyncpg.Connection | None:
        """Opens a connection beside the pool whose session is its own, for its caller to close; None where there is no
        way to have one."""
        if (url := self.session_url) is None:
            return None
        connection = await asyncpg.connect(url, timeout=10, command_timeout=command_timeout, server_settings=ROLE)
        try:
            await _read_json(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _prepare(self, connection: asyncpg.Connection) -> None:
        await _read_json(connection)
        await connection.set_type_codec("tsvector", schema="pg_catalog", format="binary", encoder=bytes, decoder=bytes)
        await connection.set_builtin_type_codec(TENANT_NAMES, schema=self._schemas[TENANT_NAMES], codec_name="text")
        if self.has_vectors:
            schema = self._schemas["vector"]
            await connection.set_type_codec(
                "vector", schema=schema, format="binary", encoder=_encode_vector, decoder=_decode_vector
            )

    def connection(self, tenants: Tenants, *, urgent: bool = False) -> Lent:
        """Lends a pooled connection for rows of these tenants. The `urgent` one is that of the journal's writer, for
        whom all readers wait; it is lent to one at a time.

        A lost database becomes `Unavailable` and one line of the log. A value that no column takes becomes
        `InvalidField`, for asyncpg wraps its own word for such a value in an `InterfaceError` or `ValueError`.
        """
        return Lent(self, tenants, urgent)

    # One statement on a connection of the pool: the tenants, the query and its parameters.

    async def fetch(self, tenants: Tenants, query: str, *args: Any) -> list[asyncpg.Record]:
        async with self.connection(tenants) as connection:
            return await connection.fetch(query, *args)

    async def fetchrow(self, tenants: Tenants, query: str, *args: Any) -> asyncpg.Record | None:
        async with self.connection(tenants) as connection:
            return await connection.fetchrow(query, *args)

    async def fetchval(self, tenants: Tenants, query: str, *args: Any) -> Any:
        async with self.connection(tenants) as connection:
            return await connection.fetchval(query, *args)

    async def execute(self, tenants: Tenants, query: str, *args: Any) -> None:
        async with self.connection(tenants) as connection:
            await connection.execute(query, *args)

    @contextlib.contextmanager
    def telling_losses(self) -> Iterator[None]:
        """Turns what asyncpg raises under a statement into our errors, as `connection` says."""
        try:
            yield
        except BaseException as error:
            self.tell(error)
            raise
        self._outage.works()

    def tell(self, error: BaseException | None) -> None:
        """Raises our error for what asyncpg raised under a statement; None: nothing, the database works. Returns for
        what is not about the database."""
        if error is None:
            self._outage.works()
        elif (problem := self.writability.refused(error)) is not None:
            families.DATABASE_LOSSES.inc()
            raise told(Unavailable(problem)) from error
        elif isinstance(error, LOST):
            passing = isinstance(error, PASSING)
            away = (Unavailable if passing else DatabaseAway)(AWAY)
            families.DATABASE_LOSSES.inc()
            if self._setting == "DATABASE_URL" and not passing:
                self._outage.fails(error)
                told(away)
            raise away from error
        elif isinstance(error, asyncpg.DataError):
            cause = error.__cause__ or error
            if isinstance(cause, UNSTORABLE):
                log.warning("a value cannot be stored: %s", type(cause).__name__)  # never the value itself
                raise InvalidField(NOT_STORABLE) from error

    async def lend(self, urgent: bool) -> PoolConnectionProxy:
        """Returns a connection, for `take_back`."""
        if not urgent:
            async with asyncio.timeout(PATIENCE_S):
                return await self.pool.acquire()
        await self._one_writer.acquire()
        try:
            return await self._writers()
        except BaseException:
            self._one_writer.release()
            raise

    async def take_back(self, connection: PoolConnectionProxy, urgent: bool) -> None:
        """Returns a connection of `lend`."""
        if urgent:
            self._one_writer.release()
        else:
            await self.pool.release(connection)

    async def read(
        self, tenant: str, work: Callable[[TenantConnection], Awaitable[R]], whole: Callable[[R], bool] | None = None
    ) -> R:
        """Returns what `work` reads: from the replica where there is one that keeps up, else, or should that refuse or
        what it has not be `whole`, from here. For what may be a moment old, or never changes."""
        if self.replica is not None:
            with contextlib.suppress(Refusal, asyncpg.PostgresError):  # it went away, or something is not there yet
                async with self.replica.connection(tenant) as connection:
                    found = await work(connection)
                if whole is None or whole(found):
                    return found
        async with self.connection(tenant) as connection:
            return await work(connection)

    async def _writers(self) -> PoolConnectionProxy:
        """Returns the connection of the one who writes for all. It is not given back, which would cost as much as a
        statement, and opened anew where it was lost."""
        assert self._urgent is not None, "the database is not open"
        if self._lent is not None and is_lost(self._lent):
            await self._urgent.release(self._lent)
            self._lent = None
        if self._lent is None:
            self._lent = await self._urgent.acquire(timeout=15)
        return self._lent

    @contextlib.asynccontextmanager
    async def transaction(self, tenants: Tenants, *, urgent: bool = False) -> AsyncIterator[TenantConnection]:
        """Lends a pooled connection inside a short transaction."""
        async with self.connection(tenants, urgent=urgent) as connection, connection.transaction():
            yield connection
            wrote = self.writability.problem is not None and await connection.raw.fetchval(faults.WROTE)
        if wrote:
            self.writability.succeeded()

    @contextlib.asynccontextmanager
    async def alone(self, lock: int) -> AsyncIterator[bool]:
        """Tells whether this process is the one that has an advisory lock. It is that of a transaction, which stays
        open, so that it works behind a pooler too; one that has read nothing keeps no dead rows alive."""
        async with self.transaction(NO_TENANT) as connection:
            mine = bool(await connection.fetchval(TRY_LOCK, lock))
            # Without a parameter: the snapshot of the one before would stay as long as it is the last.
            await connection.raw.execute("select")
            yield mine

    @contextlib.asynccontextmanager
    async def owner(self) -> AsyncIterator[tuple[TenantConnection, bool]]:
        """Lends a connection with the rights of the login, which owns the tables: for commands about indexes, by its
        `raw`. Rows it sees as everybody does. Tells, too, whether its session is its own: else settings are for one
        transaction only."""
        if self._direct is None:
            async with self.connection(ALL_TENANTS) as connection:
                await connection.raw.execute("set role none")
                try:
                    yield connection, self.session_url is not None
                finally:
                    if self.session_url is not None and not connection.raw.is_closed():
                        await connection.raw.execute(f"set role {APP}")
            return
        own = await connect(self._direct, setting="DATABASE_DIRECT_URL")
        try:
            await self._prepare(own)
            yield TenantConnection(own, ALL_TENANTS), True
        finally:
            await own.close()

    async def ready(self) -> bool:
        """Tells whether a statement goes through within two seconds, and sees of the tables only what is its
        tenant's."""
        try:
            async with asyncio.timeout(2), self.connection(NO_TENANT) as connection:
                unguarded = await connection.fetchval(UNGUARDED)
            if self.writability.problem is not None:
                await self._probe()
        except (TimeoutError, Unavailable, asyncpg.PostgresError):
            return False
        if unguarded:
            log.error("the gateway's role sees rows of all tenants; see docs/access.md: %s", unguarded)
        return not unguarded

    async def _probe(self) -> None:
        """Writes something that changes nothing; if this succeeds, writes succeed again."""
        async with asyncio.timeout(2), self.transaction(NO_TENANT) as connection:
            await connection.raw.execute(faults.PROBE)
            await connection.execute(faults.PROBE_ROW)

    async def reconnect(self, error: BaseException) -> bool:
        """Replaces every connection if this one leads to a read-only server and the address names several hosts.
        Returns whether it did."""
        if "," not in self._url or not self.writability.should_reconnect(error):
            return False
        await self.pool.expire_connections()
        async with self._one_writer:
            if self._lent is not None:
                await self._lent.close()
        return True


class Lent:
    """A connection while it is lent; a generator in its place costs as much as a statement's Python."""

    __slots__ = ("_connection", "_database", "_tenants", "_urgent")

    def __init__(self, database: Database, tenants: Tenants, urgent: bool) -> None:
        self._database, self._tenants, self._urgent = database, tenants, urgent

    async def __aenter__(self) -> TenantConnection:
        try:
            self._connection = await self._database.lend(self._urgent)
        except BaseException as error:
            self._database.tell(error)
            raise
        return TenantConnection(self._connection, self._tenants)

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            await self._database.take_back(self._connection, self._urgent)
        except BaseException as later:
            self._database.tell(later)
            raise
        if error is not None and await self._database.reconnect(error):
            raise told(DatabaseAway(AWAY)) from error
        self._database.tell(error)


def is_lost(connection: PoolConnectionProxy) -> bool:
    """Returns whether a pooled connection is closed. The pool takes a connection back if its server went away; then the
    proxy answers nothing."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True


async def _nothing_to_reset(connection: Raw) -> None:
    """Saves a round trip whenever a connection is given back: settings are made for one transaction (`set_config(…,
    true)`), and an advisory lock is given back by whoever took it."""


async def _read_json(connection: asyncpg.Connection) -> None:
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", format="binary", encoder=_encode_jsonb, decoder=_decode_jsonb
    )


def _encode_jsonb(value: Any) -> bytes:
    try:
        return b"\x01" + orjson.dumps(value)
    except orjson.JSONEncodeError as error:  # another name of TypeError, so that its words must tell
        if "not JSON serializable" in str(error):
            raise
        raise WrongJson(str(error)) from None


def _decode_jsonb(data: bytes) -> Any:
    return orjson.loads(data[1:])


def _encode_vector(value: Sequence[float] | bytes) -> bytes:
    return value if isinstance(value, bytes) else vector_bytes(value)


def _decode_vector(data: bytes) -> list[float]:
    return list(struct.unpack(f">{int.from_bytes(data[:2])}f", data[4:]))
