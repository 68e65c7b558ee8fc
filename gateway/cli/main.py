"""The command line: `citestream serve | ingest | documents | reindex | ask | replay | memory | gate | purge | migrate |
backup | restore | psql | keys`.

Exit code 0 success, 1 result worse than asked, 2 wrong use; errors are one sentence on stderr.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway import __version__, settings, slots
from gateway.cli import documents, gate, ingest, keys, memory, memory_evaluation, psql
from gateway.cli._shared import DataDir, Provider, Tenant, configured, on_one_line, run, say
from gateway.errors import CitestreamError, WrongUse

if TYPE_CHECKING:
    from gateway.store.retention import Purged

cli = typer.Typer(
    name="citestream",
    help="A streaming chat gateway whose answers carry citations per paragraph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.add_typer(documents.commands)
cli.add_typer(gate.commands)
cli.add_typer(keys.keys)
memory.commands.command("evaluate")(memory_evaluation.evaluate)
cli.add_typer(memory.commands)


def main() -> None:
    """Run a command; what a person can mend is one sentence, not a traceback."""
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


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on.")] = None,
    data_dir: DataDir = None,
    docs: Annotated[list[Path] | None, typer.Option("--docs", help="Files or folders to load at start.")] = None,
    no_sample: Annotated[bool, typer.Option("--no-sample", help="Do not load the sample documents.")] = False,
    provider: Provider = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Server processes on one port.")] = None,
) -> None:
    """Run the gateway: page, API, embedded PostgreSQL."""
    from gateway.serve.startup import serve as run_server

    config = configured(host=host, port=port, data_dir=data_dir, provider=provider, workers=workers)
    run(run_server(config, [*(docs or ())], sample=not no_sample and not docs, say=say))


cli.command()(ingest.ingest)


@cli.command()
def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole answer as a JSON document.")] = False,
    workspace: Annotated[
        str | None, typer.Option("--workspace", callback=on_one_line, help="Look only in this workspace.")
    ] = None,
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
    from gateway.cli import ask_printer

    config = configured(data_dir=data_dir, provider=provider)
    asked = ask_printer.question_of(
        config, question, tenant=tenant, workspace=workspace, strict=strict, deliverable=deliverable
    )
    raise typer.Exit(run(ask_printer.ask(config, asked, as_json=as_json)))


@cli.command()
def migrate(
    adopt: Annotated[bool, typer.Option("--adopt", help="Allow a database that holds other tables.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is pending; exit code 1 if anything is.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Bring the database up to date."""
    names = run(_migrate(configured(data_dir=data_dir), adopt, check))
    for name in names:
        print(f"{'pending' if check else 'applied'} {name}")
    if not names:
        print("The database is up to date.")
    raise typer.Exit(1 if check and names else 0)


@cli.command()
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
    from gateway.cli import replay_command

    config = configured(data_dir=data_dir)
    if again:
        raise typer.Exit(run(replay_command.compare(config, names, tenant=tenant)))
    if len(names) > 1:
        raise WrongUse("One recording is played at a time; several can be run with --again.")
    raise typer.Exit(run(replay_command.play(config, names[0], tenant=tenant, dialect=dialect, pace=pace)))


@cli.command()
def purge(data_dir: DataDir = None) -> None:
    """Remove what is older than the settings say; a running server does so by itself, once an hour."""
    removed = run(_purge(configured(data_dir=data_dir)))
    if removed is None:
        print("citestream: another process purges at the moment.", file=sys.stderr)
        raise typer.Exit(1)
    print(f"Removed: {removed}.")


@cli.command()
def reindex(data_dir: DataDir = None) -> None:
    """Make stored documents anew for the embedder that is set; a running server does so by itself."""
    if not run(_reindex(configured(data_dir=data_dir))):
        print("citestream: another process re-indexes this knowledge base already.", file=sys.stderr)
        raise typer.Exit(1)


@cli.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to; a file of that name is replaced.")],
    data_dir: DataDir = None,
) -> None:
    """Write the whole database into one file, while the server goes on."""
    from gateway.cli import backup_commands

    for line in run(backup_commands.backup(configured(data_dir=data_dir), file)):
        print(line)


@cli.command()
def restore(
    file: Annotated[Path, typer.Argument(help="Made by `citestream backup`.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Throw away what Citestream keeps in the database now.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Fill an empty database from a backup: all of it or nothing."""
    from gateway.cli import backup_commands

    for line in run(backup_commands.restore(configured(data_dir=data_dir), file, replace=replace)):
        print(line)


cli.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(psql.psql)


async def _migrate(config: settings.Settings, adopt: bool, check: bool) -> list[str]:
    from gateway.app import Gateway
    from gateway.store.migrations import migrate, pending

    gateway = Gateway(config)
    try:
        url = await gateway.checked_url()
        folder = slots.resource("migrations")
        return await pending(url, folder) if check else await migrate(url, folder, adopt=adopt)
    finally:
        await gateway.close()


async def _purge(config: settings.Settings) -> Purged | None:
    from gateway.app import Gateway

    gateway = await Gateway(config).open()
    try:
        return await gateway.retention.once()
    finally:
        await gateway.close()


async def _reindex(config: settings.Settings) -> bool:
    """Re-index with a progress bar; False when another process does."""
    from gateway.app import Gateway

    gateway = await Gateway(config).open()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(gateway.embedder.name, total=None)
            whole = await gateway.reindexer.once(
                lambda progress: bar.update(task, completed=progress.done, total=progress.total)
            )
    finally:
        await gateway.close()
    if whole:
        print(f"Passages re-indexed: {gateway.reindexer.progress.done}.")
    return whole
