"""An environment for each framework, with our package built and installed as its readers install it.

Frameworks are heavy and have demands of their own, so they stay out of `.venv`. An environment is made once and lies in
pytest's cache; it is made anew when what it needs changes, and our packages are installed anew when they change.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INTEGRATIONS = ROOT / "integrations"
TOOLS = ("pytest>=9", "pytest-asyncio>=1.5", "pytest-timeout>=2.4")
STANDARD_TESTS = {"langchain": ("langchain-tests>=1.1,<2", "langchain-openai>=1,<2")}
"""What a framework itself has to test its adapters with, and its own model class for OpenAI, which asks us too."""
INSTALL_S = 500


def digest(*files: Path) -> str:
    total = hashlib.sha256(f"{sys.version}{TOOLS}{STANDARD_TESTS}".encode())
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def python(cache: pytest.Cache, framework: str) -> Path:
    """Returns the Python of the framework's environment. Skips the test where the packages cannot be fetched."""
    packages = [INTEGRATIONS / "client", INTEGRATIONS / framework]
    demands = digest(*(package / "pyproject.toml" for package in packages))
    sources = digest(*(file for package in packages for file in (package / "src").rglob("*.py")))
    folder = cache.mkdir("frameworks") / framework
    binary = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    mark = folder / "made-from"
    before = mark.read_text(encoding="utf-8").split() if mark.exists() else ["", ""]
    if before == [demands, sources]:
        return binary
    if before[0] != demands:
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=INSTALL_S)
        pip(binary, *packages, *TOOLS, *STANDARD_TESTS.get(framework, ()))
    else:
        pip(binary, "--no-deps", "--force-reinstall", *packages)
    mark.write_text(f"{demands} {sources}", encoding="utf-8")
    return binary


def pip(binary: Path, *words: object) -> None:
    command = [
        binary,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--disable-pip-version-check",
        *map(str, words),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    if done.returncode and any(
        sign in done.stderr for sign in ("No matching distribution", "Connection", "Max retries")
    ):
        pytest.skip(f"the packages of the framework cannot be fetched: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
