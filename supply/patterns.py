"""Measures how the time of every pattern of the package grows with its text; a step of `dev.py check`.

    python -m supply.patterns [PATH …]      only patterns of files below these paths

`re` tries again from every place where a part of a pattern can begin, and it holds the interpreter lock meanwhile. One
pattern that does this over a long run stops the process. So every pattern is tried on runs of white space, brackets and
markers, and on runs that its own loops take (`supply/growth.py`). When a run doubles, the time must grow by a factor
under 3. Patterns that are compiled at first use are compiled here; a call of `re` that was not reached is a finding.

Exit codes: 0 all patterns pass, 1 after a line for each that does not.

Other checkers, tried on the eight worst patterns of this package (issue 39): regexploit 1.0 (2021) reports three.
redoctor 0.1.5 confirms none and needs minutes. redos 0.1 and redos-linter 0.3 read only literal calls. recheck 4.5 and
scslre 0.3 report all of them, and with them most patterns that are fast: both read JavaScript's syntax, which has no
possessive repeats and no atomic groups.
"""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from supply.growth import Mode, judged

ROOT = Path(__file__).resolve().parent.parent
BOUNDED: dict[str, int] = {}
_CALLS = frozenset("compile match fullmatch search split sub subn findall finditer".split())
_AT_ONE_PLACE = frozenset(["match", "fullmatch"])


class Site(NamedTuple):
    """A call of `re` in a file of the package."""

    path: str
    line: int
    last_line: int
    call: str
    text: str | bytes | None
    """The pattern, if it is written there."""
    name: str
    """What the compiled pattern is called; empty if it has no name."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def sites() -> list[Site]:
    """Returns every call of `re` in the package."""
    return [site for path in sorted((ROOT / "gateway").rglob("*.py")) for site in _sites(path)]


def _sites(path: Path) -> Iterator[Site]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        id(node.value): target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr in _CALLS:
            first = node.args[0] if node.args else None
            text = first.value if isinstance(first, ast.Constant) else None
            place = path.relative_to(ROOT).as_posix(), node.lineno, node.end_lineno or node.lineno
            yield Site(*place, node.func.attr, text if isinstance(text, str | bytes) else None, names.get(id(node), ""))
