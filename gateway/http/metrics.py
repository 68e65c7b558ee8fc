"""Figures for Prometheus, in its text format. They come from the database, so that every process says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from gateway.http.endpoint import ADMIN, HttpEndpoint
from gateway.http.openapi.operation import Operation, plain
from gateway.http.openapi.tags import HEALTH
from gateway.http.replies import NO_STORE
from gateway.services import services

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ALWAYS_DAYS = 36_500

Sample = tuple[Mapping[str, str], int]


async def metrics(request: Request) -> Response:
    """Returns what the answer memory did and holds, of all tenants together."""
    counts, entries = await services(request).memories.figures(None, ALWAYS_DAYS)
    lookups = [
        ({"result": "served" if kind == "served" else reason}, count)
        for (kind, reason), count in counts.items()
        if kind in ("served", "refused")
    ]
    checks = [({"result": kind}, counts.get((kind, ""), 0)) for kind in ("agreed", "disagreed")]
    statuses = [({"status": status}, count) for status, count in entries.items()]
    body = "".join(
        (
            exposed("citestream_memory_lookups_total", "counter", "Lookups, by served or why not", lookups),
            exposed("citestream_memory_checks_total", "counter", "Answers compared with a fresh one", checks),
            exposed("citestream_memory_entries", "gauge", "Entries, by status", statuses),
        )
    )
    return Response(body, headers={"Content-Type": MEDIA_TYPE, **NO_STORE})


def exposed(name: str, kind: str, meaning: str, samples: Iterable[Sample]) -> str:
    """Returns one metric in the text format."""
    lines = [f"# HELP {name} {meaning}.", f"# TYPE {name} {kind}"]
    for labels, value in samples:
        listed = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        lines.append(f"{name}{{{listed}}} {value}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


FIGURES = Operation(HEALTH, "metrics: Figures for Prometheus.", plain(MEDIA_TYPE, "Its text format."))
ENDPOINTS = [HttpEndpoint("GET", "/metrics", metrics, roles=ADMIN, operation=FIGURES)]  # of all tenants together
