"""Files of named queries, so that SQL stays SQL.

A query begins with a line `-- name: insert_document`; the comment lines after it say its parameters; the body is plain
SQL with `$1…` up to the next name. A test PREPAREs every query of every file against a migrated database.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import MappingProxyType

NAME = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)


@cache
def load(file: Path) -> MappingProxyType[str, str]:
    """Returns the queries of a file by their names. A name given twice is a ValueError."""
    parts = NAME.split(file.read_text(encoding="utf-8"))
    names, bodies = parts[1::2], parts[2::2]
    if len(set(names)) != len(names):
        raise ValueError(f"{file.name} gives a query name twice")
    return MappingProxyType({name: body.strip() for name, body in zip(names, bodies, strict=True)})
