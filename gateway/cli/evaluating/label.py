"""`citestream evaluate label` and `labels`: people say whether cited passages support a paragraph, key by key."""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
import typer

from gateway.cli.evaluating import evaluation_runs
from gateway.cli.options import DataDir, Tenant, configured, in_gateway, on_one_line, say
from gateway.errors import WrongUse

if TYPE_CHECKING:
    from rich.text import Text

    from gateway.app import Gateway
    from gateway.evaluation.labelling.label_agreement import Judgement, Label
    from gateway.store.evaluation.label_rows import LabelQueue, LabelRows, Queued, ShownItem

VERDICTS: dict[str, Judgement] = {"s": "supported", "p": "partly", "n": "not"}
KEYS = "s supported  p partly  n not supported  u undo  k skip  q quit"
LONGEST_NAME = 100
Run = Annotated[str | None, typer.Argument(metavar="[RUN]", help="A run; without it, the live answers of the week.")]


def label(
    labeller: Annotated[str, typer.Option("--as", callback=on_one_line, help="Your name; labels are counted by it.")],
    run: Run = None,
    sample: Annotated[int, typer.Option(min=0, help="Paragraphs of the random sample.")] = 50,
    seed: Annotated[int, typer.Option(help="Another number draws another sample.")] = 0,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Say of paragraphs whether their cited passages support them."""
    from gateway.store.evaluation.label_rows import LabelQueue

    name = labeller.strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise WrongUse(f"--as: a name of 1 to {LONGEST_NAME} characters.")
    wanted = LabelQueue(name, evaluation_runs.run_id(run) if run else None, sample, seed)

    async def work(gateway: Gateway) -> None:
        await _known(gateway, tenant, wanted.run)
        from gateway.store.evaluation.label_rows import LabelRows

        await Labelling(LabelRows(gateway.database), tenant, wanted).run()

    in_gateway(configured(data_dir=data_dir), work)


def labels(
    run: Run = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; without it, standard output.")] = None,
    sampled: Annotated[bool, typer.Option("--sampled", help="Only the random sample.")] = False,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Write the labelled claims as JSON Lines, for `citestream evidence calibrate`."""
    from gateway.evaluation.labelling.label_agreement import claims
    from gateway.store.evaluation.label_rows import LabelRows

    named = evaluation_runs.run_id(run) if run else None

    async def read(gateway: Gateway) -> list[Label]:
        await _known(gateway, tenant, named)
        given = await LabelRows(gateway.database).labels(tenant, named)
        return [each for each in given if each.sampled or not sampled]

    found = in_gateway(configured(data_dir=data_dir), read)
    lines, contradictions = claims(found)
    write(out, (json.dumps(line, ensure_ascii=False) for line in lines))
    print(f"Claims written: {len(lines)}.", file=sys.stderr)
    for line in told(found, contradictions):
        print(line, file=sys.stderr)


async def _known(gateway: Gateway, tenant: str, run: uuid.UUID | None) -> None:
    """Raises `NotFound` for an unknown run."""
    if run is not None:
        await evaluation_runs.rows(gateway).run(tenant, run)


def write(out: Path | None, lines: Iterable[str]) -> None:
    """Writes lines to a file, or to standard output. Raises `WrongUse` for a file that cannot be written."""
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{out} cannot be written: {error.strerror}.") from None


def told(found: list[Label], contradictions: int) -> list[str]:
    """Returns sentences about agreement and contradictions."""
    from gateway.evaluation.labelling.label_agreement import agreements

    lines = [
        f"{' and '.join(pair.labellers)}: kappa {'undefined' if pair.kappa is None else f'{pair.kappa:.2f}'} over"
        f" {pair.cases} cases."
        for pair in agreements(found)
    ]
    if contradictions:
        lines.append(f"Left out because labels contradict each other: {contradictions}.")
    return lines


async def pressed(keys: str) -> str:
    """Waits for one of these keys, without Enter. Input that is not a terminal is read character by character. The end
    of the input and Ctrl-C count as `q`."""
    while True:
        key = (await asyncio.to_thread(_key)).lower()
        if key in keys:
            return key


def _key() -> str:
    try:
        return click.getchar() if sys.stdin.isatty() else sys.stdin.read(1) or "q"
    except (KeyboardInterrupt, EOFError):
        return "q"


class Labelling:
    """One person labels one queue. Every verdict is stored at once, so that nothing is lost if the session ends."""

    def __init__(self, rows: LabelRows, tenant: str, wanted: LabelQueue) -> None:
        self._rows, self._tenant, self._wanted = rows, tenant, wanted

    async def run(self) -> None:
        queue = await self._rows.queue(self._tenant, self._wanted)
        if not queue:
            say("There is nothing to label: no paragraph cites a passage here.")
            return
        waiting = deque(queued for queued in queue if not queued.labelled)
        while (key := await self._asked(waiting, len(queue))) != "q":
            if key == "u":
                await self._undo(queue, waiting)
            elif key == "k":
                waiting.rotate(-1)
            elif key:
                await self._rows.give(self._tenant, self._wanted, waiting.popleft(), VERDICTS[key])
        from gateway.evaluation.labelling.label_agreement import settled

        say(f"Labelled by {self._wanted.labeller}: {len(queue) - len(waiting)} of {len(queue)}.")
        found = await self._rows.labels(self._tenant, self._wanted.run)
        for line in told(found, settled(found)[1]):
            say(line)

    async def _asked(self, waiting: deque[Queued], total: int) -> str:
        """Shows the next item and returns a key; empty if the answer of the item was deleted meanwhile."""
        if not waiting:
            say("Everything is labelled.  u undo  q quit")
            return await pressed("uq")
        shown = await self._rows.shown(self._tenant, self._wanted.run, [waiting[0].item])
        if not shown:
            waiting.popleft()
            return ""
        show(shown[0], f"{total - len(waiting) + 1}/{total}")
        return await pressed("spnukq")

    async def _undo(self, queue: list[Queued], waiting: deque[Queued]) -> None:
        item = await self._rows.undo(self._tenant, self._wanted.labeller, queue)
        if item is None:
            say("There is no label to undo.")
        waiting.extendleft(queued for queued in queue if queued.item == item)


def show(shown: ShownItem, progress: str) -> None:
    """Prints a paragraph beside its passages, whose evidence is in ⟦brackets⟧ and bold."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    table = Table(show_header=False, show_lines=True, expand=True, title=Text(f"{progress}  {plain(shown.question)}"))
    passages = Text()
    for each, text in zip(shown.passages, shown.passage_texts, strict=True):
        title = plain(each["payload"].get("title") or "")
        passages.append(f"[{each['citation_id']}] {title}\n", style="dim")
        passages.append_text(_marked(text, each["evidence"])).append("\n")
    passages.rstrip()
    table.add_row(Text(plain(shown.text)), passages)
    console.print(table)
    console.print(KEYS, style="dim")


def _marked(text: str, evidence: Iterable[dict[str, int]]) -> Text:
    from rich.text import Text

    done, found = 0, Text()
    for part in sorted(evidence, key=lambda part: part["start"]):
        start, end = max(done, part["start"]), min(len(text), part["end"])
        if start < end:
            found.append(plain(text[done:start])).append(f"⟦{plain(text[start:end])}⟧", style="bold")
            done = end
    return found.append(plain(text[done:]))


def plain(text: str) -> str:
    """Returns a text without control characters that a terminal would obey."""
    from gateway.knowledge.extraction import visible

    return "\n".join(visible(line.expandtabs()) for line in text.split("\n"))
