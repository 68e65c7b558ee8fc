"""Commands of ours in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

OURS = ("GATEWAY_", "OPENAI_", "DATABASE_URL")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "gateway", *arguments]


def environment(**more: str) -> dict[str, str]:
    """This process's without settings of ours, and `more`."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)} | more


def finished(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """What became of a command that ran in this folder; `more` of its environment."""
    return subprocess.run(
        command(*arguments), cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=120
    )
