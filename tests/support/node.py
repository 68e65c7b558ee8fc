"""The official clients of the npm registry, run by the Node that builds the web pages."""

from __future__ import annotations

import asyncio
import json
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.browser import alone

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "web" / "tests" / "clients"
LIMIT_S = 50


def build() -> SimpleNamespace:
    """What `web/build.py` defines."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "web" / "build.py")))


def npm(*words: str | Path, cwd: Path) -> None:
    """Runs npm in a folder; fails when it fails."""
    binary()
    assert build().npm(*words, "--loglevel=error", quiet=True, cwd=cwd) == 0, f"npm {words[0]} failed"


def binary() -> Path:
    """Node's path; skips the test where there is none, or where the web packages were not installed."""
    web = build()
    try:
        node, _ = web.node()
    except web.NoPages as reason:
        pytest.skip(f"the npm clients need Node: {reason}")
    if not (ROOT / "web" / "node_modules" / "ai").exists():
        pytest.skip("the npm clients are not installed: python web/build.py build")
    return node


async def run(script: str, *words: str, stdin: bytes = b""):
    """What a script of `web/tests/clients` printed, which is JSON."""
    return json.loads(await printed(SCRIPTS / script, *words, stdin=stdin))


async def printed(*words: str | Path, stdin: bytes = b"", cwd: Path = ROOT / "web") -> str:
    """What Node printed when it ran a program, given its path and arguments. Fails when it fails."""
    process = await asyncio.create_subprocess_exec(
        binary(),
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=cwd,
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            output, complaint = await process.communicate(stdin)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    assert process.returncode == 0, complaint.decode() + output.decode()
    return output.decode()


def older_clients() -> None:
    """Fetches versions 5 and 6 of the AI SDK on first use; they lie apart so that a build does not fetch them."""
    folder = SCRIPTS / "older"
    binary()
    with alone(folder):
        if not (folder / "node_modules" / "react-v6").is_dir():
            npm("ci", *build().OFFLINE_SOON, cwd=folder)
