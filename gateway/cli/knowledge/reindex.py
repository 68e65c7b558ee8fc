"""`citestream reindex`: the stored documents read, split and embedded as this version and its settings do it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from gateway.cli import progress
from gateway.cli.options import DataDir, configured, in_gateway

if TYPE_CHECKING:
    from gateway.app import Gateway


def reindex(data_dir: DataDir = None) -> None:
    """Read stored files again that are read otherwise now, and follow the embedder; a running server does so, too."""
    if not in_gateway(configured(data_dir=data_dir), _reindex):
        print("citestream: another process re-indexes this knowledge base already.", file=sys.stderr)
        raise typer.Exit(1)


async def _reindex(gateway: Gateway) -> bool:
    """Re-indexes and shows the progress; returns False if another process does it."""
    with progress.shown() as bar:
        task = bar.add_task("Re-indexing", total=None)
        whole = await gateway.reindexer.once(
            lambda progress: bar.update(task, completed=progress.done, total=progress.total)
        )
    if whole:
        print(f"Passages re-indexed: {gateway.reindexer.progress.done}.")
    return whole
