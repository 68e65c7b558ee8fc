"""What it costs to take documents in: MB/s end to end, and whose processor time it is.

Run: `python bench/ingest.py [MB] [language …]` (8 MB of each of en, fr, zh). The corpus is invented (`corpus.py`):
words after Zipf's law, the first of them those of the sample documents. For each language, plain text and Markdown,
without vectors and with those of `hash`: megabytes of source a second by the clock, and processor seconds per megabyte
of the gateway, of its worker processes and of PostgreSQL, with what PostgreSQL alone would allow on a core of its own;
before it, what each part of the work costs by itself. A last line says how large the database is for a passage. Goal: 5
MB/s. `BENCH_DATABASE_URL` names another PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import corpus  # noqa: E402
from database import database as opened  # noqa: E402

from gateway.ingestion.ingest import Ingestor  # noqa: E402
from gateway.knowledge.documents.extraction import extract  # noqa: E402
from gateway.knowledge.documents.splitter import split  # noqa: E402
from gateway.knowledge.search.index import lexemes  # noqa: E402
from gateway.knowledge.search.ranking import frequencies, passage_length  # noqa: E402
from gateway.models.embedders import hash as hashed  # noqa: E402
from gateway.models.embedders import none  # noqa: E402
from gateway.models.ports import Embedder  # noqa: E402
from gateway.store.database import Database  # noqa: E402
from gateway.store.knowledge.library import Library  # noqa: E402

TENANT = "default"
PER_DOCUMENT = 50
PARTS = ("reading and splitting", "words", "as PostgreSQL reads them", "hash vectors")


def written(folder: Path, language: corpus.Language, size: float, *, markdown: bool) -> float:
    """Files of about `size` MB; returns their exact size."""
    total, number = 0, 0
    while total < size * 1e6:
        source = corpus.source(language, number, PER_DOCUMENT, markdown=markdown)
        total += (folder / f"{number}.{'md' if markdown else 'txt'}").write_bytes(bytes(source.content))  # type: ignore[arg-type]
        number += 1
    return total / 1e6


async def postgres_seconds(database: Database) -> float:
    """Processor time of the connections of this database so far; 0 where the system does not tell."""
    async with database.connection() as connection:
        rows = await connection.fetch("select pid from pg_stat_activity where datname = current_database()")
    seconds = 0.0
    for row in rows:
        try:
            fields = Path(f"/proc/{row['pid']}/stat").read_text().rpartition(")")[2].split()  # noqa: ASYNC240
        except OSError:
            continue
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def measured(database: Database, embedder: Embedder, folder: Path, size: float, label: str) -> int:
    library = Library(database)
    ingestor = Ingestor(library, embedder)
    before = await postgres_seconds(database), children_seconds(), time.process_time()
    begin = time.perf_counter()
    results = await ingestor.paths(TENANT, [folder], workspace=label)
    took = time.perf_counter() - begin
    own = time.process_time() - before[2]
    await asyncio.sleep(1)  # worker processes are counted when they have ended
    workers, base = children_seconds() - before[1], await postgres_seconds(database) - before[0]
    passages = sum(result.passages for result in results)
    alone = f"{size / base:>9.2f}" if base else f"{'-':>9}"
    print(
        f"{label:<22}{passages:>9,}{size / took:>8.2f}{own / size:>10.3f}{workers / size:>9.3f}{base / size:>12.3f}{alone}",
        flush=True,
    )
    return passages


def parts(language: corpus.Language) -> str:
    """Processor seconds a MB of each part of a worker's share, on about 1 MB of new words."""
    sources = [corpus.source(language, number, PER_DOCUMENT) for number in range(20)]
    size = sum(len(source.content) for source in sources) / 1e6
    marks = [time.process_time()]
    texts = [
        draft.text for source in sources for draft in split(extract(source.content, source.name).text, "text/plain")
    ]  # type: ignore[arg-type]
    marks.append(time.process_time())
    counted = [frequencies(text) for text in texts]
    marks.append(time.process_time())
    for counts in counted:
        lexemes(counts)
        passage_length(counts)
    marks.append(time.process_time())
    for counts in counted:
        hashed.vector(counts)
    marks.append(time.process_time())
    took = [f"{name} {(end - begin) / size:.3f}" for name, (begin, end) in zip(PARTS, pairwise(marks), strict=True)]
    return f"{language.name}, processor seconds a MB: {', '.join(took)}"


async def main() -> None:
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    chosen = sys.argv[2:] or corpus.LANGUAGES
    with tempfile.TemporaryDirectory() as data:
        async with opened() as database:
            print(
                f"{'':<22}{'':>9}{'':>8}{'processor seconds a MB':^31}{'MB/s if':>9}\n"
                f"{'':<22}{'passages':>9}{'MB/s':>8}{'gateway':>10}{'workers':>9}{'PostgreSQL':>12}{'PG alone':>9}"
            )
            passages = 0
            for name in chosen:
                language = corpus.Language(name)
                print(parts(language), flush=True)
                for kind in ("text", "Markdown"):
                    folder = Path(data, f"{name}-{kind}")
                    folder.mkdir()  # noqa: ASYNC240
                    exact = written(folder, language, size, markdown=kind == "Markdown")
                    for embedder in (none.create(None), hashed.create(None)):
                        label = f"{name} {kind} {'hash' if embedder.dimensions else ''}"
                        passages += await measured(database, embedder, folder, exact, label)
            async with database.connection() as connection:
                bytes_used = await connection.fetchval("select pg_database_size(current_database())")
            print(
                f"database: {bytes_used / 1e6:,.0f} MB for {passages:,} passages, {bytes_used / passages / 1e3:.1f} kB each"
            )


if __name__ == "__main__":
    asyncio.run(main())
