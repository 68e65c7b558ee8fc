"""`citestream backup`: the whole database into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway import slots
from gateway.cli.options import DataDir, configured, run
from gateway.settings import Settings


def backup(
    file: Annotated[Path, typer.Argument(help="Where to; a file of that name is replaced.")],
    data_dir: DataDir = None,
) -> None:
    """Write the whole database into one file, while the server goes on."""
    print(run(write(configured(data_dir=data_dir), file)))


async def write(settings: Settings, file: Path) -> str:
    """Writes the backup and returns what to tell. A file of that name is replaced once the new one is whole."""
    from gateway.app import Gateway
    from gateway.cli.operating.backup_report import contents, progress
    from gateway.store.backup import dump
    from gateway.store.backup.archive import ArchiveWriter

    gateway = Gateway(settings)
    archive = ArchiveWriter(file)
    try:
        url = await gateway.checked_url()
        with progress() as report:
            manifest = await dump.backup(url, slots.resource("migrations"), archive, report)
        size = archive.finish(manifest)
    finally:
        archive.discard()
        await gateway.close()
    return f"{file}: {contents(manifest)}, {size / 1e6:.1f} MB, from {gateway.location}."
