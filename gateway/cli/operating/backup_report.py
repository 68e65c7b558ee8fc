"""What a backup says on the terminal: how far it is, and what it holds."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from gateway.ingestion.ingest_report import counted
from gateway.store.backup.archive import Manifest
from gateway.store.backup.dump import Report


def contents(manifest: Manifest) -> str:
    rows = {table.name: table.rows for table in manifest.tables}
    documents, answers = counted(rows.get("document", 0), "document"), counted(rows.get("answer", 0), "answer")
    return f"{documents}, {answers}, {counted(sum(rows.values()), 'row')}"


@contextlib.contextmanager
def progress() -> Iterator[Report]:
    columns = (TextColumn("{task.description}"), DownloadColumn(), TransferSpeedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, count: bar.update(task, description=name, advance=count)
