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
from gateway.evaluation.memory import FORCED, LanguageReport, Pair, Similarities
from gateway.memory.rules.entry import THRESHOLD
from gateway.memory.rules.vetoes import veto
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
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Similarity from which it would serve.")] = THRESHOLD,
    half: Annotated[Half, typer.Option(help="Only the pairs at even or at odd places of each file.")] = "all",
    show: Annotated[bool, typer.Option("--show", help="List each wrong hit, and each same pair refused.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables for a page of documentation.")] = False,
    max_wrong: Annotated[int | None, typer.Option(min=0, help="More wrong hits in all: exit code 1.")] = None,
) -> None:
    """Say how precise serving is with similarity alone, with each veto added, and with each veto alone."""
    pairs = [pair for file in files for pair in _half(sets.read(str(file), text_of(file), Pair), half)]
    measured = run(_measured(configured(embedder=embedder), pairs)) if embedder else None
    wrong = 0
    for language in dict.fromkeys(pair.language for pair in pairs):
        page = LanguageReport(
            language, [pair for pair in pairs if pair.language == language], threshold, measured, markdown
        )
        wrong += page.report.figures().wrong
        print("\n".join([*page.lines(), *(page.mistakes() if show else ())]), end="\n\n")
    raise typer.Exit(1 if max_wrong is not None and wrong > max_wrong else 0)


def _half(pairs: list[Pair], half: Half) -> list[Pair]:
    """Returns the pairs that were asked for; the first pair of a file is odd."""
    return {"all": pairs, "odd": pairs[::2], "even": pairs[1::2]}[half]


# Similarities ------------------------------------------------------------------------------------------------------


async def _measured(config: Settings, pairs: Sequence[Pair]) -> Similarities:
    """Embeds every question, and the single words that a veto asks for."""
    made: Embedder = slots.load("models.embedders", config.chosen_embedder, "--embedder").create(config)
    embedder = roles(made, *config.prefixes).questions
    try:
        if not (await embedder.embed(["?"]))[0]:
            raise WrongUse(f"The embedder {embedder.name} makes no vectors; leave --embedder out to go without.")
        questions = await _vectors(embedder, {text for pair in pairs for text in (pair.a, pair.b)})
        words: dict[str, Sequence[float]] | None = None
        if embedder.calibration is not None:
            asked: set[str] = set()
            for pair in pairs:
                veto(pair.a, pair.b, pair.language, lambda first, second: asked.update((first, second)))
            words = await _vectors(embedder, asked)
    finally:
        await made.aclose()

    def cosine(first: str, second: str) -> float:
        return _cosine(questions[first], questions[second])

    def similarity(first: str, second: str) -> float | None:
        return _cosine(words[first], words[second]) if words and {first, second} <= words.keys() else None

    return Similarities(cosine, None if words is None else similarity, embedder.name)


async def _vectors(embedder: Embedder, texts: set[str]) -> dict[str, Sequence[float]]:
    ordered = sorted(texts)
    found: dict[str, Sequence[float]] = {}
    for at in range(0, len(ordered), AT_ONCE):
        some = ordered[at : at + AT_ONCE]
        found |= zip(some, await embedder.embed(some), strict=True)
    return found


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    """Returns the cosine of two unit vectors, as embedders give them."""
    return float(sum(map(mul, first, second)))
