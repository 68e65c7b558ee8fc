"""Events as rows, and the rows that follow from them and are stored in the same transaction."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from gateway.answer.events import TYPES, Finished, OutlineFound, ParagraphFinished, ReferenceShown, data
from gateway.live.ports import JournalEntry
from gateway.store.database import Connection
from gateway.store.statements import load

SQL = load(Path(__file__).with_name("turns.sql"))


@dataclass(frozen=True, slots=True)
class EventRows:
    """What is stored of any number of events."""

    events: list[tuple[Any, ...]] = field(default_factory=list)
    others: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    """By the name of their statement."""

    @classmethod
    def of(cls, entries: Sequence[JournalEntry]) -> EventRows:
        rows = cls()
        for entry in entries:
            rows._add(entry)
        return rows

    @property
    def usual(self) -> bool:
        """No outline, and no end."""
        return self.others.keys() <= {"append_paragraphs", "append_references"}

    def _add(self, entry: JournalEntry) -> None:
        key = (entry.tenant, uuid.UUID(entry.answer_uuid))
        numbered, event = entry.numbered, entry.numbered.event
        number = (numbered.seq, numbered.epoch, numbered.t_ms)
        self.events.append((*key, *number, TYPES[type(event)], data(event), entry.heard))
        match event:
            case ParagraphFinished():
                citations = orjson.dumps(data(event)["citations"]).decode()
                self._also("append_paragraphs", key, event.index, event.revision, event.text, citations, event.degraded)
            case ReferenceShown():
                self._also("append_references", key, event.citation_id, numbered.seq)
            case OutlineFound():
                for position, section in enumerate(event.sections):
                    covered = ",".join(map(str, section.paragraphs))
                    self._also("append_outline", key, section.id, position, section.title, covered)
            case Finished():
                for index, statuses in event.late_statuses.items():
                    for citation_id, status in statuses.items():
                        self._also("revise_paragraphs", key, index, citation_id, status)
            case _:
                pass

    def _also(self, statement: str, key: tuple[str, uuid.UUID], *columns: Any) -> None:
        self.others.setdefault(statement, []).append((*key, *columns))

    async def append(self, connection: Connection) -> None:
        await insert(connection, "append_events", self.events)
        for statement in ("append_paragraphs", "revise_paragraphs", "append_references", "append_outline"):
            await insert(connection, statement, self.others.get(statement, ()))


async def insert(connection: Connection, query: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Inserts rows given as columns, so that any number of them is one prepared statement."""
    if rows:
        await connection.execute(SQL[query], *columns(rows, len(rows[0])))


def columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    """Returns rows as so many columns, which may be empty."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(count)]
