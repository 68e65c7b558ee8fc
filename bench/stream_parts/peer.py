"""A well-known Python proxy beside ours: LiteLLM's, from the registry, in an environment of its own.

It is installed only on request (`--servers …,peer`), into a folder of the user's caches, and stays there for the next
time. It does less than a gateway: it stores nothing, searches nothing and checks nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.stream_parts import processes

PACKAGE = "litellm[proxy]"
SETTINGS = {"litellm_settings": {"telemetry": False, "drop_params": True}}
SURROUNDINGS = {
    "LITELLM_LOG": "ERROR",
    "NO_DOCS": "True",
    "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true",  # on loopback, as a gateway without keys
}
LONGEST_INSTALLATION_S = 900


class NotToBeHad(Exception):
    """Says in one sentence why there is no peer."""


def folder() -> Path:
    """Returns where its environment lies."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "citestream-bench" / f"litellm-{sys.version_info.major}.{sys.version_info.minor}"


def installed() -> Path:
    """Returns the folder of its commands; installs it when it is not there. Raises `NotToBeHad`."""
    home = folder()
    commands = home / ("Scripts" if os.name == "nt" else "bin")
    if (home / "complete").exists():
        return commands
    print(f"installing {PACKAGE} into {home}; this takes a minute or two", flush=True)
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        _run([sys.executable, "-m", "venv", "--clear", home])
        _run([commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE])
    except (OSError, subprocess.SubprocessError) as error:
        why = getattr(error, "stderr", None) or str(error)
        raise NotToBeHad(
            f"no peer: {PACKAGE} could not be installed into {home} ({str(why).strip().splitlines()[-1]})"
        ) from None
    (home / "complete").touch()
    return commands


def _run(command: list[object]) -> None:
    subprocess.run(
        [str(word) for word in command], check=True, capture_output=True, text=True, timeout=LONGEST_INSTALLATION_S
    )


def version(commands: Path) -> str:
    told = subprocess.run(
        [str(commands / "python"), "-c", "import importlib.metadata as m; print(m.version('litellm'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


@contextlib.contextmanager
def proxy(port: int, model_url: str) -> Iterator[int]:
    """Starts it before the model. Yields its process id. Raises `NotToBeHad`."""
    commands = installed()
    print(f"peer: LiteLLM proxy {version(commands)}", flush=True)
    served = {"model": "openai/bench", "api_base": model_url, "api_key": "none"}
    settings = {"model_list": [{"model_name": "bench", "litellm_params": served}], **SETTINGS}
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "settings.yaml"
        file.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
        command = [commands / "litellm", "--config", file, "--host", "127.0.0.1", "--port", port]
        with processes.process(command, python=commands / "python", **SURROUNDINGS) as child:
            yield child.pid
