"""Commands that are imported when they are called: `citestream --help` and a misspelt name import none of them.

Each command is a file of its name in one of the folders, with a function of its name, or with a group `commands`. The
first sentence of each is repeated here, because the help must not import the file; a test compares both.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

HELP = {
    "serve": "Run the gateway: page, API, embedded PostgreSQL.",
    "ingest": "Put documents into the knowledge base, and a graph of what they speak of; unchanged files are skipped.",
    "ask": "Ask one question and stream the answer to the terminal.",
    "search": "Find passages without asking a model; exit code 1 where the knowledge base seems to hold nothing about it.",
    "migrate": "Bring the database up to date.",
    "replay": "Play a recorded answer, or run recordings again and compare (docs/recordings.md).",
    "purge": "Remove what is older than the settings say; a running server does so by itself, once an hour.",
    "reindex": "Read stored files again that are read otherwise now, and follow the embedder; a running server does so, too.",
    "doctor": "Look at settings, database, models, disk and clock, and say what to do; exit code 1 where something fails.",
    "backup": "Write the whole database into one file, while the server goes on.",
    "restore": "Fill an empty database from a backup: all of it or nothing.",
    "psql": "Open psql on the database: the embedded one, with its socket and password, or that of DATABASE_URL.",
    "database": "List and remove embedded databases whose data directory was deleted.",
    "documents": "What the knowledge base holds.",
    "gate": "The confidence gate.",
    "evaluate": "Measure how good the answers are.",
    "evidence": "The evidence check: calibrate it on labelled claims.",
    "keys": "Make, list, limit and revoke access keys.",
    "memory": "Remembered answers.",
    "tenants": "List tenants, and export and erase one.",
    "privacy": "Count, export or erase everything of one user, thread, session or document.",
}
"""Every command with its first sentence, in the order of `citestream --help`."""
ENV_FILE = "Read settings from this file instead of .env; they take precedence over the environment."
FOLDERS = {
    "answers": ("ask", "memory", "replay"),
    "evaluating": ("evaluate", "evidence", "gate"),
    "knowledge": ("documents", "ingest", "reindex", "search"),
    "operating": ("backup", "database", "doctor", "migrate", "psql", "purge", "restore", "serve"),
    "people": ("keys", "privacy", "tenants"),
}
"""The folder of each command."""


def use_env_file(value: str | None) -> None:
    """Makes the settings come from this file. Raises `WrongUse` if it cannot be read."""
    if value is None:
        return
    from gateway.errors import WrongUse
    from gateway.settings.other_programs import NAMED_FILE

    try:
        Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise WrongUse(f"--env-file {value} cannot be read: {why}.") from None
    NAMED_FILE.set(Path(value))


def load(name: str) -> Any:
    """Returns a command, or a group of them, from its file. Each takes `--env-file`."""
    found = _load(name)
    alone = typer.Typer(add_completion=False)
    alone.command()(_with_env_file)
    for command in (found, *getattr(found, "commands", {}).values()):
        command.params += get_command(alone).params
    return found


def _with_env_file(
    env_file: Annotated[
        str | None, typer.Option(callback=use_env_file, is_eager=True, expose_value=False, help=ENV_FILE)
    ] = None,
) -> None:
    """Has the option that every command takes."""


def _load(name: str) -> Any:
    """Returns a command, or a group of them, from its file. Their help is plain text: Rich reads `[NAME]` as markup and
    drops it."""
    folder = next(folder for folder, names in FOLDERS.items() if name in names)
    module = importlib.import_module(f"gateway.cli.{folder}.{name}")
    if hasattr(module, "commands"):
        module.commands.rich_markup_mode = None
        return get_group(module.commands)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, context_settings=getattr(module, "CONTEXT_SETTINGS", None))(getattr(module, name))
    return get_command(alone)


class RootGroup(TyperGroup):
    """The commands of `citestream`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: Any = dict.fromkeys(HELP)  # Typer guesses misspelt names by them

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load(cmd_name) if cmd_name in HELP else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Shows the help where no command is named; that is wrong use."""
        if not args:
            typer.echo(ctx.get_help())
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes plain text: the library for boxes and colours takes longer to load than all the rest."""
        self.rich_markup_mode = None
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes what is known of the commands without them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(HELP.items()))
