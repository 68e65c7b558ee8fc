"""The official clients of the npm registry, run by the Node that builds the web pages."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "web" / "tests" / "clients"
LIMIT_S = 50


def binary() -> Path:
    """Node's path; skips the test where there is none, or where the web packages were not installed."""
    spec = importlib.util.spec_from_file_location("citestream_web_build", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    try:
        node, _ = build.node()
    except build.NoPages as reason:
        pytest.skip(f"the npm clients need Node: {reason}")
    if not (ROOT / "web" / "node_modules" / "ai").exists():
        pytest.skip("the npm clients are not installed: python web/build.py build")
    return node


async def run(script: str, *words: str, stdin: bytes = b""):
    """What a script of `web/tests/clients` printed, which is JSON."""
    process = await asyncio.create_subprocess_exec(
        binary(),
        SCRIPTS / script,
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT / "web",
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            printed, complaint = await process.communicate(stdin)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    assert process.returncode == 0, complaint.decode()
    return json.loads(printed)
