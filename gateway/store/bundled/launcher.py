"""One PostgreSQL server process: start, stop, and clearing away what a killed one left behind.

Blocking code for `gateway.store.bundled.supervisor`, on its main thread. A server whose parent was killed goes on
running, so it asks the kernel to be told (Linux only), and every start looks for leftovers of its own cluster first.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from gateway.store.bundled.cluster import Cluster, child_options, executable

STOP_S, LEFTOVER_S = 30.0, 10.0
NO_WORDS = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}
"""Keeps statements, and the rows and values that an error is about, out of the log: they have callers' words."""


def start(cluster: Cluster, log: int) -> subprocess.Popen[bytes]:
    """Starts the server as a direct child that ends with this process. Call it from the main thread: Linux watches the
    thread."""
    local = cluster.host.startswith("/")
    options = {
        "listen_addresses": "" if local else cluster.host,
        "unix_socket_directories": f'"{cluster.host}"' if local else "",
        "port": str(cluster.port),
        "cluster_name": cluster.name,
        **NO_WORDS,
    }
    command: list[str | Path] = [executable(cluster, "postgres"), "-D", cluster.data]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
        preexec_fn=_end_with_parent(),
        **child_options(cluster),
    )


def status(cluster: Cluster, pid: int) -> str:
    """Returns `starting`, `ready` or `stopping` by the server's own account; empty when this process has none."""
    try:
        lines = (cluster.data / "postmaster.pid").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    return lines[7].strip() if len(lines) > 7 and lines[0] == str(pid) else ""


def stop(cluster: Cluster, process: subprocess.Popen[bytes]) -> None:
    """Shuts down fast and, after half a minute, at once (the next start recovers from the log)."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        _pg_ctl_stop(cluster)
    else:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGQUIT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_S)


def clear_leftovers(cluster: Cluster) -> None:
    """Ends processes of this cluster that outlived their parent, then drops lock files that name nobody of ours.

    A killed server leaves children that hold its memory until their statement ends; a killed supervisor may leave the
    server. The process id in a stale file may by now belong to any other process, or to a dead one that nobody buries
    (a container without init); PostgreSQL takes both for a server.
    """
    if sys.platform == "win32":
        _pg_ctl_stop(cluster)
        return
    left = processes(cluster)
    if left is None:
        return
    servers = [pid for pid, title in left.items() if not title.startswith("postgres: ")]
    _signal(servers, signal.SIGINT)
    if servers:
        _until(lambda: not (processes(cluster) or {}).keys() & set(servers), LEFTOVER_S)
    _signal(processes(cluster) or {}, signal.SIGKILL)
    if _until(lambda: not processes(cluster), LEFTOVER_S):
        for file in (cluster.data / "postmaster.pid", Path(cluster.host) / f".s.PGSQL.{cluster.port}.lock"):
            file.unlink(missing_ok=True)


def _end_with_parent() -> Callable[[], None] | None:
    """Runs in the child after the change of account, which would clear the wish again."""
    if sys.platform != "linux":
        return None
    prctl, parent, set_death_signal = ctypes.CDLL(None).prctl, os.getpid(), 1

    def ask() -> None:
        prctl(set_death_signal, signal.SIGINT)
        if os.getppid() != parent:  # killed before the kernel was asked
            os._exit(1)

    return ask


def _pg_ctl_stop(cluster: Cluster) -> None:
    command: list[str | Path] = [executable(cluster, "pg_ctl"), "stop", "-m", "fast", "-D", cluster.data]
    subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=STOP_S
    )


def processes(cluster: Cluster) -> dict[int, str] | None:
    """Returns the command lines of this cluster's server (named by its directory) and of its children (by its title),
    by process id."""
    server, child = f"postgres -D {cluster.data} ", f"postgres: {cluster.name}: "
    every = _command_lines()
    if every is None:
        return None
    return {pid: line for pid, line in every.items() if line.startswith(child) or server in line}


def _command_lines() -> dict[int, str] | None:
    """Returns those of all processes that can be seen; None where the system does not tell."""
    proc = Path("/proc")
    if sys.platform == "linux" and (proc / "self" / "cmdline").exists():
        lines = {}
        for entry in proc.iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    lines[int(entry.name)] = os.fsdecode((entry / "cmdline").read_bytes().replace(b"\0", b" ").strip())
        return lines
    try:
        listed = subprocess.run(["ps", "-axww", "-o", "pid=,command="], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    rows = (line.split(None, 1) for line in listed.stdout.splitlines())
    return {int(row[0]): row[1] for row in rows if len(row) == 2}


def _signal(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _until(holds: Callable[[], bool], limit_s: float) -> bool:
    deadline = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
