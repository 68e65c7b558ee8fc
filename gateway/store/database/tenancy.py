"""Which tenants a statement is for: each says so itself, in a parameter of its own.

PostgreSQL shows and takes only rows of the tenants in `citestream.tenant` (the policies in `migrations/`). The name
travels as one more parameter of the statement, whose type `tenant_names` sets it when the parameter is read: before
the statement is planned, for its transaction only, without another round trip, and so behind a pooler too
(`docs/adr/0029-row-level-security.md`).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Awaitable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import asyncpg
from asyncpg.cursor import CursorFactory
from asyncpg.pool import PoolConnectionProxy
from asyncpg.transaction import Transaction

from gateway.errors import NotFound

Raw: TypeAlias = "asyncpg.Connection | PoolConnectionProxy"
Tenants: TypeAlias = "str | Collection[str]"
"""One tenant or several."""
NO_TENANT = ""
"""For what concerns no tenant's rows."""
ALL_TENANTS = "*"
"""For what looks after all tenants. Few do: `tests/store/database/test_tenancy.py` has their list."""
APP, OPS = "citestream_app", "citestream_ops"
"""The roles of the gateway and of people who look (`docs/access.md`)."""
_BEGINNING = re.compile(
    r"((?:\s|--[^\n]*\n)*)(?:(with\s+(?:recursive\s+)?)|(?=\(?(?:select|insert|update|delete|values)\b))", re.IGNORECASE
)


@contextlib.contextmanager
def known(tenant: str) -> Iterator[None]:
    """Raises `NotFound` if the block stores a row of a tenant that does not exist."""
    try:
        yield
    except asyncpg.ForeignKeyViolationError:
        raise NotFound(f"There is no tenant {tenant!r}.") from None


def names(tenants: Tenants) -> str:
    """Returns how the policies read them: joined with commas, which no name has."""
    return tenants if isinstance(tenants, str) else ",".join(sorted(set(tenants)))


@lru_cache(maxsize=2000)
def declaring(query: str, number: int) -> str | None:
    """Returns the query with one more parameter of this number, which names its tenants; None for a command that takes
    no parameters, such as `set`. The name `declared` is never read: reading the parameter is all."""
    begins = _BEGINNING.match(query)
    if begins is None:
        return None
    head, with_ = begins[1], begins[2]
    declared = f"declared as (select ${number}::tenant_names)"
    rest = query[begins.end() :]
    return f"{head}{with_}{declared}, {rest}" if with_ else f"{head}with {declared} {rest}"


class TenantConnection:
    """A connection whose statements are all for the same tenants. Everything else about it is asyncpg's."""

    __slots__ = ("_raw", "_tenants")

    def __init__(self, raw: Raw, tenants: Tenants) -> None:
        self._raw, self._tenants = raw, names(tenants)

    @property
    def raw(self) -> Raw:
        """The connection without tenants: for commands that read no rows."""
        return self._raw

    def _declaring(self, query: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the query and its parameters, with the tenants if it takes parameters."""
        declared = declaring(query, len(args) + 1)
        return (query, *args) if declared is None else (declared, *args, self._tenants)

    def fetch(self, query: str, *args: Any) -> Awaitable[list[asyncpg.Record]]:
        return self._raw.fetch(*self._declaring(query, args))

    def fetchrow(self, query: str, *args: Any) -> Awaitable[asyncpg.Record | None]:
        return self._raw.fetchrow(*self._declaring(query, args))

    def fetchval(self, query: str, *args: Any) -> Awaitable[Any]:
        return self._raw.fetchval(*self._declaring(query, args))

    def execute(self, query: str, *args: Any) -> Awaitable[str]:
        return self._raw.execute(*self._declaring(query, args))

    def cursor(self, query: str, *args: Any, prefetch: int) -> CursorFactory[asyncpg.Record]:
        return self._raw.cursor(*self._declaring(query, args), prefetch=prefetch)

    async def executemany(self, query: str, rows: Iterable[Sequence[Any]], *, columns: int) -> None:
        """Executes it for each row; `columns`: how many parameters a row has."""
        declared = declaring(query, columns + 1)
        assert declared is not None, query
        await self._raw.executemany(declared, ((*row, self._tenants) for row in rows))

    def copy_to_table(self, table: str, **named: Any) -> Awaitable[str]:
        """Copies rows into a view that stores them row by row: PostgreSQL copies into no table with policies. For a
        transaction in which a statement has gone before, which named the tenants."""
        return self._raw.copy_to_table(table, **named)

    def transaction(self, **named: Any) -> Transaction:
        return self._raw.transaction(**named)
