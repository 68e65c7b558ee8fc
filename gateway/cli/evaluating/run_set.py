"""`citestream evaluate run SET`: asks the cases of a set and reports the figures."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sys
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from gateway.cli.evaluating.evaluation_runs import rows, run_id
from gateway.cli.options import DataDir, OnlyWorkspace, Provider, Tenant, configured, opened, run, text_of
from gateway.errors import Unavailable, WrongUse
from gateway.evaluation import set_files
from gateway.evaluation.measures.figure_kinds import FIGURES
from gateway.evaluation.measures.power import detect_text
from gateway.evaluation.report import report_json, report_text

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.cli.evaluating.running.ask_here import CaseAsker
    from gateway.cli.evaluating.running.free_labels import FreeLabels
    from gateway.cli.evaluating.running.runner import FindGold
    from gateway.settings import Settings
    from gateway.store.evaluation.evaluation_runs import EvaluationRun

TARGET_AWAY = 3
Worst = Annotated[
    list[str] | None, typer.Option(metavar="FIGURE", help="List the worst cases of this figure; repeatable.")
]
FreeChecks = Annotated[
    bool, typer.Option("--checks/--no-checks", help="Make labels at no cost: asks most cases two times more.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What the command line says of a run."""

    tenant: str
    concurrency: int
    settings: Mapping[str, Any]
    """What the run stores of them: `repeat`, `workspace`, `judge` and `checks`."""
    target: str
    key: str | None
    again: str
    """The options that a command must name again when it resumes the run."""
    wait_s: float
    resume: uuid.UUID | None
    as_json: bool
    worst: Sequence[str]


def run_set(
    file: Annotated[Path, typer.Argument(metavar="SET", help="A set: JSON Lines, or a folder of public files.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Questions that are asked at the same time.")] = 4,
    resume: Annotated[str | None, typer.Option(metavar="ID", help="Continue an interrupted run.")] = None,
    target: Annotated[str, typer.Option(metavar="URL", help="Ask a running gateway instead of this process.")] = "",
    key_file: Annotated[Path | None, typer.Option("--key-file", help="A key for --target, role qa or admin.")] = None,
    repeat: Annotated[int, typer.Option(min=1, max=100, help="Ask each case this many times.")] = 1,
    workspace: OnlyWorkspace = None,
    wait_s: Annotated[
        float, typer.Option("--wait-s", min=0, help="Seconds to wait for a target that is unavailable.")
    ] = 30.0,
    judge: Annotated[
        str | None, typer.Option(metavar="PROVIDER:MODEL", help="A model that compares answers with gold answers.")
    ] = None,
    checks: FreeChecks = True,
    detect: Annotated[
        float | None,
        typer.Option(metavar="POINTS", min=0.1, max=100, help="Say how many cases find a difference of these points."),
    ] = None,
    worst: Worst = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
    provider: Provider = None,
) -> None:
    """Ask the cases of a set and report the figures; exit code 3 if the target is unavailable."""
    from gateway.settings import mounted_secrets

    found = set_files.read_set(file, text_of)
    for line in found.bad:
        print(f"{file}, line {line.number}: {line.problem}", file=sys.stderr)
    if not found.cases:
        raise WrongUse(f"{file}: no line of the set can be asked.")
    if target and urlsplit(target).scheme not in ("http", "https"):
        raise WrongUse(f"--target {target}: write an address such as https://gateway.example.")
    check_figures(worst or ())
    if detect is not None:
        print(detect_text(detect, len(found.cases)), file=sys.stderr if as_json else sys.stdout, flush=True)
    options = RunOptions(
        tenant=tenant,
        concurrency=concurrency,
        settings={"repeat": repeat, "workspace": workspace, "judge": judge, "checks": checks},
        target=target,
        key=None if key_file is None else mounted_secrets.read("--key-file", key_file),
        again=(f" --key-file {key_file}" if key_file else "") + (f" --tenant {tenant}" if tenant != "default" else ""),
        wait_s=wait_s,
        resume=None if resume is None else run_id(resume),
        as_json=as_json,
        worst=worst or (),
    )
    config = configured(data_dir=data_dir, provider=provider)
    raise typer.Exit(run(run_cases(config, file, found, options)))


def check_figures(names: Iterable[str]) -> None:
    """Raises `WrongUse` for the name of a figure that does not exist."""
    for name in names:
        if name not in FIGURES:
            raise WrongUse(f"--worst: there is no figure {name!r}. The figures are {', '.join(FIGURES)}.")


