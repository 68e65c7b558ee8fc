"""How well search finds, the gate refuses and quoting answers, on sets of our own: the tables of docs/retrieval.md.

    python bench/quality.py            print the tables
    python bench/quality.py --write    and put them into docs/retrieval.md

Everything runs through the real store. Nothing is random, so the tables are the same on every machine.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.textbook import Textbook
from gateway import slots, words
from gateway.answer.gate import confidence, refuses
from gateway.ask import number
from gateway.embedders import hash as hashed
from gateway.embedders import none
from gateway.ingest import Ingestor, Source
from gateway.knowledge import ranking
from gateway.ports import Query, Retrieval
from gateway.providers._quoting import quote
from gateway.retrievers import passages
from gateway.store.database import Database
from gateway.store.embedded import acquire
from gateway.store.library import Library
from gateway.store.migrations import migrate

SETS = ROOT / "bench" / "sets"
LANGUAGES = ("en", "fr", "zh")
TENANT = "default"
DEEP = 10
CANDIDATES = 8
"""The default number of candidates of an answer."""
THRESHOLD = 0.3


@dataclass(frozen=True, slots=True)
class Case:
    """One question. `fact` is the wording of the right passage; "" for a question that nothing answers."""

    language: str
    kind: str
    question: str
    fact: str
    held_out: bool


def cases(language: str) -> list[Case]:
    """Answerable questions by kind, then unanswerable ones; every second one of a kind is held out."""
    content = json.loads((SETS / f"{language}.json").read_text(encoding="utf-8"))
    found = [
        Case(language, kind, entry["question"], entry["fact"], bool(at % 2))
        for kind, entries in content["answerable"].items()
        for at, entry in enumerate(entries)
    ]
    return found + [
        Case(language, "unanswerable", question, "", bool(at % 2)) for at, question in enumerate(content["unanswerable"])
    ]


def documents(language: str) -> list[Source]:
    """The set's own documents; the sample documents come beside them."""
    text = (SETS / f"{language}.md").read_text(encoding="utf-8")
    parts = [f"# {part.strip()}\n" for part in re.split(r"^# ", text, flags=re.MULTILINE) if part.strip()]
    return [
        Source(part, source=part.splitlines()[0][2:], workspace=language, media_type="text/markdown") for part in parts
    ]


def holds(text: str, fact: str) -> bool:
    return _bare(fact) in _bare(text)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


@dataclass(slots=True)
class Run:
    """What one system brought for one question: the texts, best first."""

    case: Case
    texts: list[str]
    relevant: int = 1
    """Right passages in the whole knowledge base."""
    _hits: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self._hits = [holds(text, self.case.fact) for text in self.texts]

    def recall(self, depth: int) -> float:
        """Whether a right passage is among the first `depth`."""
        return float(any(self._hits[:depth]))

    @property
    def reciprocal_rank(self) -> float:
        return next((1 / place for place, hit in enumerate(self._hits, start=1) if hit), 0.0)

    @property
    def ndcg(self) -> float:
        gain = sum(1 / math.log2(place + 1) for place, hit in enumerate(self._hits[:DEEP], start=1) if hit)
        best = sum(1 / math.log2(place + 1) for place in range(1, min(self.relevant, DEEP) + 1))
        return gain / best if best else 0.0


class Base:
    """The sets in a real store, one workspace per language."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.texts: dict[str, list[str]] = {}
        self._with_titles: dict[str, list[str]] = {}

    async def fill(self) -> None:
        ingestor = Ingestor(self._library, hashed.create(None))
        for language in LANGUAGES:
            await ingestor.sources(TENANT, documents(language))
            await ingestor.paths(TENANT, [str(ROOT / "examples" / language)], workspace=language)
            listed, _ = await self._library.list_documents(TENANT, workspace=language, limit=100)
            entries = [
                (document.title, passage)
                for document in sorted(listed, key=lambda one: one.title)
                for passage in await self._library.passages_of(TENANT, document.document_id)
            ]
            self.texts[language] = [passage.text for _, passage in entries]
            self._with_titles[language] = [
                f"{title}\n{passage.heading or ''}\n{passage.text}" for title, passage in entries
            ]

    def run(self, case: Case, texts: Sequence[str]) -> Run:
        right = sum(holds(text, case.fact) for text in self.texts[case.language])
        assert right, f"no passage holds {case.fact!r}"
        return Run(case, list(texts), right)

    def textbook(self, asked: Iterable[Case]) -> list[Run]:
        books = {language: Textbook(self._with_titles[language]) for language in LANGUAGES}
        return [
            self.run(case, [self.texts[case.language][at] for at in books[case.language].search(case.question, DEEP)])
            for case in asked
        ]

    def own_words(self, asked: Iterable[Case]) -> list[Run]:
        """BM25 with the gateway's words and nothing else."""
        counted = {
            language: [ranking.frequencies(text) for text in self._with_titles[language]] for language in LANGUAGES
        }
        corpora = {language: ranking.statistics(counted[language]) for language in LANGUAGES}

        def best(case: Case) -> list[str]:
            query = words.query_terms(case.question, case.language)
            scores = [
                ranking.bm25(query, tf, ranking.passage_length(tf), corpora[case.language])
                for tf in counted[case.language]
            ]
            order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
            return [self.texts[case.language][at] for at in order[:DEEP]]

        return [self.run(case, best(case)) for case in asked]

    async def search(self, asked: Iterable[Case], embedder: object = hashed) -> list[Run]:
        found = []
        for case in asked:
            retrieval = await self.retrieve(case, DEEP, embedder)
            found.append(self.run(case, [hit.payload["text"] for hit in retrieval.found]))
        return found

    async def retrieve(self, case: Case, limit: int, embedder: object = hashed) -> Retrieval:
        retriever = passages.create(self._library, embedder.create(None))  # type: ignore[attr-defined]
        spoken = words.guess_language(case.question) or case.language
        return await retriever.search(Query(TENANT, case.question, spoken, limit, workspace=case.language))


@dataclass(slots=True)
class Answered:
    case: Case
    confidence: float
    refused: bool
    paragraphs: list[str]

    @property
    def first(self) -> bool:
        return bool(self.paragraphs) and holds(self.paragraphs[0], self.case.fact)

    @property
    def anywhere(self) -> bool:
        return any(holds(text, self.case.fact) for text in self.paragraphs)


async def answers(base: Base, asked: Iterable[Case]) -> list[Answered]:
    """Gate and quoting as a turn without a model has them."""
    found = []
    for case in asked:
        retrieval = await base.retrieve(case, CANDIDATES)
        candidates = number([retrieval])
        spoken = words.guess_language(case.question) or case.language
        sure = confidence(case.question, spoken, candidates, retrieval.weights)
        refused = refuses(sure, candidates, THRESHOLD, 0.0)
        quoted = [] if refused else [one.text for one in quote(case.question, spoken, candidates)]
        found.append(Answered(case, sure.value, refused, quoted))
    return found


@asynccontextmanager
async def base() -> AsyncIterator[Base]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        embedded = await acquire(Path(folder))
        await migrate(embedded.url, slots.resource("migrations"))
        database = Database(embedded.url)
        await database.open()
        try:
            filled = Base(Library(database))
            await filled.fill()
            yield filled
        finally:
            await database.close()
            embedded.release()
