"""Follow-ups in conversations over a mixed corpus: is the right passage among the candidates of a turn?

    python bench/dialogues.py FOLDER                          all conversations, without a model and with a stand-in
    python bench/dialogues.py FOLDER --half development       those that rules may be made on
    python bench/dialogues.py FOLDER --only quoted            without a model only; `rewritten`: with the stand-in only
    python bench/dialogues.py FOLDER --before 300             and questions of the sets behind others at random
    python bench/dialogues.py FOLDER --embedder meaning       with vectors; without it, words alone
    python bench/dialogues.py FOLDER --json FILE              and write what became of every turn into a file

FOLDER holds the labelled sets that `bench/sets/dialogues.jsonl` names the passages of (`bench/judgement_parts/sets.py`
has their form); all of them lie in one knowledge base, one document a passage. The stand-in for a model rewrites each
follow-up as that file has it, and says the first words of the right passage where it is given that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.database import address, opened
from bench.judgement_parts import baselines
from bench.judgement_parts.base import TENANT, progress, told
from bench.judgement_parts.sets import LabelledSet, load
from gateway.conversation.prepared import Prepared
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.source_file import Source
from gateway.knowledge.format_table import PLAIN_TEXT
from gateway.models.embedders import none
from gateway.store.database.database import Database
from gateway.store.documents.library import Library
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, paragraphs_json, text
from tests.support.library import passages
from tests.support.server import Server, running

FILE = Path(__file__).parent / "sets" / "dialogues.jsonl"
MODES = ("quoted", "rewritten")
BATCH = 250
DEEP = 8
"""Candidates of a turn."""
SAID = 300
"""Characters that the stand-in says of a passage."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One turn of a conversation: what is asked, how it leans on what was said (`alone` and `topic`: not at all), the
    passages that answer it, and what it means, where that is not what it says."""

    question: str
    kind: str
    gold: frozenset[str]
    alone: str = ""

    @property
    def dependent(self) -> bool:
        return bool(self.alone)


@dataclass(frozen=True, slots=True)
class Dialogue:
    id: str
    language: str
    half: str
    turns: tuple[Asked, ...]


@dataclass(slots=True)
class Outcome:
    """What became of a turn."""

    dialogue: str
    language: str
    kind: str
    question: str
    found: bool
    """A right passage is among the candidates."""
    rank: int
    """Of the first one, from 1; 0: none."""
    source: str
    meant: str | None
    ms: float
    unchanged: bool = True
    """The candidates are those of the question alone."""
    leaning: bool = False
    """It was taken for a follow-up."""
    baselines: dict[str, bool] = field(default_factory=dict)


def dialogues(half: str = "all") -> list[Dialogue]:
    """Returns the conversations of a half: `development`, `held-out`, `all`."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        turns = tuple(
            Asked(turn["question"], turn["kind"], frozenset(turn["gold"]), turn.get("alone", ""))
            for turn in read["turns"]
        )
        found.append(Dialogue(read["id"], read["language"], read["half"], turns))
    return [each for each in found if half in ("all", each.half)]


async def fill(connected: Database, sets: Sequence[LabelledSet]) -> dict[str, str]:
    """Puts all passages into one knowledge base, unless it has them; returns their names by document id."""
    library = Library(connected)
    async with connected.connection(TENANT) as connection:
        there = await connection.fetch("select document_id, external_id from document where tenant_id = $1", TENANT)
    if not there:
        ingestor = Ingestor(library, none.create(None))
        sources = [
            Source(
                passage.text.encode("utf-8", "replace"),
                "text",
                external_id=f"{each.name}/{passage.id}",
                media_type=PLAIN_TEXT,
            )
            for each in sets
            for passage in each.passages
        ]
        for at in range(0, len(sources), BATCH):
            await ingestor.sources(TENANT, sources[at : at + BATCH])
            told(f"{at + BATCH} of {len(sources)} passages are in the store")
        await library.settle()
        return await fill(connected, sets)
    return {str(row["document_id"]): row["external_id"] for row in there}


