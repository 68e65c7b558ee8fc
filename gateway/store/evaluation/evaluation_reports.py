"""Reports and comparisons of stored runs. Those of finished runs are computed once in a process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from gateway.evaluation.cases import BadLine
from gateway.evaluation.comparison import compare_reports
from gateway.evaluation.measures.figure_kinds import CHECKS
from gateway.evaluation.report import OF_TARGETS, Report, report_json
from gateway.store.database.database import Database
from gateway.store.database.statements import Rows
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns
from gateway.store.evaluation.label_rows import LabelRows

MOST = 32
"""Reports in memory. One of 1,000 cases, each asked three times, takes half a second and about 0.1 MB."""
Json = dict[str, Any]


class EvaluationReports(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._runs, self._labels = EvaluationRuns(database), LabelRows(database)
        self._computed: dict[Hashable, Json] = {}

    async def report(self, tenant: str, run: EvaluationRun) -> Report:
        """Returns the report of a run with today's labels and the settings of the run."""
        return Report(
            run=run.run_id.hex,
            set_name=run.set_name,
            outcomes=await self._runs.outcomes(tenant, run.run_id),
            bad=[BadLine(each["line"], each["problem"]) for each in run.bad_lines],
            unconfirmed=run.settings.get("unconfirmed", 0),
            labels=await self._labels.supported(tenant, run.run_id),
            top_k=run.settings.get("top_k"),
            why=_why_not(run),
        )

    async def report_json(self, tenant: str, run: EvaluationRun) -> Json:
        return await self._once(tenant, [run], "report", lambda reports: report_json(*reports))

    async def comparison_json(self, tenant: str, a: EvaluationRun, b: EvaluationRun, margin: float) -> Json:
        """Returns what changed from run A to run B."""
        return await self._once(tenant, [a, b], margin, lambda reports: compare_reports(*reports, margin=margin).json())

    async def _once(
        self, tenant: str, runs: Sequence[EvaluationRun], what: Hashable, compute: Callable[[list[Report]], Json]
    ) -> Json:
        """Returns what was computed of these runs and their labels, or computes it in a thread."""
        labels = [frozenset((await self._labels.supported(tenant, run.run_id)).items()) for run in runs]
        key = tenant, what, *((run.run_id, run.finished_at) for run in runs), *labels
        if (found := self._computed.get(key)) is not None:
            return found
        made = await asyncio.to_thread(compute, [await self.report(tenant, run) for run in runs])
        if all(run.state == "done" for run in runs):
            self._computed[key] = made
            while len(self._computed) > MOST:
                del self._computed[next(iter(self._computed))]
        return made


def _why_not(run: EvaluationRun) -> dict[str, str]:
    """Returns the figures that a run cannot have, and why."""
    if run.target:
        return OF_TARGETS
    return {} if run.settings.get("checks") else dict.fromkeys(CHECKS, "the run has --no-checks")
