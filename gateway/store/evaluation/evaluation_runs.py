"""Runs of an evaluation as rows. A run that was interrupted has the state `running` and continues with its id."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from gateway.errors import NotFound
from gateway.evaluation.cases import BadLine
from gateway.evaluation.outcomes import Outcome
from gateway.store.answers.answer_rows import exchanged
from gateway.store.database.statements import Rows, from_row, load
from gateway.store.recordings import recording_rows

SQL = load("evaluation/runs.sql")
OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)
BATCH = 100
"""Answers removed in one transaction."""
LISTED = 1000
"""Runs of one list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRun:
    """One run of a set."""

    run_id: uuid.UUID
    set_name: str
    target: str = ""
    """The address of the gateway that was asked; empty: this one."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    bad_lines: Sequence[Mapping[str, Any]] = ()
    """`line` and `problem` of each."""
    state: str = "running"
    confirmed: bool = False
    created_at: datetime = field(default_factory=partial(datetime.now, UTC))
    finished_at: datetime | None = None
    outcomes: int = 0
    """Outcomes that are stored."""


class EvaluationRuns(Rows):
    """Raises `errors.Unavailable` if the database is unavailable, and `errors.NotFound` for an unknown run."""

    async def begin(self, tenant: str, run: EvaluationRun, created_by: str = "") -> None:
        stated = run.set_name, run.target, dict(run.settings), list(run.bad_lines)
        await self._database.execute(tenant, SQL["begin"], tenant, run.run_id, *stated, created_by)

    async def run(self, tenant: str, run_id: uuid.UUID) -> EvaluationRun:
        rows = await self._database.fetch(tenant, SQL["runs"], tenant, run_id, 1)
        if not rows:
            raise _unknown(run_id)
        return from_row(EvaluationRun, rows[0])

    async def all(self, tenant: str) -> list[EvaluationRun]:
        """Returns the runs, newest first."""
        return [
            from_row(EvaluationRun, row)
            for row in await self._database.fetch(tenant, SQL["runs"], tenant, None, LISTED)
        ]

    async def add(self, tenant: str, run_id: uuid.UUID, outcome: Outcome) -> None:
        """Stores the outcome of a case that has ended; an earlier one of the same case is replaced."""
        answer = uuid.UUID(outcome.answer_uuid) if outcome.answer_uuid else None
        row = OUTCOME.dump_python(outcome, mode="json")
        named = run_id, outcome.case.id, outcome.repeat, answer, row
        if await self._database.fetchval(tenant, SQL["add"], tenant, *named) is None:
            raise _unknown(run_id)

    async def outcomes(self, tenant: str, run_id: uuid.UUID) -> list[Outcome]:
        rows = await self._database.fetch(tenant, SQL["outcomes"], tenant, run_id)
        return [OUTCOME.validate_python(row["outcome"]) for row in rows]

    async def earlier(self, tenant: str, answer_uuid: str, most: int) -> list[dict[str, str]]:
        """Returns the messages of an answer's conversation before it, oldest first."""
        rows = await self._database.fetch(tenant, SQL["earlier"], tenant, uuid.UUID(answer_uuid), most)
        return [{"role": message.role, "content": message.content} for message in exchanged(rows)]

    async def change(self, tenant: str, run_id: uuid.UUID, state: str) -> None:
        """Changes the state of a run."""
        if await self._database.fetchval(tenant, SQL["change"], tenant, run_id, state) is None:
            raise _unknown(run_id)

    async def note_lines(self, tenant: str, run_id: uuid.UUID, lines: Iterable[BadLine]) -> None:
        """Stores the lines of the set that have a problem, in place of earlier ones."""
        stated = [{"line": line.number, "problem": line.problem} for line in lines]
        await self._database.execute(tenant, SQL["note_lines"], tenant, run_id, stated)

    async def remove(self, tenant: str, run_id: uuid.UUID) -> int:
        """Removes a run with its answers, recordings, outcomes and labels; returns the number of answers."""
        await self.run(tenant, run_id)
        removed = 0
        while rows := await self._database.fetch(tenant, SQL["answers"], tenant, run_id, BATCH):
            answers = [row["answer_id"] for row in rows]
            async with self._database.transaction(tenant) as connection:
                removed += await recording_rows.remove(connection, [tenant] * len(answers), answers)
        await self._database.execute(tenant, SQL["remove"], tenant, run_id)
        return removed


def _unknown(run_id: uuid.UUID) -> NotFound:
    return NotFound(f"There is no evaluation run {run_id.hex}; `citestream evaluate list` lists the runs.")
