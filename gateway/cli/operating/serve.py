"""`citestream serve`: the gateway, with its page, its API and the bundled PostgreSQL."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated

import typer

from gateway.cli.options import DataDir, Provider, configured, run, say


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
    config = configured(serves=True, host=host, port=port, data_dir=data_dir, provider=provider, workers=workers)
    gc.disable()  # what is imported stays: looking through it for garbage takes a tenth of the time
    from gateway.serve import startup
    from gateway.store.accounts.audit import SERVER, acting

    gc.enable()
    gc.freeze()
    with acting(SERVER):
        run(startup.serve(config, [*(docs or ())], sample=not no_sample and not docs, say=say))
