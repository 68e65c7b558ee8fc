"""The SQLite file of the older answer memory (`data/agents_memory.db`): its one table, read and written.

responses(id INTEGER PRIMARY KEY, key_hash TEXT, question TEXT, answer TEXT, metadata TEXT as JSON, embedding BLOB of
          32-bit floats as array('f') writes them, created_at TEXT in ISO 8601, usage_count INTEGER)
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gateway.errors import WrongUse

EMBEDDER, DIMENSIONS = "openai:text-embedding-3-small", 1536
"""The vector space of such files."""

TABLE = """
create table responses (
    id INTEGER PRIMARY KEY, key_hash TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL, metadata TEXT,
    embedding BLOB, created_at TEXT NOT NULL, usage_count INTEGER DEFAULT 0
);
create index idx_responses_key_hash on responses(key_hash);
create index idx_responses_created_at on responses(created_at);
"""


@dataclass(frozen=True, slots=True)
class OldEntry:
    """One row."""

    question: str
    answer: str
    created_at: datetime
    """With a time zone; UTC where the file names none."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """phase, projet, auteurs, score, tags: what there is of them."""
    vector: Sequence[float] | None = None
    usage_count: int = 0


def read(file: Path) -> Iterator[OldEntry | str]:
    """Yields the rows, oldest first; for one that cannot be read, a sentence that says why. Raises `WrongUse` for a
    file that is no such memory.
    """
    if not file.is_file():
        raise WrongUse(f"There is no file {file}.")
    statement = "select id, question, answer, metadata, embedding, created_at, usage_count from responses order by created_at, id"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            for row in connection.execute(statement):
                yield _read(*row)
    except sqlite3.Error as error:
        raise WrongUse(f"{file} cannot be read as an older answer memory: {error}.") from None


def write(file: Path, rows: Iterable[tuple[str, OldEntry]]) -> int:
    """Makes a new file of key hashes and entries, and returns their number. Raises `WrongUse` where the file exists or
    cannot be written."""
    if file.exists():
        raise WrongUse(f"{file} exists already; name another file.")
    count = 0
    try:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.executescript(TABLE)
            for key_hash, entry in rows:
                vector = array("f", entry.vector).tobytes() if entry.vector else None
                metadata = json.dumps(dict(entry.metadata), ensure_ascii=False)
                texts = key_hash, entry.question, entry.answer, metadata
                connection.execute(
                    "insert into responses (key_hash, question, answer, metadata, embedding, created_at, usage_count)"
                    " values (?, ?, ?, ?, ?, ?, ?)",
                    (*texts, vector, entry.created_at.isoformat(), entry.usage_count),
                )
                count += 1
    except sqlite3.Error as error:
        raise WrongUse(f"{file} cannot be written: {error}.") from None
    return count


def _read(
    row_id: int, question: Any, answer: Any, metadata: Any, embedding: Any, created_at: Any, usage_count: Any
) -> OldEntry | str:
    try:
        fields = json.loads(metadata) if metadata else {}
        if not isinstance(fields, dict):
            raise ValueError("its metadata is no JSON object")
        if not (isinstance(question, str) and isinstance(answer, str)):
            raise ValueError("question and answer must be texts")
        if "\0" in question or "\0" in answer:
            raise ValueError("question and answer must not contain the character NUL")
        moment = datetime.fromisoformat(str(created_at))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return OldEntry(question, answer, moment, fields, _vector(embedding), int(usage_count or 0))
    except (ValueError, TypeError) as error:
        return f"row {row_id}: {error}"


def _vector(embedding: Any) -> Sequence[float] | None:
    if not embedding:
        return None
    numbers = array("f")
    numbers.frombytes(embedding)
    return numbers
