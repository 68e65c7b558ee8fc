"""Figures that are looked up when somebody asks: what runs, what waits, and what the hot path has added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from prometheus_client.metrics_core import Metric

Value = float | Mapping[str, float]
"""A number, or numbers by the value of the family's one label."""


class Watched(Protocol):
    """A part of the gateway that has something to tell."""

    def figures(self) -> Mapping[str, Value]:
        """Returns values by the names of `FAMILIES`."""


class WatchedFamily(NamedTuple):
    kind: str
    """`gauge` or `counter`."""
    meaning: str
    label: str = ""


FAMILIES: Mapping[str, WatchedFamily] = {
    "answers_running": WatchedFamily("gauge", "Answers that are being produced here"),
    "readers": WatchedFamily("gauge", "Readers, of answers produced here and elsewhere", "of"),
    "writer_waiting_answers": WatchedFamily("gauge", "Answers with events that wait for the journal's writer"),
    "writer_waiting_events": WatchedFamily("gauge", "Events that wait for the journal's writer"),
    "writer_commits": WatchedFamily("counter", "Transactions of the journal's writer"),
    "writer_events": WatchedFamily("counter", "Events that the journal's writer has committed"),
    "writer_seconds": WatchedFamily("counter", "Time that these transactions took"),
    "writer_failures": WatchedFamily("counter", "Transactions of the journal's writer that were given up"),
    "leases_renewed": WatchedFamily("counter", "Renewals of leases of answers that run here"),
    "http_requests_running": WatchedFamily("gauge", "Requests that are not over, streams included"),
    "pool_connections": WatchedFamily("gauge", "Connections of the pool to PostgreSQL", "state"),
    "pool_connections_max": WatchedFamily("gauge", "The most connections that the pool opens"),
    "database_writable": WatchedFamily("gauge", "Whether the last write to PostgreSQL succeeded"),
    "reindexing_passages": WatchedFamily("gauge", "Passages of a re-indexing that runs here", "state"),
}
"""By name without the prefix `citestream_`."""


def metrics(parts: Iterable[Watched]) -> Iterator[Metric]:
    """Yields what the parts tell at this moment, family by family."""
    found: dict[str, Value] = {}
    for part in parts:
        found |= part.figures()
    for name, value in found.items():
        yield metric(f"citestream_{name}", FAMILIES[name], value)


def metric(name: str, family: WatchedFamily, value: Value) -> Metric:
    """Returns one family with its values."""
    made = Metric(name, family.meaning, family.kind)
    sample = f"{name}_total" if family.kind == "counter" else name
    for text, number in value.items() if isinstance(value, Mapping) else [("", value)]:
        made.add_sample(sample, {family.label: text} if family.label else {}, float(number))
    return made
