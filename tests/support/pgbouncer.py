"""A real PgBouncer in transaction mode before a database of the tests, where it is installed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import pytest

FIRST_THAT_REWRITES = (1, 21)
"""From this version on it may know prepared statements in transaction mode."""


def installed() -> tuple[str, tuple[int, ...]]:
    """Returns the program and its version. Skips the test where it is not installed."""
    found = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.skip("pgbouncer is not installed here (Debian: apt-get install pgbouncer)")
    words = subprocess.run([found, "--version"], capture_output=True, text=True, check=True, timeout=20).stdout
    version = re.search(r"(\d+)\.(\d+)", words)
    assert version is not None, words
    return found, (int(version[1]), int(version[2]))


def configuration(url: str, port: int, *, statements: int | None, size: int, mode: str) -> str:
    """Returns the file that sets it before a database. `statements`: how many prepared ones it keeps, None: it knows no
    such setting."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.hostname or options["host"][0]
    server = [f"host={host}", f"dbname={parts.path[1:]}", f"user={unquote(parts.username or '')}"]
    if parts.password:
        server.append(f"password={unquote(parts.password)}")
    if found := parts.port or options.get("port", [None])[0]:
        server.append(f"port={found}")
    lines = [
        "[databases]",
        f"citestream = {' '.join(server)}",
        "[pgbouncer]",
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =",
        f"auth_type = any\npool_mode = {mode}\ndefault_pool_size = {size}\nserver_round_robin = 1",
        "max_client_conn = 500\nlog_connections = 0\nlog_disconnections = 0",
    ]
    if statements is not None:
        lines.append(f"max_prepared_statements = {statements}")
    return "\n".join(lines) + "\n"


@contextlib.asynccontextmanager
async def pooled(
    url: str, folder: Path, *, statements: int = 0, size: int = 12, mode: str = "transaction"
) -> AsyncIterator[str]:
    """Yields the URL through a PgBouncer that lends each transaction another session in turn, or, in its `mode`
    session, one as long as a client stays.

    `statements`: how many prepared statements it keeps; skips the test where the one installed cannot keep any. `size`:
    its sessions.
    """
    program, version = installed()
    knows = version >= FIRST_THAT_REWRITES
    if statements and not knows:
        pytest.skip(f"PgBouncer {version[0]}.{version[1]} keeps no prepared statements in transaction mode; 1.21 does")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    file = folder / "pgbouncer.ini"
    file.write_text(configuration(url, port, statements=statements if knows else None, size=size, mode=mode))
    for path in (file, folder, *folder.parents[:-2]):  # it reads its file as nobody
        with contextlib.suppress(PermissionError):
            path.chmod(path.stat().st_mode | 0o055)
    user = ["-u", "nobody"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    log = await asyncio.to_thread((folder / "pgbouncer.log").open, "wb")
    process = await asyncio.create_subprocess_exec(program, *user, str(file), stdout=log, stderr=log)
    log.close()
    through = f"postgresql://anybody@127.0.0.1:{port}/citestream"
    try:
        async with asyncio.timeout(20):
            while True:
                assert process.returncode is None, (folder / "pgbouncer.log").read_text()
                with contextlib.suppress(OSError):
                    await (await asyncpg.connect(through, statement_cache_size=0)).close()
                    break
                await asyncio.sleep(0.02)
        yield through
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
