"""Commands of ours in processes of their own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OURS = ("GATEWAY_", "OPENAI_", "DATABASE_")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "gateway", *arguments]


def environment(**more: str) -> dict[str, str]:
    """This process's without settings of ours, and `more`. No encoder is loaded unless `more` names it."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return inherited | {"GATEWAY_EMBEDDER": "none"} | more


def finished(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """What became of a command that ran in this folder; `more` of its environment."""
    return subprocess.run(
        command(*arguments), cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=120
    )


@contextlib.contextmanager
def serving(folder: Path, *options: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """`citestream serve` in this folder, as a process with `more` of its environment; killed at the latest here."""
    child = subprocess.Popen(
        command("serve", "--port", "0", *options),
        cwd=folder,
        env=environment(**more, PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


SENTENCE = "A citation is the link between a paragraph and a passage."
