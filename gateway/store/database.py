"""The one asyncpg pool: codecs, acquisition, and what a lost database looks like to everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy

from gateway.errors import DatabaseUnreachable, InvalidField, Unavailable
from gateway.models.outage import Outage, told
from gateway.store.copy_rows import vector_bytes

log = logging.getLogger(__name__)

PASSING = (
    asyncpg.exceptions.QueryCanceledError,
    asyncpg.exceptions.IdleInTransactionSessionTimeoutError,  # this process stood still inside one
    asyncpg.exceptions.TransactionRollbackError,  # a deadlock, a serialization failure
)
"""What goes wrong for one statement although the server is there."""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # asyncpg's word for a session that was ended while it was being taken or given back
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,  # stopped, restarted, or starting up
    asyncpg.exceptions.InsufficientResourcesError,  # too many connections, disk full: may pass
    asyncpg.exceptions.InvalidCatalogNameError,  # while it is put back from a backup
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    *PASSING,
)
"""What asyncpg raises when the server is away or goes away under a statement."""


class WrongJson(ValueError):
    """Half a character, a number beyond 64 bits, or more levels than are written."""


UNSTORABLE = (
    asyncpg.CharacterNotInRepertoireError,
    asyncpg.UntranslatableCharacterError,
    UnicodeEncodeError,
    OverflowError,
    WrongJson,
)
"""NUL in a text or in JSON, as PostgreSQL raises it; half a character, or a number out of range, as a cause of what
asyncpg raises. Endpoints refuse such values by name; this is the net below them."""
NOT_STORABLE = "A value has what cannot be stored: the character NUL, half a character, or a number out of range."


def address(url: str) -> str:
    """Returns a database URL without its password, for people."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "local socket", parts.port
    except ValueError:
        return "not a database URL"
    return f"{host}{f':{port}' if port else ''}{parts.path}"


async def connect(url: str, *, setting: str = "DATABASE_URL", timeout_s: float = 10) -> asyncpg.Connection:
    """Opens one connection outside the pool. Raises `DatabaseUnreachable` with a sentence that names the setting."""
    try:
        return await asyncpg.connect(url, timeout=timeout_s)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise DatabaseUnreachable(f"{setting} names a database that cannot be used ({address(url)}): {why}.") from None


Connection: TypeAlias = "asyncpg.Connection | PoolConnectionProxy"


class Database:
    """A pool with our codecs. `has_vectors` tells whether pgvector is there (found once, at start)."""

    def __init__(self, url: str, *, size: int = 10) -> None:
        self._url, self._size = url, size
        self._pool: asyncpg.Pool | None = None
        self._urgent: asyncpg.Pool | None = None
        self.has_vectors = False
        self._outage = Outage(log, "the database", meanwhile="it is waited for")

    @property
    def pool(self) -> asyncpg.Pool:
        assert self._pool is not None, "the database is not open"
        return self._pool

    async def open(self) -> None:
        probe = await connect(self._url)
        try:
            found = await probe.fetchval("select to_regclass('passage_vector') is not null")
            self.has_vectors = bool(found)
        finally:
            await probe.close()
        self._pool, self._urgent = await self._pool_of(2, self._size), await self._pool_of(0, 1)

    async def close(self) -> None:
        for pool in filter(None, (self._pool, self._urgent)):
            try:
                await asyncio.wait_for(pool.close(), 5)
            except (TimeoutError, *LOST):
                pool.terminate()

    async def _pool_of(self, least: int, most: int) -> asyncpg.Pool:
        return await asyncpg.create_pool(
            self._url,
            min_size=least,
            max_size=most,
            init=self._prepare,
            reset=_nothing_to_reset,
            command_timeout=60,
            timeout=10,
        )

    async def _prepare(self, connection: asyncpg.Connection) -> None:
        await connection.set_type_codec(
            "jsonb", schema="pg_catalog", format="binary", encoder=_encode_jsonb, decoder=_decode_jsonb
        )
        await connection.set_type_codec("tsvector", schema="pg_catalog", format="binary", encoder=bytes, decoder=bytes)
        if self.has_vectors:
            schema = await connection.fetchval(
                "select n.nspname from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typname = 'vector'"
            )
            await connection.set_type_codec(
                "vector", schema=schema, format="binary", encoder=_encode_vector, decoder=_decode_vector
            )

    @contextlib.asynccontextmanager
    async def connection(self, *, urgent: bool = False) -> AsyncIterator[Connection]:
        """Lends a pooled connection; an `urgent` one is kept for those whom all readers wait for.

        A lost database becomes `Unavailable` and one line of the log. A value that no column takes becomes
        `InvalidField`, for asyncpg wraps its own word for such a value in an `InterfaceError` or `ValueError`.
        """
        try:
            pool = self._urgent if urgent and self._urgent is not None else self.pool
            async with pool.acquire(timeout=15) as connection:
                yield connection
        except LOST as error:
            away = Unavailable("The database is away at the moment; try again shortly.")
            if not isinstance(error, PASSING):
                self._outage.fails(error)
                told(away)
            raise away from error
        except asyncpg.DataError as error:
            cause = error.__cause__ or error
            if not isinstance(cause, UNSTORABLE):
                raise
            log.warning("a value cannot be stored: %s", type(cause).__name__)  # never the value itself
            raise InvalidField(NOT_STORABLE) from error
        self._outage.works()

    @contextlib.asynccontextmanager
    async def transaction(self, *, urgent: bool = False) -> AsyncIterator[Connection]:
        """Lends a pooled connection inside a short transaction."""
        async with self.connection(urgent=urgent) as connection, connection.transaction():
            yield connection

    @contextlib.asynccontextmanager
    async def alone(self, lock: int) -> AsyncIterator[bool]:
        """Tells whether this process is the one that has an advisory lock. The lock goes with its connection."""
        async with self.connection() as connection:
            try:
                yield bool(await connection.fetchval("select pg_try_advisory_lock($1)", lock))
            finally:
                try:
                    await connection.reset()
                except BaseException:
                    connection.terminate()  # it may have the lock still
                    raise

    async def ready(self) -> bool:
        """Tells whether a statement goes through within two seconds."""
        try:
            async with asyncio.timeout(2), self.connection() as connection:
                return bool(await connection.fetchval("select true"))
        except (TimeoutError, Unavailable):
            return False


async def _nothing_to_reset(connection: Connection) -> None:
    """Saves a round trip whenever a connection is given back: settings are made for one transaction (`set_config(…,
    true)`), and an advisory lock is given back by whoever took it."""


def rfc3339(moment: datetime) -> str:
    """Returns a time of the database as REST documents spell it: UTC, milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


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
