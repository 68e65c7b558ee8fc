"""All figures of a gateway in one text, whichever of its processes is asked.

Each process tells its own, under the label `process`: the number that its parent gave it, `parent`, or `0` where there
is only one. Processes of one parent ask each other over Unix sockets in a folder of the parent's, which only this user
can open. A process that died begins its counters at 0 again, which Prometheus' `rate` understands.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson
from prometheus_client import generate_latest
from prometheus_client.metrics_core import Metric

from gateway.telemetry import loop_lag, watched
from gateway.telemetry.families import REGISTRY
from gateway.telemetry.watched import Watched, WatchedFamily

log = logging.getLogger(__name__)

WITHIN_S = 1.0
"""How long another process of the same parent is waited for."""
LARGEST = 16 * 1024 * 1024
"""Bytes of figures that are read of another process."""
UP = WatchedFamily("gauge", "Whether a process of this gateway answers", "process")

Rows = list[tuple[str, str, str, list[tuple[str, dict[str, str], float]]]]
"""Name, meaning, kind and samples of families."""


class ProcessFigures:
    """What this process, and those beside it, have to tell."""

    def __init__(self) -> None:
        self._name = "0"
        self._folder: Path | None = None
        self._watches: list[Watched] = []
        self._door: asyncio.Server | None = None

    def watch(self, *parts: Watched) -> None:
        """Adds parts that are looked at whenever somebody asks."""
        self._watches.extend(parts)

    @contextlib.asynccontextmanager
    async def measuring(self) -> AsyncIterator[None]:
        """Measures the event loop meanwhile; at the end others are told nothing any more."""
        lag = asyncio.create_task(loop_lag.measure(), name="loop lag")
        try:
            yield
        finally:
            lag.cancel()
            await self.close()

    async def share(self, folder: Path, name: str) -> None:
        """Tells the processes that share this folder, and asks them. Where no socket can be made there, this process
        answers for itself."""
        self._name, path = name, folder / f"{name}.sock"
        try:
            path.unlink(missing_ok=True)
            self._door = await asyncio.start_unix_server(self._tell, path)
        except (OSError, AttributeError) as error:  # a path that is too long; a system without such sockets
            log.warning("/metrics of each process tells of itself alone: %s", error)
            return
        self._folder = folder

    async def close(self) -> None:
        """Tells nobody any more. The last one to go removes the folder, for the parent may have been killed."""
        if self._door is not None and self._folder is not None:
            self._door.close()
            (self._folder / f"{self._name}.sock").unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                for path in filter(_is_dead, self._folder.glob("*.sock")):
                    path.unlink(missing_ok=True)
                self._folder.rmdir()
            self._door = self._folder = None

    async def text(self, beside: Iterable[Metric] = ()) -> bytes:
        """Returns everything in Prometheus' text format. `beside`: what is the same in every process."""
        return generate_latest(_Collected([*await self._everybody(), *beside]))

    async def _everybody(self) -> list[Metric]:
        """Returns the families of all processes, each sample with the process that it is of."""
        others = sorted(self._folder.glob("*.sock")) if self._folder else []
        names = [path.stem for path in others if path.stem != self._name]
        told = await asyncio.gather(*(self._asked(name) for name in names))
        families: dict[str, Metric] = {}
        for process, rows in [(self._name, self._own()), *zip(names, told, strict=True)]:
            for name, meaning, kind, samples in rows or ():
                family = families.setdefault(name, Metric(name, meaning, kind))
                for sample, labels, value in samples:
                    family.add_sample(sample, {"process": process, **labels}, value)
        up = {self._name: 1.0, **{name: float(rows is not None) for name, rows in zip(names, told, strict=True)}}
        return [*families.values(), watched.metric("citestream_process_up", UP, up)]

    def _own(self) -> Rows:
        return [
            (
                family.name,
                family.documentation,
                family.type,
                [(s.name, s.labels, s.value) for s in family.samples if not s.name.endswith("_created")],
            )
            for family in (*REGISTRY.collect(), *watched.metrics(self._watches))
        ]

    async def _tell(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            writer.write(orjson.dumps(self._own()))
            await writer.drain()
        writer.close()

    async def _asked(self, name: str) -> Any:
        """Returns the figures of another process; None where it does not answer."""
        assert self._folder is not None
        try:
            async with asyncio.timeout(WITHIN_S):
                reader, writer = await asyncio.open_unix_connection(self._folder / f"{name}.sock", limit=LARGEST)
                try:
                    return orjson.loads(await reader.read(-1))
                finally:
                    writer.close()
        except (OSError, TimeoutError, orjson.JSONDecodeError):
            return None


def _is_dead(path: Path) -> bool:
    """Tells whether nobody listens at a socket's name any more."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        return caller.connect_ex(str(path)) in (errno.ECONNREFUSED, errno.ENOTSOCK)


class _Collected:
    """What `generate_latest` takes for a registry."""

    def __init__(self, found: Iterable[Metric]) -> None:
        self._found = found

    def collect(self) -> Iterator[Metric]:
        yield from self._found
