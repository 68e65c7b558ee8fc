"""`citestream evaluate report` and `compare`: reports of stored runs, as text, JSON and HTML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.evaluating.evaluation_runs import RunId, rows, run_id
from gateway.cli.evaluating.label import write
from gateway.cli.evaluating.run_set import Worst, check_figures
from gateway.cli.options import DataDir, Tenant, configured, in_gateway, say
from gateway.errors import WrongUse
from gateway.evaluation.comparison import MARGIN, compare_reports, comparison_text
from gateway.evaluation.html_report.comparison_page import comparison_page
from gateway.evaluation.html_report.run_page import run_page
from gateway.evaluation.report import report_json, report_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gateway.app import Gateway
    from gateway.evaluation.report import Report
    from gateway.settings import Settings
    from gateway.store.evaluation.evaluation_runs import EvaluationRun

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page that needs nothing else.")]


def report(
    run: RunId,
    as_json: AsJson = False,
    html: Html = None,
    worst: Worst = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Report a stored run again, with the labels that people gave since."""
    check_figures(worst or ())
    config = configured(data_dir=data_dir)
    [(stored, found)] = _stored(config, tenant, run)
    made = report_json(found)
    if html is not None:
        write(html, [run_page(made, _about(stored), _base(config, stored))])
    _print(as_json, made, report_text(found, worst or ()))


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="The run before the change.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The run after it.", show_default=False)],
    margin: Annotated[float, typer.Option(min=0, max=1, help="A loss up to this share is no regression.")] = MARGIN,
    as_json: AsJson = False,
    html: Html = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Compare run B with run A, case by case; exit code 1 on a regression, 2 if they cannot be compared."""
    config = configured(data_dir=data_dir)
    (run_a, report_a), (run_b, report_b) = _stored(config, tenant, a, b)
    found = compare_reports(report_a, report_b, margin=margin)
    if not found.differences:
        raise WrongUse(f"The runs {run_a.run_id.hex} and {run_b.run_id.hex} have no case that both answered.")
    made = found.json()
    if html is not None:
        about = _about(run_a, Run=run_a.run_id.hex), _about(run_b, Run=run_b.run_id.hex)
        write(html, [comparison_page(made, about, (_base(config, run_a), _base(config, run_b)))])
    _print(as_json, made, comparison_text(found))
    raise typer.Exit(1 if found.regressions else 0)


def _print(as_json: bool, made: object, lines: Iterable[str]) -> None:
    for line in [json.dumps(made, ensure_ascii=False, indent=2)] if as_json else lines:
        say(line)


def _stored(config: Settings, tenant: str, *runs: str) -> list[tuple[EvaluationRun, Report]]:
    """Returns runs with their reports. Raises `NotFound` for an unknown one."""
    named = [run_id(run) for run in runs]

    async def read(gateway: Gateway) -> list[tuple[EvaluationRun, Report]]:
        from gateway.store.evaluation.evaluation_reports import EvaluationReports

        reports = EvaluationReports(gateway.database)
        stored = [await rows(gateway).run(tenant, run) for run in named]
        return [(run, await reports.report(tenant, run)) for run in stored]

    return in_gateway(config, read)


def _about(run: EvaluationRun, **more: str) -> dict[str, str]:
    """Returns facts of a run for its page."""
    known = {
        **more,
        "Set": run.set_name,
        "Begun": f"{run.created_at:%Y-%m-%d %H:%M}",
        "State": run.state,
        "Target": run.target,
        "Repeats": str(run.settings.get("repeat", 1)),
        "Judge": run.settings.get("judge") or "",
    }
    return {name: value for name, value in known.items() if value}


def _base(config: Settings, run: EvaluationRun) -> str:
    """Returns the address of the gateway that has the recordings of a run; empty if it is not known."""
    return run.target.rstrip("/") or config.public_url or ""
