"""How well search finds, the gate refuses and quoting answers, on our own sets: the last tables of docs/retrieval.md.

These sets tell when something breaks; how good it is, `bench/judgement.py` says.

    python bench/quality.py            print the tables
    python bench/quality.py --write    and put them into docs/retrieval.md

Everything runs through the real store. Only passages of exactly the same score stand in an order of chance.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.database import database
from bench.textbook import Textbook
from gateway import words
from gateway.answer.gate.confidence_gate import Bar, confidence, judge
from gateway.answer.gate.gate_features import CorpusWords
from gateway.conversation.question import Scope
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.source_file import Source
from gateway.knowledge.search import query as lookup
from gateway.knowledge.search import ranking
from gateway.models.embedders import none
from gateway.models.quoting.composing import LITTLE
from gateway.models.quoting.quotes import LEAST_COVERAGE, quote
from gateway.retrieval.ports import Query, Retrieval
from gateway.retrieval.retrievers import passages
from gateway.retrieval.sources import Gathered, Sources
from gateway.settings import Settings
from gateway.store.documents.library import Library
from gateway.store.documents.stored_documents import DocumentSearch
from tests.support import in_memory_ranking

ROOT = Path(__file__).parents[1]
SETS = ROOT / "bench" / "sets"
LANGUAGES = ("en", "fr", "zh")
OTHERS = ("de", "ru")
"""Languages without tables of synonyms: search is measured on a few questions that are hard for words."""
TENANT = "default"
DEEP = 10
CANDIDATES = 8
"""The default number of candidates of an answer."""
DEFAULTS = Settings(_env_file=None)
BAR = Bar(DEFAULTS.gate_threshold.of(), DEFAULTS.gate_doubt.of())


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
        Case(language, "unanswerable", question, "", bool(at % 2))
        for at, question in enumerate(content["unanswerable"])
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
        return next((1 / rank for rank, hit in enumerate(self._hits, start=1) if hit), 0.0)

    @property
    def ndcg(self) -> float:
        gain = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(self._hits[:DEEP], start=1) if hit)
        best = sum(1 / math.log2(rank + 1) for rank in range(1, min(self.relevant, DEEP) + 1))
        return gain / best if best else 0.0


class Base:
    """The sets in a real store, one workspace per language."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.texts: dict[str, list[str]] = {}
        self._with_titles: dict[str, list[str]] = {}

    async def fill(self) -> None:
        ingestor = Ingestor(self._library, none.create(None))
        for language in (*LANGUAGES, *OTHERS):
            await ingestor.sources(TENANT, documents(language))
            if language in LANGUAGES:
                await ingestor.paths(TENANT, [str(ROOT / "examples" / language)], workspace=language)
            listed, _ = await self._library.documents.page(TENANT, DocumentSearch([language], limit=100))
            entries = [
                (document.title, passage)
                for document in sorted(listed, key=lambda document: (document.title, document.source))
                for passage in await self._library.documents.passages(TENANT, document.document_id)
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
        books = {language: Textbook(texts) for language, texts in self._with_titles.items()}
        return [
            self.run(case, [self.texts[case.language][at] for at in books[case.language].search(case.question, DEEP)])
            for case in asked
        ]

    def own_words(self, asked: Iterable[Case]) -> list[Run]:
        """BM25 with the gateway's words and nothing else."""
        counted = {
            language: [in_memory_ranking.frequencies(text) for text in texts]
            for language, texts in self._with_titles.items()
        }
        corpora = {language: in_memory_ranking.statistics(passages) for language, passages in counted.items()}

        def best(case: Case) -> list[str]:
            query = words.query_terms(case.question, case.language)
            scores = [
                in_memory_ranking.bm25(query, tf, ranking.passage_length(tf), corpora[case.language])
                for tf in counted[case.language]
            ]
            order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
            return [self.texts[case.language][at] for at in order[:DEEP]]

        return [self.run(case, best(case)) for case in asked]

    async def search(self, asked: Iterable[Case]) -> list[Run]:
        found = []
        for case in asked:
            retrieval = await self.retrieve(case, DEEP)
            found.append(self.run(case, [hit.reference["text"] for hit in retrieval.found]))
        return found

    async def retrieve(self, case: Case, limit: int) -> Retrieval:
        retriever = passages.create(self._library, none.create(None))
        return await retriever.search(_query(case, limit))

    async def gathered(self, case: Case, limit: int) -> Gathered:
        """The candidates of a turn."""
        return await Sources([passages.create(self._library, none.create(None))]).search(_query(case, limit))


def _query(case: Case, limit: int) -> Query:
    spoken = words.guess_language(case.question) or case.language
    return Query(TENANT, case.question, spoken, limit, Scope(case.language))


@dataclass(slots=True)
class Answered:
    case: Case
    confidence: float
    level: str
    paragraphs: list[str]

    @property
    def refused(self) -> bool:
        return self.level == "nothing"

    @property
    def confident(self) -> bool:
        return self.level == "confident"

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
        gathered = await base.gathered(case, CANDIDATES)
        candidates = gathered.candidates
        spoken = words.guess_language(case.question) or case.language
        sure = confidence(case.question, spoken, candidates, CorpusWords(gathered.weights, gathered.passages))
        level = judge(sure, lambda _: BAR).level
        least = LITTLE if level == "doubtful" else LEAST_COVERAGE
        quoted = [] if level == "nothing" else quote(case.question, spoken, candidates, least=least)
        found.append(Answered(case, sure.value, level, [answer.text for answer in quoted]))
    return found


@asynccontextmanager
async def base() -> AsyncIterator[Base]:
    async with database() as opened:
        filled = Base(Library(opened))
        await filled.fill()
        yield filled


# Tables --------------------------------------------------------------------------------------------------------------

SYSTEMS = ("textbook BM25", "BM25, our words", "ours")
PARTS: dict[str, list[tuple[object, str, object]]] = {
    "misspelt words mended": [(lookup, "MENDED", 0.0), (lookup, "PART", 0.0)],
    "neighbours written together": [(lookup, "JOINED", 0.0)],
}
KIN: list[tuple[object, str, object]] = [(words, "kin", lambda *_: words.Kin())]


@contextmanager
def without(changes: Iterable[tuple[object, str, object]]) -> Iterator[None]:
    """A part of the product switched off: what it was worth shows in the table."""
    with ExitStack() as restored:
        for module, name, value in changes:
            restored.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, value)
        yield


