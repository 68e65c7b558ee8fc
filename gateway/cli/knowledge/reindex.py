"""`citestream reindex`: the stored documents made anew for the embedder that is set."""

from __future__ import annotations

import sys

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway.cli.options import DataDir, configured, run
from gateway.settings import Settings


def reindex(data_dir: DataDir = None) -> None:
    """Make stored documents anew for the embedder that is set; a running server does so by itself."""
    if not run(_reindex(configured(data_dir=data_dir))):
        print("citestream: another process re-indexes this knowledge base already.", file=sys.stderr)
        raise typer.Exit(1)


async def _reindex(config: Settings) -> bool:
    """Re-indexes with a progress bar; returns False when another process does."""
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
