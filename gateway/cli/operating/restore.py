"""`citestream restore`: an empty database filled from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway import slots
from gateway.cli.options import DataDir, configured, run
from gateway.settings import Settings


def restore(
    file: Annotated[Path, typer.Argument(help="Made by `citestream backup`.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Throw away what Citestream keeps in the database now.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Fill an empty database from a backup: all of it or nothing."""
    for line in run(read(configured(data_dir=data_dir), file, replace=replace)):
        print(line)


async def read(settings: Settings, file: Path, *, replace: bool) -> list[str]:
    """Checks the file, fills the database from it, and returns what to tell."""
    from gateway.app import Gateway
    from gateway.cli.operating.backup_report import contents, progress
    from gateway.store.backup import dump
    from gateway.store.backup.archive import ArchiveReader

    with progress() as report:
        archive = ArchiveReader.open(file, lambda count: report("checksum", count))
    # A new data directory is a place to restore into, but only one that somebody names.
    gateway = Gateway(settings, new="data_dir" in settings.model_fields_set)
    try:
        url = await gateway.checked_url()
        with progress() as report:
            left_out = await dump.restore(url, slots.resource("migrations"), archive, report, replace=replace)
    finally:
        archive.close()
        await gateway.close()
    made = archive.manifest
    lines = [f"{gateway.location}: {contents(made)}, from Citestream {made.citestream} of {made.created_at}."]
    if left_out:
        lines.append("Vectors were left out, as pgvector is not there: full text alone serves.")
    return lines
