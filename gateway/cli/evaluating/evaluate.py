"""`citestream evaluate`: how good the answers are here and today. The group; each command is in its own file."""

from __future__ import annotations

import typer

from gateway.cli.evaluating import draft, evaluation_runs, keep, label, run_set, stored_reports

commands = typer.Typer(name="evaluate", help="Measure how good the answers are.", no_args_is_help=True)
commands.command("run")(run_set.run_set)
commands.command("keep")(keep.keep)
commands.command("list")(evaluation_runs.list_)
commands.command("confirm")(evaluation_runs.confirm)
commands.command("remove")(evaluation_runs.remove)
commands.command("report")(stored_reports.report)
commands.command("compare")(stored_reports.compare)
commands.command("label")(label.label)
commands.command("labels")(label.labels)
commands.command("draft")(draft.draft)
