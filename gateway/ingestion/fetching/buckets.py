"""Objects of S3-compatible buckets into the knowledge base: what lies below a prefix and has changed since."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from gateway.errors import WrongUse
from gateway.ingestion.fetching.remote_run import RemoteRun, key, reader_of
from gateway.ingestion.files import secret_files
from gateway.ingestion.files.local_files import too_large
from gateway.ingestion.source_file import Source
from gateway.knowledge.extraction import visible
from gateway.knowledge.format_table import MEDIA_TYPES
from gateway.settings import Settings
from gateway.settings.other_programs import environment_and_file

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import S3Store

SCHEME = "s3://"
EXTRA = "Buckets need the extra `s3`: run `pip install 'citestream[s3]'`."
CONNECT_S, WHOLE_S = 10, 120
"""For a connection, and for one answer of the service."""
LISTED_AT_ONCE = 1000

Report = Callable[[int, int | None, str], object]
"""Called with objects done, objects in all where that is known, and the name of the latest."""


class BucketRun:
    """Reads buckets and hands objects to a `RemoteRun`. Raises `WrongUse` where the library is not installed."""

    def __init__(self, settings: Settings, run: RemoteRun, report: Report = lambda done, total, name: None) -> None:
        try:
            from obstore.store import S3Store
        except ImportError:
            raise WrongUse(EXTRA) from None
        self._open, self._run, self._report = S3Store, run, report
        self._most = settings.max_upload_mb * 1024 * 1024

    async def read(self, address: str, *, remove: bool = False) -> None:
        """Reads what lies below `s3://bucket/prefix`, or the one object of this name; a prefix is whole folders.

        remove: delete documents whose objects are gone. A bucket that cannot be read is a failed result.
        """
        from obstore.exceptions import BaseError

        bucket, _, prefix = address.removeprefix(SCHEME).partition("/")
        listing = f"{SCHEME}{bucket}/{prefix.strip('/')}"
        names: set[str] = set()
        try:
            store = self._open(bucket, **_connection())
            async for found in _listed(store, prefix.strip("/")):
                await self._objects(store, bucket, listing, found, names)
            await self._run.flush()
        except (BaseError, OSError, ValueError) as error:
            await self._run.flush()
            self._run.failed(address, f"The bucket cannot be read ({_why(error)}).")
            return
        if not names:  # a folder that is not there at all, or was spelt otherwise, has not lost its objects
            self._run.failed(address, "Nothing that can be read lies there.")
            return
        await self._run.settle(listing, names, remove=remove)

    async def _objects(
        self, store: S3Store, bucket: str, listing: str, found: list[ObjectMeta], names: set[str]
    ) -> None:
        """Reads objects of one page of a listing; their keys are added to `names`, of what is read or would be."""
        from obstore.exceptions import BaseError

        wanted = {f"{SCHEME}{bucket}/{entry['path']}": entry for entry in found if self._is_wanted(entry)}
        known = await self._run.known(list(wanted))
        for address, entry in wanted.items():
            names.add(key(address))
            self._report(len(names), None, address)
            before, etag = known.get(key(address)), entry["e_tag"] or ""
            if entry["size"] > self._most:
                self._run.failed(address, too_large(self._most))
            elif before and etag and before.etag == etag:
                self._run.remember(listing, address, before.external_id, (etag, ""), before.reader)
                self._run.unchanged(address, before)
            else:
                try:
                    answer = await store.get_async(entry["path"])
                    data = bytes(await answer.bytes_async())
                except (BaseError, OSError) as error:
                    self._run.failed(address, f"It cannot be read ({_why(error)}).")
                    continue
                await self._arrived(address, data, answer.meta, listing)

    async def _arrived(self, address: str, data: bytes, meta: ObjectMeta, listing: str) -> None:
        self._run.received += len(data)
        name = visible(address.removeprefix(SCHEME))
        if reason := secret_files.content(data, name):
            self._run.left[reason] += 1
            return
        source = Source(
            data,
            name,
            source=visible(address),
            external_id=address,
            workspace=self._run.workspace,
            modified=meta["last_modified"].isoformat(),
        )
        self._run.remember(listing, address, source.identity, (meta["e_tag"] or "", ""), reader_of(source))
        await self._run.add(source)

    def _is_wanted(self, entry: ObjectMeta) -> bool:
        """Tells whether an object is read, as `ingestion.folders` does of files; others are counted by reason."""
        path = PurePosixPath(entry["path"])
        suffix = path.suffix.lower()
        hidden = secret_files.HIDDEN if any(part.startswith(".") for part in path.parts[:-1]) else ""
        private = next(filter(None, map(secret_files.folder_name, path.parts[:-1])), "")
        reason = private or secret_files.file(path.name) or hidden
        if not reason and suffix not in MEDIA_TYPES:
            reason = visible(suffix)[:20] or "without suffix"
        if reason:
            self._run.left[reason] += 1
        return not reason


async def _listed(store: S3Store, prefix: str) -> AsyncIterator[list[ObjectMeta]]:
    """Yields the objects below a prefix in pages, or the one object of this name."""
    any_found = False
    async for page in store.list(prefix or None, chunk_size=LISTED_AT_ONCE):
        any_found = any_found or bool(page)
        yield list(page)
    if prefix and not any_found:
        try:
            yield [await store.head_async(prefix)]
        except FileNotFoundError:
            return


def _connection() -> dict[str, Any]:
    """Returns how to reach buckets. The library reads `AWS_…` of the environment, as Amazon's own tools do; those of
    `.env` join the environment here."""
    for name, value in environment_and_file().items():
        if name.startswith("AWS_") and value:
            os.environ.setdefault(name, value)
    return {
        "config": {"region": os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"},
        "client_options": {
            "allow_http": os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://"),
            "connect_timeout": timedelta(seconds=CONNECT_S),
            "timeout": timedelta(seconds=WHOLE_S),
        },
        "retry_config": {"max_retries": 2, "retry_timeout": timedelta(seconds=30)},
    }


def _why(error: Exception) -> str:
    """Returns a few words about a failure, without what the service said, which may hold addresses and keys."""
    return {
        "FileNotFoundError": "there is none of this name",
        "PermissionDeniedError": "the key is not allowed to",
        "UnauthenticatedError": "the key is not accepted",
    }.get(type(error).__name__, type(error).__name__)
