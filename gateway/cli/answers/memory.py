"""`citestream memory`: remembered answers into the database, out of it, and on the screen."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from gateway import settings
from gateway.cli.evaluating import memory_evaluation
from gateway.cli.options import DataDir, Tenant, configured, in_gateway, on_one_line, opened, run
from gateway.errors import WrongUse

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.cli.answers.legacy_memory import OldEntry

commands = typer.Typer(name="memory", help="Remembered answers.", no_args_is_help=True)
SHOWN = 100


@commands.command("import")
def import_(
    file: Annotated[Path | None, typer.Argument(help="An older SQLite memory; without it, MEMORY_DB_PATH.")] = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Take over an older memory: its answers are validated in their phase and projet. Any number of times."""
    config = configured(data_dir=data_dir)
    source = file or config.memory_db_path
    if source is None:
        raise WrongUse("Name the file, or set MEMORY_DB_PATH.")
    raise typer.Exit(1 if run(_import(config, source, tenant)) else 0)


@commands.command("export")
def export(
    file: Annotated[Path, typer.Argument(help="The SQLite file to make.")],
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Write the validated answers into a SQLite file that `import` reads."""
    print(f"Answers written: {run(_export(configured(data_dir=data_dir), file, tenant))}.")


@commands.command("list")
def list_(
    status: Annotated[str | None, typer.Option(help="pending, validated, stale or obsolete.")] = None,
    words: Annotated[
        str | None, typer.Option(callback=on_one_line, help="Only with these words in question or answer.")
    ] = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Show the newest remembered answers: number, status, uses, question."""
    from gateway.memory.rules.entry import Status

    config, known = configured(data_dir=data_dir), get_args(Status)
    if status is not None and status not in known:
        raise WrongUse(f"--status is one of {', '.join(known)}.")
    for row in in_gateway(
        config, lambda gateway: gateway.memories.entries(tenant, status=status, words=words, limit=SHOWN)
    ):
        question = " ".join(row["question"].split())
        print(f"{row['id']:>6}  {row['status']:<9}  {row['usage_count']:>5}  {question[:100]}")


commands.command("evaluate")(memory_evaluation.evaluate)


async def _import(config: settings.Settings, file: Path, tenant: str) -> int:
    """Returns how many rows could not be read."""
    from gateway.cli.answers.legacy_memory import read

    rows = await asyncio.to_thread(lambda: list(read(file)))
    complaints = [row for row in rows if isinstance(row, str)]
    left_out: Counter[str] = Counter()
    async with opened(config) as gateway:
        for row in rows:
            if not isinstance(row, str):
                outcome = await gateway.intake.sent(await _sent(gateway, tenant, row))
                if isinstance(outcome, str):
                    left_out[outcome] += 1
    for complaint in complaints:
        print(f"citestream: {file}, {complaint}", file=sys.stderr)
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(left_out.items()))
    taken = len(rows) - len(complaints) - left_out.total()
    print(f"Answers taken over: {taken}; left out: {left_out.total()}{f' ({reasons})' if reasons else ''}.")
    return len(complaints)


async def _sent(gateway: Gateway, tenant: str, row: OldEntry) -> Any:
    """Returns a row as an answer that was sent. Its vector is kept where it is of the embedder's kind."""
    from gateway.cli.answers.legacy_memory import DIMENSIONS, EMBEDDER
    from gateway.conversation.question import AnswerOptions, Asker, Question, Scope
    from gateway.memory.intake import Sent

    metadata = dict(row.metadata)
    phase, projet = (str(metadata.pop(name, None) or "") for name in ("phase", "projet"))
    scope = Scope(projet or None)
    options = AnswerOptions(phase=phase)
    question = Question.asked(Asker(tenant), row.question, usually_strict=False, scope=scope, options=options)
    sent = Sent(question, row.answer, metadata, created_at=row.created_at, usage_count=row.usage_count)
    if row.vector is None:
        return sent
    memory = gateway.memory
    own = await memory.meaning(row.question) if memory.semantic and memory.embedder != EMBEDDER else None
    if own is not None and len(own) == len(row.vector):
        return replace(sent, vector=row.vector, embedder=memory.embedder)
    fits = len(row.vector) == DIMENSIONS and own is None
    return replace(sent, vector=row.vector, embedder=EMBEDDER) if fits else sent


async def _export(config: settings.Settings, file: Path, tenant: str) -> int:
    from gateway.cli.answers.legacy_memory import OldEntry, write
    from gateway.store.memory.memories import floats

    found: list[tuple[str, OldEntry]] = []
    after = 0
    async with opened(config) as gateway:
        while rows := await gateway.memories.export(tenant, after):
            after = rows[-1]["id"]
            for row in rows:
                vector = floats(row["embedding"]) if row["embedding"] else None
                texts = row["question"], row["answer"], row["created_at"], row["metadata"]
                found.append((row["key_hash"], OldEntry(*texts, vector, row["usage_count"])))
    return await asyncio.to_thread(write, file, found)
