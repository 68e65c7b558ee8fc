"""Figures for programs: each bench says its figures here too, beside what it prints.

Where the environment variable `BENCH_FIGURES` names a file, each figure becomes a line of it: name, value and unit with
tabs between them. A name that comes again is another round of the same figure. `dev.py bench --compare` reads them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "BENCH_FIGURES"


def figure(name: str, value: float, unit: str) -> None:
    """Notes one figure. Blanks of any kind within a name become one space."""
    if file := os.environ.get(VARIABLE):
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(f"{' '.join(name.split())}\t{float(value)!r}\t{unit}\n")


def figures(*named: tuple[str, float, str]) -> None:
    """Notes several figures."""
    for name, value, unit in named:
        figure(name, value, unit)


def read(lines: Iterable[str]) -> dict[tuple[str, str], list[float]]:
    """Returns the rounds of each figure by its name and unit, in the order of the lines."""
    found: dict[tuple[str, str], list[float]] = {}
    for line in lines:
        name, value, unit = line.rstrip("\n").split("\t")
        found.setdefault((name, unit), []).append(float(value))
    return found
