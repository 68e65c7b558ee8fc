"""Figures for Prometheus, in its text format: of every process of this gateway, and of the database that they share.

While the database is away, what lies in it is left out, and the rest is told.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.responses import Response

from gateway import __version__
from gateway.errors import Forbidden, Unavailable
from gateway.http.door.caller import DEFAULT_TENANT
from gateway.http.door.endpoint import METRICS, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import TOLD
from gateway.http.openapi.operation import Operation, plain
from gateway.http.openapi.tags import HEALTH
from gateway.http.replies import NO_STORE
from gateway.services import Services
from gateway.store.bundled import cluster

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ALWAYS_DAYS = 36_500
WITHIN_S = 2.0
"""How long the database is waited for: a scrape has ten seconds."""


async def metrics(visit: Visit) -> Response:
    """Returns what this gateway does, of all tenants together. Raises `Forbidden` for a key of any tenant but the
    operator's own."""
    if visit.caller.whole_tenant() != DEFAULT_TENANT:
        raise Forbidden(f"Figures are of all tenants together: they need a key of the tenant {DEFAULT_TENANT}.")
    parts = visit.services
    body = await parts.figures.text([_info(parts), _disk(parts), *await _stored(parts)])
    return Response(body, headers={"Content-Type": MEDIA_TYPE, **NO_STORE})


def _info(parts: Services) -> Metric:
    info = GaugeMetricFamily("citestream_info", "What runs here", labels=("version", "provider", "embedder"))
    info.add_metric((__version__, parts.provider.name, parts.embedder.name), 1)
    return info


def _disk(parts: Services) -> Metric:
    """Returns the free space of the embedded cluster's disk; no sample if PostgreSQL runs elsewhere."""
    free = GaugeMetricFamily("citestream_disk_free_bytes", "Free space on the disk of the embedded cluster")
    if parts.settings.database_url is None:
        free.add_metric((), shutil.disk_usage(cluster.home_of(parts.settings.data_dir)[0]).free)
    return free


async def _stored(parts: Services) -> list[Metric]:
    """Returns what the database knows, which is the same whichever process asks it."""
    up = GaugeMetricFamily("citestream_database_up", "Whether the database answers")
    try:
        async with asyncio.timeout(WITHIN_S):
            leases = await parts.takeover.leases()
            counts, entries = await parts.memories.figures(None, ALWAYS_DAYS)
            confirmed = await parts.quality.confirmed(DEFAULT_TENANT)
    except (Unavailable, TimeoutError):
        up.add_metric((), 0)
        return [up]
    up.add_metric((), 1)
    lookups: dict[str, float] = {}
    for (kind, reason), count in counts.items():
        if kind in ("served", "refused"):
            lookups["served" if kind == "served" else reason] = count
    checks = {kind: counts.get((kind, ""), 0) for kind in ("agreed", "disagreed")}
    baseline = GaugeMetricFamily(
        "citestream_quality_confirmed",
        "Figures of the evaluation run that was confirmed last",
        labels=("figure", "bound"),
    )
    for figure, found in (confirmed.baseline if confirmed else {}).items():
        for bound in ("low", "value", "high"):
            baseline.add_metric((figure, bound), found[bound])
    return [
        up,
        baseline,
        _family(GaugeMetricFamily("citestream_leases", "Leases of running answers", labels=["state"]), leases),
        _family(
            CounterMetricFamily("citestream_memory_lookups", "Lookups, by served or why not", labels=["result"]),
            lookups,
        ),
        _family(
            CounterMetricFamily("citestream_memory_checks", "Answers compared with a fresh one", labels=["result"]),
            checks,
        ),
        _family(GaugeMetricFamily("citestream_memory_entries", "Entries, by status", labels=["status"]), entries),
    ]


def _family(family: CounterMetricFamily | GaugeMetricFamily, values: Mapping[str, float]) -> Metric:
    for label, value in values.items():
        family.add_metric([label], value)
    return family


FIGURES = Operation("metrics: Figures for Prometheus.", plain(MEDIA_TYPE, "Its text format."), other_names=TOLD)
ENDPOINTS = endpoints_of(HEALTH, ("GET", "/metrics", METRICS, metrics, FIGURES), any_name="with a key")