async def run_cases(config: Settings, file: Path, found: set_files.CaseSet, options: RunOptions) -> int:
    """Runs a set and prints the report. Returns the exit code."""
    from gateway.cli.evaluating.running.ask_target import TargetAway
    from gateway.store.evaluation.evaluation_reports import EvaluationReports

    async with opened(config) as gateway:
        stored = await _begun(gateway, file, found, options)
        named = stored.run_id.hex
        print(f"run: {named}", file=sys.stderr, flush=True)
        sentence = f"`citestream evaluate run {file} --resume {named}{options.again}` continues the run."
        try:
            await _asked(gateway, stored, found, options)
            stored = await rows(gateway).run(options.tenant, stored.run_id)
            report = await EvaluationReports(gateway.database).report(options.tenant, stored)
        except TargetAway as away:
            print(f"citestream: {away} {sentence}", file=sys.stderr)
            return TARGET_AWAY
        except (asyncio.CancelledError, Unavailable) as end:
            what = "The database is unavailable" if isinstance(end, Unavailable) else "Interrupted"
            print(f"{what}. {sentence}", file=sys.stderr, flush=True)
            raise
    if options.as_json:
        print(json.dumps(report_json(report), ensure_ascii=False, indent=2))
    else:
        for line in report_text(report, options.worst):
            print(line)
    return 1 if report.failed == len(report.outcomes) else 0


async def _begun(gateway: Gateway, file: Path, found: set_files.CaseSet, options: RunOptions) -> EvaluationRun:
    """Returns a new run, or the one that continues, which keeps its settings. Raises `WrongUse` if the set changed."""
    from gateway.store.evaluation.evaluation_runs import EvaluationRun

    runs = rows(gateway)
    digest = hashlib.sha256(json.dumps(list(map(repr, found.cases))).encode()).hexdigest()
    if options.resume is not None:
        stored = await runs.run(options.tenant, options.resume)
        if stored.settings.get("set_sha256") != digest:
            raise WrongUse(f"{file} is not the set of the run {stored.run_id.hex}, or it changed; begin a new run.")
        await runs.change(options.tenant, stored.run_id, "running")
        return stored
    settings = {
        **options.settings,
        "top_k": gateway.settings.top_k,
        "set_sha256": digest,
        "unconfirmed": found.unconfirmed,
    }
    stored = EvaluationRun(run_id=uuid.uuid4(), set_name=file.name, target=options.target, settings=settings)
    await runs.begin(options.tenant, stored, "command")
    return stored


@contextlib.asynccontextmanager
async def _asker(
    gateway: Gateway, stored: EvaluationRun, options: RunOptions
) -> AsyncIterator[tuple[CaseAsker, FindGold, FreeLabels | None]]:
    """Opens what asks the questions, and gives what finds the gold: both here, or at the target. The labels that cost
    nothing are made here alone."""
    from gateway.cli.evaluating.running.ask_here import AskHere
    from gateway.cli.evaluating.running.ask_target import AskTarget
    from gateway.cli.evaluating.running.free_labels import FreeLabels
    from gateway.store.evaluation.gold_rows import GoldRows

    named = stored.run_id.hex
    if stored.target:
        async with AskTarget(stored.target, options.key, named, options.wait_s) as there:
            yield there, there.gold, None
    else:
        here = AskHere(await gateway.open_services(claims=False), options.tenant, named)
        gold = GoldRows(gateway.database)
        yield here, gold.find, FreeLabels(options.tenant, here, gold.holders) if stored.settings["checks"] else None


async def _asked(gateway: Gateway, stored: EvaluationRun, found: set_files.CaseSet, options: RunOptions) -> None:
    """Asks all cases. Stores the lines that cannot be used, and those with gold that the knowledge base lacks."""
    from gateway.cli import progress
    from gateway.cli.evaluating.running import judge, runner
    from gateway.models.prices import Prices

    async with contextlib.AsyncExitStack() as exits:
        asker, find, labels = await exits.enter_async_context(_asker(gateway, stored, options))
        workspace = stored.settings["workspace"]
        cases, missing = await runner.with_gold(find, options.tenant, found.cases, workspace)
        for line in missing:
            print(f"line {line.number}: {line.problem}", file=sys.stderr)
        await rows(gateway).note_lines(options.tenant, stored.run_id, sorted([*found.bad, *missing]))
        compared = None
        if named := stored.settings["judge"]:
            compared = judge.judge(gateway.settings, named, gateway.prompts)
            exits.push_async_callback(compared.aclose)
        running = runner.Runner(
            options.tenant, stored, rows(gateway), asker, Prices.read(gateway.settings.prices), compared, labels
        )
        bar = exits.enter_context(progress.shown())
        task = bar.add_task("Asking", total=None)
        await running.run(cases, options.concurrency, lambda done, total: bar.update(task, completed=done, total=total))
