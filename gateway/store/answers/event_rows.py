"""Events as rows, and the rows that follow from them and are stored in the same transaction."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, assert_never

import orjson

from gateway.answer.events import (
    TYPES,
    AudioAdded,
    CitationsFinished,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    TextRolledBack,
    Thinking,
    data,
    parse,
)
from gateway.live.ports import JournalEntry
from gateway.store.answers.pack_format import unpack_events
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("answers/turns.sql")
PAGE = 1000
"""The most events that are read at once."""


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
        tenant, answer_uuid, numbered, heard = entry
        seq, epoch, t_ms, event = numbered
        key = (tenant, _uuid(answer_uuid))
        self.events.append((*key, seq, epoch, t_ms, TYPES[type(event)], data(event), heard))
        match event:
            case ParagraphFinished():
                citations = orjson.dumps(data(event)["citations"]).decode()
                self._also("append_paragraphs", key, event.index, event.revision, event.text, citations, event.degraded)
            case ReferenceShown():
                self._also("append_references", key, event.citation_id, seq)
            case OutlineFound():
                for position, section in enumerate(event.sections):
                    covered = ",".join(map(str, section.paragraphs))
                    self._also("append_outline", key, section.id, position, section.title, covered)
            case Finished():
                for index, statuses in event.late_statuses.items():
                    for citation_id, status in statuses.items():
                        self._also("revise_paragraphs", key, index, citation_id, status)
            case Started() | StateChanged() | Thinking() | TextAdded() | TextRolledBack() | CitationsFinished():
                pass
            case AudioAdded() | Failed():
                pass
            case _:
                assert_never(event)

    def _also(self, statement: str, key: tuple[str, uuid.UUID], *columns: Any) -> None:
        self.others.setdefault(statement, []).append((*key, *columns))

    async def append_where_leased(self, connection: TenantConnection, epochs: Mapping[str, int]) -> set[str]:
        """Stores what is `usual` where the lease of its answer has this epoch. Returns the answers where it has not."""
        leased = await connection.fetch(
            SQL["append_where_leased"],
            *columns(self.events, 8),
            [_uuid(answer) for answer in epochs],
            list(epochs.values()),
            *columns(self.others.get("append_paragraphs", ()), 7),
            *columns(self.others.get("append_references", ()), 4),
        )
        return set(epochs) - {row["answer_id"].hex for row in leased}

    async def append(self, connection: TenantConnection) -> None:
        await insert(connection, "append_events", self.events)
        for statement in ("append_paragraphs", "revise_paragraphs", "append_references", "append_outline"):
            await insert(connection, statement, self.others.get(statement, ()))


def only_texts(entries: Sequence[JournalEntry]) -> bool:
    """Tells whether these are pieces of text and nothing else, as nearly all are."""
    return {type(entry.numbered.event) for entry in entries} == {TextAdded}


async def append_texts(connection: TenantConnection, entries: Sequence[JournalEntry]) -> set[str]:
    """Stores pieces of text where the lease of their answer still holds. Returns the answers where it does not."""
    rows = [
        (tenant, _uuid(answer_uuid), epoch, seq, t_ms, _text(event), heard)
        for tenant, answer_uuid, (seq, epoch, t_ms, event), heard in entries
    ]
    lost = await connection.fetch(SQL["append_texts"], *columns(rows, 7))
    return {row["answer_id"].hex for row in lost}


_uuid = lru_cache(maxsize=4096)(uuid.UUID)
_text = attrgetter("text")


async def insert(connection: TenantConnection, query: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Inserts rows given as columns, so that any number of them is one prepared statement."""
    if rows:
        await connection.execute(SQL[query], *columns(rows, len(rows[0])))


def columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[tuple[Any, ...]]:
    """Returns rows as so many columns, which may be empty."""
    return list(zip(*rows, strict=True)) if rows else [()] * count


async def news_of(connection: TenantConnection, cursors: Sequence[tuple[str, str, int]]) -> dict[str, list[Numbered]]:
    """Returns up to `PAGE` events past the cursors (tenant, answer, number of the last event), by answer."""
    columns = zip(*((tenant, uuid.UUID(answer), after) for tenant, answer, after in cursors), strict=True)
    rows = await connection.fetch(SQL["news"], *map(list, columns), PAGE)
    seen = {answer: after for _, answer, after in cursors}
    found: dict[str, list[Numbered]] = {}
    for answer, of_one in groupby(rows, lambda row: row["answer_id"].hex):
        first = next(of_one)
        if first["packed"] is None:
            found[answer] = [
                _numbered(row["seq"], row["epoch"], row["t_ms"], row["type"], row["data"])
                for row in chain((first,), of_one)
            ]
        else:  # rows behind it come with the next page
            packed = unpack_events(first["packed"], first["payloads"] or {}, first["text"])
            found[answer] = [_numbered(*row) for row in packed if row.seq > seen[answer]]
    return found


def _numbered(seq: int, epoch: int, t_ms: int, type: str, data: Mapping[str, Any]) -> Numbered:
    return Numbered(seq, epoch, t_ms, parse(type, data))
