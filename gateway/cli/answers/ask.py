"""`citestream ask`: one question, answered on the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway.cli.options import DataDir, OnlyWorkspace, Provider, Tenant, configured, run


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole answer as a JSON document.")] = False,
    workspace: OnlyWorkspace = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
    provider: Provider = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", help="Only checked, supported paragraphs [GATEWAY_STRICT].")
    ] = None,
    deliverable: Annotated[
        bool | None, typer.Option("--deliverable/--no-deliverable", help="With an outline [as the question sounds].")
    ] = None,
) -> None:
    """Ask one question and stream the answer to the terminal."""
    from gateway.cli.answers import ask_printer

    config = configured(data_dir=data_dir, provider=provider)
    asked = ask_printer.question_of(
        config, question, tenant=tenant, workspace=workspace, strict=strict, deliverable=deliverable
    )
    raise typer.Exit(run(ask_printer.ask(config, asked, as_json=as_json)))
