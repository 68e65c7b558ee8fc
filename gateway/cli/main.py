"""The command line: the commands, each in the file of its name, collected in the order of `citestream --help`.

Exit code 0 success, 1 result worse than asked, 2 wrong use; errors are one sentence on stderr.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gateway import __version__
from gateway.cli import (
    ask,
    backup,
    documents,
    gate,
    ingest,
    keys,
    memory,
    memory_evaluation,
    migrate,
    psql,
    purge,
    reindex,
    replay,
    restore,
    search,
    serve,
)
from gateway.errors import CitestreamError

cli = typer.Typer(
    name="citestream",
    help="A streaming chat gateway whose answers carry citations per paragraph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.add_typer(documents.commands)
cli.add_typer(gate.commands)
cli.add_typer(keys.commands)
memory.commands.command("evaluate")(memory_evaluation.evaluate)
cli.add_typer(memory.commands)
cli.command()(serve.serve)
cli.command()(ingest.ingest)
cli.command()(ask.ask)
cli.command()(search.search)
cli.command()(migrate.migrate)
cli.command()(replay.replay)
cli.command()(purge.purge)
cli.command()(reindex.reindex)
cli.command()(backup.backup)
cli.command()(restore.restore)
cli.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(psql.psql)


def main() -> None:
    """Runs a command; what a person can mend is one sentence, not a traceback."""
    try:
        cli()
    except CitestreamError as error:
        print(f"citestream: {error.detail}", file=sys.stderr)
        sys.exit(2)


@cli.callback(invoke_without_command=True)
def common(version: Annotated[bool, typer.Option("--version", help="Say the version and stop.")] = False) -> None:
    if version:
        print(f"citestream {__version__}")
        raise typer.Exit
