"""`citestream memory evaluate`: how often the answer memory would be wrong, on pairs of questions that people have
judged.

Nothing is changed by it, and nothing but the files is read: no database, no entry, no setting of the memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gateway import slots
from gateway.cli.options import configured, run
from gateway.errors import WrongUse
from gateway.memory.rules import evaluation
from gateway.memory.rules.entry import THRESHOLD
from gateway.memory.rules.evaluation import FORCED, Figures, Pair
from gateway.memory.rules.routing import admission
from gateway.memory.rules.vetoes import Veto, veto
from gateway.models.prefixed_embedder import roles

if TYPE_CHECKING:
    from gateway.memory.rules.differences import WordSimilarity
    from gateway.models.ports import Embedder
    from gateway.settings import Settings

AT_ONCE = 100
"""Texts that are embedded with one call."""
_MEASURES = ("precision", "recall", "wrong")

Row = list[str]
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
    pairs = [pair for file in files for pair in _half(_read(file), half)]
    measured = run(_measured(configured(embedder=embedder), pairs)) if embedder else None
    wrong = 0
    for language in dict.fromkeys(pair.language for pair in pairs):
        page = _Page(language, [pair for pair in pairs if pair.language == language], threshold, measured, markdown)
        wrong += page.report.vetoed.wrong
        print("\n".join([*page.lines(), *(page.mistakes() if show else ())]), end="\n\n")
    raise typer.Exit(1 if max_wrong is not None and wrong > max_wrong else 0)


def _read(file: Path) -> list[Pair]:
    try:
        return evaluation.read_pairs(file.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{file} cannot be read: {error}") from error
    except WrongUse as error:
        raise WrongUse(f"{file}, {error.detail}") from error


def _half(pairs: list[Pair], half: Half) -> list[Pair]:
    """Returns the pairs that were asked for; the first pair of a file is odd."""
    return {"all": pairs, "odd": pairs[::2], "even": pairs[1::2]}[half]


# Similarities ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Measured:
    """What an embedder says: the cosine of two questions, and of two words where that says something about meaning."""

    vectors: Mapping[str, Sequence[float]]
    words: WordSimilarity | None
    name: str

    def cosines(self, pairs: Sequence[Pair]) -> list[float]:
        return [_cosine(self.vectors[pair.a], self.vectors[pair.b]) for pair in pairs]


async def _measured(config: Settings, pairs: Sequence[Pair]) -> _Measured:
    """Embeds every question, and the single words that a veto asks for."""
    made: Embedder = slots.load("models.embedders", config.chosen_embedder, "--embedder").create(config)
    embedder = roles(made, *config.prefixes).questions
    try:
        if not (await embedder.embed(["?"]))[0]:
            raise WrongUse(f"The embedder {embedder.name} makes no vectors; leave --embedder out to go without.")
        questions = await _vectors(embedder, {text for pair in pairs for text in (pair.a, pair.b)})
        if embedder.calibration is None:
            return _Measured(questions, None, embedder.name)
        asked: set[str] = set()
        for pair in pairs:
            veto(pair.a, pair.b, pair.language, lambda first, second: asked.update((first, second)))
        words = await _vectors(embedder, asked)
    finally:
        await made.aclose()
    return _Measured(
        questions,
        lambda first, second: _cosine(words[first], words[second]) if {first, second} <= words.keys() else None,
        embedder.name,
    )


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


# What is printed ---------------------------------------------------------------------------------------------------


class _Page:
    """What is said about one language."""

    def __init__(
        self, language: str, pairs: Sequence[Pair], threshold: float, measured: _Measured | None, markdown: bool
    ) -> None:
        self.language, self.pairs, self.threshold, self.markdown = language, pairs, threshold, markdown
        self.measured = measured
        self.words = measured.words if measured else None
        self.cosines = measured.cosines(pairs) if measured else None
        self.report = evaluation.evaluate(pairs, self.cosines, threshold, self.words)

    def lines(self) -> Iterator[str]:
        """Yields everything, line by line."""
        report, pairs = self.report, self.pairs
        same = sum(pair.same for pair in pairs)
        kinds = Counter(pair.kind for pair in pairs if not pair.same)
        counted = f"cosines of {self.measured.name}" if self.measured else f"every pair counted as {FORCED} similar"
        alone = evaluation.evaluate(pairs, threshold=min(self.threshold, FORCED)).alone
        yield f"{'## ' if self.markdown else ''}{self.language}: {len(pairs)} pairs, {same} ask the same"
        added = {"cosine only": report.cosine} | {f"+ {name}": figures for name, figures in report.added.items()}
        title = f"Vetoes added one by one, {counted}, threshold {self.threshold:g}"
        yield from _titled(title, added, kinds, self.markdown)
        yield from _titled(f"Each veto alone, every pair counted as {FORCED} similar", alone, kinds, self.markdown)
        yield ""
        yield f"With all vetoes: {report.vetoed.right} right, {report.vetoed.wrong} wrong, {report.vetoed.missed} missed."
        if report.missed_by_veto:
            yield f"Refused by a veto although they ask the same: {_counts(report.missed_by_veto)}."
        yield from self._stopped()
        yield from self._advice()

    def _stopped(self) -> Iterator[str]:
        """Yields pairs of which a question would not even be looked up."""
        found = {True: Counter[str](), False: Counter[str]()}
        for pair in self.pairs:
            reasons = {admission(text, pair.language) for text in (pair.a, pair.b)} - {None}
            found[pair.same].update(reason for reason in sorted(map(str, reasons))[:1])
        if any(found.values()):
            yield (
                "Apart from these figures, the memory is not asked about volatile and personal questions and deeds:"
                f" {_counts(found[True]) or 'none'} of the pairs that ask the same, {_counts(found[False]) or 'none'} of the others."
            )

    def _advice(self) -> Iterator[str]:
        if self.measured is None:
            yield "No threshold is recommended: that takes similarities (--embedder)."
            return
        pairs = [*self.pairs, *_unrelated(self.pairs)]
        cosines = self.measured.cosines(pairs)
        best = evaluation.evaluate(pairs, cosines, self.threshold, self.words).thresholds[self.language]
        there = evaluation.evaluate(self.pairs, self.cosines, best, self.words).vetoed
        yield (
            f"Recommended threshold for {self.language}: {best:.3f} (precision {there.precision:.3f}, recall"
            f" {there.recall:.3f}, wrong {there.wrong}). Nothing was changed."
        )
        if self.words is None:
            yield (
                f"Cosines of {self.measured.name} count shared words, not meaning: with it the memory serves the same words only."
            )

    def mistakes(self) -> Iterator[str]:
        """Yields each pair that was decided wrongly, with what decided it."""
        for pair, cosine in zip(self.pairs, self.cosines or [FORCED] * len(self.pairs), strict=True):
            found = veto(pair.a, pair.b, pair.language, self.words)
            served = cosine >= self.threshold and found is None
            if served != pair.same:
                reason = f"{found[0]} {found[1]}" if found else f"similarity {cosine:.3f}"
                yield f"{'wrong hit' if served else 'missed'} ({pair.kind}, {reason}): {pair.a} | {pair.b}"


def _unrelated(pairs: Sequence[Pair]) -> list[Pair]:
    """Returns pairs of questions of different pairs: most entries have nothing to do with what is asked, and no
    threshold may let one through that no veto happens to refuse.
    """
    apart = [len(pairs) * part // 4 for part in (1, 2, 3)]
    others = [(pair, pairs[(at + step) % len(pairs)]) for step in apart for at, pair in enumerate(pairs)]
    return [Pair(first.language, first.a, second.b, False, "unrelated") for first, second in others]


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))


def _titled(
    title: str, rows: Mapping[str, Figures] | Mapping[Veto, Figures], kinds: Mapping[str, int], markdown: bool
) -> Iterator[str]:
    """Yields a table of figures: measures, and of each kind of near miss how many would have been served."""
    yield from ("", title, "") if markdown else ("", title)
    head = ["", *_MEASURES, *kinds]
    pairs = ["near misses", "", "", str(sum(kinds.values())), *map(str, kinds.values())]
    body = [[name, *_figures(figures, kinds)] for name, figures in rows.items()]
    yield from _piped([head, pairs, *body]) if markdown else _aligned([head, pairs, *body])


def _figures(figures: Figures, kinds: Mapping[str, int]) -> Row:
    wrong = figures.wrong_by_kind
    return [
        f"{figures.precision:.3f}",
        f"{figures.recall:.3f}",
        str(figures.wrong),
        *(str(wrong.get(kind, 0)) for kind in kinds),
    ]


def _aligned(rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        yield "  ".join([name.ljust(widths[0]), *map(str.rjust, cells, widths[1:])])


def _piped(rows: Sequence[Row]) -> Iterator[str]:
    head, *body = rows
    for row in (head, ["---", *["---:"] * (len(head) - 1)], *body):
        yield f"| {' | '.join(row)} |"
