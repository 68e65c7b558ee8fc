"""What `citestream ingest` does for the graph: files of entities and relations, and what a model finds in documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.ingestion.files import secret_files
from gateway.ingestion.graph.graph_extraction import ExtractionProgress
from gateway.ingestion.graph.graph_file import load
from gateway.ingestion.ingest_report import counted
from gateway.settings import Settings

MOST_SHOWN = 20
"""Wrong lines of one graph file that are told one by one."""


@dataclass(slots=True)
class Told:
    """What to tell a person: summaries, complaints, and how many lines or passages failed."""

    summary: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    failed: int = 0


def check(
    settings: Settings, documents: Sequence[object], graphs: Sequence[Path], extract: bool, *, force: bool = False
) -> None:
    """Raises `WrongUse` when there is nothing to do, for a graph file that looks private unless `force` is said, and
    when there is no model where one is needed. documents: what documents come from.
    """
    if not documents and not graphs:
        raise WrongUse("Name files, folders or addresses to ingest, or a graph file with --graph.")
    for file in graphs:
        if file.is_dir():
            raise WrongUse(f"--graph {file}: this is a folder; name a file of it, and repeat --graph for each file.")
        if not force and (why := secret_files.named(file)):
            raise WrongUse(f"--graph {file}: {why}")
    if extract and not documents:
        raise WrongUse("--extract-graph reads the documents it is given with; name files or folders.")
    if extract and settings.chosen_provider == "extractive":
        raise WrongUse("--extract-graph needs a model: set OPENAI_API_KEY or OPENAI_BASE_URL.")


async def graph_files(
    gateway: Gateway, tenant: str, workspace: str, files: Sequence[Path], progress: Progress, told: Told
) -> None:
    """Loads graph files one after the other."""
    for file in files:
        loaded = await load(gateway.library.graph, tenant, file, workspace, _bar(progress, file.name))
        told.complaints += [f"{file}: {problem}" for problem in loaded.problems[:MOST_SHOWN]]
        if loaded.failed > MOST_SHOWN:
            told.complaints.append(f"{file}: {counted(loaded.failed - MOST_SHOWN, 'more line')} left out.")
        told.summary.append(
            f"Graph {file.name}: {counted(loaded.vertices, 'vertex', 'vertices')}, {counted(loaded.edges, 'edge')} "
            f"({loaded.changed} new or changed), lines left out: {loaded.failed}."
        )
        told.failed += loaded.failed


def _bar(progress: Progress, name: str) -> Callable[[int], None]:
    task = progress.add_task(name, total=None)
    return lambda done: progress.update(task, completed=done)


async def extraction(
    gateway: Gateway, tenant: str, workspace: str, document_ids: Sequence[str], progress: Progress, told: Told
) -> None:
    """Lets the model read what it has not read of these documents."""
    task = progress.add_task("Entities", total=None)

    def report(state: ExtractionProgress) -> None:
        done = state.read + state.failed
        progress.update(task, completed=done, total=state.total, description=f"Entities, {state.cost}")

    extractor = await gateway.open_extractor()
    state = await extractor.documents(tenant, workspace, document_ids, report)
    if state.error:
        told.complaints.append(f"{counted(state.failed, 'passage')} could not be read for the graph: {state.error}")
    told.summary.append(
        f"Graph from {counted(state.read, 'passage')}: {counted(state.entities, 'entity', 'entities')}, "
        f"{counted(state.relations, 'relation')}, "
        f"unusable answers: {state.skipped}, failed: {state.failed}, {state.cost}."
    )
    told.failed += state.failed
