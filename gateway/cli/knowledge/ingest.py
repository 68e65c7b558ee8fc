"""`citestream ingest`: files, folders, pages, buckets and graph files into the knowledge base, once or by following."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import DataDir, Tenant, Workspace, check_tenant, configured, run, say
from gateway.cli.progress import shown
from gateway.errors import WrongUse
from gateway.settings import Settings

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.cli.knowledge.ingest_remote import RemoteAsked
    from gateway.ingestion.files.folders import FileListing

OTHER_SETTINGS = "If a gateway already runs with other settings, stop and name them with --env-file FILE."
FORCE = "Read files that are named although they look private, and in folders those that only their owner may read."


def ingest(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files and folders: text, HTML, PDF, Word, CSV, code; https://… and s3://bucket/folder."),
    ] = None,
    workspace: Workspace = "default",
    tenant: Tenant = "default",
    graph: Annotated[
        list[Path] | None, typer.Option("--graph", help="Entities and relations as JSON Lines; may be repeated.")
    ] = None,
    extract_graph: Annotated[
        bool, typer.Option("--extract-graph", help="Let the model find entities and relations in the documents.")
    ] = False,
    sitemap: Annotated[
        list[str] | None,
        typer.Option("--sitemap", help="Pages that a sitemap names, or a site's own; may be repeated."),
    ] = None,
    urls: Annotated[
        list[Path] | None, typer.Option("--urls", help="A file of addresses, one a line; may be repeated.")
    ] = None,
    remove_gone: Annotated[
        bool, typer.Option("--remove-gone", help="Delete documents whose page or object is gone.")
    ] = False,
    max_pages: Annotated[
        int, typer.Option("--max-pages", min=1, max=100_000, help="Pages that this run fetches at most.")
    ] = 1000,
    watch: Annotated[bool, typer.Option("--watch", help="Stay and follow the folders until Ctrl-C.")] = False,
    force: Annotated[bool, typer.Option("--force", help=FORCE)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what became of each file as JSON.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Put documents into the knowledge base, and a graph of what they speak of; unchanged files are skipped."""
    config = configured(data_dir=data_dir)
    from gateway.cli.knowledge.ingest_remote import RemoteAsked, parted

    files, addresses = parted(paths or [])
    remote = RemoteAsked(addresses, sitemap or [], urls or [], remove_gone, max_pages)
    if watch and as_json:
        raise WrongUse("--json prints one result at the end, and --watch has no end.")
    if watch and not files:
        raise WrongUse("--watch follows folders; pages and buckets are fetched when the command is run.")
    remote.check(config)
    asked = _Asked(files, remote, tenant, workspace, graph or [], extract_graph, watch, force, as_json)
    raise typer.Exit(1 if run(_ingest(config, asked)) else 0)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says."""

    paths: list[Path]
    remote: RemoteAsked
    tenant: str
    workspace: str
    graphs: list[Path]
    extract: bool
    watch: bool
    force: bool
    as_json: bool

    @property
    def documents(self) -> list[object]:
        """All that documents come from."""
        return [*self.paths, *([self.remote] if self.remote else [])]


async def _ingest(config: Settings, asked: _Asked) -> int:
    """Ingests and shows the progress; returns how many files, graph lines and passages failed."""
    from gateway.app import Gateway
    from gateway.cli.knowledge.ingest_graph import Told, check, extraction, graph_files
    from gateway.cli.knowledge.ingest_remote import fetched
    from gateway.concurrency.blocking_work import Patience, Stuck
    from gateway.ingestion import ingest_report
    from gateway.ingestion.fetching import remote_report
    from gateway.ingestion.files.folders import listed
    from gateway.ingestion.files.local_files import LATE
    from gateway.store.bundled.embedded import exists

    try:
        await Patience[None]().run(
            lambda: check(config, asked.documents, asked.graphs, asked.extract, force=asked.force)
        )
    except Stuck:
        raise WrongUse(f"--graph: {LATE}") from None
    told, tenant, workspace = Told(), asked.tenant, asked.workspace
    tell = complain if asked.as_json else say
    gateway = Gateway(config, new=True)
    if not config.database_url and not exists(config.data_dir):
        tell(f"There is no knowledge base here yet; making one: {gateway.location}. {OTHER_SETTINGS}")
    await gateway.open()
    begun = time.monotonic()
    try:
        await check_tenant(gateway)
        sample_left_out = await gateway.library.sample_left_out(tenant)
        with shown() as progress:
            task = progress.add_task("Reading", total=None)
            found = await listed(asked.paths, gateway.ingestor.max_bytes, force=asked.force)
            near = await gateway.ingestor.files(
                tenant,
                found,
                workspace=workspace,
                report=lambda done, total, name: progress.update(task, completed=done, total=total, description=name),
            )
            far = await fetched(gateway, tenant, workspace, asked.remote, progress) if asked.remote else None
            results = near + (far.results if far else [])
            # Documents first: the graph is linked to them.
            await graph_files(gateway, tenant, workspace, asked.graphs, progress, told)
            if asked.extract:
                ids = [result.document_id for result in results if result.document_id]
                await extraction(gateway, tenant, workspace, ids, progress, told)
        for line in (*ingest_report.complaints(results), *told.complaints):
            complain(line)
        seconds = time.monotonic() - begun
        summary = list(ingest_report.summary(found, near, seconds)) if asked.paths else []
        summary += remote_report.summary(far, seconds) if far else ()
        for line in (*summary, *await _still_stored(gateway, found, asked), *told.summary):
            tell(line)
        if not sample_left_out and await gateway.library.sample_left_out(tenant):
            tell(ingest_report.SAMPLE_LEFT_OUT)
        local = gateway.local_embedder
        for line in ingest_report.waiting(await gateway.reindexer.missing(), local.a_passage_s if local else None):
            tell(line)
        if asked.as_json:
            sys.stdout.buffer.write(ingest_report.as_json(results))
        if asked.watch:
            await _watch(gateway, found, asked)
    finally:
        await gateway.close()
    return sum(result.status == "failed" for result in results) + told.failed


def complain(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


async def _still_stored(gateway: Gateway, found: FileListing, asked: _Asked) -> list[str]:
    """Returns a line about documents of an earlier run whose files are left out for safety now. (Following the folder
    removes them.)
    """
    if asked.watch or not found.withheld:
        return []
    stored: list[str] = []
    for root in found.roots:
        known = await gateway.library.documents_below(asked.tenant, asked.workspace, str(root.resolve()))
        stored += [entry.document_id for path, entry in known.items() if found.is_withheld(Path(path))]
    if not stored:
        return []
    return [
        f"Still in the knowledge base, from an earlier run: {len(stored)} of what is left out now; "
        f"`citestream documents delete {' '.join(stored[:5])}{' …' if len(stored) > 5 else ''}` removes it."
    ]


async def _watch(gateway: Gateway, found: FileListing, asked: _Asked) -> None:
    """Follows the folders until Ctrl-C or SIGTERM."""
    from gateway.ingestion.watch import Watch

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Where a loop knows no signals (Windows), Ctrl-C ends the command without a word.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    say("Watching; Ctrl-C stops.")
    watch = Watch(gateway.ingestor, gateway.library, asked.tenant, asked.workspace, asked.paths, say, force=asked.force)
    await watch.run(found, stop)
    say("Stopped.")
