"""`citestream evidence calibrate`, `evidence rule`: a warranty for `ok`, derived from labelled claims."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import Field, StringConstraints

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence import verifier_verdicts
from gateway.answer.evidence.evidence import EvidenceIndex
from gateway.answer.references import PassageReference
from gateway.cli import progress
from gateway.cli.options import DataDir, Tenant, Workspace, configured, in_gateway, say, say_table, text_of
from gateway.errors import WrongUse
from gateway.evaluation import sets
from gateway.evaluation.thresholds import calibration
from gateway.evaluation.thresholds.calibration import Calibrated, CheckedClaim, TooFew

if TYPE_CHECKING:
    from gateway.app import Gateway

commands = typer.Typer(
    name="evidence", help="The evidence check: calibrate it on labelled claims.", no_args_is_help=True
)
_MARKS = re.compile(r"(?<!\s)\s*+\[\d{1,3}(?:\s*,\s*\d{1,3})*\]")
"""Citation marks in a text, which paragraphs of an answer do not have."""
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100_000)]


@dataclass(frozen=True, slots=True)
class LabelLine:
    claim: Text
    passages: Annotated[list[Text], Field(min_length=1, max_length=100)]
    supported: bool
    labels: Any = None


@commands.command()
def calibrate(
    file: Annotated[Path, typer.Argument(metavar="LABELS", help="JSON Lines: claim, passages, supported.")],
    workspace: Workspace = "",
    wrong: Annotated[float, typer.Option(min=0.001, max=0.5, help="Share of `ok` that may be unsupported.")] = 0.05,
    confidence: Annotated[float, typer.Option(min=0.5, max=0.999, help="With this confidence.")] = 0.95,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Derive the rule that decides which `ok` citations stay `ok`; exit code 1 if the labels are too few for one."""
    claims = _labelled(file)
    config = configured(data_dir=data_dir)
    if config.evidence == "off":
        raise WrongUse("GATEWAY_EVIDENCE is off: no citation is ok. Set it to enforce or report.")

    async def working(gateway: Gateway) -> bool:
        found = await _checked(gateway, claims)
        ok = [each.supported for each in found if each.is_ok]
        say(f"{len(ok)} of {len(claims)} claims are ok; {ok.count(False)} of these are not supported.")
        outcome = calibration.calibrate(found, len(claims), wrong, confidence)
        if isinstance(outcome, TooFew):
            say(_missing(outcome, wrong))
            return False
        from gateway.store.accounts.evidence_rules import EvidenceRules

        await EvidenceRules(gateway.database).put(tenant, workspace, outcome.rule)
        say(_staying(outcome, len(ok)))
        return True

    raise typer.Exit(0 if in_gateway(config, working) else 1)


def _labelled(file: Path) -> list[LabelLine]:
    """Returns the claims of a file. Wrong lines are reported on standard error; contradictions are skipped and
    counted."""
    found: dict[tuple[str, tuple[str, ...]], dict[bool, LabelLine]] = {}
    for number, line, problem in sets.read_lines(text_of(file), LabelLine):
        if line is None:
            print(f"citestream: {file}, line {number}{problem}.", file=sys.stderr)
        else:
            found.setdefault((line.claim, tuple(sorted(set(line.passages)))), {})[line.supported] = line
    if not found:
        raise WrongUse(f"{file} has no labelled claim.")
    if contradicting := sum(len(labels) > 1 for labels in found.values()):
        print(f"citestream: claims with labels that contradict each other, skipped: {contradicting}", file=sys.stderr)
    return [line for labels in found.values() if len(labels) == 1 for line in labels.values()]


async def _checked(gateway: Gateway, claims: Sequence[LabelLine]) -> list[CheckedClaim]:
    """Returns the claims whose citations were checked, as those of a paragraph that cites the passages."""
    from gateway.turn.limits import limits

    turn = limits(gateway.settings, across=gateway.nearness.judges)
    if gateway.verifier is not None:
        await gateway.verifier.prepare()
    found = []
    with progress.bar() as bar:
        for claim in bar.track(claims, description="Checking"):
            text, language = _MARKS.sub("", claim.claim), words.guess_language(claim.claim) or "en"
            passages = dict.fromkeys(_MARKS.sub("", passage) for passage in claim.passages)
            candidates = Candidates([_candidate(rank, passage) for rank, passage in enumerate(passages, start=1)])
            index = EvidenceIndex(candidates, turn.evidence, language)
            citations, _ = index.check(text, [each.citation_id for each in candidates])
            if far := index.far_sources(text, citations):
                near = await gateway.nearness.compare(far)
                citations = index.compared(citations, far, near) if near is not None else citations
            doubted, verdicts = turn.verifier_only is None or verifier_verdicts.is_doubted(citations), []
            if gateway.verifier is not None and citations and doubted:
                asked = verifier_verdicts.claims(text, citations, candidates, language)
                verdicts = await gateway.verifier.verify(asked)
                citations = list(verifier_verdicts.judged(citations, verdicts)[0])
            if any(each.score is not None for each in citations):
                is_verified = any(each.label == "supported" for each in verdicts)
                features = index.features(text, citations, is_verified=is_verified)
                found.append(CheckedClaim(features, claim.supported, any(each.status == "ok" for each in citations)))
    return found


def _candidate(rank: int, text: str) -> Candidate:
    reference = PassageReference(
        embeddingId="",
        documentId="",
        title="",
        source="",
        text=text,
        position={"start": 0, "end": len(text)},
        score=1.0,
        rank=rank,
    )
    return Candidate(f"E{rank}", "embedding", reference, 1.0, rank, words.guess_language(text))


def _staying(outcome: Calibrated, count: int) -> str:
    share = f"{100 * outcome.ok / count:.0f} %"
    return (
        f"{outcome.ok} of {count} citations stay ok ({share}); the upper bound of the share that is not supported is "
        f"{100 * outcome.bound:.3g} %.\nThe rule is stored: {outcome.rule.text}."
    )


def _missing(outcome: TooFew, wrong: float) -> str:
    if outcome.more is not None:
        return f"{outcome.more} more labels are needed. Nothing was stored."
    return (
        f"No rule keeps at most {100 * wrong:.3g} % wrong: of the {outcome.surest} surest citations, "
        f"{outcome.unsupported} are labelled as not supported. Nothing was stored."
    )


@commands.command()
def rule(
    workspace: Workspace = "",
    remove: Annotated[bool, typer.Option("--remove", help="Remove the rule of the workspace.")] = False,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Show the calibrated rule of a workspace, or of all; with --remove, remove it. Exit code 1 if there is none."""

    async def working(gateway: Gateway) -> bool:
        from gateway.store.accounts.evidence_rules import EvidenceRules

        rules = EvidenceRules(gateway.database)
        name = f"workspace {workspace}" if workspace else "all workspaces"
        if remove:
            is_removed = await rules.remove(tenant, workspace)
            say(f"The rule of {name} is removed." if is_removed else f"There is no rule of {name}.")
            return is_removed
        found = [each for each in await rules.all(tenant) if workspace in ("", each.workspace)]
        if not found:
            say(f"There is no rule of {name}.")
            return False
        say_table([(each.workspace or "(all)", f"{each.created_at:%Y-%m-%d %H:%M}", each.rule.text) for each in found])
        return True

    raise typer.Exit(0 if in_gateway(configured(data_dir=data_dir), working) else 1)
