"""The command line: the commands, each in the file of its name (`gateway/cli/lazy_commands.py`).

Exit code 0 success, 1 result worse than asked, 2 wrong use; errors are one sentence on stderr.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gateway import __version__
from gateway.cli.lazy_commands import ENV_FILE, RootGroup, use_env_file
from gateway.errors import CitestreamError

cli = typer.Typer(
    name="citestream",
    cls=RootGroup,
    help="A streaming chat gateway whose answers carry citations per paragraph.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Runs a command; what a person can mend is one sentence, not a traceback."""
    try:
        cli()
    except CitestreamError as error:
        print(f"citestream: {error.detail}", file=sys.stderr)
        sys.exit(2)


@cli.callback(invoke_without_command=True)
def common(
    version: Annotated[bool, typer.Option("--version", help="Say the version and stop.")] = False,
    env_file: Annotated[str | None, typer.Option("--env-file", help=ENV_FILE)] = None,
) -> None:
    use_env_file(env_file)
    if version:
        print(f"citestream {__version__}")
        raise typer.Exit
