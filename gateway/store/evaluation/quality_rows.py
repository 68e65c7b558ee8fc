"""The rates of live answers as rows, and the confirmed run that they are compared with."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gateway.evaluation.live_rates import RateBounds, RatePart
from gateway.store.database.statements import Rows, from_row, load

SQL = load("evaluation/quality.sql")


@dataclass(frozen=True, slots=True)
class ConfirmedRun:
    """The run that was confirmed last, with its figures."""

    run_id: uuid.UUID
    set_name: str
    baseline: Mapping[str, RateBounds]


class QualityRows(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    async def parts(self, tenant: str, days: int) -> Sequence[RatePart]:
        """Returns what the answers of so many days add to each figure; those of evaluation runs add nothing."""
        return [from_row(RatePart, row) for row in await self._database.fetch(tenant, SQL["parts"], tenant, days)]

    async def confirm(self, tenant: str, run_id: uuid.UUID, baseline: Mapping[str, RateBounds]) -> None:
        """Makes a run the one that live answers are compared with."""
        await self._database.execute(tenant, SQL["confirm"], tenant, run_id, dict(baseline))

    async def confirmed(self, tenant: str) -> ConfirmedRun | None:
        rows = await self._database.fetch(tenant, SQL["confirmed"], tenant)
        return from_row(ConfirmedRun, rows[0]) if rows else None
