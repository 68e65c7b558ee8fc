"""Databases of tests lie in memory where the system has a file system there.

A database is 550 files. On some disks it takes a third of a second to make them, most of all where as many have just
been removed; in memory 30 ms.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import asyncpg

from gateway.store.bundled import cluster

MEMORY = Path("/dev/shm")
ROOM_BYTES = 2 * 1024**3
"""Free there; containers have 64 MB."""
TABLESPACE = "memory"
WHERE = "select pg_tablespace_location(oid) from pg_tablespace where spcname = $1"


def place_of(data: Path) -> Path:
    """Where the databases lie of the server of this data directory."""
    return MEMORY / data.name


async def is_ready(admin: asyncpg.Connection, data: Path) -> bool:
    """Whether databases of this server can be made in the tablespace. What a restart of the machine has emptied is
    made anew."""
    place = place_of(data)
    where = await admin.fetchval(WHERE, TABLESPACE)
    if where == str(place) and place.is_dir():
        return True
    try:
        if where is not None:
            await admin.execute(f"drop tablespace {TABLESPACE}")
        if not await asyncio.to_thread(_made, place, data):
            return False
        await admin.execute(f"create tablespace {TABLESPACE} location '{place}'")
    except (OSError, asyncpg.PostgresError):
        return False
    return True


def _made(place: Path, data: Path) -> bool:
    """Makes the directory, for the account that the server runs as. False where there is no room."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM_BYTES:
        return False
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(mode=0o700)
    _, account = cluster.home_of(data)
    if account:
        os.chown(place, account.uid, account.gid)
    return True


def remove(data: Path) -> None:
    """Takes away what lies there of a server that is not used any more."""
    shutil.rmtree(place_of(data), ignore_errors=True)
