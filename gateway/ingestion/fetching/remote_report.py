"""What a run over pages and objects says at its end, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gateway.ingestion.fetching.remote_run import RemoteRun
from gateway.ingestion.report import MOST_KINDS, MOST_NAMED, counted
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
    if run.left:
        kinds = [f"{count} {visible(reason)}" for reason, count in run.left.most_common(MOST_KINDS)]
        rest = run.left.total() - sum(count for _, count in run.left.most_common(MOST_KINDS))
        yield f"Left out: {', '.join([*kinds, counted(rest, 'other')] if rest else kinds)}."
    if run.removed:
        yield f"Removed, for they are gone: {len(run.removed)}."
        yield from _named(run.removed)
    if run.gone:
        yield f"Gone, but still in the knowledge base: {len(run.gone)}; --remove-gone removes them."
        yield from _named(run.gone)


def _named(sources: Sequence[str]) -> Iterator[str]:
    yield from (f"  {visible(source)}" for source in sources[:MOST_NAMED])
    if len(sources) > MOST_NAMED:
        yield f"  … and {len(sources) - MOST_NAMED} more."
