"""A cluster of an older PostgreSQL, carried over to the newest one that comes in the wheel, by PostgreSQL's
`pg_upgrade`.

Blocking code for `gateway.store.bundled.supervisor`, before the server starts. The old cluster is copied and stays
beside the new one; should anything fail, the old version goes on serving it and the next start tries again.
"""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled import launcher
from gateway.store.bundled.cluster import (
    UPGRADED,
    USER,
    Cluster,
    child_options,
    finish_upgrade,
    fresh_cluster,
    installs,
    make_private,
    run,
    single_user,
    usable,
)


def upgraded(cluster: Cluster, say: Callable[[str], object]) -> Cluster:
    """Returns the same cluster under the newest PostgreSQL, or as it is when that fails; `say` is told either way."""
    here = int((cluster.data / "PG_VERSION").read_text())
    found = installs()
    newest = max(found)
    if newest <= here:
        return cluster
    say(f"Upgrading the cluster from PostgreSQL {here} to {newest}.")
    try:
        new = dataclasses.replace(cluster, install=usable(found[newest], cluster.account))
        _upgrade(cluster, new)
    except (DatabaseUnreachable, OSError) as error:
        say(f"The upgrade failed; PostgreSQL {here} goes on, and the next start tries again: {error}")
        return cluster
    say(f"PostgreSQL {newest} serves now. The cluster of {here} in {cluster.home} can be deleted.")
    return new


def _upgrade(old: Cluster, new: Cluster) -> None:
    launcher.clear_leftovers(old)
    state = run(old, "pg_controldata", "-D", old.data)
    if not re.search(r"^Database cluster state: +shut down$", state, re.MULTILINE):
        single_user(old, old.data, "select 1")  # recovers from the crash, and shuts down in order
    sums = re.search(r"^Data page checksum version: +(\d+)$", state, re.MULTILINE)
    with fresh_cluster(new, "--data-checksums" if sums and int(sums[1]) else "--no-data-checksums") as fresh:
        _carry_over(old, new, fresh)
        fresh.rename(new.home / UPGRADED)
    finish_upgrade(new.home)


def _carry_over(old: Cluster, new: Cluster, fresh: Path) -> None:
    work = new.home / f"upgrade.{os.getpid()}"
    make_private(work, new.account)
    options: dict[str, Any] = child_options(new)
    options |= {"cwd": work, "env": {**options["env"], "PGPASSWORD": new.password}}
    folders: list[str | Path] = ["-b", old.install / "bin", "-B", new.install / "bin", "-d", old.data, "-D", fresh]
    sockets = ["-s", new.host] if new.host.startswith("/") else []
    try:
        run(new, "pg_upgrade", *folders, "-U", USER, *sockets, limit_s=None, **options)
    finally:
        shutil.rmtree(work, ignore_errors=True)
