"""What a run over pages and objects says at its end, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.ingestion.fetching.remote_run import RemoteRun
from gateway.ingestion.ingest_report import counted, first_of, left_out
from gateway.knowledge.extraction import visible


def summary(run: RemoteRun, seconds: float) -> Iterator[str]:
    """Yields the totals, then what was left out and what is gone."""
    number = {
        status: sum(result.status == status for result in run.results) for status in ("ready", "unchanged", "failed")
    }
    passages = sum(result.passages for result in run.results if result.status == "ready")
    size = f"{run.received / 1_000_000:.1f} MB" if run.received >= 50_000 else f"{run.received / 1000:.1f} KB"
    yield (
        f"Pages and objects ingested: {number['ready']} ({counted(passages, 'passage')}), "
        f"unchanged: {number['unchanged']}, failed: {number['failed']}; {size} fetched in {seconds:.1f} s."
    )
    yield from left_out(run.left)
    if run.removed:
        yield f"Removed, for they are gone: {len(run.removed)}."
        yield from first_of(list(map(visible, run.removed)), "  ")
    if run.gone:
        yield f"Gone, but still in the knowledge base: {len(run.gone)}; --remove-gone removes them."
        yield from first_of(list(map(visible, run.gone)), "  ")
