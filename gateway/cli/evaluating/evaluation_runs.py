"""`citestream evaluate list`, `confirm` and `remove`: the stored runs."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import DataDir, Tenant, configured, in_gateway, say, say_table
from gateway.errors import WrongUse

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.store.evaluation.evaluation_runs import EvaluationRuns

HEADINGS = ("run", "set", "begun", "cases", "state", "confirmed")
RunId = Annotated[str, typer.Argument(metavar="RUN", help="The run, as `run: ID` names it.", show_default=False)]


def run_id(text: str) -> uuid.UUID:
    """Returns the id of a run. Raises `WrongUse` for a text that is no id."""
    try:
        return uuid.UUID(text)
    except ValueError:
        raise WrongUse(f"{text!r} is no id of a run; `citestream evaluate list` lists the runs.") from None


def rows(gateway: Gateway) -> EvaluationRuns:
    from gateway.store.evaluation.evaluation_runs import EvaluationRuns

    return EvaluationRuns(gateway.database)


def list_(tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """List the runs, newest first."""
    table = [HEADINGS]
    for run in in_gateway(configured(data_dir=data_dir), lambda gateway: rows(gateway).all(tenant)):
        begun = f"{run.created_at:%Y-%m-%d %H:%M}"
        confirmed = "yes" if run.confirmed else ""
        table.append((run.run_id.hex, run.set_name, begun, str(run.outcomes), run.state, confirmed))
    say_table(table)


def confirm(run: RunId, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Make a run the baseline that live traffic is compared with."""
    named = run_id(run)
    in_gateway(configured(data_dir=data_dir), lambda gateway: _confirmed(gateway, tenant, named))
    say(f"Confirmed the run {named.hex}.")


async def _confirmed(gateway: Gateway, tenant: str, run: uuid.UUID) -> None:
    from gateway.evaluation.figures import figures
    from gateway.evaluation.live_rates import bounds
    from gateway.store.evaluation.quality_rows import QualityRows
    from gateway.turn.answer_quality import FIGURES

    found = figures(await rows(gateway).outcomes(tenant, run)).pooled
    baseline = {name: bounds(estimate) for name in FIGURES if (estimate := found[name].estimate)}
    await rows(gateway).run(tenant, run)
    await QualityRows(gateway.database).confirm(tenant, run, baseline)


def remove(run: RunId, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Remove a run with its answers, recordings, outcomes and labels."""
    named = run_id(run)
    removed = in_gateway(configured(data_dir=data_dir), lambda gateway: rows(gateway).remove(tenant, named))
    say(f"Removed the run {named.hex} and {removed} answers.")
