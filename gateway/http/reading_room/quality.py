"""How good live answers are, for staff and QA: rates by model and version of the prompts (docs/evaluation.md)."""

from __future__ import annotations

from pydantic import BaseModel, Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count
from gateway.evaluation.live_rates import RateBounds, drifting, pooled, rates
from gateway.http.door.bodies import queried
from gateway.http.door.endpoint import STAFF_AND_QA, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, ok, parameter, up_to
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.replies import fresh

USUAL_DAYS, MOST_DAYS = 7, 366


class QualityQuery(BaseModel):
    """The query for rates."""

    days: int = Field(USUAL_DAYS, ge=1, le=MOST_DAYS)


class WriterRates(TypedDict):
    model: str
    prompt_version: str
    figures: dict[str, RateBounds]


class ConfirmedRunJson(TypedDict):
    run: str
    set: str
    figures: dict[str, RateBounds]


class QualityJson(TypedDict):
    days: Count
    pooled: dict[str, RateBounds]
    rates: list[WriterRates]
    """By model and version of the prompts."""
    confirmed: ConfirmedRunJson | None
    """The evaluation run that was confirmed last."""
    drifting: list[str]
    """Figures of live answers that are worse than those of the confirmed run, by intervals of 95 % that do not meet."""


async def quality(visit: Visit) -> Response:
    """Returns the rates of the live answers of the caller's tenant."""
    days, tenant = queried(visit, QualityQuery).days, visit.caller.whole_tenant()
    rows = visit.services.quality
    parts, confirmed = await rows.parts(tenant, days), await rows.confirmed(tenant)
    live = pooled(parts)
    run: ConfirmedRunJson | None = None
    if confirmed:
        run = {"run": confirmed.run_id.hex, "set": confirmed.set_name, "figures": dict(confirmed.baseline)}
    return fresh(
        QualityJson(
            days=days,
            pooled=live,
            rates=[
                {"model": model, "prompt_version": version, "figures": figures}
                for (model, version), figures in rates(parts).items()
            ],
            confirmed=run,
            drifting=drifting(live, run["figures"]) if run else [],
        )
    )


RATES = Operation(
    "quality: How good live answers are. Rates by model and version of the prompts, and which of them are worse than "
    "those of the evaluation run that was confirmed last.",
    ok(QualityJson, "Each figure with its interval of 95 % and the number of its answers."),
    parameters=(parameter("days", {**up_to(MOST_DAYS), "default": USUAL_DAYS}, "How far back."),),
)
ENDPOINTS = endpoints_of(FEEDBACK, ("GET", "/v1/quality", STAFF_AND_QA, quality, RATES))
