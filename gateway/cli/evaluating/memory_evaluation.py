"""`citestream memory evaluate`: how often the answer memory would be wrong, on pairs of questions that people have
judged.

Nothing is changed by it, and nothing but the files is read: no database, no entry, no setting of the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gateway import slots
from gateway.cli.options import configured, run, text_of
from gateway.errors import WrongUse
from gateway.evaluation import sets
from gateway.evaluation.thresholds.memory import FORCED, LanguageReport, Pair, Similarities
from gateway.memory.rules.entry import THRESHOLDS
from gateway.models.services.prefixed_embedder import roles

if TYPE_CHECKING:
    from gateway.models.ports import Embedder
    from gateway.settings import Settings

AT_ONCE = 100
"""Texts that are embedded with one call."""

EMBEDDERS = " or ".join(name for name in slots.names("models.embedders") if name != "none")
Half = Literal["all", "even", "odd"]


def evaluate(
    files: Annotated[list[Path], typer.Argument(help='Lines {"language","a","b","same","kind"}.')],
    embedder: Annotated[
        str | None, typer.Option(help=f"{EMBEDDERS}; without one every pair counts as {FORCED} similar.")
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Similarity from which it would serve; the setting's without one."),
    ] = None,
    half: Annotated[Half, typer.Option(help="Only the pairs at even or at odd places of each file.")] = "all",
    show: Annotated[bool, typer.Option("--show", help="List each wrong hit, and each same pair refused.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables for a page of documentation.")] = False,
    max_wrong: Annotated[int | None, typer.Option(min=0, help="More wrong hits in all: exit code 1.")] = None,
) -> None:
    """Say how precise serving is with similarity alone, with each veto added, and with each veto alone."""
    pairs = [pair for file in files for pair in _half(sets.read(str(file), text_of(file), Pair), half)]
    config = configured(embedder=embedder) if embedder else None
    measured = run(_measured(config, pairs)) if config else None
    levels = config.memory_threshold if config else THRESHOLDS
    name = measured.name.partition(":")[0] if measured else None
    wrong = 0
    for language in dict.fromkeys(pair.language for pair in pairs):
        spoken = [pair for pair in pairs if pair.language == language]
        since = levels.of(language, name) if threshold is None else threshold
        page = LanguageReport(language, spoken, since, measured, markdown)
        wrong += page.report.figures().wrong
        print("\n".join([*page.lines(), *(page.mistakes() if show else ())]), end="\n\n")
    raise typer.Exit(1 if max_wrong is not None and wrong > max_wrong else 0)


def _half(pairs: list[Pair], half: Half) -> list[Pair]:
    """Returns the pairs that were asked for; the first pair of a file is odd."""
    return {"all": pairs, "odd": pairs[::2], "even": pairs[1::2]}[half]


# Similarities ------------------------------------------------------------------------------------------------------


async def _measured(config: Settings, pairs: Sequence[Pair]) -> Similarities:
    """Embeds every question."""
    made: Embedder = slots.load("models.embedders", config.chosen_embedder, "--embedder").create(config)
    embedder = roles(made, *config.prefixes).questions
    try:
        if not (await embedder.embed(["?"]))[0]:
            raise WrongUse(f"The embedder {embedder.name} makes no vectors; leave --embedder out to go without.")
        questions = await _vectors(embedder, {text for pair in pairs for text in (pair.a, pair.b)})
    finally:
        await made.aclose()

    def cosine(first: str, second: str) -> float:
        """Returns the cosine of two unit vectors, as embedders give them."""
        return float(sum(map(mul, questions[first], questions[second])))

    return Similarities(cosine, embedder.calibration is not None, embedder.name)


async def _vectors(embedder: Embedder, texts: set[str]) -> dict[str, Sequence[float]]:
    ordered = sorted(texts)
    found: dict[str, Sequence[float]] = {}
    for at in range(0, len(ordered), AT_ONCE):
        some = ordered[at : at + AT_ONCE]
        found |= zip(some, await embedder.embed(some), strict=True)
    return found
