"""`citestream replay`: recordings on the terminal, as bytes of a dialect, or run again and compared."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gateway import slots
from gateway.answer.events import Failed, Numbered
from gateway.cli.answers.ask_printer import Printer
from gateway.cli.options import opened
from gateway.concurrency.blocking_work import Patience, Stuck
from gateway.errors import NotFound, WrongUse
from gateway.ingestion.files.local_files import LATE, Unfit, contents
from gateway.models.prompt_folders import prompts
from gateway.settings import Settings
from gateway.store.answers.turn_rows import Answers
from gateway.store.recordings.recording_rows import Recordings
from gateway.turn.recording import Recording, read
from gateway.turn.replay import Difference, changes, factor, paced
from gateway.wire.shared.frame import About, Encoder

UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)
PAGE = 100
"""Events that are handed on at once when nothing is to be waited for."""


async def play(settings: Settings, name: str, *, tenant: str, dialect: str | None, pace: str) -> int:
    """Shows one recording: as `ask` shows an answer, or with `dialect` the exact bytes that were sent. Returns 1 when
    it failed.
    """
    speed = factor(pace)
    encoder = _encoder(dialect) if dialect else None
    (_, recording), *others = await _found(settings, [name], tenant)
    if others:
        raise WrongUse(f"{name} holds {len(others) + 1} recordings; name one of them, or run all with --again.")
    batches = _batches(recording.events)
    printer = Printer(sys.stdout, sys.stderr, prompts().label)
    writer = encoder(recording.about) if encoder else None
    async for batch in paced(batches, speed) if speed else batches:
        for numbered in batch:
            if writer is None:
                printer.show(numbered.event)
            else:
                sys.stdout.buffer.write(writer.encode(numbered))
        sys.stdout.flush()
    return 1 if isinstance(recording.answer.end, Failed) else 0


@dataclass(frozen=True, slots=True)
class Rerun:
    """One recording that was run again. `problem`: why it could not be."""

    name: str
    recording: Recording
    differences: Sequence[Difference] = field(default_factory=list)
    problem: str = ""

    @property
    def verdict(self) -> str:
        return "not run" if self.problem else "changed" if self.differences else "same"


async def compare(settings: Settings, names: Sequence[str], *, tenant: str) -> int:
    """Runs recordings again and prints what is different. Returns 1 when something is, or when one could not be run."""
    reruns = []
    for name, recording in await _found(settings, names, tenant):
        try:
            reruns.append(Rerun(name, recording, await changes(recording)))
        except WrongUse as problem:
            reruns.append(Rerun(name, recording, problem=problem.detail))
    out = Console(soft_wrap=True, highlight=False, markup=False)
    for rerun in reruns:
        for difference in rerun.differences:
            out.print(f"{rerun.name}: {difference}")
        if rerun.problem:
            out.print(rerun.problem)
    if len(reruns) > 1:
        Console().print(_table(reruns))
    elif reruns[0].verdict == "same":
        out.print(f"{reruns[0].name}: same")
    return 0 if all(rerun.verdict == "same" for rerun in reruns) else 1


def _table(reruns: Sequence[Rerun]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("recording", "language", "paragraphs", "refs", "changes", "result"):
        table.add_column(heading, justify="right" if heading[-1] == "s" else "left", no_wrap=True)
    for rerun in reruns:
        answer = rerun.recording.answer
        counts = (len(answer.paragraphs), len(answer.references), len(rerun.differences))
        table.add_row(rerun.name, rerun.recording.question.language, *map(str, counts), rerun.verdict)
    return table


async def _found(settings: Settings, names: Sequence[str], tenant: str) -> list[tuple[str, Recording]]:
    """Returns the recordings behind files, folders (`*.jsonl` in them) and answer uuids. `WrongUse` where there is
    none.
    """
    filed = {name: await _filed(name) for name in names}
    stored = [name for name in names if UUID.fullmatch(name) and not filed[name]]
    recordings = await _stored(settings, stored, tenant) if stored else {}
    found: list[tuple[str, Recording]] = []
    for name in names:
        found += [(name, recordings[name])] if name in recordings else filed[name]
        if name not in recordings and not filed[name]:
            raise WrongUse(f"{name} is no file, no folder with *.jsonl in it, and no uuid of an answer.")
    return found


async def _filed(name: str) -> list[tuple[str, Recording]]:
    patience: Patience[Path] = Patience()

    def whole() -> list[tuple[str, Recording]]:
        path, found = Path(name), []
        inner = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        for file in inner:
            patience.begin(file)
            if file.is_file():
                found.append((file.name, read(contents(file).split(b"\n"), str(file))))
        return found

    try:
        return await patience.run(whole)
    except Unfit as unfit:
        raise WrongUse(f"{patience.step}: {unfit}") from None
    except Stuck:
        raise WrongUse(f"{patience.step}: {LATE}") from None


async def _stored(settings: Settings, uuids: Sequence[str], tenant: str) -> dict[str, Recording]:
    async with opened(settings) as gateway:
        answers = Answers(gateway.database, "replay")
        recordings = Recordings(gateway.database, answers)
        found = {}
        for uuid in uuids:
            stored = await answers.answer(tenant, uuid)
            if stored is None:
                raise NotFound(f"There is no answer {uuid} in {gateway.location}.")
            if stored.running:
                raise WrongUse(f"The answer {uuid} is still being written.")
            about = About(uuid, stored.question, stored.created_at)
            lines = b"".join([page async for page in recordings.lines(tenant, about)])
            found[uuid] = read(lines.split(b"\n"), uuid)
        return found


async def _batches(events: Sequence[Numbered]) -> AsyncGenerator[list[Numbered]]:
    for start in range(0, len(events), PAGE):
        yield list(events[start : start + PAGE])


def _encoder(dialect: str) -> type[Encoder]:
    named = slots.names("wire")
    if dialect not in named:
        raise WrongUse(f"--dialect {dialect} is not known; there are {', '.join(named)}.")
    encoder: type[Encoder] = slots.load("wire", dialect, "--dialect").Encoder
    return encoder