class StandIn:
    """A model that rewrites a follow-up as it is meant, and quotes a right passage where it sees one."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self.turn: Asked | None = None
        self.condensed = 0

    def __call__(self, request: Request) -> Behaviour:
        assert self.turn is not None
        messages = request.body["messages"]
        if messages[0]["content"].startswith("You rewrite"):
            self.condensed += 1
            return text(self.turn.alone or self.turn.question, 40)
        shown = passages(messages[-1]["content"])
        right = (id for id, said in shown.items() if any(said[:80] in self._texts[name] for name in self.turn.gold))
        chosen = next(right, next(iter(shown), None))
        paragraphs = [([chosen], shown[chosen][:SAID])] if chosen else []
        return text(paragraphs_json(paragraphs), 40)


class Talks:
    """Conversations with a server: what each turn was given."""

    def __init__(self, server: Server, names: dict[str, str], standin: StandIn) -> None:
        self._server, self._names, self._standin = server, names, standin
        self._frozen: list[tuple[Prepared, float]] = []
        preparation = server.services.ask.preparation
        prepare = preparation.prepare

        async def watched(*given: Any) -> Prepared:
            began = time.perf_counter()
            frozen = await prepare(*given)
            self._frozen.append((frozen, (time.perf_counter() - began) * 1000))
            return frozen

        preparation.prepare = watched  # type: ignore[method-assign]

    async def thread(self, turns: Iterable[Asked]) -> list[tuple[Prepared, float]]:
        """Asks the questions in one thread; returns what was decided for each and how many ms that took."""
        thread_id, found = f"bench-{uuid.uuid4().hex}", []
        for turn in turns:
            self._standin.turn = turn
            self._frozen.clear()
            await self._server.document(turn.question, caller_app="bench", thread_id=thread_id)
            found.append(self._frozen[-1])
        return found

    def ranked(self, frozen: Prepared) -> list[str]:
        """Returns the names of the passages that were found, best first."""
        found = (candidate for candidate in frozen.candidates if candidate.type == "embedding")
        return [self._names[str(candidate.reference["documentId"])] for candidate in found]

    def outcome(self, dialogue: Dialogue, turn: Asked, found: tuple[Prepared, float]) -> Outcome:
        frozen, ms = found
        ranked = self.ranked(frozen)
        rank = next((at for at, name in enumerate(ranked, 1) if name in turn.gold), 0)
        leaning = bool(frozen.followup) or frozen.search.meant is not None
        return Outcome(
            dialogue.id,
            dialogue.language,
            turn.kind,
            turn.question,
            rank > 0,
            rank,
            frozen.source,
            frozen.search.meant,
            ms,
            leaning=leaning,
        )


@asynccontextmanager
async def talking(
    url: str, names: dict[str, str], texts: dict[str, str], mode: str, embedder: str
) -> AsyncIterator[Talks]:
    """A server over the knowledge base, with the stand-in or without a model, and with the vectors of an embedder."""
    standin = StandIn(texts)
    async with AsyncExitStack() as open_parts:
        settings: dict[str, Any] = {"embedder": embedder, "memory": "off", "recording_days": 0}
        if mode == "rewritten":
            upstream = await open_parts.enter_async_context(FakeUpstream(standin))
            settings |= {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted"}
        server = await open_parts.enter_async_context(running(url, **settings))
        await server.gateway.reindexer.run()
        yield Talks(server, names, standin)


class Books:
    """Plain BM25 over the whole corpus, over a question alone and with the one before it."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._names, self._texts, self._books = list(texts), list(texts.values()), {}

    def found(self, turn: Asked, before: Asked | None, language: str) -> dict[str, bool]:
        book = self._books.get(language)
        if book is None:
            book = self._books[language] = baselines.book("stems", language, self._texts)
        asked = {
            "BM25": turn.question,
            "BM25 with the question before": f"{before.question if before else ''} {turn.question}",
        }
        return {
            name: any(self._names[at] in turn.gold for at in book.search(question, DEEP))
            for name, question in asked.items()
        }


async def run(talks: Talks, asked: Sequence[Dialogue], books: Books) -> list[Outcome]:
    """Returns what became of all turns; of those that stand alone, whether they are what they would be alone."""
    outcomes = []
    for dialogue in progress(asked, "conversations"):
        before = None
        for turn, found in zip(dialogue.turns, await talks.thread(dialogue.turns), strict=True):
            outcome = talks.outcome(dialogue, turn, found)
            outcome.baselines = books.found(turn, before, dialogue.language)
            if not turn.dependent:
                [alone] = await talks.thread([turn])
                outcome.unchanged = talks.ranked(alone[0]) == talks.ranked(found[0])
            else:
                [whole] = await talks.thread([replace(turn, question=turn.alone)])
                outcome.baselines["asked whole"] = not turn.gold.isdisjoint(talks.ranked(whole[0]))
            outcomes.append(outcome)
            before = turn
    return outcomes


