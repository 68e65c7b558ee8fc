"""Evaluation runs with their reports and comparisons, for the page `/qa/evaluations` (docs/evaluation.md)."""

from __future__ import annotations

import uuid
from typing import Any, NotRequired

from pydantic import BaseModel, Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Time, Uuid
from gateway.errors import NotFound
from gateway.evaluation.comparison import MARGIN, ChangedJson
from gateway.evaluation.figures import WorstJson
from gateway.http.door.bodies import queried
from gateway.http.door.endpoint import QA, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, ok, parameter
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.replies import fresh, shown_as
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns


class ComparisonQuery(BaseModel):
    """The query of a comparison."""

    with_: str = Field(alias="with")
    """The run before the change."""
    margin: float = Field(MARGIN, ge=0, le=1)


class RunJson(TypedDict):
    run: Uuid
    set: str
    target: str
    """The address of the gateway that was asked; empty: this one."""
    state: str
    confirmed: bool
    """Whether live answers are compared with it."""
    repeat: Count
    outcomes: Count
    created_at: Time
    finished_at: Time | None


class RunPage(TypedDict):
    runs: list[RunJson]


class FigureJson(TypedDict):
    """A figure with the ends of its 95 % interval; `value` null: not computed, `why` gives the reason."""

    value: float | None
    low: NotRequired[float]
    high: NotRequired[float]
    cases: NotRequired[Count]
    why: NotRequired[str]
    p50: NotRequired[float]
    p95: NotRequired[float]
    total: NotRequired[float]
    by: NotRequired[str]


class FailureJson(TypedDict):
    id: str
    question: str
    failure: str


class LineJson(TypedDict):
    line: Count
    problem: str


class ReportJson(TypedDict):
    about: RunJson
    run: Uuid
    set: str
    cases: Count
    failed: Count
    unconfirmed: Count
    failures: list[FailureJson]
    lines: list[LineJson]
    pooled: dict[str, FigureJson]
    by: dict[str, dict[str, dict[str, FigureJson]]]
    """By language, workspace, kind, and repeat if there are several."""
    worst: dict[str, list[WorstJson]]


class DifferenceJson(TypedDict):
    """`difference`: B less A, with the ends of its 95 % interval; null: not compared, `why` gives the reason."""

    difference: float | None
    a: NotRequired[float]
    b: NotRequired[float]
    low: NotRequired[float]
    high: NotRequired[float]
    better: NotRequired[Count]
    worse: NotRequired[Count]
    p: NotRequired[float]
    p_adjusted: NotRequired[float]
    cases: NotRequired[Count]
    regression: NotRequired[bool]
    higher_is_better: NotRequired[bool]
    why: NotRequired[str]


class ComparisonJson(TypedDict):
    a: RunJson
    b: RunJson
    margin: float
    regressions: list[str]
    figures: dict[str, DifferenceJson]
    only_a: list[str]
    only_b: list[str]
    changed: list[ChangedJson]


async def listed(visit: Visit) -> Response:
    """Lists the runs of the caller's tenant, newest first."""
    runs = await EvaluationRuns(visit.services.database).all(visit.caller.whole_tenant())
    return fresh(RunPage(runs=list(map(_shown, runs))))


async def report(visit: Visit) -> Response:
    """Returns the report of a run."""
    run = await _run(visit, str(visit.path_params["run"]))
    return fresh(
        {"about": _shown(run)} | await visit.services.evaluations.report_json(visit.caller.whole_tenant(), run)
    )


async def comparison(visit: Visit) -> Response:
    """Returns what changed from the run `with` to the run of the path."""
    asked = queried(visit, ComparisonQuery)
    a, b = await _run(visit, asked.with_), await _run(visit, str(visit.path_params["run"]))
    found = await visit.services.evaluations.comparison_json(visit.caller.whole_tenant(), a, b, asked.margin)
    return fresh({"a": _shown(a), "b": _shown(b)} | found)


async def _run(visit: Visit, named: str) -> EvaluationRun:
    try:
        run = uuid.UUID(named)
    except ValueError:
        raise NotFound("A run is named by 32 lower-case hex digits.") from None
    return await EvaluationRuns(visit.services.database).run(visit.caller.whole_tenant(), run)


def _shown(run: EvaluationRun) -> RunJson:
    return shown_as(RunJson, run, run=run.run_id.hex, set=run.set_name, repeat=run.settings.get("repeat", 1))


RUN: Any = parameter("run", str, "The id of a run.", required=True)
LIST = Operation("listEvaluations: List evaluation runs. The newest first.", ok(RunPage, "The runs."))
READ = Operation(
    "readEvaluation: Read the report of an evaluation run. All figures with their intervals, and the worst cases.",
    ok(ReportJson, "The report."),
    parameters=(RUN,),
    refusals=(NotFound,),
)
COMPARE = Operation(
    "compareEvaluations: Compare two evaluation runs. Case by case; a regression is worse by more than the margin, and "
    "not by chance.",
    ok(ComparisonJson, "The differences, and the cases that changed."),
    parameters=(
        RUN,
        parameter("with", str, "The run before the change.", required=True),
        parameter(
            "margin",
            {"type": "number", "minimum": 0, "maximum": 1, "default": MARGIN},
            "A loss up to this share is no regression.",
        ),
    ),
    refusals=(NotFound,),
)
ENDPOINTS = endpoints_of(
    FEEDBACK,
    ("GET", "/v1/evaluations", QA, listed, LIST),
    ("GET", "/v1/evaluations/{run}", QA, report, READ),
    ("GET", "/v1/evaluations/{run}/comparison", QA, comparison, COMPARE),
)
