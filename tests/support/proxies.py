"""A real nginx or HAProxy with our configuration, before gateways of a test."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
HAPROXY = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
EACH = pytest.mark.parametrize(("name", "text"), [("nginx", NGINX), ("haproxy", HAPROXY)])


def installed(name: str) -> str:
    """Returns the path of a program. Skips the test where it is not installed."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.skip(f"{name} is not installed here")
    return found


def command(name: str, folder: Path, text: str) -> list[str]:
    """Returns how to start a proxy in the foreground with this configuration, whoever we are."""
    found = installed(name)
    file = folder / name
    if name == "nginx":
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        file.write_text(text.replace("http {", f"http {{ {places}", 1))
        return [found, "-c", str(file), "-g", f"daemon off; pid {folder}/pid; error_log {folder}/log;"]
    file.write_text(text)
    return [found, "-db", "-f", str(file)]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextlib.asynccontextmanager
async def proxy(name: str, folder: Path, text: str, *gateways: str) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the proxy with our configuration, before these gateways."""
    port = free_port()
    text = re.sub(r"(listen |bind :)8080", rf"\g<1>{port}", text)
    text = text.replace("maxconn 16384", "maxconn 100")  # this machine may allow few files
    for example, gateway in zip(("127.0.0.1:8001", "127.0.0.1:8002"), gateways, strict=True):
        assert example in text
        text = text.replace(example, gateway.removeprefix("http://"))
    process = await asyncio.create_subprocess_exec(*command(name, folder, text))
    try:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20, verify=False) as client:
            async with asyncio.timeout(20):
                while True:
                    with contextlib.suppress(httpx2.TransportError):
                        if (await client.get("/readyz")).status_code == 200:
                            break
                    await asyncio.sleep(0.05)
            yield client
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