async def behind_others(talks: Talks, sets: Sequence[LabelledSet], most: int) -> dict[str, list[str]]:
    """Returns, by set, those of at most so many of its questions that are not what they would be alone when a question
    of another set was asked before."""
    rng = random.Random(3)
    asked = {each.name: each.sampled(most).questions for each in sets if each.questions}
    changed: dict[str, list[str]] = defaultdict(list)
    for name, questions in asked.items():
        others = [other for each, found in asked.items() if each != name for other in found]
        for question in progress(questions, f"{name}, behind others"):
            turn = Asked(question.text, "alone", question.gold)
            [alone] = await talks.thread([turn])
            *_, behind = await talks.thread([Asked(rng.choice(others).text, "alone", frozenset()), turn])
            if talks.ranked(alone[0]) != talks.ranked(behind[0]) or alone[0].source != behind[0].source:
                changed[name].append(question.text)
        told(f"{name}: {len(changed[name])} of {len(questions)} are changed by another question before them")
    return changed


def table(outcomes: Sequence[Outcome], title: str) -> str:
    """Returns recall by language and kind, as a Markdown table."""
    dependent = [each for each in outcomes if each.kind not in ("alone", "topic")]
    rows = [("all that lean", dependent)]
    rows += [(code, [e for e in dependent if e.language == code]) for code in sorted({e.language for e in dependent})]
    rows += [(kind, [e for e in dependent if e.kind == kind]) for kind in sorted({e.kind for e in dependent})]
    independent = [each for each in outcomes if each.kind in ("alone", "topic")]
    rows += [("alone", independent), ("alone, not the first", [e for e in independent if e.kind == "topic"])]
    names = list(dict.fromkeys(name for each in outcomes for name in each.baselines))
    lines = [
        f"### {title}",
        "",
        f"| | turns | found | first | refused | taken to lean | unchanged | {' | '.join(names)} |",
    ]
    lines.append("|" + "---|" * (7 + len(names)))
    for label, each in rows:
        if each:
            shares = (
                [e.found for e in each],
                [e.rank == 1 for e in each],
                [e.source == "gate" for e in each],
                [e.leaning for e in each],
            )
            cells = [label, str(len(each)), *(_share(values) for values in shares)]
            cells.append(_share([e.unchanged for e in each]) if each[0].kind in ("alone", "topic") else "")
            cells += [_share([e.baselines.get(name, e.found) for e in each]) for name in names]
            lines.append(f"| {' | '.join(cells)} |")
    ms = [each.ms for each in outcomes]
    lines += ["", f"{statistics.median(ms):.1f} ms in front of the model in the middle, {max(ms):.1f} ms at most."]
    for kind, each in (("leaning", dependent), ("alone", independent)):
        lines.append(f"{kind}: {statistics.median([e.ms for e in each]):.1f} ms")
    return "\n".join(lines)


def _share(values: Sequence[bool]) -> str:
    return f"{sum(values) / len(values):.3f}"


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Follow-ups in conversations over a mixed corpus.")
    parser.add_argument("folder", nargs="?", help="holds the labelled sets")
    parser.add_argument("--half", choices=("development", "held-out", "all"), default="all")
    parser.add_argument("--only", choices=MODES, default=None)
    parser.add_argument("--language", default=None)
    parser.add_argument("--embedder", default="none", help="a file of gateway/models/embedders")
    parser.add_argument("--before", type=int, default=0, metavar="N", help="questions of each set behind others")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE")
    return parser.parse_args(given)


async def main(asked: argparse.Namespace) -> None:
    sets = [each for each in load(asked.folder) if each.questions]
    texts = {f"{each.name}/{passage.id}": passage.text for each in sets for passage in each.passages}
    chosen = [each for each in dialogues(asked.half) if asked.language in (None, each.language)]
    results: dict[str, Any] = {}
    async with address() as url:
        async with opened(url) as connected:
            names = await fill(connected, sets)
        books = Books(texts)
        for mode in (asked.only,) if asked.only else MODES:
            async with talking(url, names, texts, mode, asked.embedder) as talks:
                if asked.before:
                    results[f"{mode}, behind others"] = await behind_others(talks, sets, asked.before)
                    continue
                outcomes = await run(talks, chosen, books)
                results[mode] = [asdict(each) for each in outcomes]
                print(table(outcomes, f"{mode}, {asked.half}") + "\n", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(results, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    options = arguments(sys.argv[1:])
    if options.folder:
        asyncio.run(main(options))
    else:
        print("bench/dialogues.py wants a folder with the labelled sets that its conversations are about.")
