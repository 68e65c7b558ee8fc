"""Paragraphs that people label, and their labels, as rows. A label goes with its answer and with its run."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import asyncpg

from gateway.answer.answer import Candidate
from gateway.answer.graph_text import said
from gateway.evaluation.labelling.label_agreement import Judgement, Label, Labelled, supported_paragraphs
from gateway.live.ports import StoredAnswer
from gateway.store.answers.answer_rows import stored_answer
from gateway.store.database.statements import Rows, from_row, load

SQL = load("evaluation/labels.sql")
DAYS = 7
"""Older live answers are not in the queue."""
SAMPLE = 50
"""Paragraphs of the random sample: an interval of 95 % is then 28 points wide at most."""


@dataclass(frozen=True, slots=True)
class LabelQueue:
    """Which paragraphs are labelled, and by whom. `run` None: the live answers of the week. `seed`: another one draws
    another sample."""

    labeller: str
    run: uuid.UUID | None = None
    sample: int = SAMPLE
    seed: int = 0


class Queued(NamedTuple):
    """One item of a queue. `stored` tells who may read the answer; `labelled`: this labeller has done it."""

    item: Labelled
    stored: StoredAnswer
    sampled: bool
    labelled: bool


@dataclass(frozen=True, slots=True)
class ShownItem:
    """The texts of an item. `passages`: `citation_id`, `type`, `payload` and `evidence` of each cited passage."""

    item: Labelled
    question: str
    text: str
    passages: Sequence[dict[str, Any]]

    @property
    def passage_texts(self) -> list[str]:
        return [said(Candidate(each["citation_id"], each["type"], each["payload"], 1, 0)) for each in self.passages]


class LabelRows(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    async def queue(self, tenant: str, wanted: LabelQueue) -> list[Queued]:
        """Returns what is to be labelled: the random sample first, then weak and moved citations and those that
        readers called wrong."""
        drawn = wanted.run, DAYS, wanted.sample, str(wanted.seed), wanted.labeller
        rows = await self._database.fetch(tenant, SQL["queue"], tenant, *drawn)
        return [Queued(_item(row), stored_answer(row), row["sampled"], row["labelled"]) for row in rows]

    async def shown(self, tenant: str, run: uuid.UUID | None, items: Sequence[Labelled]) -> list[ShownItem]:
        """Returns the texts of items, in their order; without those whose answer was deleted meanwhile."""
        rows = await self._database.fetch(tenant, SQL["texts"], tenant, run, DAYS, *_arrays(items))
        return [from_row(ShownItem, row, item=_item(row)) for row in rows]

    async def give(self, tenant: str, wanted: LabelQueue, queued: Queued, verdict: Judgement) -> bool:
        """Stores a verdict in place of an earlier one of the same person; returns False if the answer was deleted."""
        shown = await self.shown(tenant, wanted.run, [queued.item])
        if not shown:
            return False
        answer, *part = queued.item
        named = wanted.run, uuid.UUID(answer), *part, queued.sampled, wanted.labeller
        texts = shown[0].text, shown[0].passage_texts
        return await self._database.fetchval(tenant, SQL["label"], tenant, *named, verdict, *texts) is not None

    async def undo(self, tenant: str, labeller: str, queue: Sequence[Queued]) -> Labelled | None:
        """Removes the last label of this person in a queue, also one of an earlier session; returns its item."""
        done = _arrays([queued.item for queued in queue])
        row = await self._database.fetchrow(tenant, SQL["undo"], tenant, labeller, *done)
        return None if row is None else _item(row)

    async def labels(self, tenant: str, run: uuid.UUID | None) -> list[Label]:
        """Returns the labels of a run; None: all labels of live answers."""
        rows = await self._database.fetch(tenant, SQL["labels"], tenant, run)
        return [from_row(Label, row, item=_item(row), passages=tuple(row["passages"])) for row in rows]

    async def supported(self, tenant: str, run: uuid.UUID | None) -> Mapping[tuple[str, int], bool]:
        """Returns what the labels say of whole paragraphs of the random sample, by answer and paragraph."""
        return supported_paragraphs(await self.labels(tenant, run))


def _item(row: asyncpg.Record) -> Labelled:
    return Labelled(row["answer_id"].hex, row["paragraph_index"], row["citation_id"])


def _arrays(items: Sequence[Labelled]) -> tuple[list[uuid.UUID], list[int], list[str]]:
    answers = [uuid.UUID(item.answer_uuid) for item in items]
    return answers, [item.paragraph for item in items], [item.citation_id for item in items]
