"""`citestream purge`: what is older than the settings allow, removed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from gateway.cli.options import DataDir, configured, in_gateway

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.store.recordings.retention import Purged


def purge(data_dir: DataDir = None) -> None:
    """Remove what is older than the settings say; a running server does so by itself, once an hour."""
    removed = in_gateway(configured(data_dir=data_dir), _purge)
    if removed is None:
        print("citestream: another process purges at the moment.", file=sys.stderr)
        raise typer.Exit(1)
    print(f"Removed: {removed}.")


async def _purge(gateway: Gateway) -> Purged | None:
    await gateway.retention.erase()
    return await gateway.retention.once()
