"""`citestream backup` and `citestream restore`: the whole database into one file, and back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from gateway import slots
from gateway.app import Gateway
from gateway.ingestion.report import counted
from gateway.settings import Settings
from gateway.store.backup import dump
from gateway.store.backup.archive import ArchiveReader, ArchiveWriter, Manifest


async def backup(settings: Settings, file: Path) -> list[str]:
    """Write the backup; returns what to tell. A file of that name is replaced once the new one is whole."""
    gateway = Gateway(settings)
    archive = ArchiveWriter(file)
    try:
        url = await gateway.checked_url()
        with _progress() as report:
            manifest = await dump.backup(url, slots.resource("migrations"), archive, report)
        size = archive.finish(manifest)
    finally:
        archive.discard()
        await gateway.close()
    return [f"{file}: {_contents(manifest)}, {size / 1e6:.1f} MB, from {gateway.location}."]


async def restore(settings: Settings, file: Path, *, replace: bool) -> list[str]:
    """Check the file, then fill the database from it; returns what to tell."""
    with _progress() as report:
        archive = ArchiveReader.open(file, lambda count: report("checksum", count))
    # A new data directory is a place to restore into, but only one that somebody names.
    gateway = Gateway(settings, new="data_dir" in settings.model_fields_set)
    try:
        url = await gateway.checked_url()
        with _progress() as report:
            left_out = await dump.restore(url, slots.resource("migrations"), archive, report, replace=replace)
    finally:
        archive.close()
        await gateway.close()
    made = archive.manifest
    lines = [f"{gateway.location}: {_contents(made)}, from Citestream {made.citestream} of {made.created_at}."]
    if left_out:
        lines.append("Vectors were left out, as pgvector is not there: full text alone serves.")
    return lines


def _contents(manifest: Manifest) -> str:
    rows = {table.name: table.rows for table in manifest.tables}
    documents, answers = counted(rows.get("document", 0), "document"), counted(rows.get("answer", 0), "answer")
    return f"{documents}, {answers}, {counted(sum(rows.values()), 'row')}"


@contextlib.contextmanager
def _progress() -> Iterator[dump.Report]:
    columns = (TextColumn("{task.description}"), DownloadColumn(), TransferSpeedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, count: bar.update(task, description=name, advance=count)
