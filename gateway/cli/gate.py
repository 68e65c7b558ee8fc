"""`citestream gate calibrate`: what the confidence gate would do to questions of one's own. Nothing is written."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from gateway import settings
from gateway.answer.checking import gate_calibration
from gateway.answer.checking.gate_features import CorpusWords, GateFeatures, features
from gateway.answer.checking.gate_fitting import LabelledFeatures
from gateway.answer.checking.gate_rule import DOUBT, THRESHOLD, GateRule
from gateway.cli.options import DataDir, Tenant, configured, run
from gateway.conversation.question import LONGEST_QUESTION, Asker, Question, Scope
from gateway.errors import WrongUse
from gateway.thresholds import Levels
from gateway.words.languages import AnswerLanguage

if TYPE_CHECKING:
    from gateway.turn.preparation import Preparation
    from gateway.turn.search import Looked

commands = typer.Typer(name="gate", help="The confidence gate.", no_args_is_help=True)


class CalibrationQuestion(BaseModel):
    """One question of the file; `answerable`: whether the knowledge base answers it."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    question: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    answerable: StrictBool
    language: AnswerLanguage | None = None
    workspace: str | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A question with what its search found."""

    line: CalibrationQuestion
    language: str
    looked: Looked
    figures: tuple[GateFeatures, ...] = ()
    """What the rule of the gate reads."""

    @property
    def labelled(self) -> LabelledFeatures:
        return LabelledFeatures(self.figures, self.line.answerable)


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
    """Print coverage against error for thresholds and margins; nothing is written and no model asked."""
    lines = read(file)
    config = configured(data_dir=data_dir)
    measured = run(_measured(config, lines, tenant))
    for line in report(measured, config.gate_threshold, config.gate_margin):
        print(line)
    for line in proposals(measured, GateRule.read(config.gate_rule)):
        print(line)
    now = outcome(measured, config.gate_threshold, config.gate_margin)
    coverage, error = now.coverage.value, now.error.value
    too_little = min_coverage is not None and coverage is not None and coverage < min_coverage
    too_much = max_error is not None and error is not None and error > max_error
    raise typer.Exit(1 if too_little or too_much else 0)


def read(file: Path) -> list[CalibrationQuestion]:
    """Returns the questions of a file; raises `WrongUse` with the first line that is wrong."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from None
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            found.append(CalibrationQuestion.model_validate(json.loads(line)))
        except ValidationError as wrong:
            first = wrong.errors()[0]
            name = ".".join(map(str, first["loc"])) or "the line"
            raise WrongUse(f"{file}, line {number}: {name}: {first['msg']}.") from None
        except (ValueError, RecursionError):
            raise WrongUse(f"{file}, line {number} is not JSON.") from None
    if not found:
        raise WrongUse(f"{file} holds no question.")
    return found


def outcome(measured: Sequence[Measured], threshold: Levels, margin: Levels) -> gate_calibration.GateShares:
    """Returns what the gate lets through."""
    return gate_calibration.outcome(
        (found.line.answerable, not found.looked.judged(threshold, margin).refused) for found in measured
    )


def report(measured: Sequence[Measured], threshold: Levels, margin: Levels) -> list[str]:
    """Returns the tables of each workspace, which may have its own bar, and the gate as set by language."""
    lines = [
        "coverage: answerable questions that pass the gate; error: unanswerable ones that pass it.",
        f"GATEWAY_GATE_THRESHOLD={threshold}, GATEWAY_GATE_MARGIN={margin}",
    ]
    for workspace in dict.fromkeys(question.line.workspace for question in measured):
        mine = [question for question in measured if question.line.workspace == workspace]
        lines += ["", f"Workspace {workspace}" if workspace else "All workspaces", ""]
        lines += _tables(mine, workspace, threshold, margin)
    lines += ["", "As set, by language"]
    for language in sorted({question.language for question in measured}):
        found = outcome([question for question in measured if question.language == language], threshold, margin)
        lines.append(f"{language:<10}{found.coverage!s:<16}{found.error!s:<16}".rstrip())
    return lines


