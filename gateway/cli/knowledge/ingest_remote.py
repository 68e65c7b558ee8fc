"""What `citestream ingest` does for what lies elsewhere: pages of web sites and objects in buckets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress

from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.ingestion.fetching.buckets import SCHEME, BucketRun
from gateway.ingestion.fetching.page_run import OFF, PageRun, WantedPages
from gateway.ingestion.fetching.remote_run import RemoteRun
from gateway.ingestion.fetching.sitemaps import addresses
from gateway.settings import Settings
from gateway.store.documents.fetched_rows import FetchedRows

LARGEST_LIST = 20_000_000
"""Bytes of a file of addresses."""
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")
_FETCHED = ("http", "https", "s3")


@dataclass(frozen=True, slots=True)
class RemoteAsked:
    """What the command line says: addresses, sitemaps, and files that hold addresses."""

    addresses: Sequence[str]
    sitemaps: Sequence[str]
    lists: Sequence[Path]
    remove: bool
    most: int

    def __bool__(self) -> bool:
        return bool(self.addresses or self.sitemaps or self.lists)

    @property
    def pages(self) -> list[str]:
        return [address for address in self.addresses if not address.startswith(SCHEME)]

    @property
    def buckets(self) -> list[str]:
        return [address for address in self.addresses if address.startswith(SCHEME)]

    def check(self, settings: Settings) -> None:
        """Raises `WrongUse` for pages where fetching is switched off, before anything else is done."""
        if (self.pages or self.sitemaps or self.lists) and not settings.fetch_allowed:
            raise WrongUse(OFF)


def parted(named: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Returns which of what is named are paths and which are addresses. Raises `WrongUse` for an address that nothing
    is fetched from.
    """
    paths, found = [], []
    for name in named:
        scheme = _ADDRESS.match(name)
        if scheme is None:
            paths.append(Path(name))
        elif scheme[1].lower() in _FETCHED:
            found.append(f"{scheme[1].lower()}{name[len(scheme[1]) :]}")
        else:
            raise WrongUse(f"{name}: only addresses of {', '.join(_FETCHED)} are fetched; name files by their paths.")
    return paths, found


async def fetched(gateway: Gateway, tenant: str, workspace: str, asked: RemoteAsked, progress: Progress) -> RemoteRun:
    """Fetches what is asked for; returns what became of it. Raises `WrongUse` where fetching is switched off, or a
    list cannot be read.
    """
    lists = {f"list {path.resolve()}": await asyncio.to_thread(read_list, path) for path in asked.lists}
    task = progress.add_task("Fetching", total=None)

    def report(done: int, total: int | None, name: str) -> None:
        progress.update(task, completed=done, total=total, description=name)

    run = RemoteRun(gateway.ingestor, FetchedRows(gateway.database), gateway.library, tenant, workspace)
    if asked.pages or lists or asked.sitemaps:
        wanted = WantedPages(asked.pages, lists, asked.sitemaps, asked.remove, asked.most)
        await PageRun(gateway.settings, run, report).fetch(wanted)
    if asked.buckets:
        bucket_run = BucketRun(gateway.settings, run, report)
        for address in asked.buckets:
            await bucket_run.read(address, remove=asked.remove)
    await gateway.library.settle()
    return run


def read_list(path: Path) -> list[str]:
    """Returns the addresses that stand in a file, one a line. Raises `WrongUse`."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_LIST + 1)
    except OSError as error:
        raise WrongUse(f"--urls {path}: it cannot be read ({error.strerror or error}).") from None
    if len(data) > LARGEST_LIST:
        raise WrongUse(f"--urls {path}: it is larger than {LARGEST_LIST // 1_000_000} MB.")
    return list(addresses(data.decode("utf-8", "replace")))
