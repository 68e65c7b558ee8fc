"""Tenants: which there are, and the erasure of one with all its rows (`citestream tenants`).

An erasure exports the tenant first. `leaving_since` of its row says that the export is complete, so that an erasure
that was interrupted continues with the removal.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from graphlib import TopologicalSorter
from pathlib import Path

from gateway.errors import Unavailable
from gateway.store.accounts import audit
from gateway.store.accounts.keyring import KNOWN_S
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.database.tenancy import ALL_TENANTS, NO_TENANT
from gateway.wire.shared.frame import json_bytes

SQL = load("accounts/tenants.sql")
BATCH = 1000
"""Rows that one statement exports or removes."""
SNAPSHOT = {"isolation": "repeatable_read", "readonly": True}
LAST = ("audit_event", "tenant")
"""Tables that are emptied in the last transaction of an erasure."""
OPERATOR = "default"
"""The tenant whose audit log says which tenants were erased."""
RUNNING_S = 200
"""How long running answers may take to end; one generation takes up to 180 seconds."""


@dataclass(frozen=True, slots=True)
class TenantUse:
    name: str
    documents: int
    answers: int
    keys: int
    """Keys that are not revoked."""
    last_use: datetime | None
    leaving: bool
    """Its export is complete, and its rows are being removed."""

    @property
    def has_data(self) -> bool:
        return bool(self.documents or self.answers or self.keys)


class Tenants(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    async def all(self) -> list[TenantUse]:
        return [from_row(TenantUse, row) for row in await self._database.fetch(ALL_TENANTS, SQL["all"])]

    async def names(self) -> list[str]:
        return [row["tenant_id"] for row in await self._database.fetch(NO_TENANT, SQL["names"])]

    async def close(self, tenant: str) -> None:
        """Revokes the tenant's keys, and waits until no server accepts them and no answer of the tenant runs."""
        async with self._database.transaction(tenant) as connection:
            revoked = await connection.execute(SQL["revoke"], tenant)
        if revoked != "UPDATE 0":
            await asyncio.sleep(KNOWN_S + 1)
        for _ in range(RUNNING_S):
            if not await self._database.fetchval(tenant, SQL["running"], tenant):
                return
            await asyncio.sleep(1)
        raise Unavailable(f"Answers of the tenant {tenant} are still running. Try again when they have ended.")

    async def export(self, tenant: str, file: Path) -> int:
        """Writes every row of the tenant as a JSON line with its table, and returns the number of rows. The file
        appears under its name when it is complete."""
        partial, number = file.with_name(f"{file.name}.partial"), 0
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            async with self._database.connection(tenant) as connection, connection.transaction(**SNAPSHOT):
                for table in await self._tables():
                    query = f"select to_jsonb(t) as row from {table} t where tenant_id = $1"
                    async for row in connection.cursor(query, tenant, prefetch=BATCH):
                        out.write(json_bytes({"table": table, "row": row["row"]}) + b"\n")
                        number += 1
            out.flush()
            os.fsync(out.fileno())
        partial.rename(file)
        await self._database.execute(tenant, SQL["leave"], tenant)
        return number

    async def erase(self, tenant: str, report: Callable[[str, int], object]) -> int:
        """Removes every row of a tenant that was exported, and returns the number of rows.

        Ends with one entry in the audit log of the operator's tenant, in the transaction that removes the last rows.
        report: receives each table with the number of rows that were removed from it.
        """
        tables, total = [table for table in reversed(await self._tables()) if table not in LAST], 0
        while removed := [(table, number) for table in tables if (number := await self._empty(tenant, table))]:
            for table, number in removed:
                report(table, number)
                total += number
        async with self._database.transaction((tenant, OPERATOR)) as connection:
            await connection.execute(SQL["may_leave"], tenant)
            for table in LAST:
                total += _count(await connection.execute(f"delete from {table} where tenant_id = $1", tenant))
            await audit.note(connection, OPERATOR, "tenant.erased", [tenant], [{"rows": total}])
        return total

    async def _empty(self, tenant: str, table: str) -> int:
        query = (
            f"delete from {table} where ctid = any(array(select ctid from {table} where tenant_id = $1 limit {BATCH}))"
        )
        total = 0
        while True:
            async with self._database.connection(tenant) as connection:
                number = _count(await connection.execute(query, tenant))
            if not number:
                return total
            total += number

    async def _tables(self) -> list[str]:
        """Returns the tables with rows of tenants, each after the tables that it refers to."""
        rows = await self._database.fetch(NO_TENANT, SQL["tables"])
        order = TopologicalSorter({row["name"]: row["targets"] for row in rows})
        return list(order.static_order())


def _count(status: str) -> int:
    """Returns the number of rows in a status such as `DELETE 3`."""
    return int(status.rpartition(" ")[2])
