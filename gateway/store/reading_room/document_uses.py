"""What answers made of documents, and what became of these since. Raises `errors.Unavailable` when the database is
away."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

import asyncpg

from gateway import words
from gateway.answer.json_types import CitationId, Id
from gateway.live.ports import StoredAnswer
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load

SQL = load("reading_room/document_uses.sql")
LOOKED_INTO = 8
"""Passages that are read for one sentence."""
SourceState = Literal["current", "changed", "deleted"]


@dataclass(frozen=True, slots=True)
class CitingAnswer:
    """An answer that cites a document. `stored` tells who may read it."""

    stored: StoredAnswer
    asked_at: datetime
    thread_id: str | None
    caller_app: str | None
    citation_ids: tuple[str, ...]
    passages: tuple[str, ...]
    """The ids that the cited passages had then."""


@dataclass(frozen=True, slots=True)
class SourceNow:
    """A cited passage and its state now. `passage_id`: the passage that has the cited sentences now, else the passage
    at its place; null if the document was deleted."""

    citation_id: CitationId
    document_id: str
    state: SourceState
    """`changed` if a sentence that a paragraph rests on is not in the document any more; without such sentences, if the
    passage of this text is not."""
    passage_id: Id | None


class DocumentUses(Rows):
    async def citing(
        self, tenant: str, document_id: str, subject: str, after: tuple[datetime, uuid.UUID] | None, limit: int
    ) -> list[CitingAnswer]:
        """Returns answers of a subject that cite a document, newest first, behind the last one of the page before."""
        rows = await self._database.fetch(
            tenant, SQL["citing"], tenant, document_id, subject, *(after or (None, None)), limit
        )
        names = ("citation_ids", "passages")
        return [
            from_row(CitingAnswer, row, stored=stored_answer(row), **{name: tuple(row[name]) for name in names})
            for row in rows
        ]

    async def times_cited(self, tenant: str, document_id: str) -> int:
        """Counts all answers of a tenant that cite a document."""
        return int(await self._database.fetchval(tenant, SQL["times_cited"], tenant, document_id))

    async def sources_now(self, tenant: str, answer_uuid: str) -> list[SourceNow]:
        """Returns the passages that an answer cites, as they are today, in order of first citation."""
        rows = await self._database.fetch(tenant, SQL["sources_now"], tenant, uuid.UUID(answer_uuid))
        found = []
        for row in rows:
            passage = row["same"]
            if passage is None and row["is_there"]:
                passage = await self._passage_now(tenant, row)
            state: SourceState = "current" if passage else "changed" if row["is_there"] else "deleted"
            passage = passage or row["near"]
            found.append(SourceNow(row["citation_id"], row["document_id"], state, str(passage) if passage else None))
        return found

    async def _passage_now(self, tenant: str, row: asyncpg.Record) -> uuid.UUID | None:
        """Returns the passage that has the sentences now which paragraphs rest on, the first of them if they are in
        several. None if one of them is in none, or none is named."""
        text, ranges = row["text"], [(part["start"], part["end"]) for part in row["evidence"]]
        cited = touched(text, ranges)
        if not cited:
            return None
        if set(cited) <= set(touched(row["near_text"] or "")):
            return cast(uuid.UUID, row["near"])
        where = row["document_id"], cited, row["passage_id"], row["start"], LOOKED_INTO
        rows = await self._database.fetch(tenant, SQL["speaking_now"], tenant, *where)
        found = {
            each["sentence"]: each["passage_id"] for each in rows[::-1] if each["sentence"] in touched(each["text"])
        }
        return found[cited[0]] if len(found) == len(set(cited)) else None


def touched(text: str, ranges: Sequence[tuple[int, int]] = ((0, sys.maxsize),)) -> list[str]:
    """Returns the sentences of a passage that any of these ranges touches, each on one line."""
    return [
        " ".join(text[start:end].split())
        for start, end in words.sentences(text)
        if any(first < end and start < last for first, last in ranges)
    ]
