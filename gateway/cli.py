"""The command line: `citestream serve | ingest | reindex | ask | migrate`.

Exit code 0 success, 1 result worse than asked, 2 wrong use; errors are one sentence on stderr.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway import __version__, settings, slots
from gateway.errors import CitestreamError
from gateway.logs import start_logging

cli = typer.Typer(
    name="citestream",
    help="A streaming chat gateway whose answers carry citations per paragraph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Embedded PostgreSQL and uploads.")]
Provider = Annotated[str | None, typer.Option("--provider", help=f"One of {', '.join(slots.names('providers'))}.")]
Tenant = Annotated[str, typer.Option("--tenant", help="Whose knowledge base.")]
Workspace = Annotated[str, typer.Option("--workspace", help="A named part of the knowledge base.")]


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
) -> None:
    """Run the gateway: page, API, embedded PostgreSQL."""
    from gateway.serving import serve as run_server

    config = _settings(host=host, port=port, data_dir=data_dir, provider=provider)
    run(run_server(config, [*(docs or ())], sample=not no_sample and not docs, say=say))


@cli.command()
def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders: Markdown, plain text, HTML.")],
    workspace: Workspace = "default",
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Put documents into the knowledge base; unchanged files are skipped."""
    failed = run(_ingest(_settings(data_dir=data_dir), paths, tenant, workspace))
    raise typer.Exit(1 if failed else 0)


@cli.command()
def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole answer as a JSON document.")] = False,
    workspace: Annotated[str | None, typer.Option("--workspace", help="Look only in this workspace.")] = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
    provider: Provider = None,
) -> None:
    """Ask one question and stream the answer to the terminal."""
    from gateway.terminal import ask as ask_here

    config = _settings(data_dir=data_dir, provider=provider)
    raise typer.Exit(run(ask_here(config, question, tenant=tenant, workspace=workspace, as_json=as_json)))


@cli.command()
def migrate(
    adopt: Annotated[bool, typer.Option("--adopt", help="Allow a database that holds other tables.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is pending; exit code 1 if anything is.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Bring the database up to date."""
    names = run(_migrate(_settings(data_dir=data_dir), adopt, check))
    for name in names:
        print(f"{'pending' if check else 'applied'} {name}")
    if not names:
        print("The database is up to date.")
    raise typer.Exit(1 if check and names else 0)


@cli.command()
def reindex(data_dir: DataDir = None) -> None:
    """Make stored documents anew for the embedder that is set; a running server does so by itself."""
    if not run(_reindex(_settings(data_dir=data_dir))):
        print("citestream: another process re-indexes this knowledge base already.", file=sys.stderr)
        raise typer.Exit(1)


def say(line: str) -> None:
    """A line for whoever reads along, in a file as soon as on a screen."""
    print(line, flush=True)


def _settings(**options: Any) -> settings.Settings:
    config = settings.read(**options)
    start_logging(config)
    for name in settings.unknown():
        print(f"citestream: {name} is not a setting of this version and is ignored.", file=sys.stderr)
    return config


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run to the end; Ctrl-C ends without a traceback."""
    try:
        import uvloop
    except ImportError:
        runner = asyncio.run
    else:
        runner = uvloop.run
    try:
        return runner(work)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


async def _migrate(config: settings.Settings, adopt: bool, check: bool) -> list[str]:
    from gateway.app import Gateway
    from gateway.store.migrations import migrate, pending

    gateway = Gateway(config)
    try:
        url = await gateway.database_url()
        folder = slots.resource("migrations")
        return await pending(url, folder) if check else await migrate(url, folder, adopt=adopt)
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


async def _ingest(config: settings.Settings, paths: list[Path], tenant: str, workspace: str) -> int:
    """Ingest with a progress bar; returns how many files failed."""
    from gateway.app import Gateway

    gateway = await Gateway(config).open()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("Reading", total=None)
            results = await gateway.ingestor.paths(
                tenant,
                paths,
                workspace=workspace,
                report=lambda done, total, name: progress.update(task, completed=done, total=total, description=name),
            )
    finally:
        await gateway.close()
    for result in results:
        if result.error:
            named = result.error.startswith(result.path)
            print(result.error if named else f"{result.path}: {result.error}", file=sys.stderr)
    counts = {status: sum(result.status == status for result in results) for status in ("ready", "unchanged", "failed")}
    passages = sum(result.passages for result in results if result.status == "ready")
    print(
        f"Documents ingested: {counts['ready']} ({passages} passages), "
        f"unchanged: {counts['unchanged']}, failed: {counts['failed']}."
    )
    return counts["failed"]