async def tables(base: Base) -> str:
    every = [case for language in LANGUAGES for case in cases(language)]
    answerable = [case for case in every if case.fact]
    others = [case for language in OTHERS for case in cases(language)]
    parts = ["### Search", _search_tables(LANGUAGES, await _runs(base, answerable))]
    parts += ["### Search in other languages", OTHERS_NOTE, _search_tables(OTHERS, await _runs(base, others))]
    parts.append(_refused_others(await answers(base, others)))
    parts += ["### What each part is worth", await _parts_table(base, answerable)]
    parts += ["### Refusals", await _gate_table(base, every), "### Quoted answers", await _answers_table(base, every)]
    return "\n\n".join(parts) + "\n"


OTHERS_NOTE = """\
Words of these languages have stems and stop words of their own. Most questions here write a compound
apart, hold an error or inflect. Small sets: some twenty notes of one sentence each."""


def _refused_others(found: Sequence[Answered]) -> str:
    refused = [
        f"{sum(one.refused for one in mine)} of {len(mine)} ({language})"
        for language in OTHERS
        for mine in [[answer for answer in found if answer.case.language == language]]
    ]
    return f"The gate refuses {', '.join(refused)} of these questions."


async def _runs(base: Base, asked: Sequence[Case]) -> list[list[Run]]:
    """Of every system in `SYSTEMS`."""
    return [
        base.textbook(asked),
        base.own_words(asked),
        await base.search(asked),
    ]


def _search_tables(languages: Sequence[str], runs: Sequence[Sequence[Run]]) -> str:
    text = ["Each cell: recall@1 / recall@5 / recall@10 / nDCG@10."]
    for language in languages:
        mine = [[run for run in system if run.case.language == language] for system in runs]
        rows = [f"| {language} | questions | {' | '.join(SYSTEMS)} |", f"|---|---|{'---|' * len(SYSTEMS)}"]
        for kind in dict.fromkeys(run.case.kind for run in mine[0]):
            rows.append(_search_row(kind, [[run for run in system if run.case.kind == kind] for system in mine]))
        rows.append(_search_row("**all**", mine))
        rows.append(_search_row("**held out**", [[run for run in system if run.case.held_out] for system in mine]))
        text += ["\n".join(rows), _sign_test(mine[0], mine[-1])]
    return "\n\n".join(text)


def _search_row(name: str, systems: Sequence[Sequence[Run]]) -> str:
    return f"| {name} | {len(systems[0])} | {' | '.join(map(cell, systems))} |"


def cell(runs: Sequence[Run]) -> str:
    """What one system reaches on some questions, as the table says it."""
    recalls = [_mean(run.recall(depth) for run in runs) for depth in (1, 5, DEEP)]
    return f"{' / '.join(f'{value:.2f}' for value in recalls)} / {_mean(run.ndcg for run in runs):.3f}"


