"""What it costs to take documents in: MB/s end to end, whose processor time it is, and what bounds it.

Run: `python bench/ingest.py [MB] [language …]` (8 MB of each of en, fr, zh). The corpus is invented (`corpus.py`):
words after Zipf's law, the first of them those of the sample documents. It first prints what each part of a worker's
share costs by itself. For each language, in plain text and in Markdown, it then prints megabytes of source a second by
the clock, and processor seconds per megabyte of the gateway, of its worker processes and of PostgreSQL. Beside them are
the megabytes a second that processors without any pause would allow, and the cost of the same rows if COPY alone writes
them, into a table without and with its indexes. At the end it prints the most memory that the gateway and one worker
had, and the size of the database for a passage. `BENCH_DATABASE_URL` names another PostgreSQL.
"""

from __future__ import annotations

import asyncio
import io
import os
import resource
import sys
import tempfile
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import corpus  # noqa: E402
from database import database as opened  # noqa: E402

from bench.figures import figures  # noqa: E402
from gateway.ingestion.ingest import Ingestor  # noqa: E402
from gateway.knowledge import extraction  # noqa: E402
from gateway.knowledge.search.ranking import passage_length  # noqa: E402
from gateway.models.embedders import none  # noqa: E402
from gateway.models.ports import Embedder  # noqa: E402
from gateway.store.database.database import Database  # noqa: E402
from gateway.store.database.tenancy import ALL_TENANTS  # noqa: E402
from gateway.store.database.tsvector import lexemes  # noqa: E402
from gateway.store.documents.library import Library  # noqa: E402
from tests.support.in_memory_ranking import frequencies  # noqa: E402
from tests.support.splitting import split  # noqa: E402

TENANT = "default"
PER_DOCUMENT = 50
PARTS = ("reading and splitting", "words", "as PostgreSQL reads them")


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
    async with database.connection(ALL_TENANTS) as connection:
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


def forget_peak() -> None:
    """Lets the most memory of this process be measured from here on, where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peaks() -> tuple[float, float]:
    """The most memory of this process, and the most that an ended process of its had, in MB."""
    with suppress(OSError):
        lines = Path("/proc/self/status").read_text().splitlines()
        own = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
        return own / 1e3, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    return 0.0, 0.0


async def copied(database: Database, workspace: str) -> list[float]:
    """Processor seconds of PostgreSQL to write the passages of a workspace by COPY, without and with indexes."""
    rows, found = io.BytesIO(), []
    passages = "select p.* from passage p join document d using (tenant_id, document_id) where d.workspace = $1"
    async with database.owner() as (connection, _):
        async with connection.transaction():
            await connection.raw.execute("select set_config('citestream.tenant', $1, true)", TENANT)
            await connection.raw.copy_from_query(passages, workspace, output=rows, format="binary")
        for including in ("storage", "all"):
            await connection.raw.execute(f"create table copied (like passage including {including})")
            rows.seek(0)
            before = await postgres_seconds(database)
            await connection.raw.copy_to_table("copied", source=rows, format="binary")
            found.append(await postgres_seconds(database) - before)
            await connection.raw.execute("drop table copied")
    return found


async def measured(database: Database, embedder: Embedder, folder: Path, size: float, label: str) -> int:
    library = Library(database)
    ingestor = Ingestor(library, embedder)
    before = await postgres_seconds(database), children_seconds(), time.process_time()
    forget_peak()
    begin = time.perf_counter()
    results = await ingestor.paths(TENANT, [folder], workspace=label)
    took = time.perf_counter() - begin
    own = time.process_time() - before[2]
    await asyncio.sleep(1)  # worker processes are counted when they have ended
    workers, base = children_seconds() - before[1], await postgres_seconds(database) - before[0]
    memory = " / ".join(f"{peak:.0f}" for peak in peaks())
    bare, indexed = (seconds / size for seconds in await copied(database, label))
    passages = sum(result.passages for result in results)
    whole = (own + workers + base) / size
    print(
        f"{label:<18}{passages:>9,}{size / took:>7.2f}{own / size:>9.3f}{workers / size:>9.3f}{base / size:>11.3f}"
        f"{whole:>7.3f}{(os.cpu_count() or 1) / whole:>10.2f}{bare:>9.3f}{indexed:>9.3f}{memory:>12}",
        flush=True,
    )
    figures(
        (f"{label}: taken in", size / took, "MB/s"),
        (f"{label}: gateway", own / size, "s a MB"),
        (f"{label}: workers", workers / size, "s a MB"),
        (f"{label}: PostgreSQL", base / size, "s a MB"),
        (f"{label}: all", whole, "s a MB"),
        (f"{label}: COPY alone", bare, "s a MB"),
        (f"{label}: COPY alone with indexes", indexed, "s a MB"),
    )
    return passages


def parts(language: corpus.Language) -> str:
    """Processor seconds a MB of each part of a worker's share, on about 1 MB of new words."""
    sources = [corpus.source(language, number, PER_DOCUMENT) for number in range(20)]
    size = sum(len(source.content) for source in sources) / 1e6
    marks = [time.process_time()]
    texts = [
        draft.text
        for source in sources
        for draft in split(extraction.opened(source.content, source.name).text, "text/plain")
    ]  # type: ignore[arg-type]
    marks.append(time.process_time())
    counted = [frequencies(text) for text in texts]
    marks.append(time.process_time())
    for counts in counted:
        lexemes(counts)
        passage_length(counts)
    marks.append(time.process_time())
    took = [f"{name} {(end - begin) / size:.3f}" for name, (begin, end) in zip(PARTS, pairwise(marks), strict=True)]
    return f"{language.name}, processor seconds a MB: {', '.join(took)}"


async def main() -> None:
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    chosen = sys.argv[2:] or corpus.LANGUAGES
    with tempfile.TemporaryDirectory() as data:
        async with opened() as database:
            print(
                f"{'':<18}{'':>9}{'':>7}{'processor seconds a MB':^36}{'MB/s if':>10}{'COPY alone':>18}{'MB, gateway':>12}\n"
                f"{'':<18}{'passages':>9}{'MB/s':>7}{'gateway':>9}{'workers':>9}{'PostgreSQL':>11}{'all':>7}"
                f"{'none idle':>10}{'bare':>9}{'indexed':>9}{'/ worker':>12}"
            )
            passages = 0
            for name in chosen:
                language = corpus.Language(name)
                print(parts(language), flush=True)
                for kind in ("text", "Markdown"):
                    folder = Path(data, f"{name}-{kind}")
                    folder.mkdir()  # noqa: ASYNC240
                    exact = written(folder, language, size, markdown=kind == "Markdown")
                    passages += await measured(database, none.create(None), folder, exact, f"{name} {kind}")
            async with database.connection(ALL_TENANTS) as connection:
                bytes_used = await connection.fetchval("select pg_database_size(current_database())")
            print(
                f"database: {bytes_used / 1e6:,.0f} MB for {passages:,} passages, {bytes_used / passages / 1e3:.1f} kB each"
            )


if __name__ == "__main__":
    asyncio.run(main())
