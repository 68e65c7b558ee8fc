"""Labelled sets in a real store, asked as a turn asks: one workspace a set, one document a passage."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from bench.database import database
from bench.judgement_parts.sets import LabelledPassage, LabelledSet
from gateway import slots
from gateway.conversation.question import Asker, Question, Scope
from gateway.evaluation.sets import BadSet
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.reindex import Reindexer
from gateway.ingestion.source_file import Source
from gateway.knowledge.format_table import PLAIN_TEXT
from gateway.knowledge.search.hybrid import SPREAD
from gateway.models.embedders import none
from gateway.models.ports import Embedder
from gateway.models.prompt_folders import prompts
from gateway.models.providers import extractive
from gateway.models.providers.extractive import ExtractiveProvider
from gateway.models.services.nearness import Nearness
from gateway.models.services.prefixed_embedder import roles
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import passages
from gateway.retrieval.sources import Sources
from gateway.settings import Settings
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from gateway.turn.limits import limits
from gateway.turn.preparation import Preparation
from gateway.turn.searching.search import Looked
from gateway.turn.understanding.understanding import Understanding, Understood

TENANT = "default"
BATCH = 250
"""Documents in one transaction."""
WIDER = 20
"""Passages that are looked for beside those wanted: one of a set that is longer than the splitter's limit is several
here, of which the first counts."""
EMBEDDERS = {"none": none}
Item = TypeVar("Item")


class Base:
    """Sets in a database. `settings` decide the limits of a turn; by default they are the defaults."""

    def __init__(
        self,
        library: Library,
        settings: Settings | None = None,
        embedders: Mapping[str, Embedder] = MappingProxyType({}),
    ) -> None:
        """`embedders`: more of them, by name; the last one makes the vectors of the passages."""
        self._library = library
        self.limits = limits(settings or Settings(_env_file=None))
        self._prompts = prompts()
        self._embedders: dict[str, Embedder] = {name: module.create(None) for name, module in EMBEDDERS.items()}
        self._embedders |= embedders
        self._writers = {name: _writer(embedder) for name, embedder in self._embedders.items()}
        self._searches = {name: self._preparation(embedder).search for name, embedder in self._embedders.items()}
        self._ids: dict[str, str] = {}
        self.seen: dict[tuple[str, str, str], tuple[Understood, Looked]] | None = None
        """What was looked for already, by question, workspace and embedder; None: every question is looked for again,
        as whoever changes the product between two questions wants it."""

    def _preparation(self, embedder: Embedder) -> Preparation:
        return Preparation(Sources([passages.create(self._library, embedder)]), self._prompts, self.limits)

    async def fill(self, sets: Sequence[LabelledSet]) -> None:
        """Ingests the passages of the sets, and computes their vectors."""
        ingestor = Ingestor(self._library, list(self._embedders.values())[-1])
        for each in sets:
            for at in range(0, len(each.passages), BATCH):
                part = each.passages[at : at + BATCH]
                results = await ingestor.sources(TENANT, [_source(passage, each.name) for passage in part])
                for passage, result in zip(part, results, strict=True):
                    if result.error or result.document_id is None:
                        raise BadSet(f"{each.name}.passages.jsonl, passage {passage.id!r}: {result.error}")
                    self._ids[result.document_id] = passage.id
                told(f"{each.name}: {at + len(part)} of {len(each.passages)} passages are in the store")
        await Reindexer(ReindexRows(self._library), list(self._embedders.values())[-1]).run()
        await self._library.settle()

    async def understood(self, question: str, workspace: str) -> Understood:
        """Returns a question as a turn understands it; its language is recognised."""
        asked = Question.asked(Asker(TENANT), question, usually_strict=False, scope=Scope(workspace))
        return await Understanding().of(asked)

    async def ranked(self, question: str, workspace: str, limit: int, embedder: str) -> list[str]:
        """Returns the ids of the best passages of a set, best first, each once."""
        return list(await self.scored(question, workspace, limit, embedder))[:limit]

    async def scored(self, question: str, workspace: str, limit: int, embedder: str) -> dict[str, float]:
        """Returns the ids of the best passages of a set with their scores, best first; a few more than `limit`."""
        meant = await self.understood(question, workspace)
        query = Query(TENANT, meant.lookups[0].text, meant.language, limit + WIDER, Scope(workspace))
        found = await passages.create(self._library, self._embedders[embedder]).search(query)
        scores: dict[str, float] = {}
        for hit in found.found:
            scores.setdefault(self._ids[hit.reference["documentId"]], hit.score)
        return scores

    async def quoted(self, meant: Understood, looked: Looked, level: str, embedder: str = "none") -> list[str]:
        """Returns the paragraphs that a turn without a model quotes, without the lines of the gateway itself."""
        prompt = self._prompts.answer(meant.lookups[0].text, looked.gathered.candidates, meant.language)
        prompt = replace(prompt, doubtful=level == "doubtful", confident=level == "confident")
        pieces: list[str] = []
        wanted = replace(prompt, deliverable=bool(meant.question.options.deliverable))
        await self._writers[embedder].generate(wanted, receive=lambda piece: pieces.append(piece.text))
        written = json.loads("".join(pieces))["paragraphs"]
        return [paragraph["text"] for paragraph in written if paragraph["citationIds"]]

    def cosine(self, embedder: str, closeness: float) -> float:
        """Returns a cosine less half of its neighbours' (`hybrid.beyond_neighbours`), by its closeness."""
        null, full = self._embedders[embedder].calibration or (0.0, 1.0)
        return null / 2 + SPREAD * closeness * (full - null)

    async def looked(self, question: str, workspace: str, embedder: str = "none") -> tuple[Understood, Looked]:
        """Returns the candidates and the confidence of a turn."""
        asked = question, workspace, embedder
        if self.seen is not None and asked in self.seen:
            return self.seen[asked]
        meant = await self.understood(question, workspace)
        found = meant, await self._searches[embedder].look(meant, meant.lookups)
        if self.seen is not None:
            self.seen[asked] = found
        return found


def _writer(embedder: Embedder) -> ExtractiveProvider:
    writer = extractive.create(Settings(_env_file=None))
    writer.nearness = Nearness(roles(embedder, "", ""))
    return writer


def _source(passage: LabelledPassage, workspace: str) -> Source:
    """Returns a passage as a plain text without a title that would say anything."""
    return Source(
        passage.text.encode("utf-8", "replace"),
        "text",
        source=passage.id,
        workspace=workspace,
        media_type=PLAIN_TEXT,
    )


@asynccontextmanager
async def opened(sets: Sequence[LabelledSet], embedder: str = "none") -> AsyncIterator[Base]:
    """A database with the sets in it, and the vectors of an embedder; it is gone afterwards."""
    made = slots.load("models.embedders", embedder, "--embedder").create(Settings())
    try:
        async with database() as connected:
            base = Base(Library(connected), embedders={embedder: made})
            await base.fill([replace(each, claims=()) for each in sets])
            yield base
    finally:
        await made.aclose()


def told(sentence: str) -> None:
    """Says on stderr how far it is."""
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


def progress(items: Iterable[Item], name: str) -> Iterator[Item]:
    """Yields the items, and says every five seconds how far it is."""
    listed = list(items)
    last = time.monotonic()
    for number, item in enumerate(listed):
        if time.monotonic() - last > 5:
            told(f"{name}: {number} of {len(listed)}")
            last = time.monotonic()
        yield item
    if listed:
        told(f"{name}: {len(listed)} of {len(listed)}")