def _sign_test(yardstick: Sequence[Run], ours: Sequence[Run]) -> str:
    """Two-sided sign test on the rank of the first right passage."""
    pairs = [(base.reciprocal_rank, own.reciprocal_rank) for base, own in zip(yardstick, ours, strict=True)]
    better, worse = sum(b > a for a, b in pairs), sum(b < a for a, b in pairs)
    count = better + worse
    tail = sum(math.comb(count, at) for at in range(min(better, worse) + 1)) / 2**count
    return (
        f"Against the textbook ours is better for {better} questions, worse for {worse}, "
        f"equal for {len(pairs) - count} (sign test p = {min(1.0, 2 * tail):.2g})."
    )


async def _parts_table(base: Base, answerable: Sequence[Case]) -> str:
    held_out_cases = [case for case in answerable if case.held_out]
    rows = ["nDCG@10 on the held-out half.", "", f"| without | {' | '.join(LANGUAGES)} |", "|---|---|---|---|"]

    async def row(name: str) -> None:
        runs = await base.search(held_out_cases)
        means = [_mean(run.ndcg for run in runs if run.case.language == language) for language in LANGUAGES]
        rows.append(f"| {name} | {' | '.join(f'{value:.3f}' for value in means)} |")

    await row("nothing: the default")
    for name, changes in PARTS.items():
        with without(changes):
            await row(name)
    with without([change for changes in PARTS.values() for change in changes]):
        await row("all of these")
    return "\n".join(rows)


async def _gate_table(base: Base, every: Sequence[Case]) -> str:
    held_out_cases = [case for case in every if case.held_out]
    old = [change for changes in PARTS.values() for change in changes] + KIN
    rows = [
        "Held-out half. Each cell: answerable questions refused / unanswerable ones answered without a doubt;",
        "AUC is the chance that an answerable question is given more confidence than an unanswerable one.",
        "",
        f"| gate | {' | '.join(LANGUAGES)} | AUC {' / '.join(LANGUAGES)} |",
        "|---|---|---|---|---|",
    ]
    for name, changes in (
        ("words as they are", old),
        ("kindred words: the default", []),
    ):
        with without(changes):
            found = await answers(base, held_out_cases)
        cells, areas = [], []
        for language in LANGUAGES:
            good = [answer for answer in found if answer.case.language == language and answer.case.fact]
            bad = [answer for answer in found if answer.case.language == language and not answer.case.fact]
            cells.append(
                f"{_mean(float(one.refused) for one in good):.0%} / {_mean(float(one.confident) for one in bad):.0%}"
            )
            areas.append(_mean(_above(answer.confidence, other.confidence) for answer in good for other in bad))
        rows.append(f"| {name} | {' | '.join(cells)} | {' / '.join(f'{area:.2f}' for area in areas)} |")
    return "\n".join(rows)


def _above(score: float, other_score: float) -> float:
    return 1.0 if score > other_score else 0.5 if score == other_score else 0.0


async def _answers_table(base: Base, every: Sequence[Case]) -> str:
    held_out_cases = [case for case in every if case.held_out and case.fact]
    old = [change for changes in PARTS.values() for change in changes] + KIN
    rows = [
        "Without a model, held-out half. Each cell: the first paragraph holds the fact / any paragraph does / no answer.",
        "",
        f"| quoting | {' | '.join(LANGUAGES)} |",
        "|---|---|---|---|",
    ]
    for name, changes in (("words as they are", old), ("kindred words: the default", [])):
        with without(changes):
            found = await answers(base, held_out_cases)
        cells = []
        for language in LANGUAGES:
            mine = [answer for answer in found if answer.case.language == language]
            cells.append(
                f"{_mean(float(one.first) for one in mine):.0%} / {_mean(float(one.anywhere) for one in mine):.0%} / "
                f"{_mean(float(not one.paragraphs) for one in mine):.0%}"
            )
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


BEGIN = "<!-- The tables: python bench/quality.py --write -->"
PAGE = ROOT / "docs" / "retrieval.md"


def page(text: str) -> str:
    """The page with new tables."""
    return f"{PAGE.read_text(encoding='utf-8').partition(BEGIN)[0]}{BEGIN}\n\n{text}"


async def main() -> None:
    async with base() as filled:
        text = await tables(filled)
    print(text)
    if "--write" in sys.argv[1:]:
        await asyncio.to_thread(PAGE.write_text, page(text), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
