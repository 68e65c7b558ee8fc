"""`citestream replay`: a recorded answer played, or recordings run again and compared."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway.cli.options import DataDir, Tenant, configured, run
from gateway.errors import WrongUse


def replay(
    names: Annotated[list[str], typer.Argument(help="Recordings: files, folders, answer uuids.")],
    again: Annotated[
        bool, typer.Option("--again", help="Run the raw pieces through today's parser; exit code 1 on any change.")
    ] = False,
    dialect: Annotated[str | None, typer.Option(help="Write the exact bytes of this dialect.")] = None,
    pace: Annotated[str, typer.Option(help="recorded, fast, or a factor such as 2.")] = "recorded",
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Play a recorded answer, or run recordings again and compare (docs/recordings.md)."""
    from gateway.cli.answers import recordings

    config = configured(data_dir=data_dir)
    if again:
        raise typer.Exit(run(recordings.compare(config, names, tenant=tenant)))
    if len(names) > 1:
        raise WrongUse("One recording is played at a time; several can be run with --again.")
    raise typer.Exit(run(recordings.play(config, names[0], tenant=tenant, dialect=dialect, pace=pace)))
