"""Files of named queries, so that SQL stays SQL; the base of what runs them; values from the rows that they return.

A query begins with a line `-- name: insert_document`; the comment lines after it say its parameters; the body is plain
SQL with `$1…` up to the next name. The text after a line `-- part: columns` takes the place of `{columns}` in the
queries of the file. A test PREPAREs every query of every file against a migrated database.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import asyncpg

from gateway.store.database.database import Database

T = TypeVar("T")
STORE = Path(__file__).parent.parent
NAME = re.compile(r"^-- (name|part): (\w+)\s*$", re.MULTILINE)


@cache
def load(file: str | Path) -> MappingProxyType[str, str]:
    """Returns the queries of a file by their names. `file`: its path from `gateway/store`. Raises `ValueError` if the
    file gives a name twice."""
    parts = NAME.split((STORE / file).read_text(encoding="utf-8"))
    kinds, names = parts[1::3], parts[2::3]
    queries = dict(zip(names, map(str.strip, parts[3::3]), strict=True))
    if len(queries) != len(names):
        raise ValueError(f"{file} gives a query name twice")
    for name in (name for kind, name in zip(kinds, names, strict=True) if kind == "part"):
        text = queries.pop(name)
        queries = {other: body.replace(f"{{{name}}}", text) for other, body in queries.items()}
    return MappingProxyType(queries)


class Rows:
    """What reads and writes rows of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


def from_row(kind: type[T], row: asyncpg.Record | Mapping[str, Any], **others: Any) -> T:
    """Returns a value of a dataclass: its fields are the row's columns of the same names, and the `others`. A field
    that is in neither has its default; a column without a field is ignored."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: row[name] for name in names if name in row} | others)