def proposals(measured: Sequence[Measured], now: GateRule) -> list[str]:
    """Returns what to put into the settings: levels for each workspace, and with enough questions a rule of one's
    own."""
    lines = ["", "What fits these questions (3 % of the answerable refused, 5 % of the others called confident)"]
    for workspace in dict.fromkeys(question.line.workspace for question in measured):
        mine = [question for question in measured if question.line.workspace == workspace]
        found = gate_calibration.advice((question.line.answerable, question.looked.confidence) for question in mine)
        name = f"Workspace {workspace}" if workspace else "All workspaces"
        if found is None:
            lines.append(f"{name}: it needs questions of both kinds")
            continue
        at = f"…,{workspace}=" if workspace else ""
        lines.append(f"{name}: GATEWAY_GATE_THRESHOLD={at}{found.threshold:g} GATEWAY_GATE_DOUBT={at}{found.doubt:g}")
    own = gate_calibration.own_rule([question.labelled for question in measured], now)
    if own is None:
        enough = gate_calibration.ENOUGH
        return [*lines, f"A rule of your own needs {enough} answerable questions and {enough} others."]
    rule, unseen, as_now = own
    lines.append(f"A rule of your own: AUC {unseen:.3f} on questions it was not fitted on, as set {as_now:.3f}")
    if unseen > as_now:
        lines.append(f"GATEWAY_GATE_RULE={rule} GATEWAY_GATE_THRESHOLD={THRESHOLD:g} GATEWAY_GATE_DOUBT={DOUBT:g}")
    return lines


def _tables(measured: Sequence[Measured], workspace: str | None, threshold: Levels, margin: Levels) -> list[str]:
    """Returns the tables of levels, each of which is tried in place of the one that is set; its exceptions stay."""

    def at_threshold(level: float | None) -> gate_calibration.GateShares:
        return outcome(measured, threshold if level is None else Levels(level), margin)

    def at_margin(level: float | None) -> gate_calibration.GateShares:
        return outcome(measured, threshold, margin if level is None else Levels(level))

    bar, lead = threshold.of(workspace), margin.of(workspace)
    by_threshold = gate_calibration.rows(gate_calibration.thresholds(bar), bar, at_threshold)
    by_margin = gate_calibration.rows(gate_calibration.margins(lead), lead, at_margin)
    return [*gate_calibration.table("threshold", by_threshold), "", *gate_calibration.table("margin", by_margin)]


async def _measured(config: settings.Settings, lines: Sequence[CalibrationQuestion], tenant: str) -> list[Measured]:
    """Searches for every question as a turn does, with a progress bar."""
    from gateway.app import Gateway

    gateway = await Gateway(config).open()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        preparation = gateway.preparation
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            measured = [await _look(preparation, line, tenant) for line in bar.track(lines, description="Searching")]
    finally:
        await gateway.close()
    failed = {name: None for found in measured for _, name in found.looked.gathered.failures}
    if failed:
        print(f"citestream: not every search was whole: {', '.join(map(str, failed))}", file=sys.stderr)
    return measured


async def _look(preparation: Preparation, line: CalibrationQuestion, tenant: str) -> Measured:
    from gateway.turn.understanding import Understanding

    scope = Scope(line.workspace or None)
    question = Question.asked(Asker(tenant), line.question, usually_strict=False, language=line.language, scope=scope)
    understood = await Understanding().of(question)
    looked = await preparation.search.look(understood, understood.lookups)
    gathered = looked.gathered
    corpus = CorpusWords(gathered.weights, gathered.passages)
    figures = features(understood.lookups[0].subject, understood.language, gathered.candidates, corpus)
    return Measured(line, question.language, looked, tuple(found for each in figures.values() for found in each))
