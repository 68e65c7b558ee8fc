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
        begun = f"{run.created_at:%Y-%m-%d %H:%M}" if run.created_at else ""
        confirmed = "yes" if run.confirmed else ""
        table.append((run.run_id.hex, run.set_name, begun, str(run.outcomes), run.state, confirmed))
    say_table(table)


def confirm(run: RunId, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Make a run the baseline that live traffic is compared with."""
    named = run_id(run)
    config = configured(data_dir=data_dir)
    in_gateway(config, lambda gateway: rows(gateway).change(tenant, named, confirmed=True))
    say(f"Confirmed the run {named.hex}.")


def remove(run: RunId, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Remove a run with its answers, recordings, outcomes and labels."""
    named = run_id(run)
    removed = in_gateway(configured(data_dir=data_dir), lambda gateway: rows(gateway).remove(tenant, named))
    say(f"Removed the run {named.hex} and {removed} answers.")
