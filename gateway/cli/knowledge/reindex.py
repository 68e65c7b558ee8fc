"""`citestream reindex`: the stored documents made anew for the embedder that is set."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway.cli.options import DataDir, configured, in_gateway

if TYPE_CHECKING:
    from gateway.app import Gateway


def reindex(data_dir: DataDir = None) -> None:
    """Make stored documents anew for the embedder that is set; a running server does so by itself."""
    if not in_gateway(configured(data_dir=data_dir), _reindex):
        print("citestream: another process re-indexes this knowledge base already.", file=sys.stderr)
        raise typer.Exit(1)


async def _reindex(gateway: Gateway) -> bool:
    """Re-indexes with a progress bar; returns False when another process does."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(gateway.embedder.name, total=None)
        whole = await gateway.reindexer.once(
            lambda progress: bar.update(task, completed=progress.done, total=progress.total)
        )
    if whole:
        print(f"Passages re-indexed: {gateway.reindexer.progress.done}.")
    return whole
