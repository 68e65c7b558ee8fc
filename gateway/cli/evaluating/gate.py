"""`citestream gate calibrate`: what the confidence gate would do to questions of one's own. Nothing is written."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gateway import settings
from gateway.answer.gate.gate_features import CorpusWords, features
from gateway.answer.gate.gate_rule import GateRule
from gateway.cli import progress
from gateway.cli.options import DataDir, Tenant, configured, opened, run, text_of
from gateway.conversation.question import Asker, Question, Scope
from gateway.evaluation import sets
from gateway.evaluation.thresholds.gate import GateCase, GateResult, GateShares, proposals, report

if TYPE_CHECKING:
    from gateway.turn.preparation import Preparation

commands = typer.Typer(name="gate", help="The confidence gate.", no_args_is_help=True)


@commands.command()
def calibrate(
    file: Annotated[Path, typer.Argument(help="JSON Lines: question, answerable, and if need be language, workspace.")],
    min_coverage: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit code 1 when the gate as set covers less.")
    ] = None,
    max_error: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit code 1 when the gate as set lets more through.")
    ] = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Print coverage against error for thresholds; nothing is written and no model asked."""
    cases = sets.read(str(file), text_of(file), GateCase)
    config = configured(data_dir=data_dir)
    results = run(_measured(config, cases, tenant))
    for line in (*report(results, config.gate_threshold), *proposals(results, GateRule.read(config.gate_rule))):
        print(line)
    now = GateShares.of(results, config.gate_threshold)
    too_little = min_coverage is not None and now.coverage.count > 0 and now.coverage.value < min_coverage
    too_much = max_error is not None and now.error.value > max_error
    raise typer.Exit(1 if too_little or too_much else 0)


async def _measured(config: settings.Settings, cases: Sequence[GateCase], tenant: str) -> list[GateResult]:
    """Searches for every question as a turn does, with a progress bar."""
    async with opened(config) as gateway:
        with progress.bar() as bar:
            tracked = bar.track(cases, description="Searching")
            found = [await _look(gateway.preparation, case, tenant) for case in tracked]
    failed = {name: None for _, failures in found for _, name in failures}
    if failed:
        print(f"citestream: not every search was whole: {', '.join(map(str, failed))}", file=sys.stderr)
    return [result for result, _ in found]


async def _look(
    preparation: Preparation, case: GateCase, tenant: str
) -> tuple[GateResult, Sequence[tuple[str, object]]]:
    """Returns what the search of a question found, and the sources that failed."""
    from gateway.turn.understanding.understanding import Understanding

    scope = Scope(case.workspace or None)
    question = Question.asked(Asker(tenant), case.question, usually_strict=False, language=case.language, scope=scope)
    understood = await Understanding().of(question)
    looked = await preparation.search.look(understood, understood.lookups)
    gathered = looked.gathered
    corpus = CorpusWords(gathered.weights, gathered.passages)
    found = features(understood.lookups[0].subject, understood.language, gathered.candidates, corpus)
    figures = tuple(figure for each in found.values() for figure in each)
    result = GateResult(
        case, question.language, looked.confidence, lambda threshold: not looked.judged(threshold).refused, figures
    )
    return result, gathered.failures
