"""Files of tests that are found by a name: a new choice of a slot brings its own, and no list has to name it."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SUPPORT = Path(__file__).parent


def beside(folder: str, name: str, holds: str) -> ModuleType:
    """Returns `tests/support/<folder>/<name>.py`. `holds` says what to write into it where it is missing."""
    stem = name.replace("-", "_")
    if not (SUPPORT / folder / f"{stem}.py").is_file():
        pytest.fail(f"Write tests/support/{folder}/{stem}.py: {holds}.", pytrace=False)
    return importlib.import_module(f"tests.support.{folder}.{stem}")
