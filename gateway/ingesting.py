"""`citestream ingest`: documents, graph files and what a model finds, with progress on stderr and a summary on stdout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.extraction import Extracted
from gateway.graph_file import load
from gateway.ingest import Result
from gateway.settings import Settings

MOST_SHOWN = 20
"""Wrong lines of one graph file that are told one by one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command was given."""

    paths: Sequence[Path]
    tenant: str = "default"
    workspace: str = "default"
    graphs: Sequence[Path] = ()
    extract: bool = False


async def ingest(settings: Settings, wanted: Wanted) -> int:
    """Documents first, since a graph links to them. Returns how many files, lines and passages failed.

    Raises `WrongUse` when there is nothing to do, or no model where one is needed.
    """
    if not wanted.paths and not wanted.graphs:
        raise WrongUse("Name files or folders to ingest, or a graph file with --graph.")
    if wanted.extract and settings.chosen_provider == "extractive":
        raise WrongUse("--extract-graph needs a model: set OPENAI_API_KEY or OPENAI_BASE_URL.")
    gateway = await Gateway(settings).open()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    failed = 0
    try:
        if wanted.extract:
            await gateway.open_model()
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            if wanted.paths:
                results = await _documents(gateway, wanted, progress)
                failed += _tell_documents(results)
            for file in wanted.graphs:
                failed += await _graph_file(gateway, wanted, file, progress)
            if wanted.extract:
                ids = [result.document_id for result in results if result.document_id] if wanted.paths else []
                failed += await _extraction(gateway, wanted, ids, progress)
    finally:
        await gateway.close()
    return failed


async def _documents(gateway: Gateway, wanted: Wanted, progress: Progress) -> list[Result]:
    task = progress.add_task("Reading", total=None)
    return await gateway.ingestor.paths(
        wanted.tenant,
        wanted.paths,
        workspace=wanted.workspace,
        report=lambda done, total, name: progress.update(task, completed=done, total=total, description=name),
    )


def _tell_documents(results: Sequence[Result]) -> int:
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


async def _graph_file(gateway: Gateway, wanted: Wanted, file: Path, progress: Progress) -> int:
    task = progress.add_task(file.name, total=None)
    loaded = await load(
        gateway.library.graph, wanted.tenant, file, wanted.workspace,
        report=lambda done: progress.update(task, completed=done),
    )  # fmt: skip
    for problem in loaded.problems[:MOST_SHOWN]:
        print(f"{file}: {problem}", file=sys.stderr)
    if loaded.failed > MOST_SHOWN:
        print(f"{file}: {loaded.failed - MOST_SHOWN} more lines were left out.", file=sys.stderr)
    print(
        f"Graph {file.name}: {loaded.vertices} vertices, {loaded.edges} edges "
        f"({loaded.changed} new or changed), lines left out: {loaded.failed}."
    )
    return loaded.failed


async def _extraction(gateway: Gateway, wanted: Wanted, document_ids: Sequence[str], progress: Progress) -> int:
    task = progress.add_task("Reading for the graph", total=None)

    def report(state: Extracted) -> None:
        done = state.read + state.failed
        progress.update(task, completed=done, total=state.total, description=f"Entities, {state.cost}")

    state = await gateway.extractor().documents(wanted.tenant, wanted.workspace, document_ids, report)
    if state.error:
        print(f"{state.failed} passages were not read for the graph: {state.error}", file=sys.stderr)
    print(
        f"Graph extracted from {state.read} passages: {state.entities} entities, {state.relations} relations, "
        f"unusable answers: {state.skipped}, failed: {state.failed}, {state.cost}."
    )
    return state.failed
